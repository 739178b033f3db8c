package org.peerlock.brain;

import java.util.SortedMap;
import java.util.TreeMap;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.peerlock.algorithm.Algorithm;
import org.peerlock.algorithm.Expect;
import org.peerlock.algorithm.Mode;
import org.peerlock.algorithm.Request;
import org.peerlock.algorithm.Wanted;
import org.peerlock.algorithm.catalogue.Entry;
import org.peerlock.algorithm.catalogue.Setting;
import org.peerlock.brain.Seat.Right;
import org.peerlock.brain.registry.Incarnation;
import org.peerlock.brain.registry.View;
import org.peerlock.brain.word.Gates;
import org.peerlock.brain.word.LockWord;

/**
 * All locks at this node: who waits for them here, and what this node has of them.
 *
 * <p>The algorithm decides which node is inside; which of its threads has the lock is the node's own business. A node that is
 * inside stays there until another one wants the lock, and gives it to one thread after the other. So one rule decides all,
 * {@link #settle}: it is asked after everything that could matter, and does what is to be done then.
 */
class Locks {

    /** From here on the view should change soon, so that fences begin anew. */
    private static final long MANY_FENCES = 1L << 31;

    private static final long COUNTER = 0xFFFF_FFFFL;
    private static final long LAST_FENCE = COUNTER - 1;
    private static final int GREATEST_INCREMENT = 16;

    private final Entry<?, ?> algorithm;
    private final int cohort;
    private final Gates gates;
    private final Outside outside;
    private final Tally tally;
    private final RandomGenerator random;
    final SortedMap<String, Seat> seats = new TreeMap<>();

    @Nullable Rights<?, ?> rights;
    /** All fences of the view are greater. */
    private long fenceBefore;

    Locks(Settings settings, Gates gates, Outside outside, Tally tally, RandomGenerator random) {
        algorithm = settings.algorithm();
        cohort = settings.cohort();
        this.gates = gates;
        this.outside = outside;
        this.tally = tally;
        this.random = random;
    }

    Seat seat(String lock) {
        return seats.computeIfAbsent(lock, Seat::new);
    }

    // What the application wants

    void acquire(String lock, Waiter waiter) {
        Seat seat = seat(lock);
        seat.waiters.add(waiter);
        seat.word.waiters(true);
        settle(seat);
    }

    /** The request in the algorithm stands: if it enters when nobody waits any more, the lock is kept, or passed on. */
    void giveUp(String lock, Waiter waiter) {
        Seat seat = seat(lock);
        tally.withdrawals += seat.waiters.remove(waiter) ? 1 : 0;
        seat.word.waiters(!seat.waiters.isEmpty());
        if (seat.waiters.isEmpty() && seat.right == Right.NONE && !seat.word.held()) {
            seats.remove(lock);
        }
    }

    void released(String lock) {
        Seat seat = seats.get(lock);
        if (seat != null) {
            settle(seat);
        }
    }

    // What the algorithm wants

    void receive(String lock, int from, Object message) {
        Rights<?, ?> running = rights;
        if (running == null) {
            throw new AssertionError("messages arrive in a view only");
        }
        running.receive(lock, from, message);
        Seat seat = seats.get(lock);
        if (seat != null) { // else nobody here has ever wanted it
            settle(seat);
        }
    }

    // What happens to the node

    /** Sends messages of the algorithm. */
    interface Sender {
        void send(String lock, int to, Object message);
    }

    /** A view begins, in which some locks are held already. */
    void open(View view, Incarnation me, SortedMap<String, Incarnation> holders, Sender sender) {
        rights = rights(algorithm, view, me, holders, sender);
        fenceBefore = firstFence(view);
        for (Seat seat : seats.values()) {
            Expect.that(!seat.word.held() || me.equals(holders.get(seat.lock)), "what is held was reported");
            tally.carried += seat.word.held() ? 1 : 0;
        }
        holders.forEach((lock, holder) -> {
            // Even if it was released or lost meanwhile: the others do not know.
            if (holder.equals(me)) {
                seat(lock).enter(firstFence(view) + 1);
            }
        });
    }

    private <S extends Record, M> Rights<S, M> rights(
            Entry<S, M> entry, View view, Incarnation me, SortedMap<String, Incarnation> holders, Sender sender) {
        SortedMap<String, Integer> ranks = new TreeMap<>();
        holders.forEach((lock, holder) -> ranks.put(lock, view.rank(holder)));
        int rank = view.rank(me);
        Algorithm<S, M> part = entry.create(Setting.mutex(view.size())).get(rank - 1);
        return new Rights<>(part, rank, view.size(), firstFence(view), ranks, new Rights.Outcome() {
            @Override
            public void send(String lock, int to, Object message) {
                sender.send(lock, to, message);
            }

            @Override
            public void entered(String lock, long fence) {
                tally.entries++;
                seat(lock).enter(fence);
            }
        });
    }

    /** Greater than every fence of an earlier view, and less than every other of this one. */
    private static long firstFence(View view) {
        return view.epoch() << 32;
    }

    /** The view ends: nothing that was under way in it matters any more, except who holds what. */
    Report seal() {
        rights = null;
        SortedMap<String, Long> holds = new TreeMap<>();
        for (Seat seat : seats.values()) {
            long held = seat.word.seal();
            if (held != LockWord.NONE) {
                holds.put(seat.lock, held);
            }
            seat.rest();
        }
        seats.values().removeIf(seat -> seat.waiters.isEmpty() && !seat.word.held());
        return new Report(holds);
    }

    /** The lease is over: all that is held here is lost. */
    void lapse(Loss reason) {
        outside.lapsed(gates.current().generation(), reason);
        gates.lapse();
        lose(reason);
    }

    void lose(Loss reason) {
        for (Seat seat : seats.values()) {
            long held = seat.word.lose();
            if (held != LockWord.NONE) {
                outside.lost(seat.lock, held, reason);
            }
        }
    }

    /** Whether anything is held here. */
    boolean held() {
        return seats.values().stream().anyMatch(seat -> seat.word.held());
    }

    /** How many names are known. */
    int names() {
        Rights<?, ?> running = rights;
        return Math.max(seats.size(), running == null ? 0 : running.names());
    }

    /** Whether the fences of some lock come to their end in this view. */
    boolean manyFences() {
        return seats.values().stream().anyMatch(seat -> seat.word.lastFence() - fenceBefore >= MANY_FENCES);
    }

    /** Something has changed that matters for all locks. */
    void settle() {
        seats.values().forEach(this::settle);
    }

    private void settle(Seat seat) {
        Rights<?, ?> running = rights;
        if (running == null) {
            return;
        }
        if (seat.right == Right.INSIDE) {
            limit(seat, running); // first: a thread that releases after this tells
            if (seat.word.takeBack()) {
                use(seat, running);
            }
        }
        if (seat.right == Right.NONE && mayGrant() && !seat.waiters.isEmpty()) {
            seat.right = Right.ASKED;
            seat.request++;
            running.request(seat.lock, new Request(seat.request, Mode.EXCLUSIVE, 1, increment()));
            if (seat.right == Right.INSIDE) {
                use(seat, running);
            }
        }
    }

    /** With random increments requests that are made at the same time seldom have the same number. */
    private int increment() {
        return algorithm.profile().increments() ? 1 + random.nextInt(GREATEST_INCREMENT) : 1;
    }

    private boolean mayGrant() {
        return gates.current().open();
    }

    /** The right is in hand: it goes to who waits here, else to who wants it elsewhere; else it is kept. */
    private void use(Seat seat, Rights<?, ?> running) {
        if (!seat.arrived) {
            seat.arrived = true;
            seat.limited = false; // a limit on the hold that has come from the view before ended with it
            long last = seat.fence - 1;
            seat.word.arrive(last >>> 32, last & COUNTER);
        }
        if (seat.lastFence() - fenceBefore >= LAST_FENCE) {
            return; // the next fence would be one of the next view, which is about to come
        }
        limit(seat, running);
        if (mayGrant() && grant(seat)) {
            return;
        }
        if (seat.limited) {
            seat.right = Right.NONE;
            running.release(seat.lock, seat.request, seat.lastFence());
        } else if (mayGrant()) {
            seat.word.retain();
        }
    }

    /** If another node wants the lock, only some more grants are made here, the current one included. */
    void limit(Seat seat, Rights<?, ?> running) {
        Wanted wanted = running.wanted(seat.lock);
        if (!seat.limited && wanted != Wanted.NO) {
            seat.limited = true;
            seat.word.limit(wanted == Wanted.YES ? cohort : 1);
        }
    }

    /** Whether somebody who waits here has got it. */
    private boolean grant(Seat seat) {
        while (!seat.waiters.isEmpty()) {
            long fence = seat.word.grant();
            if (fence == LockWord.NONE) {
                return false;
            }
            Waiter first = seat.removeFirst();
            seat.word.waiters(!seat.waiters.isEmpty());
            if (first.offer(new Hold(seat.lock, fence, gates.current().generation()))) {
                return true;
            }
            seat.word.lose();
        }
        return false;
    }
}
