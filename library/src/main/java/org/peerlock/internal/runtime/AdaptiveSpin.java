package org.peerlock.internal.runtime;

import java.util.concurrent.CompletableFuture;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/**
 * Spins for a moment before a waiting thread sleeps, if that has paid off lately. Waking a sleeping
 * thread costs more than a message between two processes. So if most events come soon, it is better
 * to stay awake, and to help with the loop's work meanwhile. If most events take longer, it does
 * not spin.
 */
final class AdaptiveSpin {

    /** For a longer wait, sleeping is better. */
    private static final long LONGEST_NANOS = 500_000;

    /** The weight of the last wait in the moving average is 1 / SHARE. */
    private static final int SHARE = 16;

    private static final int ALWAYS = 1 << 10;

    private final LongSupplier clock;
    private final Consumer<BooleanSupplier> work;
    /**
     * A moving average of how many waits were short. It is an estimate: threads may overwrite each
     * other's updates.
     */
    private volatile int soon = ALWAYS;

    /**
     * @param clock in nanoseconds
     * @param work what to do until a condition holds
     */
    AdaptiveSpin(LongSupplier clock, Consumer<BooleanSupplier> work) {
        this.clock = clock;
        this.work = work;
    }

    /**
     * Whether the event has completed, or does so while this method spins.
     *
     * @param start the time now
     * @param nanos the timeout of the wait
     */
    boolean sees(CompletableFuture<?> event, long start, long nanos) {
        if (!event.isDone() && nanos > 0 && soon >= ALWAYS / 2) {
            long longest = Math.min(nanos, LONGEST_NANOS);
            work.accept(() -> event.isDone() || clock.getAsLong() - start >= longest);
        }
        boolean seen = event.isDone();
        if (seen) {
            learn(true);
        }
        return seen;
    }

    /** An event for which the thread slept has completed, after this time. */
    void learn(long nanos) {
        learn(nanos <= LONGEST_NANOS);
    }

    private void learn(boolean inTime) {
        int before = soon;
        soon = before + ((inTime ? ALWAYS : 0) - before) / SHARE;
    }
}
