package org.peerlock.internal.engine.effects;

import java.util.Optional;
import org.peerlock.internal.cluster.ClusterState;

/**
 * A change that a node wants to make to the registry. If another node writes first, the change is made to that node's content
 * instead, as often as needed. Otherwise members that are many would mostly be in each other's way: a node reads, decides and
 * writes, and the registry has changed meanwhile.
 */
public interface RegistryWrite {

    /** What the registry becomes, if its content is still the one that the node has read. */
    ClusterState content();

    /**
     * What the registry becomes, if it holds this content by now. Empty if nothing is to be written then: the node has to read, and
     * to decide anew. Any thread may call it.
     */
    Optional<ClusterState> onTopOf(ClusterState newer);
}
