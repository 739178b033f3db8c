package org.peerlock.internal.runtime;

import org.jspecify.annotations.Nullable;
import org.peerlock.internal.engine.effects.LossCause;
import org.peerlock.internal.protocol.NodeOverview;

/** What a node tells those who use it. It is told on the thread of the brain, so nothing here may take long. */
public interface NodeObserver {

    /** A view has begun at this node: it is a member, and that is what it sees. */
    void onViewOpened(NodeOverview nodeOverview);

    /** Holds of this generation are valid no longer; told before that can be seen. */
    void onLeaseExpired(long generation, LossCause reason);

    /** Holds were lost; told after that can be seen. */
    void onHoldsLost();

    /** One of them, which was held with this fence. */
    void onLockLost(String lock, long fence, LossCause reason);

    /** The registry can be used no more, for this reason; null: it can again. */
    void onRegistryProblem(@Nullable String reason);

    /** This node and another one take a lock for different kinds. */
    void onKindConflict(String reason);

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
