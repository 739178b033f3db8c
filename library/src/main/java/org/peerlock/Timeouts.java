package org.peerlock;

import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** Timeouts of the API, which may be of any length, in nanoseconds. */
final class Timeouts {

    /** Never ends, and can be added to any time without an overflow. */
    static final long FOREVER = Long.MAX_VALUE / 2;

    private Timeouts() {}

    /** In nanoseconds: 0 if it is negative, {@link #FOREVER} if it is too long to be counted. */
    static long toNanos(Duration timeout) {
        return clamp(TimeUnit.NANOSECONDS.convert(timeout));
    }

    /** The same for a time in this unit. */
    static long toNanos(long time, TimeUnit unit) {
        return clamp(unit.toNanos(time));
    }

    private static long clamp(long nanos) {
        return Math.max(0, Math.min(FOREVER, nanos));
    }
}
