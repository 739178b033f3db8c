package org.peerlock.algorithm;

/**
 * What a step of an algorithm wants done. Write-only: an algorithm learns nothing from it.
 *
 * @param <M> the messages of the algorithm
 */
public interface Effects<M> {

    /** Send a message to one other node. A node never sends to itself. */
    void send(int to, M message);

    /**
     * Transmit a message once to all other nodes, on a network that can. It counts as one message. On a
     * {@linkplain Medium#SEQUENCED sequenced} medium the sender observes it too, and all observe the same order.
     */
    void broadcast(M message);

    /**
     * The request enters.
     *
     * @param fence under mutual exclusion greater than every fence given before; see {@link Capacity} for the others
     */
    void enter(long requestId, long fence);

    /** The cancelled request is gone: it will never enter, and the node may make its next one. */
    void withdrawn(long requestId);

    /** Start a timer, or start it anew: {@link Algorithm#onTimer} is called once the wait is over. */
    void setTimer(TimerId timer, Timeout timeout);

    /** Stop a timer, if it runs. */
    void cancelTimer(TimerId timer);
}
