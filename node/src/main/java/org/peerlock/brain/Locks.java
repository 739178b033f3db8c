package org.peerlock.brain;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.peerlock.algorithm.Capacity;
import org.peerlock.algorithm.catalogue.Entry;
import org.peerlock.brain.registry.Incarnation;
import org.peerlock.brain.registry.View;
import org.peerlock.brain.word.Gates;
import org.peerlock.brain.word.LockWord;
import org.peerlock.brain.word.Usage;

/** All locks at this node: a {@link Seat} for each that is wanted or had here. */
class Locks {

    /** From here on the view should change soon, so that fences begin anew. */
    private static final long MANY_FENCES = 1L << 31;

    static final long COUNTER = 0xFFFF_FFFFL;
    private static final long LAST_FENCE = COUNTER - 1;
    private static final int GREATEST_INCREMENT = 16;

    private final Algorithms algorithms;
    private final int cohort;
    private final Gates gates;
    private final Outside outside;
    private final Tally tally;
    private final RandomGenerator random;
    final Map<String, Seat> seats = new LinkedHashMap<>();

    @Nullable Rights rights;
    /** All fences of the view are greater. */
    private long fenceBefore;

    /** What was reported as held when the last view ended: until the next one begins, all others take it for held here. */
    private Report reported = new Report(Collections.emptySortedMap());

    private long lastId;
    private final Past past = new Past();
    /** When the last input came. */
    private long now;

    Locks(Settings settings, Gates gates, Outside outside, Tally tally, RandomGenerator random) {
        algorithms = settings.algorithms();
        cohort = settings.cohort();
        this.gates = gates;
        this.outside = outside;
        this.tally = tally;
        this.random = random;
    }

    /** The seat of a lock; a new one if it is not known here. */
    Seat seat(String lock, Capacity capacity) {
        return seats.computeIfAbsent(lock, any -> make(lock, capacity));
    }

    Seat make(String lock, Capacity capacity) {
        return switch (capacity.kind()) {
            case MUTEX -> new ExclusiveSeat(lock, this);
            case READ_WRITE -> new ReadWriteSeat(lock, this);
            case SEMAPHORE ->
                new PermitSeat(
                        lock,
                        capacity,
                        this,
                        entry(lock, capacity.kind()).profile().concurrentRequests());
        };
    }

    // What the application wants

    void acquire(Demand demand, Waiter waiter) {
        Seat seat = seat(demand.lock(), demand.capacity());
        String trouble = trouble(seat, demand);
        if (trouble != null) {
            waiter.refuse(trouble);
            forgetIfUnused(seat);
            return;
        }
        seat.add(demand, waiter);
        settle(seat);
    }

    private void forgetIfUnused(Seat seat) {
        boolean awaited = rights == null && reported.holds().containsKey(seat.lock);
        if (seat.unused() && !awaited) {
            past.add(known(seat));
            seats.remove(seat.lock);
        }
    }

    /** Why somebody cannot have what it wants, as far as that is known here. */
    private @Nullable String trouble(Seat seat, Demand demand) {
        Part<?, ?> part = rights == null ? null : seat.part(rights);
        Capacity known = part == null ? seat.capacity : part.capacity;
        if (!known.equals(demand.capacity())) {
            return Disagreements.here(demand.lock(), demand.capacity(), known);
        }
        if (demand.permits() > 1 && seat.disagreement() == null) {
            return algorithms.refusal(demand).orElse(null);
        }
        return seat.disagreement();
    }

    /** Nobody waits any longer; what was asked for in the algorithm may stand. */
    void giveUp(String lock, Waiter waiter) {
        Seat seat = seats.get(lock);
        if (seat != null) {
            tally.withdrawals += seat.giveUp(waiter) ? 1 : 0;
            settle(seat);
            forgetIfUnused(seat);
        }
    }

    /** A lock was given back to its word. */
    void released(String lock) {
        Seat seat = seats.get(lock);
        if (seat != null) {
            settle(seat);
        }
    }

    /** Somebody gives back what was granted with this id. */
    void release(String lock, long id) {
        Seat seat = seats.get(lock);
        if (seat != null) {
            seat.release(id);
            settle(seat);
        }
    }

    /** A writer becomes a reader. */
    void downgrade(String lock, long id) {
        if (seats.get(lock) instanceof ReadWriteSeat seat) {
            seat.downgrade(id);
            settle(seat);
        }
    }

    // What the algorithms want

    /** Sends messages of the algorithms. */
    interface Sender {
        void send(String lock, Capacity capacity, int to, Object message);
    }

    /**
     * A message of an algorithm has come.
     *
     * @return what is known of the lock's kind here, if the sender takes it for another: then nothing is done
     */
    @Nullable Capacity receive(int from, Packet.Data data) {
        Rights running = rights;
        if (running == null) {
            throw new AssertionError("messages arrive in a view only");
        }
        Seat seat = seats.get(data.lock());
        Part<?, ?> part = seat == null ? running.known(data.lock()) : seat.part(running);
        Capacity known = part != null ? part.capacity : seat != null ? seat.capacity : data.capacity();
        if (!known.equals(data.capacity())) {
            return known;
        }
        Part<?, ?> its = part != null ? part : running.part(data.lock(), data.capacity());
        its.receive(from, data.message());
        Seat present = seat != null ? seat : seats.get(data.lock()); // it may have entered just now
        if (present != null) { // else nobody here has ever wanted it
            settle(present, its);
        }
        return null;
    }

    /** What kind of lock it is wanted as here; null if it is not. */
    @Nullable Capacity capacity(String lock) {
        Seat seat = seats.get(lock);
        return seat == null ? null : seat.capacity;
    }

    /** Another node takes a lock for another kind: it cannot be had here in this view. */
    void disagree(String lock, String reason) {
        Seat seat = seats.get(lock);
        if (seat != null) {
            seat.disagree(reason);
            settle(seat);
        }
    }

    // What happens to the node

    /** A view begins, in which some locks are held already. */
    void open(View view, Incarnation me, Holders holders, Sender sender) {
        rights = new Rights(algorithms, view, me, holders, new Part.Outcome() {
            @Override
            public void send(String lock, Capacity capacity, int to, Object message) {
                sender.send(lock, capacity, to, message);
            }

            @Override
            public void entered(String lock, Capacity capacity, long requestId, long fence) {
                tally.entries++;
                seat(lock, capacity).entered(requestId, fence);
            }

            @Override
            public void withdrawn(String lock, long requestId) {
                Seat seat = seats.get(lock);
                if (seat != null) {
                    seat.withdrawn(requestId);
                }
            }
        });
        fenceBefore = Rights.firstFence(view);
        holders.byLock().forEach((lock, nodes) -> {
            Held mine = nodes.get(me);
            if (mine != null) {
                seat(lock, mine.capacity()); // even if it was released or lost meanwhile: the others do not know
            }
        });
        for (Seat seat : seats.values()) {
            Held mine = holders.of(seat.lock, me);
            seat.forgive();
            seat.carry(mine == null ? List.of() : mine.shares(), fenceBefore);
            tally.carried += seat.holds();
        }
    }

    /** The view ends: nothing that was under way in it matters any more, except who holds what. */
    Report seal() {
        rights = null;
        SortedMap<String, Held> holds = new TreeMap<>();
        for (Seat seat : seats.values()) {
            List<Share> shares = seat.seal();
            if (!shares.isEmpty()) {
                holds.put(seat.lock, new Held(seat.capacity, shares));
            }
        }
        seats.values().stream().filter(Seat::empty).map(Locks::known).forEach(past::add);
        seats.values().removeIf(Seat::empty);
        reported = new Report(holds);
        return reported;
    }

    /** The lease is over: all that is held here is lost. */
    void lapse(Loss reason) {
        outside.lapsed(gates.current().generation(), reason);
        gates.lapse();
        lose(reason);
    }

    void lose(Loss reason) {
        for (Seat seat : seats.values()) {
            for (long fence : seat.lose()) {
                tally.lost++;
                outside.lost(seat.lock, fence, reason);
            }
        }
    }

    /** Whether anything is held here. */
    boolean held() {
        return seats.values().stream().anyMatch(seat -> seat.holds() > 0);
    }

    /** Whether there are more names than this that nobody uses: a new view begins without them. */
    boolean remembersMoreThan(int names) {
        int known = rights == null ? 0 : rights.names();
        return known > names && known - used() > names;
    }

    private long used() {
        return seats.values().stream().filter(seat -> !seat.empty()).count();
    }

    /** Whether the fences of some lock come to their end in this view. */
    boolean manyFences() {
        return seats.values().stream().anyMatch(seat -> seat.lastFence() - fenceBefore >= MANY_FENCES);
    }

    /** Something has changed that matters for all locks. */
    void settle() {
        seats.values().forEach(this::settle);
    }

    private void settle(Seat seat) {
        Rights running = rights;
        if (running == null) {
            return;
        }
        Part<?, ?> part = seat.part(running);
        settle(seat, part != null ? part : running.part(seat.lock, seat.capacity));
    }

    private static void settle(Seat seat, Part<?, ?> part) {
        if (part.capacity.equals(seat.capacity)) {
            seat.settle(part);
        } else {
            seat.disagree(Disagreements.here(seat.lock, seat.capacity, part.capacity));
        }
    }

    // For whoever looks on

    /** The time of the input that is dealt with from here on. */
    void at(long time) {
        now = time;
    }

    /** How a lock stands here; null if it is not known. */
    @Nullable Standing standing(String lock) {
        Seat seat = seats.get(lock);
        Part<?, ?> part = rights == null ? null : rights.parts.get(lock);
        if (seat == null) {
            return part == null ? null : new Standing(part.capacity, false, List.of(), List.of(), queue(part), 0);
        }
        Part<?, ?> same = part != null && part.capacity.equals(seat.capacity) ? part : null;
        return new Standing(seat.capacity, seat.inside(), seat.holders(), seat.waiting(same), queue(same), 0);
    }

    /** How much all locks were used, those that have been forgotten, too. */
    Usage.Counts usage() {
        return seats.values().stream().map(seat -> seat.usage().counts()).reduce(past.total(), Usage.Counts::plus);
    }

    /** All locks that are wanted or had here, or were so lately. */
    List<Overview.Known> known() {
        return seats.values().stream().map(Locks::known).toList();
    }

    private static Overview.Known known(Seat seat) {
        return new Overview.Known(
                seat.lock,
                seat.capacity,
                seat.holds(),
                seat.waits(),
                seat.usage().counts());
    }

    /** The locks that were had here most often, even if they have been forgotten; not more than 1000. */
    List<Overview.Known> busiest() {
        return past.with(known());
    }

    private List<Incarnation> queue(@Nullable Part<?, ?> part) {
        return rights == null || part == null
                ? List.of()
                : rights.nodes(part.place(Rights.CARRIED).queue());
    }

    // For the seats

    long now() {
        return now;
    }

    boolean mayGrant() {
        return gates.current().open();
    }

    int cohort() {
        return cohort;
    }

    /** For a hold that is given back through the brain: no other one has ever had it. */
    long nextId() {
        return ++lastId;
    }

    Hold hold(String lock, long fence, long id, @Nullable LockWord word) {
        return new Hold(lock, fence, gates.current().generation(), id, word);
    }

    /** Whether the fence after this one would be one of the next view. */
    boolean fencesEnd(long fence) {
        return fence - fenceBefore >= LAST_FENCE;
    }

    /** The algorithm that decides about a lock. */
    Entry<?, ?> entry(String lock, Capacity.Kind kind) {
        return algorithms.of(lock, kind);
    }

    /** With random increments requests that are made at the same time seldom have the same number. */
    int increment(Entry<?, ?> entry) {
        return entry.profile().increments() ? 1 + random.nextInt(GREATEST_INCREMENT) : 1;
    }
}
