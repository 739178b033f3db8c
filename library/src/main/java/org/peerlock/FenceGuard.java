package org.peerlock;

import java.util.concurrent.Callable;

/**
 * Protects a resource from holders that have lost the lock: it refuses a fencing token that is
 * smaller than one it has seen.
 *
 * <p>The guard remembers the greatest token in memory, so it serves a resource in the same process.
 * A resource that outlives the process, or that several processes use, must store the token itself,
 * together with the data and in the same step: for example a column beside the data, and {@code
 * UPDATE … SET …, fence = ? WHERE id = ? AND fence <= ?}.
 *
 * <p>Use one guard for each lock. Thread-safe. Before the next holder has been here, a guard cannot
 * refuse the former one.
 */
public final class FenceGuard {

    private long greatest;

    /** A guard that has seen no token. */
    public FenceGuard() {
        this(0);
    }

    /** A guard that has seen this token, to continue after a restart. */
    public FenceGuard(long greatest) {
        this.greatest = greatest;
    }

    /**
     * Accepts or refuses a fencing token. Suits code in which the action that follows cannot be
     * overtaken by another thread; otherwise use {@link #call}.
     *
     * @throws StaleFenceException if the guard has seen a greater token
     */
    public synchronized void check(long fence) {
        if (fence < greatest) {
            throw new StaleFenceException(fence, greatest);
        }
        greatest = fence;
    }

    /**
     * Accepts or refuses a fencing token, and calls the action. Other callers wait until it has
     * ended.
     *
     * @throws StaleFenceException if the guard has seen a greater token; the action is not called
     *     then
     */
    public synchronized <T> T call(long fence, Callable<T> action) throws Exception {
        check(fence);
        return action.call();
    }

    /** The greatest token so far; 0 if there was none. */
    public synchronized long greatest() {
        return greatest;
    }
}
