package org.peerlock.internal.engine;

import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.random.RandomGenerator;
import org.peerlock.algorithm.Capacity;
import org.peerlock.internal.cluster.Incarnation;
import org.peerlock.internal.engine.context.EngineContext;
import org.peerlock.internal.engine.context.InputTime;
import org.peerlock.internal.engine.context.Moment;
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
import org.peerlock.internal.engine.membership.InheritedKnowledge;
import org.peerlock.internal.engine.membership.MembershipFactory;
import org.peerlock.internal.engine.membership.MembershipSession;
import org.peerlock.internal.engine.membership.RegistryClient;
import org.peerlock.internal.engine.settings.NodeSettings;
import org.peerlock.internal.protocol.NodeOverview;
import org.peerlock.internal.protocol.Packet;
import org.peerlock.internal.protocol.UnreachableMember;

/**
 * All decisions of a live node, as a state machine without I/O: see the package.
 *
 * <p>Inputs arrive one at a time, each with its time on a monotonic clock; {@link #onTick} at least every {@code
 * Timing.tickIntervalNanos}. For every input time comes first: a lease that has expired meanwhile has expired before anything
 * else happens.
 *
 * <p>Threads of the application need no input while {@link LockWord#tryAcquire} and {@link LockWord#release} are enough: for a
 * lock that this node has and no other node wants.
 *
 * <p>It is not thread-safe, except where a method says so.
 */
public final class NodeEngine {

    /** By how much the wall clock may get ahead of the monotonic one before that means that the machine was suspended. */
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
    /** When the event loop continued last. */
    private Moment wokeAt;

    /**
     * @param random the only source of randomness; it must be good enough that no two nodes ever draw the same incarnation
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
        time = new InputTime(now, wallMillis);
        gates = factory.gates();
        context = new EngineContext(settings, time, gates, effects, counters, random);
        lockTable = factory.lockTable(context);
        membershipFactory = factory.membership();
        registryClient = new RegistryClient(context);
        session = newSession(new InheritedKnowledge(0, settings.longestHold()));
        inquiries = newInquiries();
        wokeAt = time.now();
    }

    private MembershipSession newSession(InheritedKnowledge inherited) {
        return new MembershipSession(Incarnation.draw(random), inherited, membershipFactory, context, lockTable);
    }

    /** Answers to questions of an earlier incarnation do not arrive any more. */
    private Inquiries newInquiries() {
        return new Inquiries(session.me, settings, gates, lockTable, effects);
    }

    /** Where the other nodes reach this one. */
    public String address() {
        return settings.address();
    }

    /** The name under which the others know this node now. */
    public Incarnation incarnation() {
        return session.me;
    }

    /** Says whether this node may grant locks, and whether holds are valid. May be read by any thread. */
    public GrantGates gates() {
        return gates;
    }

    /**
     * The word with which threads acquire and release a lock without the engine. Call this between inputs only, or while a waiter
     * is offered a grant. A name that was forgotten gets another word; the old one refuses everything, as does the word of a
     * lock of another kind.
     */
    public LockWord word(String lock) {
        return lockTable.lock(lock, Capacity.mutex()) instanceof LocalExclusiveLock exclusive
                ? exclusive.word
                : new LockWord();
    }

    public EngineCounters counters() {
        return counters;
    }

    /** What this node knows now. Call this between inputs only, or when a view has begun. */
    public NodeOverview overview(long now) {
        return new NodeOverview(
                session.epoch(),
                gates.left(now),
                session.members(now),
                lockTable.known(),
                new NodeOverview.Totals(
                        lockTable.usage(),
                        counters.handOffs(),
                        counters.lost(),
                        counters.views(),
                        counters.sent(),
                        counters.received()));
    }

    /**
     * How the settings of this node differ from those of the cluster, if they do. Such a node waits until it knows whether a node
     * with the cluster's settings is alive.
     */
    public Optional<String> settingsDifference() {
        return session.settingsDifference();
    }

    /** The members that may be alive and do not answer. */
    public List<UnreachableMember> unreachableMembers(long now) {
        return session.unreachableMembers(now);
    }

    /**
     * Who may still hold locks, so that this node cannot become a member yet, and for how long at most, in nanoseconds. Empty if it
     * is a member, or waits for nobody.
     */
    public SortedMap<String, Long> awaitedLeases(long now) {
        return session.awaitedLeases(now);
    }

    // Inputs

    /**
     * The event loop continues after it has waited. Must be called before the input that it waited for. A monotonic clock may
     * stop while the machine is suspended; the wall clock does not, and so shows it.
     *
     * @param wallMillis the wall clock
     */
    public void onWake(long now, long wallMillis) {
        Moment woken = new Moment(now, wallMillis);
        boolean slept = slept(wokeAt, woken)
                || slept(session.leaseSince(), woken) // short suspensions must not add up
                || slept(session.renewedAt(), woken);
        wokeAt = woken;
        time.setWall(wallMillis);
        if (slept) {
            session.onWake(woken);
            if (gates.current().state() != GrantGate.State.NO_LEASE) {
                expireLease();
            }
        }
    }

    /** Whether the wall clock has advanced further than the monotonic one, by more than both may be wrong. */
    private boolean slept(Moment since, Moment until) {
        long clockMillis = (until.nanos() - since.nanos()) / NANOS_PER_MILLI;
        long wrong = clockMillis / 100 + clockMillis * settings.timing().driftPpm() / 1_000_000;
        return until.wallMillis() - since.wallMillis() > clockMillis + wrong + WALL_SLACK_MILLIS;
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

    /** A new connection to another node was made; what was under way on the old one may be lost. */
    public void onConnected(long now, Incarnation other) {
        handle(now, () -> session.onConnected(other));
    }

    public void onRegistryOutcome(long now, RegistryOutcome outcome) {
        handle(now, () -> registryClient.onOutcome(session, outcome, firstEpoch(wokeAt.wallMillis())));
    }

    /** The first epoch of a registry that is created at this time of the wall clock: the seconds since 2020. */
    public static long firstEpoch(long wallMillis) {
        return wallMillis / 1_000 - SECONDS_TO_2020;
    }

    /** The application requests a lock that it could not get from its word. */
    public void acquire(long now, AcquireRequest acquireRequest, Waiter waiter) {
        handle(now, () -> lockTable.acquire(acquireRequest, waiter));
    }

    /** A waiter gives up. If it was offered a grant already, it must release that. */
    public void cancel(long now, String lock, Waiter waiter) {
        handle(now, () -> lockTable.cancel(lock, waiter));
    }

    /** A lock was released to its word, and the word said that the engine must know. */
    public void onWordReleased(long now, String lock) {
        handle(now, () -> lockTable.onWordReleased(lock));
    }

    /** A hold without a word is released. Nothing happens if it was lost. */
    public void release(long now, String lock, long id) {
        handle(now, () -> lockTable.release(lock, id));
    }

    /** A writer becomes a reader, without giving up the lock. Nothing happens if the hold was lost. */
    public void downgrade(long now, String lock, long id) {
        handle(now, () -> lockTable.downgrade(lock, id));
    }

    /** Asks all members a question, for monitoring. */
    public void startInquiry(long now, Inquiry<?> inquiry) {
        handle(now, () -> inquiries.begin(inquiry, session.members(now)));
    }

    /** Ends a question with the answers that have arrived, unless it has ended before. */
    public void finishInquiry(long now, Inquiry<?> inquiry) {
        handle(now, () -> inquiries.conclude(inquiry));
    }

    /** It is certain that the processes of these nodes are dead. A wrong proof lets two nodes hold one lock. */
    public void onProvenDeaths(long now, SortedSet<Incarnation> dead) {
        handle(now, () -> session.onProvenDeaths(dead));
    }

    /**
     * Leaves the cluster. Called again, it may only make that more urgent.
     *
     * @param drainNanos for how long holders may finish before they lose their locks
     */
    public void leave(long now, long drainNanos) {
        handle(now, () -> session.leave(LossCause.LEFT, drainNanos));
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

    /** The lease has expired: what was held under it is lost. The node still serves the others, and passes locks on to them. */
    private void expireLease() {
        counters.expiries++;
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
            session = newSession(session.knowledge());
            inquiries = newInquiries();
            effects.onRejoining(session.me);
        }
    }
}
