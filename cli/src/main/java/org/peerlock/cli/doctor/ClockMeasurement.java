package org.peerlock.cli.doctor;

import org.jspecify.annotations.Nullable;

/**
 * What was seen of time on this machine.
 *
 * @param watchedMillis for how long it was watched
 * @param stealPercent how much of the processors' time the host of this virtual machine has taken away; null if the system does
 *     not tell
 * @param suspendedMillis for how long this machine has slept since it was started; null if the system does not tell
 * @param calendarJumpMillis by how much the calendar has moved forward beside the monotonic clock
 * @param waits how many short waits were made
 * @param usualDelayMillis how much later than planned a thread woke up, in the middle
 * @param longestDelayMillis the longest such delay
 */
record ClockMeasurement(
        double watchedMillis,
        @Nullable Double stealPercent,
        @Nullable Double suspendedMillis,
        double calendarJumpMillis,
        int waits,
        double usualDelayMillis,
        double longestDelayMillis) {}
