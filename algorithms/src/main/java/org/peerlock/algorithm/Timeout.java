package org.peerlock.algorithm;

/**
 * How long a timer runs, in the terms of the papers: an algorithm knows no unit of time, but it may assume bounds.
 *
 * @param trips as many times the longest that a message may be under way, the time to process it included
 * @param sections as many times the longest that a node is expected to stay inside
 * @param estimated whether that is only expected, so that the timer may run out while somebody is still inside
 */
public record Timeout(int trips, int sections, boolean estimated) {

    public Timeout(int trips, int sections) {
        this(trips, sections, false);
    }

    public static Timeout roundTrip() {
        return new Timeout(2, 0);
    }

    /** A round trip, and an estimate of how long a node stays inside. */
    public static Timeout roundTripAndSection() {
        return new Timeout(2, 1, true);
    }
}
