package org.peerlock;

import java.util.concurrent.Callable;

/**
 * Stands before something that a lock protects, and refuses whoever comes with a fence smaller than another's who was here
 * before. So what a holder does after it has lost the lock, knowingly or not, does no harm once the next one has come.
 *
 * <p>This one remembers the greatest fence in memory: it serves what lives in the same process as it does. What outlives the
 * process, or is used by several, must remember the fence itself, in the same place and by the same step: a column beside the
 * data, say, and {@code UPDATE … SET …, fence = ? WHERE id = ? AND fence <= ?}.
 *
 * <p>One guard serves one lock. Safe for use by several threads.
 */
public final class FenceGuard {

    private long greatest;

    /** A guard that has seen nobody. */
    public FenceGuard() {
        this(0);
    }

    /** A guard that goes on where another ended. */
    public FenceGuard(long greatest) {
        this.greatest = greatest;
    }

    /**
     * Lets a holder in. To be used where what follows cannot be overtaken; otherwise see {@link #call}.
     *
     * @throws StaleFenceException if a greater fence was here before
     */
    public synchronized void check(long fence) {
        if (fence < greatest) {
            throw new StaleFenceException(fence, greatest);
        }
        greatest = fence;
    }

    /**
     * Lets a holder in, and keeps all others out until it has finished.
     *
     * @throws StaleFenceException if a greater fence was here before; nothing was done then
     */
    public synchronized <T> T call(long fence, Callable<T> action) throws Exception {
        check(fence);
        return action.call();
    }

    /** The greatest fence so far; 0 if there was none. */
    public synchronized long greatest() {
        return greatest;
    }
}
