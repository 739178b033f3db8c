package org.peerlock.internal.engine.locks;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.peerlock.algorithm.Capacity;
import org.peerlock.algorithm.Expect;
import org.peerlock.algorithm.Mode;
import org.peerlock.internal.engine.lockword.UsageMeter;
import org.peerlock.internal.protocol.HeldShare;
import org.peerlock.internal.protocol.LockStatus;

/**
 * A semaphore. Every wish is a request of its own in the algorithm, which serves them in their order, and nothing is kept that
 * nobody uses. Only so many of a node's requests wait in the algorithm at once, for each makes every other one dearer; the
 * wishes after them wait here, in their order. Where the algorithm bears one request of each node only, they take turns.
 */
public class LocalSemaphore extends LocalLock {

    public enum State {
        /** Nothing was asked for it in this view. */
        WAITING,
        /** There is a request. */
        ASKED,
        /** It was given up, and the request is to be withdrawn. */
        GIVEN_UP,
        /** The algorithm has been told to withdraw the request. */
        WITHDRAWING,
        /** The request has entered. */
        ARRIVED,
        /** Somebody has the permits. */
        HELD,
        /** Nobody has the permits any more, and the request is to be released. */
        OVER
    }

    /** Somebody's wish, from when it is made until its permits have been given back. */
    public static final class Wish {
        public final long id;
        final int permits;
        final Waiter waiter;
        public State state = State.WAITING;
        /** When it was made, or granted. */
        long since;

        long request;
        /** With which it was granted. */
        long granted;

        Wish(long id, int permits, Waiter waiter, long since) {
            this.id = id;
            this.permits = permits;
            this.waiter = waiter;
            this.since = since;
        }
    }

    /** How many requests of this node wait in the algorithm at most. */
    private static final int MOST_UNDER_WAY = 64;

    private final boolean several;
    private final UsageMeter usageMeter = new UsageMeter();
    public final SortedMap<Long, Wish> wishes = new TreeMap<>();
    /** Those for which there is no request, in the order in which they were made. */
    private final SortedMap<Long, Wish> waiting = new TreeMap<>();
    /** Those about which there is something to do. */
    private final SortedMap<Long, Wish> due = new TreeMap<>();
    /** Those that may be given up: any number of them at once, in any order. */
    private final Map<Waiter, Wish> byWaiter = new LinkedHashMap<>();
    /** How many requests wait in the algorithm. */
    private int underWay;
    /** Those for which there is a request. */
    private final SortedMap<Long, Wish> requests = new TreeMap<>();
    /** The wishes that were reported as held, in that order. */
    private List<Long> said = List.of();

    private long lastRequest;
    private long fence;

    /** @param several whether the algorithm bears several requests of one node */
    public LocalSemaphore(String lock, Capacity capacity, LockTable house, boolean several) {
        super(lock, capacity, house);
        this.several = several;
    }

    @Override
    void add(AcquireRequest acquireRequest, Waiter waiter) {
        long id = table.nextId();
        Wish wish = new Wish(id, acquireRequest.permits(), waiter, table.now());
        wishes.put(id, wish);
        byWaiter.put(waiter, wish);
        become(State.WAITING, wish);
    }

    private void become(State state, Wish wish) {
        leaveState(wish);
        wish.state = state;
        switch (state) {
            case WAITING -> waiting.put(wish.id, wish);
            case ASKED, WITHDRAWING -> underWay++;
            case GIVEN_UP, ARRIVED, OVER -> due.put(wish.id, wish);
            case HELD -> byWaiter.remove(wish.waiter, wish);
        }
    }

    private void leaveState(Wish wish) {
        waiting.remove(wish.id);
        due.remove(wish.id);
        underWay -= wish.state == State.ASKED || wish.state == State.WITHDRAWING ? 1 : 0;
    }

    private void forget(Wish wish) {
        leaveState(wish);
        wishes.remove(wish.id);
        byWaiter.remove(wish.waiter, wish);
    }

    /** The request is withdrawn in the algorithm, too: a large one would hold up all that come after it. */
    @Override
    boolean cancel(Waiter waiter) {
        Wish wish = byWaiter.remove(waiter);
        if (wish != null) {
            giveUp(wish);
        }
        return wish != null;
    }

    private void giveUp(Wish wish) {
        if (wish.state == State.WAITING) {
            forget(wish);
        } else {
            become(State.GIVEN_UP, wish);
        }
    }

    @Override
    void release(long id) {
        Wish wish = wishes.get(id);
        if (wish != null && wish.state == State.HELD) {
            become(State.OVER, wish);
            usageMeter.released(table.now() - wish.since);
        }
    }

    /** Permits do not stay here: each that is granted came for that, and is counted then. */
    @Override
    void enter(long requestId, long with) {
        onEntered(requestId, with);
    }

    @Override
    void onEntered(long requestId, long with) {
        Wish wish = of(requestId);
        become(wish.state == State.ASKED ? State.ARRIVED : State.OVER, wish);
        fence = with;
    }

    @Override
    void onWithdrawn(long requestId) {
        forget(of(requestId));
        requests.remove(requestId);
    }

    private Wish of(long requestId) {
        Wish wish = requests.get(requestId);
        if (wish == null) {
            throw new AssertionError("there is no request " + requestId);
        }
        return wish;
    }

    /** Each step may be what another one has waited for. */
    @Override
    public void settle(AlgorithmInstance<?, ?> instance) {
        boolean more = true;
        while (more) {
            List.copyOf(due.values()).forEach(wish -> step(instance, wish));
            more = asksNext(instance) || !due.isEmpty();
        }
    }

    /** Does what is to be done about a wish. */
    private void step(AlgorithmInstance<?, ?> instance, Wish wish) {
        if (wish.state == State.GIVEN_UP) {
            become(State.WITHDRAWING, wish);
            instance.cancel(wish.request);
        } else if (wish.state == State.ARRIVED && !table.mayGrant()) {
            leave(instance, wish);
            become(State.WAITING, wish); // to ask again when it may
        } else if (wish.state == State.ARRIVED) {
            grant(wish);
        } else if (wish.state == State.OVER) {
            forget(wish);
            leave(instance, wish);
        }
    }

    private void grant(Wish wish) {
        wish.granted = fence;
        boolean taken = wish.waiter.offer(table.hold(name, fence, wish.id, null));
        become(taken ? State.HELD : State.OVER, wish);
        if (taken) {
            table.onHandOff();
            usageMeter.granted(table.now() - wish.since);
            wish.since = table.now();
        }
    }

    /** Makes a request for the next wish, if that can be; whether it has. */
    private boolean asksNext(AlgorithmInstance<?, ?> instance) {
        boolean asks =
                table.mayGrant() && !waiting.isEmpty() && (several ? underWay < MOST_UNDER_WAY : requests.isEmpty());
        if (asks) {
            ask(instance, waiting.values().iterator().next());
        }
        return asks;
    }

    private void ask(AlgorithmInstance<?, ?> instance, Wish wish) {
        lastRequest++;
        wish.request = lastRequest;
        become(State.ASKED, wish);
        requests.put(wish.request, wish);
        instance.request(request(wish.request, Mode.SHARED, wish.permits));
    }

    public void leave(AlgorithmInstance<?, ?> instance, Wish wish) {
        requests.remove(wish.request);
        instance.release(wish.request, fence);
    }

    @Override
    public List<HeldShare> seal() {
        requests.clear();
        lastRequest = ViewAlgorithms.CARRIED;
        List<Long> held = new ArrayList<>();
        List<HeldShare> shares = new ArrayList<>();
        for (Wish wish : List.copyOf(wishes.values())) {
            switch (wish.state) {
                case ASKED, ARRIVED -> become(State.WAITING, wish);
                case GIVEN_UP, WITHDRAWING, OVER -> forget(wish);
                case HELD -> {
                    held.add(wish.id);
                    shares.add(new HeldShare(Mode.SHARED, wish.permits, wish.granted));
                }
                case WAITING -> {}
            }
        }
        said = held;
        return shares;
    }

    @Override
    void carry(List<HeldShare> shares, long firstFence) {
        Expect.that(shares.isEmpty() || shares.size() == said.size(), "what was said is what the others know");
        Expect.that(holdCount() == 0 || !shares.isEmpty(), "what is held was reported");
        for (int i = 0; i < shares.size(); i++) {
            Wish wish = wishes.get(said.get(i));
            if (wish == null) {
                throw new AssertionError("what was held is known until it is given back");
            }
            wish.request = ViewAlgorithms.CARRIED + i;
            requests.put(wish.request, wish);
        }
        lastRequest = ViewAlgorithms.CARRIED + shares.size();
        fence = firstFence;
    }

    @Override
    public List<Long> loseAll() {
        List<Long> lost = new ArrayList<>();
        for (Wish wish : wishes.values()) {
            if (wish.state == State.HELD) {
                become(State.OVER, wish);
                lost.add(wish.granted);
            }
        }
        return lost;
    }

    @Override
    public int holdCount() {
        return (int) wishes.values().stream()
                .filter(wish -> wish.state == State.HELD)
                .count();
    }

    @Override
    void refuseAll(String reason) {
        List<Wish> vain = List.copyOf(byWaiter.values());
        byWaiter.clear();
        for (Wish wish : vain) {
            giveUp(wish);
            wish.waiter.refuse(reason);
        }
    }

    @Override
    boolean isEmpty() {
        return wishes.isEmpty();
    }

    @Override
    boolean isUnused() {
        return wishes.isEmpty();
    }

    @Override
    long lastFence() {
        return fence;
    }

    @Override
    boolean isInside() {
        return holdCount() > 0;
    }

    @Override
    List<LockStatus.LockHolder> holders() {
        return wishes.values().stream()
                .filter(wish -> wish.state == State.HELD)
                .map(wish -> new LockStatus.LockHolder(
                        wish.waiter.label(), table.now() - wish.since, Mode.SHARED, wish.permits, wish.granted))
                .toList();
    }

    @Override
    List<LockStatus.LockWaiter> waiters(@Nullable AlgorithmInstance<?, ?> instance) {
        List<LockStatus.LockWaiter> waiting = new ArrayList<>();
        int next = 1;
        for (Wish wish : wishes.values()) {
            if (wish.state == State.ASKED || wish.state == State.WAITING) {
                OptionalLong number = wish.state == State.ASKED ? number(instance, wish.request) : OptionalLong.empty();
                waiting.add(new LockStatus.LockWaiter(
                        wish.waiter.label(), table.now() - wish.since, Mode.SHARED, wish.permits, next, number));
                next += several ? 0 : 1; // one after the other
            }
        }
        return waiting;
    }

    @Override
    UsageMeter usage() {
        return usageMeter;
    }

    @Override
    int waiterCount() {
        return byWaiter.size();
    }
}
