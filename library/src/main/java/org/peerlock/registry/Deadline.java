package org.peerlock.registry;

import java.time.Duration;

/**
 * The end of the time limit of a call, for stores whose calls have several steps: each step gets the
 * time that is {@linkplain #left left}. Immutable.
 */
public final class Deadline {

    private final long endNanos;

    private Deadline(long endNanos) {
        this.endNanos = endNanos;
    }

    /** A deadline that ends when this time has passed. */
    public static Deadline in(Duration limit) {
        return new Deadline(System.nanoTime() + limit.toNanos());
    }

    /**
     * The time until it ends; zero if it has ended. Many clients take a timeout of zero for an
     * endless one, so ask {@link #passed} first.
     */
    public Duration left() {
        return Duration.ofNanos(leftNanos());
    }

    /** The same in nanoseconds. */
    public long leftNanos() {
        return Math.max(0, endNanos - System.nanoTime());
    }

    /** A deadline for the first of several attempts, which share the time that is left. */
    public Deadline first(int attempts) {
        return in(left().dividedBy(Math.max(1, attempts)));
    }

    /** Whether it has ended. */
    public boolean passed() {
        return leftNanos() == 0;
    }
}
