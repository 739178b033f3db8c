package org.peerlock.internal.engine.locks;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;
import org.peerlock.algorithm.Capacity;
import org.peerlock.algorithm.Expect;
import org.peerlock.algorithm.Mode;
import org.peerlock.internal.engine.lockword.UsageMeter;
import org.peerlock.internal.protocol.HeldShare;
import org.peerlock.internal.protocol.LockStatus;

/**
 * A semaphore. Every acquisition is a request of its own in the algorithm, which serves them in order. Unused permits do not stay
 * at the node. The number of a node's requests that wait in the algorithm at once is limited, because each makes all others
 * more expensive; further acquisitions wait here, in order. If the algorithm allows one request per node only, they take turns.
 */
public class LocalSemaphore extends LocalLock {

    public enum State {
        /** There is no request for it in this view. */
        WAITING,
        /** There is a request. */
        ASKED,
        /** It was given up, and the request must be withdrawn. */
        GIVEN_UP,
        /** The algorithm has been told to withdraw the request. */
        WITHDRAWING,
        /** The request has entered. */
        ARRIVED,
        /** Its permits are held. */
        HELD,
        /** Its permits are held no longer, and the request must be released. */
        OVER
    }

    /** One acquisition, from its request until its permits have been released. */
    public static final class Acquisition {
        public final long id;
        final int permits;
        final Waiter waiter;
        public State state = State.WAITING;
        /** When it was requested, or granted. */
        long since;

        long request;
        /** The fence with which it was granted. */
        long granted;

        Acquisition(long id, int permits, Waiter waiter, long since) {
            this.id = id;
            this.permits = permits;
            this.waiter = waiter;
            this.since = since;
        }
    }

    /** How many requests of this node wait in the algorithm at most. */
    private static final int MOST_UNDER_WAY = 64;

    private final UsageMeter usageMeter = new UsageMeter();
    public final SortedMap<Long, Acquisition> acquisitions = new TreeMap<>();
    /** Those without a request, in the order in which they were made. */
    private final SortedMap<Long, Acquisition> waiting = new TreeMap<>();
    /** Those for which something is due. */
    private final SortedMap<Long, Acquisition> due = new TreeMap<>();
    /** Those that may be given up: any number of them at once, in any order. */
    private final Map<Waiter, Acquisition> byWaiter = new LinkedHashMap<>();
    /** How many requests wait in the algorithm. */
    private int underWay;
    /** Those with a request. */
    private final SortedMap<Long, Acquisition> requests = new TreeMap<>();
    /** The acquisitions that were reported as held, in that order. */
    private List<Long> said = List.of();

    private long lastRequest;
    private long fence;

    public LocalSemaphore(String lock, Capacity capacity, LockTable table) {
        super(lock, capacity, table);
    }

    @Override
    void add(AcquireRequest acquireRequest, Waiter waiter) {
        long id = table.nextId();
        Acquisition acquisition = new Acquisition(id, acquireRequest.permits(), waiter, table.now());
        acquisitions.put(id, acquisition);
        byWaiter.put(waiter, acquisition);
        become(State.WAITING, acquisition);
    }

    private void become(State state, Acquisition acquisition) {
        leaveState(acquisition);
        acquisition.state = state;
        switch (state) {
            case WAITING -> waiting.put(acquisition.id, acquisition);
            case ASKED, WITHDRAWING -> underWay++;
            case GIVEN_UP, ARRIVED, OVER -> due.put(acquisition.id, acquisition);
            case HELD -> byWaiter.remove(acquisition.waiter, acquisition);
        }
    }

    private void leaveState(Acquisition acquisition) {
        waiting.remove(acquisition.id);
        due.remove(acquisition.id);
        underWay -= acquisition.state == State.ASKED || acquisition.state == State.WITHDRAWING ? 1 : 0;
    }

    private void forget(Acquisition acquisition) {
        leaveState(acquisition);
        acquisitions.remove(acquisition.id);
        byWaiter.remove(acquisition.waiter, acquisition);
    }

    /** The request is withdrawn in the algorithm, too: a large one would delay all that come after it. */
    @Override
    boolean cancel(Waiter waiter) {
        Acquisition acquisition = byWaiter.remove(waiter);
        if (acquisition != null) {
            giveUp(acquisition);
        }
        return acquisition != null;
    }

    private void giveUp(Acquisition acquisition) {
        if (acquisition.state == State.WAITING) {
            forget(acquisition);
        } else {
            become(State.GIVEN_UP, acquisition);
        }
    }

    @Override
    void release(long id) {
        Acquisition acquisition = acquisitions.get(id);
        if (acquisition != null && acquisition.state == State.HELD) {
            become(State.OVER, acquisition);
            usageMeter.released(table.now() - acquisition.since);
        }
    }

    @Override
    boolean isAwaited(long requestId) {
        return of(requestId).state == State.ASKED;
    }

    @Override
    void onEntered(long requestId, long with) {
        Acquisition acquisition = of(requestId);
        become(acquisition.state == State.ASKED ? State.ARRIVED : State.OVER, acquisition);
        fence = with;
    }

    @Override
    void onWithdrawn(long requestId) {
        forget(of(requestId));
        requests.remove(requestId);
    }

    private Acquisition of(long requestId) {
        Acquisition acquisition = requests.get(requestId);
        if (acquisition == null) {
            throw new AssertionError("there is no request " + requestId);
        }
        return acquisition;
    }

    /** Each step may allow another one. */
    @Override
    public void settle(AlgorithmInstance<?, ?> instance) {
        boolean more = true;
        while (more) {
            List.copyOf(due.values()).forEach(acquisition -> step(instance, acquisition));
            more = asksNext(instance) || !due.isEmpty();
        }
    }

    /** Does what is due for an acquisition. */
    private void step(AlgorithmInstance<?, ?> instance, Acquisition acquisition) {
        if (acquisition.state == State.GIVEN_UP) {
            become(State.WITHDRAWING, acquisition);
            instance.cancel(acquisition.request);
        } else if (acquisition.state == State.ARRIVED && !table.mayGrant()) {
            leave(instance, acquisition);
            become(State.WAITING, acquisition); // until it may ask again
        } else if (acquisition.state == State.ARRIVED) {
            grant(acquisition);
        } else if (acquisition.state == State.OVER) {
            forget(acquisition);
            leave(instance, acquisition);
        }
    }

    private void grant(Acquisition acquisition) {
        acquisition.granted = fence;
        boolean taken = acquisition.waiter.offer(table.hold(name, fence, acquisition.id, null));
        become(taken ? State.HELD : State.OVER, acquisition);
        if (taken) {
            usageMeter.granted(table.now() - acquisition.since);
            acquisition.since = table.now();
        }
    }

    /** Takes care of the next acquisition without a request, if possible. Returns whether it has. */
    private boolean asksNext(AlgorithmInstance<?, ?> instance) {
        boolean free = allowsSeveral(instance) ? underWay < MOST_UNDER_WAY : requests.isEmpty();
        boolean asks = table.mayGrant() && !waiting.isEmpty() && free;
        if (asks) {
            askOrRefuse(instance, waiting.values().iterator().next());
        }
        return asks;
    }

    /** Whether the algorithm allows several requests of one node. */
    private static boolean allowsSeveral(AlgorithmInstance<?, ?> instance) {
        return instance.entry.profile().concurrentRequests();
    }

    /** All grants of the node must fit into one part of a report. */
    private void askOrRefuse(AlgorithmInstance<?, ?> instance, Acquisition acquisition) {
        int most = table.limits().maxGrants();
        if (requests.size() < most) {
            ask(instance, acquisition);
        } else {
            forget(acquisition);
            acquisition.waiter.refuse("'" + name + "' is wanted, but this process already has " + most
                    + " grants of this semaphore or waits for them, and may not have more: release some, or acquire several"
                    + " permits at once");
        }
    }

    private void ask(AlgorithmInstance<?, ?> instance, Acquisition acquisition) {
        lastRequest++;
        acquisition.request = lastRequest;
        become(State.ASKED, acquisition);
        requests.put(acquisition.request, acquisition);
        instance.request(request(instance, acquisition.request, Mode.SHARED, acquisition.permits));
    }

    public void leave(AlgorithmInstance<?, ?> instance, Acquisition acquisition) {
        requests.remove(acquisition.request);
        instance.release(acquisition.request, fence);
    }

    @Override
    public List<HeldShare> seal() {
        requests.clear();
        lastRequest = ViewAlgorithms.CARRIED;
        List<Long> held = new ArrayList<>();
        List<HeldShare> shares = new ArrayList<>();
        for (Acquisition acquisition : List.copyOf(acquisitions.values())) {
            switch (acquisition.state) {
                case ASKED, ARRIVED -> become(State.WAITING, acquisition);
                case GIVEN_UP, WITHDRAWING, OVER -> forget(acquisition);
                case HELD -> {
                    held.add(acquisition.id);
                    shares.add(new HeldShare(Mode.SHARED, acquisition.permits, acquisition.granted));
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
            Acquisition acquisition = acquisitions.get(said.get(i));
            if (acquisition == null) {
                throw new AssertionError("what was held is known until it is given back");
            }
            acquisition.request = ViewAlgorithms.CARRIED + i;
            requests.put(acquisition.request, acquisition);
        }
        lastRequest = ViewAlgorithms.CARRIED + shares.size();
        fence = firstFence;
    }

    /** Between two views all that are not held wait. */
    @Override
    public void refuseUnserved(IntFunction<Optional<String>> refusal) {
        for (Acquisition acquisition : List.copyOf(waiting.values())) {
            refusal.apply(acquisition.permits).ifPresent(reason -> {
                forget(acquisition);
                acquisition.waiter.refuse(reason);
            });
        }
    }

    @Override
    public List<Long> loseAll() {
        List<Long> lost = new ArrayList<>();
        for (Acquisition acquisition : acquisitions.values()) {
            if (acquisition.state == State.HELD) {
                become(State.OVER, acquisition);
                lost.add(acquisition.granted);
            }
        }
        return lost;
    }

    @Override
    public int holdCount() {
        return (int) acquisitions.values().stream()
                .filter(acquisition -> acquisition.state == State.HELD)
                .count();
    }

    @Override
    void refuseAll(String reason) {
        List<Acquisition> vain = List.copyOf(byWaiter.values());
        byWaiter.clear();
        for (Acquisition acquisition : vain) {
            giveUp(acquisition);
            acquisition.waiter.refuse(reason);
        }
    }

    @Override
    boolean isEmpty() {
        return acquisitions.isEmpty();
    }

    @Override
    boolean isUnused() {
        return acquisitions.isEmpty();
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
        return acquisitions.values().stream()
                .filter(acquisition -> acquisition.state == State.HELD)
                .map(acquisition -> new LockStatus.LockHolder(
                        acquisition.waiter.label(),
                        table.now() - acquisition.since,
                        Mode.SHARED,
                        acquisition.permits,
                        acquisition.granted))
                .toList();
    }

    @Override
    List<LockStatus.LockWaiter> waiters(@Nullable AlgorithmInstance<?, ?> instance) {
        List<LockStatus.LockWaiter> waiting = new ArrayList<>();
        int next = 1;
        for (Acquisition acquisition : acquisitions.values()) {
            if (acquisition.state == State.ASKED || acquisition.state == State.WAITING) {
                OptionalLong number =
                        acquisition.state == State.ASKED ? number(instance, acquisition.request) : OptionalLong.empty();
                waiting.add(new LockStatus.LockWaiter(
                        acquisition.waiter.label(),
                        table.now() - acquisition.since,
                        Mode.SHARED,
                        acquisition.permits,
                        next,
                        number));
                next += instance == null || allowsSeveral(instance) ? 0 : 1; // one after the other
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
