package org.peerlock.host;

import java.util.concurrent.CompletableFuture;
import java.util.function.LongSupplier;

/**
 * Looks for an event for a moment before the thread sleeps. To wake a sleeping thread costs more than a message between two
 * processes, so if what is waited for mostly comes soon, it is better to stay awake; each time between two looks, whoever else has
 * something to do may do it. If it mostly takes longer, nobody looks out.
 */
final class Lookout {

    /** Who has to wait for longer than this had better sleep. */
    private static final long LONGEST_NANOS = 200_000;

    /** Longer waits count as long as this, so that they are soon forgotten when times change. */
    private static final long MOST_NANOS = 8 * LONGEST_NANOS;

    /** How much the last one counts among all. */
    private static final int SHARE = 8;

    private final LongSupplier clock;
    /** How long waiting takes, about. Threads may overwrite what others have written: it is an estimate. */
    private volatile long usual;

    /** @param clock in nanoseconds */
    Lookout(LongSupplier clock) {
        this.clock = clock;
    }

    /** Whether it has happened, or does so within a moment that is worth waiting for. */
    @SuppressWarnings("ThreadPriorityCheck") // nothing relies on what it does
    boolean sees(CompletableFuture<?> event, long nanos) {
        long start = clock.getAsLong();
        long longest = usual <= LONGEST_NANOS ? Math.min(nanos, LONGEST_NANOS) : 0;
        while (!event.isDone()) {
            if (clock.getAsLong() - start >= longest) {
                return false;
            }
            Thread.yield();
        }
        return true;
    }

    /** It has taken so long until something happened. */
    void learn(long nanos) {
        long before = usual;
        usual = before + (Math.min(nanos, MOST_NANOS) - before) / SHARE;
    }
}
