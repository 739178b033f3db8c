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
 * A lock for one. A node that is inside stays there until another one wants the lock, and gives it to one thread after the other;
 * as long as nobody else wants it, threads take it without the brain, by its {@link LockWord}.
 */
public class LocalExclusiveLock extends LocalLock {

    /** What this node has of the lock in the algorithm. */
    public enum Right {
        NONE,
        ASKED,
        INSIDE
    }

    /** How often it is looked, after the right has come, whether another node has asked for it meanwhile. */
    private static final int LOOKS = 64;

    public final LockWord word = new LockWord();
    /** Since when they wait, in the order in which they came. Any number of them may give up at once, in any order. */
    public final Map<Waiter, Long> waiters = new LinkedHashMap<>();

    public Right right = Right.NONE;
    /** The request in the algorithm that is under way, or was the last. */
    private long request = ViewAlgorithms.CARRIED;
    /** The fence with which it entered. */
    private long fence;
    /** Whether the word knows that it has entered; as long as a hold goes on from the view before, it does not. */
    private boolean arrived;
    /** Whether another node wants the lock, so that only some more grants are made here. */
    private boolean limited;
    /** How often the right was in hand since it came. */
    private int looks;

    public LocalExclusiveLock(String lock, LockTable house) {
        super(lock, Capacity.mutex(), house);
    }

    @Override
    void add(AcquireRequest acquireRequest, Waiter waiter) {
        waiters.put(waiter, table.now());
        word.waiters(true);
    }

    /** The request in the algorithm stands: if it enters when nobody waits any more, the lock is kept, or passed on. */
    @Override
    boolean cancel(Waiter waiter) {
        boolean waited = waiters.remove(waiter) != null;
        word.waiters(!waiters.isEmpty());
        return waited;
    }

    /** Nothing: what is held here is given back to the word. It was held as another kind, and lost. */
    @Override
    void release(long id) {}

    @Override
    void onEntered(long requestId, long with) {
        right = Right.INSIDE;
        fence = with;
        arrived = false;
        limited = false;
    }

    @Override
    void onWithdrawn(long requestId) {
        throw new AssertionError("no request is withdrawn: if nobody waits for it any more, its right is kept");
    }

    @Override
    public void settle(AlgorithmInstance<?, ?> instance) {
        if (right == Right.INSIDE) {
            limitGrants(instance); // first: a thread that releases after this tells
            if (word.takeBack()) {
                use(instance);
            }
        }
        if (right == Right.NONE && table.mayGrant() && !waiters.isEmpty()) {
            right = Right.ASKED;
            request++;
            instance.request(request(request, Mode.EXCLUSIVE, 1));
            if (right == Right.INSIDE) {
                use(instance);
            }
        }
    }

    /** The right is in hand: it goes to who waits here, else to who wants it elsewhere; else it is kept. */
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
            right = Right.NONE;
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
     * Whether the right is to come back soon. Who let it go often asks for it again at once, and its request is under way: if the
     * right were kept until that is here, it would depend on chance how often each node is let in.
     */
    private boolean fresh() {
        return looks < LOOKS;
    }

    /** Whether somebody who waits here has got it. */
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

    /** The one who has waited for longest, and waits no more. */
    private Map.Entry<Waiter, Long> removeFirst() {
        Map.Entry<Waiter, Long> first =
                Map.Entry.copyOf(waiters.entrySet().iterator().next());
        waiters.remove(first.getKey());
        return first;
    }

    @Override
    public List<HeldShare> seal() {
        long held = word.seal();
        right = Right.NONE;
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
        return isEmpty() && right == Right.NONE;
    }

    @Override
    boolean isInside() {
        return right == Right.INSIDE;
    }

    @Override
    List<LockStatus.LockHolder> holders() {
        LockWord.Use use = word.use(table.now());
        return use == null
                ? List.of()
                : List.of(new LockStatus.LockHolder(
                        use.who(), table.now() - use.since(), Mode.EXCLUSIVE, 1, use.fence()));
    }

    @Override
    List<LockStatus.LockWaiter> waiters(@Nullable AlgorithmInstance<?, ?> instance) {
        int each = turn(instance);
        int fitting = !isInside() ? each : limited ? word.left() : Integer.MAX_VALUE;
        CohortTurns cohortTurns = new CohortTurns(isInside() ? 0 : 1, fitting, each);
        OptionalLong number = right == Right.ASKED ? number(instance, request) : OptionalLong.empty();
        List<LockStatus.LockWaiter> waiting = new ArrayList<>();
        waiters.forEach((waiter, since) -> waiting.add(new LockStatus.LockWaiter(
                waiter.label(), table.now() - since, Mode.EXCLUSIVE, 1, cohortTurns.of(waiting.size()), number)));
        return waiting;
    }

    /** The greatest fence that was used since it entered. */
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
