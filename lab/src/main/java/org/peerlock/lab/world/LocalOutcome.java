package org.peerlock.lab.world;

import java.util.List;
import org.peerlock.algorithm.Request;

/**
 * The outcome of a step at the node where it happened. It depends only on the local state and the
 * step.
 *
 * @param state the local state after the step
 * @param sent the messages, in the order in which they were sent
 * @param entered the requests that entered, in this order
 * @param used the greatest fence used by an exclusive request that left; 0 if none left
 * @param events all effects, in order
 * @param violations the violations that show at this node
 */
record LocalOutcome<S extends Record, M>(
        InternedState<S, M> state,
        List<Envelope<M>> sent,
        List<EnteredRequest> entered,
        long used,
        List<Event<M>> events,
        List<Violation> violations) {

    /** An entry. The world checks its fence, because it knows the fences given elsewhere. */
    record EnteredRequest(Request request, long fence) {}
}
