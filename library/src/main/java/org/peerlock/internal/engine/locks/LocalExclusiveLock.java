package org.peerlock.internal.engine.locks;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import org.peerlock.algorithm.Capacity;
import org.peerlock.algorithm.Expect;
import org.peerlock.algorithm.Mode;
import org.peerlock.internal.engine.lockword.LockWord;
import org.peerlock.internal.engine.lockword.UsageMeter;
import org.peerlock.internal.protocol.HeldShare;
import org.peerlock.internal.protocol.LockStatus;

/**
 * An exclusive lock. A node that is inside stays inside until another one wants the lock, and grants it to one thread after the
 * other. While no other node wants it, threads take it without the engine, by its {@link LockWord}.
 */
public class LocalExclusiveLock extends LocalLock {

    /** Where this node is in the algorithm. */
    public enum EntryState {
        OUTSIDE,
        REQUESTED,
        INSIDE
    }

    /** How often this node checks, after it has entered, whether another node has asked for the lock meanwhile. */
    private static final int LOOKS = 64;

    public final LockWord word = new LockWord();
    /** When each waiter came, in that order. Any number of them may give up at once, in any order. */
    public final Map<Waiter, Long> waiters = new LinkedHashMap<>();

    public EntryState entryState = EntryState.OUTSIDE;
    /** The last request in the algorithm. */
    private long request = ViewAlgorithms.CARRIED;
    /** The fence with which it entered. */
    private long fence;
    /** Whether the word knows that this node has entered; while a hold continues from the view before, it does not. */
    private boolean arrived;
    /** Whether another node wants the lock, so that only some more grants are made here. */
    private boolean limited;
    /** How often the lock was in the hands of the loop since this node entered. */
    private int looks;

    public LocalExclusiveLock(String lock, LockTable table) {
        super(lock, Capacity.mutex(), table);
    }

    @Override
    void add(AcquireRequest acquireRequest, Waiter waiter) {
        waiters.put(waiter, table.now());
        word.waiters(true);
    }

    /** The request in the algorithm stays: if it enters when nobody waits any more, the lock is kept, or passed on. */
    @Override
    boolean cancel(Waiter waiter) {
        boolean waited = waiters.remove(waiter) != null;
        word.waiters(!waiters.isEmpty());
        return waited;
    }

    /** Does nothing: holds are released to the word. This one was held as another kind, and lost. */
    @Override
    void release(long id) {}

    @Override
    boolean isAwaited(long requestId) {
        return !waiters.isEmpty();
    }

    @Override
    void onEntered(long requestId, long with) {
        entryState = EntryState.INSIDE;
        fence = with;
        arrived = false;
        limited = false;
    }

    @Override
    void onWithdrawn(long requestId) {
        throw new AssertionError("no request is withdrawn: if nobody waits for it any more, the lock is kept");
    }

    @Override
    public void settle(AlgorithmInstance<?, ?> instance) {
        if (entryState == EntryState.INSIDE) {
            limitGrants(instance); // first: a thread that releases after this tells
            if (word.takeBack()) {
                use(instance);
            }
        }
        if (entryState == EntryState.OUTSIDE && table.mayGrant() && !waiters.isEmpty()) {
            entryState = EntryState.REQUESTED;
            request++;
            instance.request(request(instance, request, Mode.EXCLUSIVE, 1));
            if (entryState == EntryState.INSIDE) {
                use(instance);
            }
        }
    }

    /** The loop has the lock in its hands: it goes to a waiter here, else to another node that wants it; else it is kept. */
    private void use(AlgorithmInstance<?, ?> instance) {
        if (!arrived) {
            arrived = true;
            limited = false; // a limit on the hold that has come from the view before ended with it
            looks = 0;
            long last = fence - 1;
            word.arrive(last >>> 32, last & LockTable.COUNTER);
        }
        if (table.fencesEnd(lastFence())) {
            return; // the next fence would be one of the next view, which is about to come
        }
        limitGrants(instance);
        looks = Math.min(looks + 1, LOOKS);
        if (table.mayGrant() && grant()) {
            return;
        }
        if (limited) {
            entryState = EntryState.OUTSIDE;
            instance.release(request, lastFence());
        } else if (table.mayGrant()) {
            word.retain(fresh());
        }
    }

    /** If another node wants the lock, only some more grants are made here, the current one included. */
    public void limitGrants(AlgorithmInstance<?, ?> instance) {
        int limit = limited ? 0 : limit(instance);
        if (limit > 0) {
            limited = true;
            word.limit(limit);
        }
    }

    /**
     * Whether the loop should get the lock back soon. The node that passed it on often asks for it again at once, and its request is
     * under way: if the lock were kept until that arrives, it would depend on chance how often each node enters.
     */
    private boolean fresh() {
        return looks < LOOKS;
    }

    /** Grants it to a waiter here. Returns whether one has taken it. */
    private boolean grant() {
        while (!waiters.isEmpty()) {
            long granted = word.grant(fresh());
            if (granted == LockWord.NONE) {
                return false;
            }
            Map.Entry<Waiter, Long> first = removeFirst();
            word.waiters(!waiters.isEmpty());
            if (first.getKey().offer(table.hold(name, granted, 0, word))) {
                word.usage().granted(table.now() - first.getValue());
                return true;
            }
            word.lose();
        }
        return false;
    }

    /** Removes the waiter that has waited for longest. */
    private Map.Entry<Waiter, Long> removeFirst() {
        Map.Entry<Waiter, Long> first =
                Map.Entry.copyOf(waiters.entrySet().iterator().next());
        waiters.remove(first.getKey());
        return first;
    }

    @Override
    public List<HeldShare> seal() {
        long held = word.seal();
        entryState = EntryState.OUTSIDE;
        request = ViewAlgorithms.CARRIED;
        return held == LockWord.NONE ? List.of() : List.of(new HeldShare(Mode.EXCLUSIVE, 1, held));
    }

    @Override
    void carry(List<HeldShare> said, long firstFence) {
        Expect.that(!word.held() || !said.isEmpty(), "what is held was reported");
        if (!said.isEmpty()) {
            onEntered(ViewAlgorithms.CARRIED, firstFence + 1);
        }
    }

    @Override
    public List<Long> loseAll() {
        long held = word.lose();
        return held == LockWord.NONE ? List.of() : List.of(held);
    }

    @Override
    public int holdCount() {
        return word.held() ? 1 : 0;
    }

    @Override
    void refuseAll(String reason) {
        waiters.keySet().forEach(waiter -> waiter.refuse(reason));
        waiters.clear();
        word.waiters(false);
    }

    @Override
    boolean isEmpty() {
        return waiters.isEmpty() && !word.held();
    }

    @Override
    boolean isUnused() {
        return isEmpty() && entryState == EntryState.OUTSIDE;
    }

    @Override
    boolean isInside() {
        return entryState == EntryState.INSIDE;
    }

    @Override
    List<LockStatus.LockHolder> holders() {
        LockWord.Use use = word.use(table.now());
        return use == null
                ? List.of()
                : List.of(new LockStatus.LockHolder(
                        use.label(), table.now() - use.since(), Mode.EXCLUSIVE, 1, use.fence()));
    }

    @Override
    List<LockStatus.LockWaiter> waiters(@Nullable AlgorithmInstance<?, ?> instance) {
        int each = turn(instance);
        int fitting = !isInside() ? each : limited ? word.left() : Integer.MAX_VALUE;
        CohortTurns cohortTurns = new CohortTurns(isInside() ? 0 : 1, fitting, each);
        OptionalLong number = entryState == EntryState.REQUESTED ? number(instance, request) : OptionalLong.empty();
        List<LockStatus.LockWaiter> waiting = new ArrayList<>();
        waiters.forEach((waiter, since) -> waiting.add(new LockStatus.LockWaiter(
                waiter.label(), table.now() - since, Mode.EXCLUSIVE, 1, cohortTurns.of(waiting.size()), number)));
        return waiting;
    }

    /** The greatest fence that was used since this node entered. */
    @Override
    long lastFence() {
        return Math.max(fence, word.lastFence());
    }

    @Override
    UsageMeter usage() {
        return word.usage();
    }

    @Override
    int waiterCount() {
        return waiters.size();
    }
}
