package org.peerlock.algorithm;

/**
 * Collects what a step of an algorithm wants done. It is write-only: an algorithm never gets an
 * answer from it.
 *
 * @param <M> the messages of the algorithm
 */
public interface Effects<M> {

    /** Sends a message to one other node. A node never sends to itself. */
    void send(int to, M message);

    /**
     * Transmits a message once to all other nodes, on a medium that can. It counts as one message.
     * On a {@linkplain Medium#SEQUENCED sequenced} medium the sender observes it too, and all
     * observe the same order.
     */
    void broadcast(M message);

    /**
     * The request enters the critical section.
     *
     * @param fence for a mutex greater than every fence given before; see {@link Capacity} for the
     *     other kinds of locks
     */
    void enter(long requestId, long fence);

    /** The cancelled request is gone: it will never enter, and the node may make its next one. */
    void withdrawn(long requestId);

    /** Starts or restarts a timer: {@link Algorithm#onTimer} is called when it expires. */
    void setTimer(TimerId timer, Timeout timeout);

    /** Stops a timer if it is running. */
    void cancelTimer(TimerId timer);
}
