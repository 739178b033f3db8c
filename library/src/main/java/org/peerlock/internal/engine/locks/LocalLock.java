package org.peerlock.internal.engine.locks;

import java.util.List;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import org.peerlock.algorithm.Capacity;
import org.peerlock.algorithm.Contention;
import org.peerlock.algorithm.Mode;
import org.peerlock.algorithm.Request;
import org.peerlock.algorithm.catalogue.CatalogueEntry;
import org.peerlock.internal.engine.lockword.UsageMeter;
import org.peerlock.internal.protocol.HeldShare;
import org.peerlock.internal.protocol.LockStatus;

/**
 * What this node has and wants of one lock: who waits for it here, and who holds it.
 *
 * <p>The algorithm decides which node is inside; who at the node has the lock is the node's own business. One rule decides all,
 * {@link #settle}: it is asked after everything that could matter, and does what is to be done then.
 */
public abstract class LocalLock {

    public final String name;
    public final Capacity capacity;
    final LockTable table;
    /** What decides about it. */
    private final CatalogueEntry<?, ?> entry;
    /** Why nothing can be had in this view, if so: another node takes the lock for another kind. */
    private @Nullable String kindConflict;
    /** Where its part was found last, so that it need not be looked for; of a view that may be over. */
    private @Nullable ViewAlgorithms algorithms;

    private @Nullable AlgorithmInstance<?, ?> instance;

    /** Whether the lock came to this node, and nobody here has been seen to get it since. */
    private boolean ungranted;
    /** How often somebody had got it when it came. */
    private long acquisitionsAtEntry;

    LocalLock(String lock, Capacity capacity, LockTable house) {
        this.name = lock;
        this.capacity = capacity;
        this.table = house;
        entry = house.entry(lock, capacity.kind());
    }

    // What the application wants

    /** Somebody waits. */
    abstract void add(AcquireRequest acquireRequest, Waiter waiter);

    /** Somebody does not wait any longer; whether it did. */
    abstract boolean cancel(Waiter waiter);

    /** Somebody gives back what was granted with this id. */
    abstract void release(long id);

    // What the algorithm says

    /** The lock comes to this node: a request has entered. */
    void enter(long requestId, long fence) {
        countHandOff();
        ungranted = true;
        acquisitionsAtEntry = usage().acquisitions();
        onEntered(requestId, fence);
    }

    /** A request has entered, in this view or in one before. */
    abstract void onEntered(long requestId, long fence);

    /** A request that was cancelled is over. */
    abstract void onWithdrawn(long requestId);

    /** Does what is to be done now; a view is open. */
    public abstract void settle(AlgorithmInstance<?, ?> instance);

    // What happens to the node

    /** The view ends, and with it all that was asked for: what is held, for all to know, in an order that is kept in mind. */
    public abstract List<HeldShare> seal();

    /** A view begins, and takes it that this node has what it {@linkplain #seal() said}, although it may be lost by now. */
    abstract void carry(List<HeldShare> said, long firstFence);

    /** All holds are lost: their fences. */
    public abstract List<Long> loseAll();

    /** How many hold it. */
    public abstract int holdCount();

    /** All who wait are told that it is in vain. */
    abstract void refuseAll(String reason);

    /** Whether nothing would be lost if it were forgotten between two views. */
    abstract boolean isEmpty();

    /** Whether nothing would be lost if it were forgotten now. */
    abstract boolean isUnused();

    /** The greatest fence that was granted here. */
    abstract long lastFence();

    // For whoever looks on

    /** Whether this node has the right to let somebody in. */
    abstract boolean isInside();

    /** Who has it. */
    abstract List<LockStatus.LockHolder> holders();

    /**
     * Who waits, in the order in which they will be served here.
     *
     * @param instance null if no view is open
     */
    abstract List<LockStatus.LockWaiter> waiters(@Nullable AlgorithmInstance<?, ?> instance);

    /** How much it was used here. */
    abstract UsageMeter usage();

    /** How many wait. */
    abstract int waiterCount();

    // For all kinds

    /** This node's part in the algorithm that decides about the lock; null if it has not begun. */
    final @Nullable AlgorithmInstance<?, ?> instance(ViewAlgorithms running) {
        if (algorithms != running) {
            instance = running.known(name);
            algorithms = instance == null ? null : running;
        }
        return instance;
    }

    /** Counts that the lock came to this node, once somebody here has got it: a try that failed is no hand-off. */
    final void countHandOff() {
        if (ungranted && usage().acquisitions() > acquisitionsAtEntry) {
            ungranted = false;
            table.onHandOff();
        }
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

    public Request request(long id, Mode mode, int permits) {
        return new Request(id, mode, permits, table.increment(entry));
    }

    /** The number of a request, if the algorithm has such numbers. */
    static OptionalLong number(@Nullable AlgorithmInstance<?, ?> instance, long request) {
        return instance == null ? OptionalLong.empty() : instance.place(request).number();
    }

    /** How many are let in each time that this node has the lock, if others want it. */
    final int turn(@Nullable AlgorithmInstance<?, ?> instance) {
        return instance != null && instance.wanted() == Contention.UNKNOWN ? 1 : table.cohort();
    }

    /** How many more grants are made here once another node wants the lock, the current ones included; 0: it does not. */
    final int limit(AlgorithmInstance<?, ?> instance) {
        Contention contention = instance.wanted();
        return contention == Contention.NO ? 0 : contention == Contention.YES ? table.cohort() : 1;
    }
}
