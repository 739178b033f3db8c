package org.peerlock.brain;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.peerlock.algorithm.Capacity;
import org.peerlock.algorithm.Expect;
import org.peerlock.algorithm.Mode;
import org.peerlock.brain.word.Usage;

/**
 * A semaphore. Every wish is a request of its own in the algorithm, which serves them in their order, and nothing is kept that
 * nobody uses. Where the algorithm bears one request of each node only, those who want some here take turns.
 */
class PermitSeat extends Seat {

    enum State {
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
    static final class Wish {
        final long id;
        final int permits;
        final Waiter waiter;
        State state = State.WAITING;
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

    private final boolean several;
    private final Usage usage = new Usage();
    final SortedMap<Long, Wish> wishes = new TreeMap<>();
    /** Those for which there is a request. */
    private final SortedMap<Long, Wish> requests = new TreeMap<>();
    /** The wishes that were reported as held, in that order. */
    private List<Long> said = List.of();

    private long lastRequest;
    private long fence;

    /** @param several whether the algorithm bears several requests of one node */
    PermitSeat(String lock, Capacity capacity, Locks house, boolean several) {
        super(lock, capacity, house);
        this.several = several;
    }

    @Override
    void add(Demand demand, Waiter waiter) {
        long id = house.nextId();
        wishes.put(id, new Wish(id, demand.permits(), waiter, house.now()));
    }

    /** The request is withdrawn in the algorithm, too: a large one would hold up all that come after it. */
    @Override
    boolean giveUp(Waiter waiter) {
        for (Wish wish : List.copyOf(wishes.values())) {
            if (wish.waiter == waiter && waits(wish)) {
                giveUp(wish);
                return true;
            }
        }
        return false;
    }

    private void giveUp(Wish wish) {
        if (wish.state == State.WAITING) {
            wishes.remove(wish.id);
        } else {
            wish.state = State.GIVEN_UP;
        }
    }

    @Override
    void release(long id) {
        Wish wish = wishes.get(id);
        if (wish != null && wish.state == State.HELD) {
            wish.state = State.OVER;
            usage.released(house.now() - wish.since);
        }
    }

    @Override
    void entered(long requestId, long with) {
        Wish wish = of(requestId);
        wish.state = wish.state == State.ASKED ? State.ARRIVED : State.OVER;
        fence = with;
    }

    @Override
    void withdrawn(long requestId) {
        wishes.remove(of(requestId).id);
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
    void settle(Part<?, ?> part) {
        boolean more = true;
        while (more) {
            more = false;
            for (Wish wish : List.copyOf(wishes.values())) {
                more |= step(part, wish);
            }
        }
    }

    /** Does what is to be done about a wish; whether there was something. */
    private boolean step(Part<?, ?> part, Wish wish) {
        switch (wish.state) {
            case WAITING -> {
                boolean asks = house.mayGrant() && (several || requests.isEmpty());
                if (asks) {
                    ask(part, wish);
                }
                return asks;
            }
            case GIVEN_UP -> {
                wish.state = State.WITHDRAWING;
                part.cancel(wish.request);
            }
            case ARRIVED -> {
                if (!house.mayGrant()) {
                    leave(part, wish);
                    wish.state = State.WAITING; // to ask again when it may
                } else {
                    grant(wish);
                }
            }
            case OVER -> {
                wishes.remove(wish.id);
                leave(part, wish);
            }
            case ASKED, WITHDRAWING, HELD -> {
                return false;
            }
        }
        return true;
    }

    private void grant(Wish wish) {
        wish.granted = fence;
        boolean taken = wish.waiter.offer(house.hold(lock, fence, wish.id));
        wish.state = taken ? State.HELD : State.OVER;
        if (taken) {
            usage.granted(house.now() - wish.since);
            wish.since = house.now();
        }
    }

    private void ask(Part<?, ?> part, Wish wish) {
        lastRequest++;
        wish.request = lastRequest;
        wish.state = State.ASKED;
        requests.put(wish.request, wish);
        part.request(request(wish.request, Mode.SHARED, wish.permits));
    }

    void leave(Part<?, ?> part, Wish wish) {
        requests.remove(wish.request);
        part.release(wish.request, fence);
    }

    @Override
    List<Share> seal() {
        requests.clear();
        lastRequest = Rights.CARRIED;
        List<Long> held = new ArrayList<>();
        List<Share> shares = new ArrayList<>();
        for (Wish wish : List.copyOf(wishes.values())) {
            switch (wish.state) {
                case ASKED, ARRIVED -> wish.state = State.WAITING;
                case GIVEN_UP, WITHDRAWING, OVER -> wishes.remove(wish.id);
                case HELD -> {
                    held.add(wish.id);
                    shares.add(new Share(Mode.SHARED, wish.permits, wish.granted));
                }
                case WAITING -> {}
            }
        }
        said = held;
        return shares;
    }

    @Override
    void carry(List<Share> shares, long firstFence) {
        Expect.that(shares.isEmpty() || shares.size() == said.size(), "what was said is what the others know");
        Expect.that(holds() == 0 || !shares.isEmpty(), "what is held was reported");
        for (int i = 0; i < shares.size(); i++) {
            Wish wish = wishes.get(said.get(i));
            if (wish == null) {
                throw new AssertionError("what was held is known until it is given back");
            }
            wish.request = Rights.CARRIED + i;
            requests.put(wish.request, wish);
        }
        lastRequest = Rights.CARRIED + shares.size();
        fence = firstFence;
    }

    @Override
    List<Long> lose() {
        List<Long> lost = new ArrayList<>();
        for (Wish wish : wishes.values()) {
            if (wish.state == State.HELD) {
                wish.state = State.OVER;
                lost.add(wish.granted);
            }
        }
        return lost;
    }

    @Override
    int holds() {
        return (int) wishes.values().stream()
                .filter(wish -> wish.state == State.HELD)
                .count();
    }

    @Override
    void refuse(String reason) {
        for (Wish wish : List.copyOf(wishes.values())) {
            if (waits(wish)) {
                giveUp(wish);
                wish.waiter.refuse(reason);
            }
        }
    }

    @Override
    boolean empty() {
        return wishes.isEmpty();
    }

    @Override
    boolean unused() {
        return wishes.isEmpty();
    }

    @Override
    long lastFence() {
        return fence;
    }

    @Override
    boolean inside() {
        return holds() > 0;
    }

    @Override
    List<Standing.Holder> holders() {
        return wishes.values().stream()
                .filter(wish -> wish.state == State.HELD)
                .map(wish -> new Standing.Holder(
                        wish.waiter.who(), house.now() - wish.since, Mode.SHARED, wish.permits, wish.granted))
                .toList();
    }

    @Override
    List<Standing.Waiting> waiting(@Nullable Part<?, ?> part) {
        List<Standing.Waiting> waiting = new ArrayList<>();
        int next = 1;
        for (Wish wish : wishes.values()) {
            if (waits(wish)) {
                OptionalLong number = wish.state == State.ASKED ? number(part, wish.request) : OptionalLong.empty();
                waiting.add(new Standing.Waiting(
                        wish.waiter.who(), house.now() - wish.since, Mode.SHARED, wish.permits, next, number));
                next += several ? 0 : 1; // one after the other
            }
        }
        return waiting;
    }

    @Override
    Usage usage() {
        return usage;
    }

    @Override
    int waits() {
        return (int) wishes.values().stream().filter(PermitSeat::waits).count();
    }

    private static boolean waits(Wish wish) {
        return wish.state == State.WAITING || wish.state == State.ASKED;
    }
}
