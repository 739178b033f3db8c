package org.peerlock.internal.runtime;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.peerlock.internal.engine.effects.LossCause;
import org.peerlock.internal.engine.effects.LostHold;
import org.peerlock.internal.protocol.NodeOverview;

/** Receives the events of a node, on the loop. The methods must return quickly. */
public interface NodeObserver {

    /** A view has begun at this node, so it is a member. */
    void onViewOpened(NodeOverview nodeOverview);

    /** Holds of this generation are not valid any more. Called before any thread can see that. */
    void onLeaseExpired(long generation, LossCause reason);

    /** Holds were lost. Called after all threads can see that. */
    void onHoldsLost();

    /** These holds were lost at the same moment. */
    void onLocksLost(List<LostHold> lost, LossCause reason);

    /** The registry cannot be used, for this reason; null: it can be used again. */
    void onRegistryProblem(@Nullable String reason);

    /** A lock is used as different kinds. */
    void onKindConflict(String reason);

    /** The process is told to end. Called by any thread; the node goes on. */
    void onTerminating();

    // At most one of these three is called, and nothing after it.

    /** The node has left its cluster, as it was asked to. */
    void onLeft();

    /**
     * The cluster refused the node, because of its settings or its version.
     *
     * @param message a sentence for the user
     */
    void onRefused(String message);

    /** A defect stopped the node. */
    void onFailed(Throwable defect);
}
