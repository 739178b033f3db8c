package org.peerlock.lab.world;

import java.util.List;
import org.peerlock.algorithm.Request;

/**
 * What came of a step at the site where it happened. It depends on nothing but the site and the step.
 *
 * @param site the site after it
 * @param sent the messages, in the order in which they were sent
 * @param entered the requests that entered, in this order
 * @param used the greatest fence that an exclusive request has used that left; 0 if none left
 * @param events all effects, in order
 * @param violations what went wrong at the site
 */
record LocalOutcome<S extends Record, M>(
        InternedState<S, M> site,
        List<Envelope<M>> sent,
        List<EnteredRequest> entered,
        long used,
        List<Event<M>> events,
        List<Violation> violations) {

    /** An entry, to be judged by those who can tell which fences were given elsewhere. */
    record EnteredRequest(Request request, long fence) {}
}
