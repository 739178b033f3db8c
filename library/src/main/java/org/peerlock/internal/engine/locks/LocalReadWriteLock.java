package org.peerlock.internal.engine.locks;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import org.peerlock.algorithm.Capacity;
import org.peerlock.algorithm.Expect;
import org.peerlock.algorithm.Mode;
import org.peerlock.internal.engine.lockword.UsageMeter;
import org.peerlock.internal.protocol.HeldShare;
import org.peerlock.internal.protocol.LockStatus;

/**
 * A lock for one writer or any number of readers. All readers of a node are one request in the algorithm, and a node that is
 * inside stays inside until another one wants the lock. Waiters here are served in the order in which they came: a reader does
 * not overtake a writer, so neither starves.
 */
public class LocalReadWriteLock extends LocalLock {

    /** What a waiter wants, and since when it waits. */
    private record Want(Mode mode, long since) {}

    /** A hold, and since when it lasts. */
    private record ActiveHold(HeldShare share, String label, long since) {

        Mode mode() {
            return share.mode();
        }

        ActiveHold downgraded() {
            return new ActiveHold(new HeldShare(Mode.SHARED, 1, share.fence()), label, since);
        }
    }

    private final UsageMeter usageMeter = new UsageMeter();
    /** The waiters, in the order in which they came. Any number of them may give up at once, in any order. */
    private final Map<Waiter, Want> waiting = new LinkedHashMap<>();

    private final SortedMap<Long, ActiveHold> holds = new TreeMap<>();

    /** Whether this node has asked to be inside, or is. */
    private boolean asked;

    /** How this node is inside; null if it is not. */
    private @Nullable Mode inside;

    /** How it has asked. */
    private Mode wanted = Mode.SHARED;

    private long request = ViewAlgorithms.CARRIED;
    /** The greatest fence that was granted here, and the one with which it entered. */
    private long last;

    private long fence;
    /** How many more may be admitted; negative: any number. */
    private int left = -1;

    public LocalReadWriteLock(String lock, LockTable table) {
        super(lock, Capacity.readWrite(), table);
    }

    @Override
    void add(AcquireRequest acquireRequest, Waiter waiter) {
        waiting.put(waiter, new Want(acquireRequest.mode(), table.now()));
    }

    @Override
    boolean cancel(Waiter waiter) {
        return waiting.remove(waiter) != null;
    }

    @Override
    public void release(long id) {
        ActiveHold hold = holds.remove(id);
        if (hold != null) {
            usageMeter.released(table.now() - hold.since());
        }
    }

    /** A writer becomes a reader. Nobody can write in between. */
    public void downgrade(long id) {
        holds.computeIfPresent(id, (any, hold) -> hold.downgraded());
    }

    @Override
    boolean isAwaited(long requestId) {
        return !waiting.isEmpty();
    }

    @Override
    void onEntered(long requestId, long with) {
        inside = wanted;
        fence = with;
        last = Math.max(last, with - 1);
        left = -1;
    }

    @Override
    void onWithdrawn(long requestId) {
        throw new AssertionError("no request is withdrawn: if nobody waits for it any more, the lock is kept");
    }

    @Override
    public void settle(AlgorithmInstance<?, ?> instance) {
        use(instance);
        if (!asked && table.mayGrant() && !waiting.isEmpty()) {
            asked = true;
            wanted = nextMode();
            request++;
            instance.request(request(instance, request, wanted, 1));
            use(instance);
        }
    }

    private void use(AlgorithmInstance<?, ?> instance) {
        if (inside == null) {
            return;
        }
        limitGrants(instance);
        while (table.mayGrant() && left != 0 && !waiting.isEmpty() && fits(nextMode())) {
            grantNext();
        }
        boolean another =
                table.mayGrant() && !waiting.isEmpty() && inside == Mode.SHARED && nextMode() == Mode.EXCLUSIVE;
        if (holds.isEmpty() && (left >= 0 || another)) {
            asked = false;
            inside = null;
            instance.release(request, lastFence());
        }
    }

    /** If another node wants the lock, only some more are admitted here, the current holders included. */
    public void limitGrants(AlgorithmInstance<?, ?> instance) {
        int limit = left < 0 ? limit(instance) : 0;
        if (limit > 0) {
            left = Math.max(0, limit - holds.size());
        }
    }

    /** Whether a request of this mode can be granted beside the current holders. */
    public boolean fits(Mode mode) {
        if (table.fencesEnd(lastFence())) {
            return false; // the next fence would be one of the next view, which is about to come
        }
        return mode == Mode.EXCLUSIVE ? inside == Mode.EXCLUSIVE && holds.isEmpty() : !writes();
    }

    /** Whether a writer holds it here. */
    private boolean writes() {
        return holds.size() == 1 && holds.values().iterator().next().mode() == Mode.EXCLUSIVE;
    }

    /** The mode of the request that has waited for longest. */
    private Mode nextMode() {
        return waiting.values().iterator().next().mode();
    }

    private void grantNext() {
        Waiter waiter = waiting.keySet().iterator().next();
        long since = waiting.values().iterator().next().since();
        Mode mode = nextMode();
        waiting.remove(waiter);
        long next = mode == Mode.EXCLUSIVE ? last + 1 : Math.max(last, fence);
        long id = table.nextId();
        if (waiter.offer(table.hold(name, next, id, null))) {
            last = next;
            usageMeter.granted(table.now() - since);
            holds.put(id, new ActiveHold(new HeldShare(mode, 1, next), waiter.label(), table.now()));
            left -= left > 0 ? 1 : 0;
        }
    }

    /** All readers of a node are one share. */
    @Override
    public List<HeldShare> seal() {
        asked = false;
        inside = null;
        request = ViewAlgorithms.CARRIED;
        Mode mode = writes() ? Mode.EXCLUSIVE : Mode.SHARED;
        LongStream fences =
                holds.values().stream().mapToLong(hold -> hold.share().fence());
        return fences.max().stream()
                .mapToObj(most -> new HeldShare(mode, 1, most))
                .toList();
    }

    @Override
    void carry(List<HeldShare> said, long firstFence) {
        Expect.that(holds.isEmpty() || !said.isEmpty(), "what is held was reported");
        if (!said.isEmpty()) {
            asked = true;
            wanted = said.get(0).mode();
            onEntered(ViewAlgorithms.CARRIED, firstFence + 1);
        }
    }

    @Override
    public List<Long> loseAll() {
        List<Long> lost = new ArrayList<>();
        holds.values().forEach(hold -> lost.add(hold.share().fence()));
        holds.clear();
        return lost;
    }

    @Override
    public int holdCount() {
        return holds.size();
    }

    @Override
    void refuseAll(String reason) {
        waiting.keySet().forEach(waiter -> waiter.refuse(reason));
        waiting.clear();
    }

    @Override
    boolean isEmpty() {
        return waiting.isEmpty() && holds.isEmpty();
    }

    @Override
    boolean isUnused() {
        return isEmpty() && !asked;
    }

    @Override
    long lastFence() {
        return Math.max(last, fence);
    }

    @Override
    boolean isInside() {
        return inside != null;
    }

    @Override
    List<LockStatus.LockHolder> holders() {
        return holds.values().stream()
                .map(hold -> new LockStatus.LockHolder(
                        hold.label(),
                        table.now() - hold.since(),
                        hold.mode(),
                        1,
                        hold.share().fence()))
                .toList();
    }

    @Override
    List<LockStatus.LockWaiter> waiters(@Nullable AlgorithmInstance<?, ?> instance) {
        int each = turn(instance);
        CohortTurns cohortTurns = new CohortTurns(isInside() ? 0 : 1, isInside() ? admitted() : each, each);
        OptionalLong number = asked && !isInside() ? number(instance, request) : OptionalLong.empty();
        List<LockStatus.LockWaiter> all = new ArrayList<>();
        waiting.forEach((waiter, want) -> all.add(new LockStatus.LockWaiter(
                waiter.label(), table.now() - want.since(), want.mode(), 1, cohortTurns.of(all.size()), number)));
        return all;
    }

    /** How many waiters are served before this node passes the lock on. A node that is inside to read admits no writer. */
    private int admitted() {
        int count = 0;
        for (Want want : waiting.values()) {
            if (count == left || (inside == Mode.SHARED && want.mode() == Mode.EXCLUSIVE)) {
                break;
            }
            count++;
        }
        return count;
    }

    @Override
    UsageMeter usage() {
        return usageMeter;
    }

    @Override
    int waiterCount() {
        return waiting.size();
    }
}
