package org.peerlock.internal.runtime;

/**
 * The clocks of a live node: {@link System#nanoTime}, with which leases are measured, and the
 * calendar, {@link System#currentTimeMillis}, which tells whether the machine has slept.
 *
 * <p>A trial can make them wrong, to see that locks stay exclusive. The system property
 * {@value #DRIFT_PPM} makes the first one fast or slow, by less than the {@code clockDriftPpm} of the
 * builder. {@value #CALENDAR_STEP} sets the calendar forward or back, at any time. Nothing else may set
 * them.
 */
final class NodeClock {

    /** By how many millionths the clock is fast; negative if it is slow. */
    static final String DRIFT_PPM = "org.peerlock.internal.trial.clock-drift-ppm";

    /** By how many milliseconds the calendar is ahead; negative if it is behind. */
    static final String CALENDAR_STEP = "org.peerlock.internal.trial.calendar-step-millis";

    private static final long PPM = Long.getLong(DRIFT_PPM, 0);
    private static final long MILLION = 1_000_000;
    private static final long START = System.nanoTime();

    private NodeClock() {}

    static long nanoTime() {
        return START + drifted(System.nanoTime() - START, PPM);
    }

    static long calendarMillis() {
        return System.currentTimeMillis() + Long.getLong(CALENDAR_STEP, 0);
    }

    /** What a clock shows that is fast by so many millionths, after so many true nanoseconds. */
    static long drifted(long nanos, long ppm) {
        return nanos + nanos / MILLION * ppm + nanos % MILLION * ppm / MILLION;
    }
}
