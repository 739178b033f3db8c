package org.peerlock.brain;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import org.peerlock.algorithm.Capacity;
import org.peerlock.algorithm.Expect;
import org.peerlock.algorithm.Mode;
import org.peerlock.brain.word.LockWord;
import org.peerlock.brain.word.Usage;

/**
 * A lock for one. A node that is inside stays there until another one wants the lock, and gives it to one thread after the other;
 * as long as nobody else wants it, threads take it without the brain, by its {@link LockWord}.
 */
class ExclusiveSeat extends Seat {

    /** What this node has of the lock in the algorithm. */
    enum Right {
        NONE,
        ASKED,
        INSIDE
    }

    /** How often it is looked, after the right has come, whether another node has asked for it meanwhile. */
    private static final int LOOKS = 64;

    final LockWord word = new LockWord();
    /** Since when they wait, in the order in which they came. Any number of them may give up at once, in any order. */
    final Map<Waiter, Long> waiters = new LinkedHashMap<>();

    Right right = Right.NONE;
    /** The request in the algorithm that is under way, or was the last. */
    private long request = Rights.CARRIED;
    /** The fence with which it entered. */
    private long fence;
    /** Whether the word knows that it has entered; as long as a hold goes on from the view before, it does not. */
    private boolean arrived;
    /** Whether another node wants the lock, so that only some more grants are made here. */
    private boolean limited;
    /** How often the right was in hand since it came. */
    private int looks;

    ExclusiveSeat(String lock, Locks house) {
        super(lock, Capacity.mutex(), house);
    }

    @Override
    void add(Demand demand, Waiter waiter) {
        waiters.put(waiter, house.now());
        word.waiters(true);
    }

    /** The request in the algorithm stands: if it enters when nobody waits any more, the lock is kept, or passed on. */
    @Override
    boolean giveUp(Waiter waiter) {
        boolean waited = waiters.remove(waiter) != null;
        word.waiters(!waiters.isEmpty());
        return waited;
    }

    /** Nothing: what is held here is given back to the word. It was held as another kind, and lost. */
    @Override
    void release(long id) {}

    @Override
    void entered(long requestId, long with) {
        right = Right.INSIDE;
        fence = with;
        arrived = false;
        limited = false;
    }

    @Override
    void withdrawn(long requestId) {
        throw new AssertionError("no request is withdrawn: if nobody waits for it any more, its right is kept");
    }

    @Override
    void settle(Part<?, ?> part) {
        if (right == Right.INSIDE) {
            limitGrants(part); // first: a thread that releases after this tells
            if (word.takeBack()) {
                use(part);
            }
        }
        if (right == Right.NONE && house.mayGrant() && !waiters.isEmpty()) {
            right = Right.ASKED;
            request++;
            part.request(request(request, Mode.EXCLUSIVE, 1));
            if (right == Right.INSIDE) {
                use(part);
            }
        }
    }

    /** The right is in hand: it goes to who waits here, else to who wants it elsewhere; else it is kept. */
    private void use(Part<?, ?> part) {
        if (!arrived) {
            arrived = true;
            limited = false; // a limit on the hold that has come from the view before ended with it
            looks = 0;
            long last = fence - 1;
            word.arrive(last >>> 32, last & Locks.COUNTER);
        }
        if (house.fencesEnd(lastFence())) {
            return; // the next fence would be one of the next view, which is about to come
        }
        limitGrants(part);
        looks = Math.min(looks + 1, LOOKS);
        if (house.mayGrant() && grant()) {
            return;
        }
        if (limited) {
            right = Right.NONE;
            part.release(request, lastFence());
        } else if (house.mayGrant()) {
            word.retain(fresh());
        }
    }

    /** If another node wants the lock, only some more grants are made here, the current one included. */
    void limitGrants(Part<?, ?> part) {
        int limit = limited ? 0 : limit(part);
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
            if (first.getKey().offer(house.hold(lock, granted, 0, word))) {
                word.usage().granted(house.now() - first.getValue());
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
    List<Share> seal() {
        long held = word.seal();
        right = Right.NONE;
        request = Rights.CARRIED;
        return held == LockWord.NONE ? List.of() : List.of(new Share(Mode.EXCLUSIVE, 1, held));
    }

    @Override
    void carry(List<Share> said, long firstFence) {
        Expect.that(!word.held() || !said.isEmpty(), "what is held was reported");
        if (!said.isEmpty()) {
            entered(Rights.CARRIED, firstFence + 1);
        }
    }

    @Override
    List<Long> lose() {
        long held = word.lose();
        return held == LockWord.NONE ? List.of() : List.of(held);
    }

    @Override
    int holds() {
        return word.held() ? 1 : 0;
    }

    @Override
    void refuse(String reason) {
        waiters.keySet().forEach(waiter -> waiter.refuse(reason));
        waiters.clear();
        word.waiters(false);
    }

    @Override
    boolean empty() {
        return waiters.isEmpty() && !word.held();
    }

    @Override
    boolean unused() {
        return empty() && right == Right.NONE;
    }

    @Override
    boolean inside() {
        return right == Right.INSIDE;
    }

    @Override
    List<Standing.Holder> holders() {
        LockWord.Use use = word.use(house.now());
        return use == null
                ? List.of()
                : List.of(new Standing.Holder(use.who(), house.now() - use.since(), Mode.EXCLUSIVE, 1, use.fence()));
    }

    @Override
    List<Standing.Waiting> waiting(@Nullable Part<?, ?> part) {
        int each = turn(part);
        int fitting = !inside() ? each : limited ? word.left() : Integer.MAX_VALUE;
        Turns turns = new Turns(inside() ? 0 : 1, fitting, each);
        OptionalLong number = right == Right.ASKED ? number(part, request) : OptionalLong.empty();
        List<Standing.Waiting> waiting = new ArrayList<>();
        waiters.forEach((waiter, since) -> waiting.add(new Standing.Waiting(
                waiter.who(), house.now() - since, Mode.EXCLUSIVE, 1, turns.of(waiting.size()), number)));
        return waiting;
    }

    /** The greatest fence that was used since it entered. */
    @Override
    long lastFence() {
        return Math.max(fence, word.lastFence());
    }

    @Override
    Usage usage() {
        return word.usage();
    }

    @Override
    int waits() {
        return waiters.size();
    }
}
