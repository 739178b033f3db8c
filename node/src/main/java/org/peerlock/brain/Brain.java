package org.peerlock.brain;

import java.util.Optional;
import java.util.SortedSet;
import java.util.random.RandomGenerator;
import org.peerlock.algorithm.Capacity;
import org.peerlock.brain.registry.Incarnation;
import org.peerlock.brain.word.Gate;
import org.peerlock.brain.word.Gates;
import org.peerlock.brain.word.LockWord;

/**
 * A live node, without anything alive in it: see the package.
 *
 * <p>Inputs come one at a time, each with the time at which it came, on a clock that only grows; {@link #onTick} at least
 * every {@link Timing#tick()}. Whatever the input, time is looked at first: a lease that has ended meanwhile has ended
 * before anything else happens.
 *
 * <p>The threads of the application do not come here as long as {@link LockWord#tryAcquire} and {@link LockWord#release} do
 * without: for a lock that this node has and nobody else wants.
 */
public final class Brain {

    /** How much faster the wall clock may have gone than the other one before that means that the machine was asleep. */
    private static final long WALL_SLACK_MILLIS = 200;

    private static final long NANOS_PER_MILLI = 1_000_000;
    private static final long SECONDS_TO_2020 = 1_577_836_800;

    private final Parts parts;
    private final Settings settings;
    private final RandomGenerator random;
    private final Outside outside;
    private final Gates gates;
    private final Tally tally = new Tally();
    private final Locks locks;
    private final Body body;
    private final Clerk clerk;
    private Life life;
    private boolean ended;
    private long wokeAt;
    private long wallAt;
    /** When the write that is under way was sent, if one is. */
    private long sentAt;

    private long sentWall;
    /** When the renewal was sent from which the lease counts: naps that are short each must not add up since then. */
    private long renewedAt;

    private long renewedWall;

    /**
     * @param random the only source of chance; what it gives must be unpredictable enough that no two nodes ever draw the
     *     same incarnation
     */
    public Brain(Settings settings, RandomGenerator random, Outside outside, long now, long wallMillis) {
        this(settings, random, outside, now, wallMillis, new Parts());
    }

    Brain(Settings settings, RandomGenerator random, Outside outside, long now, long wallMillis, Parts parts) {
        this.parts = parts;
        this.settings = settings;
        this.random = random;
        this.outside = outside;
        gates = parts.gates();
        locks = parts.locks(settings, gates, outside, tally, random);
        body = new Body(settings, gates, locks, outside, tally);
        clerk = new Clerk(settings, random, outside, now);
        life = newLife(now, 0);
        wokeAt = now;
        wallAt = wallMillis;
        renewedAt = now;
        renewedWall = wallMillis;
    }

    private Life newLife(long now, long epochBefore) {
        return parts.life(Incarnation.draw(random), now, epochBefore, body);
    }

    /** Under which name the others know this node now. */
    public Incarnation incarnation() {
        return life.me;
    }

    /** Whether this node may grant locks, and holds are valid. */
    public Gates gates() {
        return gates;
    }

    /**
     * Where threads take and give back a lock without the brain. To be asked between inputs only, as when a waiter is offered
     * a grant. A name that was forgotten gets another word; the old one only ever refuses, as does that of a lock of
     * another kind.
     */
    public LockWord word(String lock) {
        return locks.seat(lock, Capacity.mutex()) instanceof ExclusiveSeat seat ? seat.word : new LockWord();
    }

    public Tally tally() {
        return tally;
    }

    /** What there is to be seen now; to be asked between inputs, or when a view has begun. */
    public Overview overview(long now) {
        return new Overview(
                life.epoch(),
                gates.left(now),
                life.neighbours(now),
                locks.known(),
                new Overview.Totals(
                        locks.usage(), tally.entries(), tally.lost(), tally.views(), tally.sent(), tally.received()));
    }

    // Inputs

    /**
     * The loop goes on after it has waited; to be called before anything else that it waited for. A monotonic clock may stand
     * still while the machine sleeps; the calendar does not, and gives it away.
     *
     * @param wallMillis what the machine's calendar says
     */
    public void onWake(long now, long wallMillis) {
        boolean slept = slept(now - wokeAt, wallMillis - wallAt) || slept(now - renewedAt, wallMillis - renewedWall);
        wokeAt = now;
        wallAt = wallMillis;
        if (slept) {
            renewedAt = now;
            renewedWall = wallMillis;
            life.woke(now);
            if (gates.current().state() != Gate.State.LAPSED) {
                lapse();
            }
        }
    }

    /** Whether the calendar has gone further than the clock, by more than both may be wrong. */
    private boolean slept(long clockNanos, long wallMillis) {
        long clockMillis = clockNanos / NANOS_PER_MILLI;
        long wrong = clockMillis / 100 + clockMillis * settings.timing().rhoPpm() / 1_000_000;
        return wallMillis > clockMillis + wrong + WALL_SLACK_MILLIS;
    }

    /** Time has passed. */
    public void onTick(long now) {
        happen(now, () -> life.tick(now));
    }

    public void onPacket(long now, Incarnation from, Packet packet) {
        happen(now, () -> life.receive(now, from, packet));
    }

    /** The connection to another node was made anew, and what was under way on the old one may be lost. */
    public void onConnected(long now, Incarnation other) {
        happen(now, () -> life.connected(now, other));
    }

    public void onCell(long now, CellOutcome outcome) {
        long until = gates.current().until();
        happen(now, () -> clerk.outcome(now, life, outcome, wallAt / 1_000 - SECONDS_TO_2020));
        if (outcome instanceof CellOutcome.Read || outcome instanceof CellOutcome.Nothing) {
            sentAt = now;
            sentWall = wallAt;
        } else if (gates.current().until() != until) {
            renewedAt = sentAt;
            renewedWall = sentWall;
        }
    }

    /** Somebody wants a lock, and could not take it without the brain. */
    public void acquire(long now, Demand demand, Waiter waiter) {
        happen(now, () -> locks.acquire(demand, waiter));
    }

    /** Somebody does not want to wait any longer; whoever has been offered a grant already must release it. */
    public void giveUp(long now, String lock, Waiter waiter) {
        happen(now, () -> locks.giveUp(lock, waiter));
    }

    /** A lock was given back to its word in a way that the brain must know of; the word says so. */
    public void released(long now, String lock) {
        happen(now, () -> locks.released(lock));
    }

    /** A hold that has no word is given back; nothing happens if it was lost. */
    public void release(long now, String lock, long id) {
        happen(now, () -> locks.release(lock, id));
    }

    /** Who holds a lock to write goes on holding it to read; nothing happens if it was lost. */
    public void downgrade(long now, String lock, long id) {
        happen(now, () -> locks.downgrade(lock, id));
    }

    /** Somebody wants to know something of all members. */
    public void inquire(long now, Inquiry<?> inquiry) {
        happen(now, () -> life.inquire(now, inquiry));
    }

    /** Nobody waits for further answers: what is known by now is told, unless that has been done. */
    public void conclude(long now, Inquiry<?> inquiry) {
        happen(now, () -> life.conclude(inquiry));
    }

    /** It is certain that the processes of these nodes are gone: nothing that they had can be used any more. */
    public void onDead(long now, SortedSet<Incarnation> dead) {
        happen(now, () -> life.died(now, dead));
    }

    /**
     * This node is to leave the cluster.
     *
     * @param atOnce whether those who hold a lock here lose it now; otherwise they have the time of a lease to finish
     */
    public void leave(long now, boolean atOnce) {
        happen(now, () -> life.leave(now, Loss.LEFT, atOnce));
    }

    private void happen(long now, Runnable input) {
        if (ended) {
            return;
        }
        locks.at(now);
        if (gates.ended(now)) {
            lapse();
        }
        input.run();
        Optional<String> refusal = life.refusal();
        Loss reason = life.over();
        if (refusal.isPresent()) {
            ended = true;
            outside.refused(refusal.get());
        } else if (reason != null) {
            die(now, reason);
        } else {
            clerk.proceed(now, life);
        }
    }

    /** The lease has ended: what was held under it is lost. The node goes on serving the others, and lets them have it. */
    private void lapse() {
        tally.lapses++;
        locks.lapse(Loss.LEASE_EXPIRED);
        locks.settle();
    }

    private void die(long now, Loss reason) {
        locks.lapse(reason);
        locks.seal();
        tally.evictions += reason == Loss.EVICTED ? 1 : 0;
        if (reason == Loss.LEFT) {
            ended = true;
            outside.ended();
        } else {
            life = newLife(now, life.epochSeen());
            outside.reborn(life.me);
        }
    }
}
