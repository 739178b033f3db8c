package org.peerlock.registry;

import java.io.IOException;
import java.util.Collections;
import java.util.SortedSet;
import org.peerlock.internal.cluster.Incarnation;

/**
 * Knows which nodes are certainly dead, so that nobody has to wait until their leases are over. That can be known where all
 * processes are on one machine; elsewhere a node that is silent may live, and there is nothing to know.
 *
 * <p>Implementations are used by one thread for each node.
 */
public interface DeathDetector {

    /** Knows nothing of anybody. */
    DeathDetector NONE = new DeathDetector() {};

    /** A node is about to write itself into the cell. It must not do so before this has returned. */
    default void register(Incarnation node) throws IOException {}

    /** A node of this process holds nothing any more, and never will again. */
    default void unregister(Incarnation node) throws IOException {}

    /** Nodes that are certainly dead; who is dead stays so. */
    default SortedSet<Incarnation> dead() throws IOException {
        return Collections.emptySortedSet();
    }

    /** The cell knows these no more: nothing has to be known about them, if they are dead. */
    default void forget(SortedSet<Incarnation> nodes) throws IOException {}

    /**
     * Whether it is certain that no node lives which has {@linkplain #register entered} and not left. Then none has a lease, and
     * a new cell need not wait for any to end.
     */
    default boolean noneAlive() throws IOException {
        return false;
    }
}
