package org.peerlock.brain;

import java.util.List;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import org.peerlock.algorithm.Capacity;
import org.peerlock.algorithm.Mode;
import org.peerlock.algorithm.Request;
import org.peerlock.algorithm.Wanted;
import org.peerlock.algorithm.catalogue.Entry;
import org.peerlock.brain.word.Usage;

/**
 * What this node has and wants of one lock: who waits for it here, and who holds it.
 *
 * <p>The algorithm decides which node is inside; who at the node has the lock is the node's own business. One rule decides all,
 * {@link #settle}: it is asked after everything that could matter, and does what is to be done then.
 */
abstract class Seat {

    final String lock;
    final Capacity capacity;
    final Locks house;
    /** What decides about it. */
    private final Entry<?, ?> entry;
    /** Why nothing can be had in this view, if so: another node takes the lock for another kind. */
    private @Nullable String disagreement;
    /** Where its part was found last, so that it need not be looked for; of a view that may be over. */
    private @Nullable Rights rights;

    private @Nullable Part<?, ?> part;

    Seat(String lock, Capacity capacity, Locks house) {
        this.lock = lock;
        this.capacity = capacity;
        this.house = house;
        entry = house.entry(lock, capacity.kind());
    }

    // What the application wants

    /** Somebody waits. */
    abstract void add(Demand demand, Waiter waiter);

    /** Somebody does not wait any longer; whether it did. */
    abstract boolean giveUp(Waiter waiter);

    /** Somebody gives back what was granted with this id. */
    abstract void release(long id);

    // What the algorithm says

    /** A request has entered. */
    abstract void entered(long requestId, long fence);

    /** A request that was cancelled is over. */
    abstract void withdrawn(long requestId);

    /** Does what is to be done now; a view is open. */
    abstract void settle(Part<?, ?> part);

    // What happens to the node

    /** The view ends, and with it all that was asked for: what is held, for all to know, in an order that is kept in mind. */
    abstract List<Share> seal();

    /** A view begins, and takes it that this node has what it {@linkplain #seal() said}, although it may be lost by now. */
    abstract void carry(List<Share> said, long firstFence);

    /** All holds are lost: their fences. */
    abstract List<Long> lose();

    /** How many hold it. */
    abstract int holds();

    /** All who wait are told that it is in vain. */
    abstract void refuse(String reason);

    /** Whether nothing would be lost if it were forgotten between two views. */
    abstract boolean empty();

    /** Whether nothing would be lost if it were forgotten now. */
    abstract boolean unused();

    /** The greatest fence that was granted here. */
    abstract long lastFence();

    // For whoever looks on

    /** Whether this node has the right to let somebody in. */
    abstract boolean inside();

    /** Who has it. */
    abstract List<Standing.Holder> holders();

    /**
     * Who waits, in the order in which they will be served here.
     *
     * @param part null if no view is open
     */
    abstract List<Standing.Waiting> waiting(@Nullable Part<?, ?> part);

    /** How much it was used here. */
    abstract Usage usage();

    /** How many wait. */
    abstract int waits();

    // For all kinds

    /** This node's part in the algorithm that decides about the lock; null if it has not begun. */
    final @Nullable Part<?, ?> part(Rights running) {
        if (rights != running) {
            part = running.known(lock);
            rights = part == null ? null : running;
        }
        return part;
    }

    final void disagree(String reason) {
        disagreement = reason;
        refuse(reason);
    }

    final @Nullable String disagreement() {
        return disagreement;
    }

    /** The next view may do better. */
    final void forgive() {
        disagreement = null;
    }

    Request request(long id, Mode mode, int permits) {
        return new Request(id, mode, permits, house.increment(entry));
    }

    /** The number of a request, if the algorithm has such numbers. */
    static OptionalLong number(@Nullable Part<?, ?> part, long request) {
        return part == null ? OptionalLong.empty() : part.place(request).number();
    }

    /** How many are let in each time that this node has the lock, if others want it. */
    final int turn(@Nullable Part<?, ?> part) {
        return part != null && part.wanted() == Wanted.UNKNOWN ? 1 : house.cohort();
    }

    /** How many more grants are made here once another node wants the lock, the current ones included; 0: it does not. */
    final int limit(Part<?, ?> part) {
        Wanted wanted = part.wanted();
        return wanted == Wanted.NO ? 0 : wanted == Wanted.YES ? house.cohort() : 1;
    }
}
