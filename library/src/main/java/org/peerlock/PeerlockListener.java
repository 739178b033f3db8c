package org.peerlock;

import java.util.List;

/**
 * Receives what happens to this process as a member of its cluster: see
 * {@link Peerlock#addListener}.
 *
 * <p>The methods are called on the {@linkplain PeerlockBuilder#executor executor}, a moment after
 * the event. If the executor has several threads, calls may overlap and overtake each other.
 * Exceptions that a listener throws are logged. To react to the loss of one lock, use
 * {@link Grant#onLost}.
 */
public interface PeerlockListener {

    /**
     * A new membership view has begun in this process.
     *
     * @param epoch its number, greater than that of every view before
     * @param members all members
     */
    default void viewChanged(long epoch, List<Peer> members) {}

    /**
     * A process has become a member. Not called for those that were members when this process
     * joined.
     */
    default void memberJoined(Peer peer) {}

    /** A process is not a member any more: it left, died, or was evicted. */
    default void memberLeft(Peer peer) {}

    /**
     * A lock was lost in this process.
     *
     * @param fence the fencing token with which it was held
     */
    default void lockLost(String lock, long fence, LockLossReason reason) {}

    /**
     * The registry cannot be read or written. This process keeps its locks until its lease expires.
     */
    default void registryUnavailable(String reason) {}

    /**
     * The registry can be used again, as far as this process uses it now: while it waits to join, it
     * only reads.
     */
    default void registryAvailable() {}

    /**
     * A name is used for different kinds of locks, by this process and another one or by this
     * process alone: a mistake. Called once for each name until the members change.
     */
    default void lockKindConflict(String reason) {}
}
