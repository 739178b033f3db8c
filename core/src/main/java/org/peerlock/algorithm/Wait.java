package org.peerlock.algorithm;

/**
 * How long a timer runs, in the terms of the papers: an algorithm knows no unit of time, but it may assume bounds.
 *
 * @param trips as many times the longest that a message may be under way, the time to process it included
 * @param sections as many times the longest that a node is expected to stay inside
 */
public record Wait(int trips, int sections) {

    public static Wait roundTrip() {
        return new Wait(2, 0);
    }

    public static Wait roundTripAndSection() {
        return new Wait(2, 1);
    }
}
