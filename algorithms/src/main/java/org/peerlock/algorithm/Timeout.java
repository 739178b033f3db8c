package org.peerlock.algorithm;

/**
 * How long a timer runs, in the terms of the papers: an algorithm knows no unit of time, but it may
 * assume bounds on message delays.
 *
 * @param trips how many times the greatest message delay, processing included
 * @param sections how many times the longest time that a node is expected to stay inside
 * @param estimated whether that time is only an estimate, so that the timer may expire while a node
 *     is still inside
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
