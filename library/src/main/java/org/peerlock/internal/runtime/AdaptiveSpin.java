package org.peerlock.internal.runtime;

import java.util.concurrent.CompletableFuture;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/**
 * Looks for an event for a moment before the thread sleeps. To wake a sleeping thread costs more than a message between two
 * processes, so if what is waited for mostly comes soon, it is better to stay awake, and to do meanwhile what there is to do. If it
 * mostly takes longer, nobody looks out.
 */
final class AdaptiveSpin {

    /** Who has to wait for longer than this had better sleep. */
    private static final long LONGEST_NANOS = 500_000;

    /** How much the last one counts among all. */
    private static final int SHARE = 16;

    private static final int ALWAYS = 1 << 10;

    private final LongSupplier clock;
    private final Consumer<BooleanSupplier> work;
    /** How often waiting has not taken long. Threads may overwrite what others have written: it is an estimate. */
    private volatile int soon = ALWAYS;

    /**
     * @param clock in nanoseconds
     * @param work what to do until something is so
     */
    AdaptiveSpin(LongSupplier clock, Consumer<BooleanSupplier> work) {
        this.clock = clock;
        this.work = work;
    }

    /**
     * Whether it has happened, or does so within a moment that is worth waiting for.
     *
     * @param start what the clock says
     * @param nanos for how long to wait at most
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

    /** What was not seen has happened at last, after so long. */
    void learn(long nanos) {
        learn(nanos <= LONGEST_NANOS);
    }

    private void learn(boolean inTime) {
        int before = soon;
        soon = before + ((inTime ? ALWAYS : 0) - before) / SHARE;
    }
}
