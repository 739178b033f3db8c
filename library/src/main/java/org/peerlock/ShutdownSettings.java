package org.peerlock;

import org.peerlock.internal.engine.settings.Timing;

/**
 * What happens to the locks of a process that stops.
 *
 * @param graceNanos for how long holders may finish
 */
record ShutdownSettings(ShutdownMode mode, long graceNanos) {

    /** What a process does that sets nothing. */
    static ShutdownSettings usual(Timing timing) {
        return new ShutdownSettings(ShutdownMode.LEAVE_AT_ONCE, timing.leaseNanos());
    }

    /** For how long the end of the JVM is delayed before the node leaves. */
    long delayNanos() {
        return mode == ShutdownMode.LEAVE_AT_ONCE ? 0 : graceNanos;
    }
}
