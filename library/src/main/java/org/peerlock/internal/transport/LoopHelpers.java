package org.peerlock.internal.transport;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The helpers of a {@link SharedEventLoop}: how many there are, whether they want to own the loop, and whether they make progress.
 * Thread-safe.
 */
final class LoopHelpers {

    /** More helpers would only contend for ownership. */
    private static final int ENOUGH = 4;

    private final AtomicInteger present = new AtomicInteger();
    /** A helper has found the loop owned since the resident gave way. */
    private volatile boolean wanted;
    /** How many turns helpers have run. */
    private final AtomicLong turns = new AtomicLong();

    /** A thread comes, and must leave in any case. Returns whether it may help, because there are not enough yet. */
    boolean enter() {
        return present.incrementAndGet() <= ENOUGH;
    }

    /** A thread leaves. Returns whether it was the last. */
    boolean leave() {
        return present.decrementAndGet() == 0;
    }

    /** A helper has found that another thread owns the loop. */
    void foundOwned() {
        wanted = true;
    }

    /** A helper begins a turn. Only the owner of the loop calls this. */
    void beginTurn() {
        turns.lazySet(turns.get() + 1);
    }

    /** Whether the resident is to give way to a helper that has found the loop owned. Asked once for each time it gives way. */
    boolean takeWanted() {
        boolean give = wanted && present.get() > 0;
        if (give) {
            wanted = false;
        }
        return give;
    }

    long turns() {
        return turns.get();
    }

    /** Whether helpers do the work: there are some, and they have run a turn since there were so many. */
    boolean progressSince(long before) {
        return present.get() > 0 && turns.get() != before;
    }
}
