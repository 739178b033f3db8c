package org.peerlock.internal.engine;

import java.util.Optional;
import java.util.SortedSet;
import java.util.random.RandomGenerator;
import org.peerlock.algorithm.Capacity;
import org.peerlock.internal.cluster.Incarnation;
import org.peerlock.internal.engine.context.EngineContext;
import org.peerlock.internal.engine.context.InputTime;
import org.peerlock.internal.engine.effects.EngineCounters;
import org.peerlock.internal.engine.effects.EngineEffects;
import org.peerlock.internal.engine.effects.LossCause;
import org.peerlock.internal.engine.effects.RegistryOutcome;
import org.peerlock.internal.engine.inspection.Inquiries;
import org.peerlock.internal.engine.inspection.Inquiry;
import org.peerlock.internal.engine.locks.AcquireRequest;
import org.peerlock.internal.engine.locks.LocalExclusiveLock;
import org.peerlock.internal.engine.locks.LockTable;
import org.peerlock.internal.engine.locks.Waiter;
import org.peerlock.internal.engine.lockword.GrantGate;
import org.peerlock.internal.engine.lockword.GrantGates;
import org.peerlock.internal.engine.lockword.LockWord;
import org.peerlock.internal.engine.membership.MembershipFactory;
import org.peerlock.internal.engine.membership.MembershipSession;
import org.peerlock.internal.engine.membership.RegistryClient;
import org.peerlock.internal.engine.settings.NodeSettings;
import org.peerlock.internal.protocol.NodeOverview;
import org.peerlock.internal.protocol.Packet;

/**
 * A live node, without anything alive in it: see the package.
 *
 * <p>Inputs come one at a time, each with the time at which it came, on a clock that only grows; {@link #onTick} at least
 * every {@code Timing.tickIntervalNanos}. Whatever the input, time is looked at first: a lease that has ended meanwhile has ended
 * before anything else happens.
 *
 * <p>The threads of the application do not come here as long as {@link LockWord#tryAcquire} and {@link LockWord#release} do
 * without: for a lock that this node has and nobody else wants.
 */
public final class NodeEngine {

    /** How much faster the wall clock may have gone than the other one before that means that the machine was asleep. */
    private static final long WALL_SLACK_MILLIS = 200;

    private static final long NANOS_PER_MILLI = 1_000_000;
    private static final long SECONDS_TO_2020 = 1_577_836_800;

    private final NodeSettings settings;
    private final InputTime time;
    private final RandomGenerator random;
    private final EngineEffects effects;
    private final GrantGates gates;
    private final EngineCounters counters = new EngineCounters();
    private final MembershipFactory membershipFactory;
    private final LockTable lockTable;
    private final EngineContext context;
    private final RegistryClient registryClient;
    private MembershipSession session;
    private Inquiries inquiries;
    private boolean stopped;
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
    public NodeEngine(NodeSettings settings, RandomGenerator random, EngineEffects effects, long now, long wallMillis) {
        this(settings, random, effects, now, wallMillis, new EngineFactory());
    }

    public NodeEngine(
            NodeSettings settings,
            RandomGenerator random,
            EngineEffects effects,
            long now,
            long wallMillis,
            EngineFactory factory) {
        this.settings = settings;
        this.random = random;
        this.effects = effects;
        time = new InputTime(now);
        gates = factory.gates();
        context = new EngineContext(settings, time, gates, effects, counters, random);
        lockTable = factory.lockTable(context);
        membershipFactory = factory.membership();
        registryClient = new RegistryClient(context);
        session = newSession(0);
        inquiries = newInquiries();
        wokeAt = now;
        wallAt = wallMillis;
        renewedAt = now;
        renewedWall = wallMillis;
    }

    private MembershipSession newSession(long epochBefore) {
        return new MembershipSession(Incarnation.draw(random), epochBefore, membershipFactory, context, lockTable);
    }

    /** Answers to questions of an earlier incarnation do not arrive any more. */
    private Inquiries newInquiries() {
        return new Inquiries(session.me, settings, gates, lockTable, effects);
    }

    /** Under which name the others know this node now. */
    public Incarnation incarnation() {
        return session.me;
    }

    /** Whether this node may grant locks, and holds are valid. */
    public GrantGates gates() {
        return gates;
    }

    /**
     * Where threads take and give back a lock without the brain. To be asked between inputs only, as when a waiter is offered
     * a grant. A name that was forgotten gets another word; the old one only ever refuses, as does that of a lock of
     * another kind.
     */
    public LockWord word(String lock) {
        return lockTable.lock(lock, Capacity.mutex()) instanceof LocalExclusiveLock seat ? seat.word : new LockWord();
    }

    public EngineCounters counters() {
        return counters;
    }

    /** What there is to be seen now; to be asked between inputs, or when a view has begun. */
    public NodeOverview overview(long now) {
        return new NodeOverview(
                session.epoch(),
                gates.left(now),
                session.members(now),
                lockTable.known(),
                new NodeOverview.Totals(
                        lockTable.usage(),
                        lockTable.handOffs(),
                        counters.lost(),
                        counters.views(),
                        counters.sent(),
                        counters.received()));
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
            session.onWake(now);
            if (gates.current().state() != GrantGate.State.LAPSED) {
                expireLease();
            }
        }
    }

    /** Whether the calendar has gone further than the clock, by more than both may be wrong. */
    private boolean slept(long clockNanos, long wallMillis) {
        long clockMillis = clockNanos / NANOS_PER_MILLI;
        long wrong = clockMillis / 100 + clockMillis * settings.timing().driftPpm() / 1_000_000;
        return wallMillis > clockMillis + wrong + WALL_SLACK_MILLIS;
    }

    /** Time has passed. */
    public void onTick(long now) {
        handle(now, () -> session.onTick());
    }

    public void onPacket(long now, Incarnation from, Packet packet) {
        handle(now, () -> {
            if (packet instanceof Packet.Question question) {
                effects.send(from, inquiries.reply(question));
            } else if (packet instanceof Packet.Reply reply) {
                inquiries.receive(from, reply);
            } else {
                session.onPacket(from, packet);
            }
        });
    }

    /** The connection to another node was made anew, and what was under way on the old one may be lost. */
    public void onConnected(long now, Incarnation other) {
        handle(now, () -> session.onConnected(other));
    }

    public void onRegistryOutcome(long now, RegistryOutcome outcome) {
        long until = gates.current().until();
        handle(now, () -> registryClient.onOutcome(session, outcome, wallAt / 1_000 - SECONDS_TO_2020));
        if (outcome instanceof RegistryOutcome.Read || outcome instanceof RegistryOutcome.Empty) {
            sentAt = now;
            sentWall = wallAt;
        } else if (gates.current().until() != until) {
            renewedAt = sentAt;
            renewedWall = sentWall;
        }
    }

    /** Somebody wants a lock, and could not take it without the brain. */
    public void acquire(long now, AcquireRequest acquireRequest, Waiter waiter) {
        handle(now, () -> lockTable.acquire(acquireRequest, waiter));
    }

    /** Somebody does not want to wait any longer; whoever has been offered a grant already must release it. */
    public void cancel(long now, String lock, Waiter waiter) {
        handle(now, () -> lockTable.cancel(lock, waiter));
    }

    /** A lock was given back to its word in a way that the brain must know of; the word says so. */
    public void onWordReleased(long now, String lock) {
        handle(now, () -> lockTable.onWordReleased(lock));
    }

    /** A hold that has no word is given back; nothing happens if it was lost. */
    public void release(long now, String lock, long id) {
        handle(now, () -> lockTable.release(lock, id));
    }

    /** Who holds a lock to write goes on holding it to read; nothing happens if it was lost. */
    public void downgrade(long now, String lock, long id) {
        handle(now, () -> lockTable.downgrade(lock, id));
    }

    /** Somebody wants to know something of all members. */
    public void startInquiry(long now, Inquiry<?> inquiry) {
        handle(now, () -> inquiries.begin(inquiry, session.members(now)));
    }

    /** Nobody waits for further answers: what is known by now is told, unless that has been done. */
    public void finishInquiry(long now, Inquiry<?> inquiry) {
        handle(now, () -> inquiries.conclude(inquiry));
    }

    /** It is certain that the processes of these nodes are gone: nothing that they had can be used any more. */
    public void onProvenDeaths(long now, SortedSet<Incarnation> dead) {
        handle(now, () -> session.onProvenDeaths(dead));
    }

    /**
     * This node is to leave the cluster.
     *
     * @param atOnce whether those who hold a lock here lose it now; otherwise they have the time of a lease to finish
     */
    public void leave(long now, boolean atOnce) {
        handle(now, () -> session.leave(LossCause.LEFT, atOnce));
    }

    private void handle(long now, Runnable input) {
        if (stopped) {
            return;
        }
        time.advanceTo(now);
        if (gates.ended(now)) {
            expireLease();
        }
        input.run();
        Optional<String> refusal = session.refusal();
        LossCause reason = session.endReason();
        if (refusal.isPresent()) {
            stopped = true;
            effects.onRefused(refusal.get());
        } else if (reason != null) {
            endSession(reason);
        } else {
            registryClient.startIfNeeded(session);
        }
    }

    /** The lease has ended: what was held under it is lost. The node goes on serving the others, and lets them have it. */
    private void expireLease() {
        counters.lapses++;
        lockTable.expireLease(LossCause.LEASE_EXPIRED);
        lockTable.settle();
    }

    private void endSession(LossCause reason) {
        lockTable.expireLease(reason);
        lockTable.seal();
        counters.evictions += reason == LossCause.EVICTED ? 1 : 0;
        if (reason == LossCause.LEFT) {
            stopped = true;
            effects.onStopped();
        } else {
            session = newSession(session.epochSeen());
            inquiries = newInquiries();
            effects.onRejoining(session.me);
        }
    }
}
