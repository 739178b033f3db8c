package org.peerlock.internal.engine.locks;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;
import org.peerlock.algorithm.Capacity;
import org.peerlock.algorithm.Contention;
import org.peerlock.algorithm.Mode;
import org.peerlock.algorithm.Request;
import org.peerlock.internal.engine.lockword.UsageMeter;
import org.peerlock.internal.protocol.HeldShare;
import org.peerlock.internal.protocol.LockStatus;

/**
 * One lock at this node: its holders and its waiters here.
 *
 * <p>The algorithm decides which node is inside; the node itself decides which of its requests holds the lock. {@link #settle} is
 * called after every event that could matter, and does what is due then.
 */
public abstract class LocalLock {

    public final String name;
    public final Capacity capacity;
    final LockTable table;
    /** Why nothing can be granted in this view, if so: another node uses the lock as another kind. */
    private @Nullable String kindConflict;
    /** Where its algorithm instance was found last; the view may be over. */
    private @Nullable ViewAlgorithms algorithms;

    private @Nullable AlgorithmInstance<?, ?> instance;

    LocalLock(String lock, Capacity capacity, LockTable table) {
        this.name = lock;
        this.capacity = capacity;
        this.table = table;
    }

    // Requests of the application

    /** A request waits from now on. */
    abstract void add(AcquireRequest acquireRequest, Waiter waiter);

    /** A waiter gives up. Returns whether it waited. */
    abstract boolean cancel(Waiter waiter);

    /** A hold is released. */
    abstract void release(long id);

    // Decisions of the algorithm

    /**
     * A request has entered.
     *
     * @param byMessage whether a message of another node let it enter
     */
    final void enter(long requestId, long fence, boolean byMessage) {
        if (isAwaited(requestId)) {
            table.countEntry(byMessage);
        }
        onEntered(requestId, fence);
    }

    /** Whether somebody here still waits for this request to enter. */
    abstract boolean isAwaited(long requestId);

    /** A request has entered, in this view or in one before. */
    abstract void onEntered(long requestId, long fence);

    /** A request that was cancelled has ended. */
    abstract void onWithdrawn(long requestId);

    /** Does what is due now. A view is open. */
    public abstract void settle(AlgorithmInstance<?, ?> instance);

    // Views and leases

    /** The view ends, and with it all requests in the algorithm. Returns what is held, in an order that is remembered. */
    public abstract List<HeldShare> seal();

    /** A view begins in which this node holds what it {@linkplain #seal() reported}, although that may be lost by now. */
    abstract void carry(List<HeldShare> said, long firstFence);

    /**
     * A view has begun. Refuses the waiters that can never be granted in it: only requests for several permits may be.
     *
     * @param refusal says why no request for so many permits can succeed, if so
     */
    public void refuseUnserved(IntFunction<Optional<String>> refusal) {}

    /** All holds are lost. Returns their fences. */
    public abstract List<Long> loseAll();

    /** The number of holders. */
    public abstract int holdCount();

    /** Refuses all waiters. */
    abstract void refuseAll(String reason);

    /** Whether nothing would be lost if it were forgotten between two views. */
    abstract boolean isEmpty();

    /** Whether nothing would be lost if it were forgotten now. */
    abstract boolean isUnused();

    /** The greatest fence that was granted here. */
    abstract long lastFence();

    // Monitoring

    /** Whether this node may grant the lock. */
    abstract boolean isInside();

    /** The holders. */
    abstract List<LockStatus.LockHolder> holders();

    /**
     * The waiters, in the order in which they will be served here.
     *
     * @param instance null if no view is open
     */
    abstract List<LockStatus.LockWaiter> waiters(@Nullable AlgorithmInstance<?, ?> instance);

    /** How much it was used here. */
    abstract UsageMeter usage();

    /** The number of waiters. */
    abstract int waiterCount();

    // For all kinds

    /** The instance of the algorithm that decides about the lock; null if it has not begun. */
    final @Nullable AlgorithmInstance<?, ?> instance(ViewAlgorithms running) {
        if (algorithms != running) {
            instance = running.known(name);
            algorithms = instance == null ? null : running;
        }
        return instance;
    }

    final void setKindConflict(String reason) {
        kindConflict = reason;
        refuseAll(reason);
    }

    final @Nullable String kindConflict() {
        return kindConflict;
    }

    /** The next view may do better. */
    final void clearKindConflict() {
        kindConflict = null;
    }

    /** A request to this algorithm. */
    public Request request(AlgorithmInstance<?, ?> to, long id, Mode mode, int permits) {
        return new Request(id, mode, permits, table.increment(to.entry));
    }

    /** The number of a request, if the algorithm has such numbers. */
    static OptionalLong number(@Nullable AlgorithmInstance<?, ?> instance, long request) {
        return instance == null ? OptionalLong.empty() : instance.place(request).number();
    }

    /** How many grants are made each time that this node has the lock, if others want it. */
    final int turn(@Nullable AlgorithmInstance<?, ?> instance) {
        return instance != null && instance.wanted() == Contention.UNKNOWN ? 1 : table.cohort();
    }

    /** How many more grants are made here, the current ones included, if another node wants the lock; 0 if none does. */
    final int limit(AlgorithmInstance<?, ?> instance) {
        Contention contention = instance.wanted();
        return contention == Contention.NO ? 0 : contention == Contention.YES ? table.cohort() : 1;
    }
}
