package org.peerlock;

import java.util.List;

/**
 * Is told what happens to this process as a member of its cluster. All methods are called on the executor that was given to the
 * {@linkplain PeerlockBuilder#executor builder}, a moment after it has happened; if that has several threads, several may be called at
 * once. What they throw is logged. For one lock {@link Grant#onLost} is the better place.
 */
public interface PeerlockListener {

    /**
     * The members have changed, and locks pass among them from now on.
     *
     * @param epoch greater than that of every view before
     * @param members all of them
     */
    default void viewChanged(long epoch, List<Peer> members) {}

    /** A process has become a member; not told of those that were when this one joined. */
    default void memberJoined(Peer peer) {}

    /** A process is a member no more: it has left, or was dropped. */
    default void memberLeft(Peer peer) {}

    /**
     * A lock was lost in this process.
     *
     * @param fence with which it was held
     */
    default void lockLost(String lock, long fence, LockLossReason reason) {}

    /** The registry can be used no more; locks are kept until the lease ends. */
    default void registryUnavailable(String reason) {}

    /** The registry can be used again. */
    default void registryAvailable() {}

    /** This process and another take a lock for different kinds: a mistake in one of them. */
    default void lockKindConflict(String reason) {}
}
