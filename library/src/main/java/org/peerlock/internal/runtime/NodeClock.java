package org.peerlock.internal.runtime;

/**
 * The clock of a live node: {@link System#nanoTime}. Leases are measured with it.
 *
 * <p>A trial can make it wrong by the system property {@value #DRIFT_PPM}, to see that locks stay
 * exclusive while clocks are wrong by less than the {@code clockDriftPpm} of the builder. Nothing else
 * may set it.
 */
final class NodeClock {

    /** By how many millionths the clock is fast; negative if it is slow. */
    static final String DRIFT_PPM = "org.peerlock.internal.trial.clock-drift-ppm";

    private static final long PPM = Long.getLong(DRIFT_PPM, 0);
    private static final long MILLION = 1_000_000;
    private static final long START = System.nanoTime();

    private NodeClock() {}

    static long nanoTime() {
        return START + drifted(System.nanoTime() - START, PPM);
    }

    /** What a clock shows that is fast by so many millionths, after so many true nanoseconds. */
    static long drifted(long nanos, long ppm) {
        return nanos + nanos / MILLION * ppm + nanos % MILLION * ppm / MILLION;
    }
}
