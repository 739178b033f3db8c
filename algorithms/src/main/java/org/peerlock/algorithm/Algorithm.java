package org.peerlock.algorithm;

/**
 * The program of one node in an algorithm for distributed mutual exclusion: a pure function from
 * (state, input) to (state, effects).
 *
 * <p>An instance holds only what never changes while the group runs: the node's own number, the
 * number of nodes, the topology. Everything else is in the state, an immutable record, so that a
 * driver can compare, print, keep and fork states. The same state and the same input always give
 * the same next state and the same effects in the same order.
 *
 * <p>What a driver guarantees:
 *
 * <ul>
 *   <li>it calls {@link #initial} first, then gives one input at a time, each with the state that
 *       the previous step returned;
 *   <li>the network is as good as {@link Profile#assumptions()} demands;
 *   <li>it never uses a request id twice at one node;
 *   <li>it calls {@link #onRequest} only while the node has no other request under way, unless
 *       {@link Profile#concurrentRequests()}: the previous one was released, or
 *       {@link Effects#withdrawn} was called for it;
 *   <li>it makes no request for more permits than there are, none with an increment other than 1
 *       unless {@link Profile#increments()}, and only requests that the node {@link #serves};
 *   <li>it calls {@link #onCancel} only for a request that waits, and {@link #onRelease} only for
 *       one that has entered.
 * </ul>
 *
 * <p>What an algorithm guarantees: on each network that it claims to tolerate, the properties that
 * {@link Profile#assumptions()} lists there. A step never throws for an input that can occur. For
 * an input that cannot occur it throws an {@link AssertionError} that says what is wrong.
 *
 * @param <S> the state: an immutable record
 * @param <M> the messages: a sealed interface of immutable records
 */
public interface Algorithm<S extends Record, M> {

    /** Describes the algorithm: what it assumes, claims and costs. */
    Profile profile();

    /** Whether the node accepts this request, among those that {@link Profile#serves()} allows. */
    default boolean serves(Request request) {
        return true;
    }

    /**
     * Returns the state in which this node starts. The nodes that {@code start} lists as inside are
     * inside already: no {@link Effects#enter} is called for them, and they release as usual.
     */
    S initial(Start start, Effects<M> out);

    /** The application at this node wants to enter. */
    S onRequest(S state, Request request, Effects<M> out);

    /**
     * The application cancels a request that waits. The request never enters afterwards;
     * {@link Effects#withdrawn} says, at once or later, that the node may make its next one.
     */
    S onCancel(S state, long requestId, Effects<M> out);

    /**
     * The application leaves the critical section.
     *
     * @param lastFence the greatest fence that was used under this entry: the one that
     *     {@link Effects#enter} gave, or a greater one if the node admitted several of its own
     *     threads one after the other (never for a semaphore)
     */
    S onRelease(S state, long requestId, long lastFence, Effects<M> out);

    /** A message has arrived from another node, or from the broadcast medium. */
    S onMessage(S state, int from, M message, Effects<M> out);

    /** A timer that {@link Effects#setTimer} started has run out. */
    default S onTimer(S state, TimerId timer, Effects<M> out) {
        throw new AssertionError("no timer was set, so none can expire: " + timer);
    }

    /** Whether another node waits for this one to leave. Called only while this node is inside. */
    Contention contention(S state);

    /**
     * Returns what this node knows about the order in which requests will be served.
     *
     * @param requestId the request of this node that waits or is inside, or else its last one
     */
    default QueuePosition queuePosition(S state, long requestId) {
        return QueuePosition.unknown();
    }
}
