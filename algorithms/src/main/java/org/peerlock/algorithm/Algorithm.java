package org.peerlock.algorithm;

/**
 * One node's part in an algorithm of distributed mutual exclusion: a pure function from (state, input) to (state, effects).
 *
 * <p>An instance holds only what never changes while a group of nodes stays as it is: the node's own number, the number of
 * nodes, the topology. Everything else is in the state, an immutable record, so that a driver can compare, print, keep and
 * fork states at will. The same state and the same input always give the same next state and the same effects in the same
 * order.
 *
 * <p>What a driver promises:
 *
 * <ul>
 *   <li>{@link #initial} first, then one input at a time, each with the state that the step before returned;
 *   <li>a network as good as {@link Profile#assumptions()} asks for;
 *   <li>request ids that are never used twice at one node;
 *   <li>{@link #onRequest} only when the node has no request under way, unless {@link Profile#concurrentRequests()}: the
 *       one before was released, or {@link Effects#withdrawn} was called for it;
 *   <li>no request for more permits than there are, none with an increment other than 1 unless
 *       {@link Profile#increments()}, and only such as the node {@link #serves};
 *   <li>{@link #onCancel} only for a request that waits, {@link #onRelease} only for one that has entered.
 * </ul>
 *
 * <p>What an algorithm promises, on a network that it claims to bear: what {@link Profile#assumptions()} lists there. A step
 * never throws for an input that can really occur; for one that cannot, it throws an {@link AssertionError} that says what
 * was wrong.
 *
 * @param <S> the state: an immutable record
 * @param <M> the messages: a sealed interface of immutable records
 */
public interface Algorithm<S extends Record, M> {

    /** What this algorithm is, assumes, claims and costs. */
    Profile profile();

    /** Whether requests like this one can be made, of those that {@link Profile#serves()} allows. */
    default boolean serves(Request request) {
        return true;
    }

    /**
     * The state in which this node starts. The nodes that {@code start} lists as inside are inside already: no
     * {@link Effects#enter} is called for them, and they release as usual.
     */
    S initial(Start start, Effects<M> out);

    /** The application at this node wants to enter. */
    S onRequest(S state, Request request, Effects<M> out);

    /**
     * The application gives up a request that waits. The request never enters afterwards; {@link Effects#withdrawn} says,
     * at once or later, that the next one may be made.
     */
    S onCancel(S state, long requestId, Effects<M> out);

    /**
     * The application leaves.
     *
     * @param lastFence the greatest fence that was used under this entry: the one that {@link Effects#enter} gave, or a
     *     greater one if the node admitted several of its own threads one after the other (never so for a semaphore)
     */
    S onRelease(S state, long requestId, long lastFence, Effects<M> out);

    /** A message has arrived from another node, or from the medium. */
    S onMessage(S state, int from, M message, Effects<M> out);

    /** A timer that {@link Effects#setTimer} started has run out. */
    default S onTimer(S state, TimerId timer, Effects<M> out) {
        throw new AssertionError("no timer was set, so none can expire: " + timer);
    }

    /** Asked while this node is inside: does another node wait for it to leave? */
    Contention contention(S state);

    /**
     * What this node knows of the order in which requests will be served.
     *
     * @param requestId the request of this node that waits or is inside, or was the last one
     */
    default QueuePosition queuePosition(S state, long requestId) {
        return QueuePosition.unknown();
    }
}
