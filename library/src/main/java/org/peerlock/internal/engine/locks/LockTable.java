package org.peerlock.internal.engine.locks;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.peerlock.algorithm.Capacity;
import org.peerlock.algorithm.Mode;
import org.peerlock.algorithm.catalogue.CatalogueEntry;
import org.peerlock.internal.cluster.Incarnation;
import org.peerlock.internal.cluster.View;
import org.peerlock.internal.engine.context.EngineContext;
import org.peerlock.internal.engine.context.InputTime;
import org.peerlock.internal.engine.effects.EngineCounters;
import org.peerlock.internal.engine.effects.EngineEffects;
import org.peerlock.internal.engine.effects.LossCause;
import org.peerlock.internal.engine.effects.LostHold;
import org.peerlock.internal.engine.lockword.GrantGates;
import org.peerlock.internal.engine.lockword.LockWord;
import org.peerlock.internal.engine.lockword.UsageMeter;
import org.peerlock.internal.engine.settings.AlgorithmSelection;
import org.peerlock.internal.engine.settings.NodeLimits;
import org.peerlock.internal.protocol.HeldLock;
import org.peerlock.internal.protocol.HeldShare;
import org.peerlock.internal.protocol.HoldReport;
import org.peerlock.internal.protocol.HolderMap;
import org.peerlock.internal.protocol.LockStatus;
import org.peerlock.internal.protocol.NodeOverview;
import org.peerlock.internal.protocol.Packet;

/** All locks at this node: a {@link LocalLock} for each name that is in use here. */
public class LockTable {

    /** From this many on the view should change soon, so that the counters start again. */
    private static final long MANY_FENCES = 1L << 31;

    static final long COUNTER = 0xFFFF_FFFFL;
    private static final long LAST_FENCE = COUNTER - 1;
    private static final int GREATEST_INCREMENT = 16;

    private final int cohort;
    private final NodeLimits limits;
    private final InputTime time;
    private final GrantGates gates;
    private final EngineEffects effects;
    private final EngineCounters engineCounters;
    private final RandomGenerator random;
    public final Map<String, LocalLock> locks = new LinkedHashMap<>();

    public @Nullable ViewAlgorithms algorithms;
    /** All fences of the view are greater. */
    private long fenceBefore;

    /** The report of the view that ended last: until the next one begins, all others treat it as held here. */
    private HoldReport report = new HoldReport(Collections.emptySortedMap());

    /** How many names were used here since the view began. */
    private int usedInView;

    private long lastId;
    /** The locks that were reported in this view as used as different kinds. */
    private final Set<String> kindConflicts = new TreeSet<>();

    private final UsageHistory history = new UsageHistory();

    public LockTable(EngineContext context) {
        cohort = context.settings().cohort();
        limits = context.settings().limits();
        time = context.time();
        gates = context.gates();
        effects = context.effects();
        engineCounters = context.counters();
        random = context.random();
    }

    /** The local lock of this name; a new one if the name is not known here. */
    public LocalLock lock(String lock, Capacity capacity) {
        return locks.computeIfAbsent(lock, any -> make(lock, capacity));
    }

    public LocalLock make(String lock, Capacity capacity) {
        return switch (capacity.kind()) {
            case MUTEX -> new LocalExclusiveLock(lock, this);
            case READ_WRITE -> new LocalReadWriteLock(lock, this);
            case SEMAPHORE -> new LocalSemaphore(lock, capacity, this);
        };
    }

    // Requests of the application

    public void acquire(AcquireRequest acquireRequest, Waiter waiter) {
        if (locks.size() >= limits.maxNames() && !locks.containsKey(acquireRequest.lock())) {
            waiter.refuse(tooManyNames(acquireRequest.lock()));
            return;
        }
        LocalLock localLock = lock(acquireRequest.lock(), acquireRequest.capacity());
        String trouble = refusal(localLock, acquireRequest);
        if (trouble != null) {
            waiter.refuse(trouble);
            forgetIfUnused(localLock);
            return;
        }
        localLock.add(acquireRequest, waiter);
        settle(localLock);
    }

    private String tooManyNames(String lock) {
        return "'" + lock + "' is wanted, but this process already uses " + limits.maxNames()
                + " names of locks, and may not use more: use fewer names. Names that nobody uses any more do not count"
                + " for longer than about a lease";
    }

    private void forgetIfUnused(LocalLock localLock) {
        boolean awaited = algorithms == null && report.holds().containsKey(localLock.name);
        if (localLock.isUnused() && !awaited) {
            history.add(known(localLock));
            locks.remove(localLock.name);
        }
    }

    /** Why a request can never be granted, as far as this node knows; null if it can. Between two views it knows less. */
    private @Nullable String refusal(LocalLock localLock, AcquireRequest acquireRequest) {
        ViewAlgorithms running = algorithms;
        AlgorithmInstance<?, ?> instance = running == null ? null : localLock.instance(running);
        Capacity known = instance == null ? localLock.capacity : instance.capacity;
        if (!known.equals(acquireRequest.capacity())) {
            return kindConflict(acquireRequest.lock(), acquireRequest.capacity(), known);
        }
        if (acquireRequest.permits() > 1 && localLock.kindConflict() == null && running != null) {
            return running.refusal(
                            acquireRequest.lock(),
                            acquireRequest.capacity(),
                            acquireRequest.mode(),
                            acquireRequest.permits())
                    .orElse(null);
        }
        return localLock.kindConflict();
    }

    /** Reports that a lock is wanted here as another kind than it is in use. Returns the reason. */
    private String kindConflict(String lock, Capacity wanted, Capacity known) {
        String reason = KindConflicts.here(lock, wanted, known);
        reportKindConflict(lock, reason);
        return reason;
    }

    /** A lock is used as different kinds: reports it once in a view. */
    public void reportKindConflict(String lock, String reason) {
        if (kindConflicts.add(lock)) {
            effects.onKindConflict(reason);
        }
    }

    /** A waiter gives up. The request in the algorithm may stay. */
    public void cancel(String lock, Waiter waiter) {
        LocalLock localLock = locks.get(lock);
        if (localLock != null) {
            engineCounters.withdrawals += localLock.cancel(waiter) ? 1 : 0;
            settle(localLock);
            forgetIfUnused(localLock);
        }
    }

    /** A lock was released to its word. */
    public void onWordReleased(String lock) {
        LocalLock localLock = locks.get(lock);
        if (localLock != null) {
            settle(localLock);
        }
    }

    /** A hold is released. */
    public void release(String lock, long id) {
        LocalLock localLock = locks.get(lock);
        if (localLock != null) {
            localLock.release(id);
            settle(localLock);
        }
    }

    /** A writer becomes a reader. */
    public void downgrade(String lock, long id) {
        if (locks.get(lock) instanceof LocalReadWriteLock readWriteLock) {
            readWriteLock.downgrade(id);
            settle(readWriteLock);
        }
    }

    // Messages of the algorithms

    /**
     * Delivers a message to its algorithm.
     *
     * @return the kind of the lock here, if the sender uses it as another kind: then nothing is done
     */
    public @Nullable Capacity receive(int from, Packet.Data data) {
        ViewAlgorithms running = algorithms;
        if (running == null) {
            throw new AssertionError("messages arrive in a view only");
        }
        LocalLock localLock = locks.get(data.lock());
        AlgorithmInstance<?, ?> instance = localLock == null ? running.known(data.lock()) : localLock.instance(running);
        Capacity known =
                instance != null ? instance.capacity : localLock != null ? localLock.capacity : data.capacity();
        if (!known.equals(data.capacity())) {
            return known;
        }
        AlgorithmInstance<?, ?> its = instance != null ? instance : running.instance(data.lock(), data.capacity());
        its.receive(from, data.algorithm(), data.message());
        LocalLock present = localLock != null ? localLock : locks.get(data.lock()); // it may have entered just now
        if (present != null) { // else nobody here has ever wanted it
            settle(present, its);
        }
        return null;
    }

    /** The kind as which a lock is used here; null if it is not. */
    public @Nullable Capacity capacity(String lock) {
        LocalLock localLock = locks.get(lock);
        return localLock == null ? null : localLock.capacity;
    }

    /** Another node uses a lock as another kind: it cannot be granted here in this view. */
    public void refuseAll(String lock, String reason) {
        LocalLock localLock = locks.get(lock);
        if (localLock != null) {
            localLock.setKindConflict(reason);
            settle(localLock);
        }
    }

    // Views and leases

    /**
     * A view begins, in which some locks are held already.
     *
     * @param selection the algorithms of this view
     */
    public void open(
            View view, AlgorithmSelection selection, Incarnation me, HolderMap holderMap, MessageSender sender) {
        ViewAlgorithms running = begin(view, selection, me, holderMap, sender, listener());
        algorithms = running;
        kindConflicts.clear();
        usedInView = 0;
        fenceBefore = ViewAlgorithms.firstFence(view);
        holderMap.byLock().forEach((lock, nodes) -> {
            HeldLock mine = nodes.get(me);
            if (mine != null) {
                lock(lock, mine.capacity()); // even if it was released or lost meanwhile: the others do not know
            }
        });
        for (LocalLock localLock : locks.values()) {
            HeldLock mine = holderMap.of(localLock.name, me);
            localLock.clearKindConflict();
            localLock.carry(mine == null ? List.of() : mine.shares(), fenceBefore);
            engineCounters.carried += localLock.holdCount();
        }
        for (LocalLock localLock : locks.values()) {
            localLock.refuseUnserved(
                    permits -> running.refusal(localLock.name, localLock.capacity, Mode.SHARED, permits));
        }
    }

    /** This node's parts in the algorithms of a view. */
    public ViewAlgorithms begin(
            View view,
            AlgorithmSelection selection,
            Incarnation me,
            HolderMap holderMap,
            MessageSender sender,
            AlgorithmInstance.Listener listener) {
        return new ViewAlgorithms(selection, view, me, holderMap, sender, listener);
    }

    private AlgorithmInstance.Listener listener() {
        return new AlgorithmInstance.Listener() {
            @Override
            public void onEntered(String lock, Capacity capacity, long requestId, long fence, boolean byMessage) {
                lock(lock, capacity).enter(requestId, fence, byMessage);
            }

            @Override
            public void onWithdrawn(String lock, long requestId) {
                LocalLock localLock = locks.get(lock);
                if (localLock != null) {
                    localLock.onWithdrawn(requestId);
                }
            }
        };
    }

    /** The view ends. Nothing that was under way in it matters any more, except what is held. */
    public HoldReport seal() {
        algorithms = null;
        usedInView = 0;
        SortedMap<String, HeldLock> holds = new TreeMap<>();
        for (LocalLock localLock : locks.values()) {
            List<HeldShare> shares = localLock.seal();
            if (!shares.isEmpty()) {
                holds.put(localLock.name, new HeldLock(localLock.capacity, shares));
            }
        }
        locks.values().stream().filter(LocalLock::isEmpty).map(LockTable::known).forEach(history::add);
        locks.values().removeIf(LocalLock::isEmpty);
        report = new HoldReport(holds);
        return report;
    }

    /** The lease has expired: all holds here are lost. */
    public void expireLease(LossCause reason) {
        effects.onLeaseExpired(gates.current().generation(), reason);
        gates.expireLease();
        loseAll(reason);
    }

    public void loseAll(LossCause reason) {
        List<LostHold> lost = new ArrayList<>();
        for (LocalLock localLock : locks.values()) {
            localLock.loseAll().forEach(fence -> lost.add(new LostHold(localLock.name, fence)));
        }
        engineCounters.lost += lost.size();
        if (!lost.isEmpty()) {
            effects.onLocksLost(lost, reason);
        }
    }

    /** Whether anything is held here. */
    public boolean anyHeld() {
        return locks.values().stream().anyMatch(localLock -> localLock.holdCount() > 0);
    }

    /**
     * Whether there are more names than this that were used here in this view, and are not any more: a
     * fresh view begins without them. Names of which this node has only heard do not count. A member
     * that uses them knows when it does no longer; here they would seem idle even while it holds them.
     */
    public boolean hasMoreIdleNamesThan(int names) {
        return usedInView > names && usedInView - used() > names;
    }

    private long used() {
        return locks.values().stream().filter(localLock -> !localLock.isEmpty()).count();
    }

    /** Whether the fences of some lock run out in this view. */
    public boolean manyFences() {
        return locks.values().stream().anyMatch(localLock -> localLock.lastFence() - fenceBefore >= MANY_FENCES);
    }

    /** Lets all locks do what is due, after a change that concerns all. */
    public void settle() {
        locks.values().forEach(this::settle);
    }

    private void settle(LocalLock localLock) {
        ViewAlgorithms running = algorithms;
        if (running == null) {
            return;
        }
        AlgorithmInstance<?, ?> instance = localLock.instance(running);
        settle(localLock, instance != null ? instance : running.instance(localLock.name, localLock.capacity));
    }

    private void settle(LocalLock localLock, AlgorithmInstance<?, ?> instance) {
        usedInView += instance.markUsed() ? 1 : 0;
        if (instance.capacity.equals(localLock.capacity)) {
            localLock.settle(instance);
        } else {
            localLock.setKindConflict(kindConflict(localLock.name, localLock.capacity, instance.capacity));
        }
    }

    // Monitoring

    /** The status of a lock here; null if it is not known. */
    public @Nullable LockStatus status(String lock) {
        LocalLock localLock = locks.get(lock);
        AlgorithmInstance<?, ?> instance = algorithms == null ? null : algorithms.instances.get(lock);
        if (localLock == null) {
            return instance == null
                    ? null
                    : new LockStatus(
                            instance.capacity, instance.entry.id(), false, List.of(), List.of(), queue(instance), 0);
        }
        AlgorithmInstance<?, ?> same =
                instance != null && instance.capacity.equals(localLock.capacity) ? instance : null;
        return new LockStatus(
                localLock.capacity,
                same == null ? "" : same.entry.id(),
                localLock.isInside(),
                localLock.holders(),
                localLock.waiters(same),
                queue(same),
                0);
    }

    /** How much all locks were used, including those that were forgotten. */
    public UsageMeter.UsageCounts usage() {
        return locks.values().stream()
                .map(localLock -> localLock.usage().counts())
                .reduce(history.total(), UsageMeter.UsageCounts::plus);
    }

    /** All locks that are in use here, or were lately. */
    public List<NodeOverview.KnownLock> known() {
        return locks.values().stream().map(LockTable::known).toList();
    }

    private static NodeOverview.KnownLock known(LocalLock localLock) {
        return new NodeOverview.KnownLock(
                localLock.name,
                localLock.capacity,
                localLock.holdCount(),
                localLock.waiterCount(),
                localLock.usage().counts());
    }

    /** The locks that were acquired here most often, even if they have been forgotten; at most 1000. */
    public List<NodeOverview.KnownLock> busiest() {
        return history.with(known());
    }

    private List<Incarnation> queue(@Nullable AlgorithmInstance<?, ?> instance) {
        return algorithms == null || instance == null
                ? List.of()
                : algorithms.nodes(instance.place(ViewAlgorithms.CARRIED).queue());
    }

    // For the local locks

    long now() {
        return time.nowNanos();
    }

    /** A request has entered, and somebody here waits for it. */
    void countEntry(boolean byMessage) {
        engineCounters.entries++;
        engineCounters.handOffs += byMessage ? 1 : 0;
    }

    boolean mayGrant() {
        return gates.current().open();
    }

    int cohort() {
        return cohort;
    }

    NodeLimits limits() {
        return limits;
    }

    /** An id for a hold that is released through the engine. It is never used again. */
    public long nextId() {
        return ++lastId;
    }

    Hold hold(String lock, long fence, long id, @Nullable LockWord word) {
        return new Hold(lock, fence, gates.current().generation(), id, word);
    }

    /** Whether this is the last fence of the view. */
    boolean fencesEnd(long fence) {
        return fence - fenceBefore >= LAST_FENCE;
    }

    /** Random increments make it unlikely that requests made at the same time have the same number. */
    int increment(CatalogueEntry<?, ?> entry) {
        return entry.profile().increments() ? 1 + random.nextInt(GREATEST_INCREMENT) : 1;
    }
}
