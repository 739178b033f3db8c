package org.peerlock.internal.engine.membership;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.peerlock.internal.cluster.ClusterState;
import org.peerlock.internal.cluster.Incarnation;
import org.peerlock.internal.cluster.MemberRecord;
import org.peerlock.internal.engine.context.EngineContext;
import org.peerlock.internal.engine.context.InputTime;
import org.peerlock.internal.engine.context.Moment;
import org.peerlock.internal.engine.effects.EngineCounters;
import org.peerlock.internal.engine.effects.EngineEffects;
import org.peerlock.internal.engine.effects.LossCause;
import org.peerlock.internal.engine.locks.LockTable;
import org.peerlock.internal.engine.lockword.GrantGates;
import org.peerlock.internal.engine.settings.NodeSettings;
import org.peerlock.internal.engine.settings.Timing;
import org.peerlock.internal.protocol.NodeOverview;
import org.peerlock.internal.protocol.Packet;
import org.peerlock.internal.protocol.UnreachableMember;

/**
 * One incarnation of a node, from its first look at the registry until it is evicted or leaves. It passes inputs to the
 * components that decide, and what one of them decides to the others:
 *
 * <ul>
 *   <li>{@link RegistrySync} knows the cluster's state, joins, and renews;
 *   <li>{@link ViewSession} does what a member does in one view after the other;
 *   <li>{@link ViewCoordinator} proposes and installs views for all;
 *   <li>{@link LeaseExpiryObserver} and {@link PeerProbes} find out whose lease is over, and who does not answer;
 *   <li>{@link Pledges} keep the lease alive while the registry does not answer;
 *   <li>{@link Departure} leaves.
 * </ul>
 *
 * <p>The lease is kept in {@link GrantGates}. A node without one grants nothing, but goes on serving the others.
 */
public final class MembershipSession {

    public final Incarnation me;
    private final Timing timing;
    private final InputTime time;
    private final NodeSettings settings;
    private final GrantGates gates;
    private final LockTable lockTable;
    private final EngineEffects effects;
    private final EngineCounters counters;
    private final Pledges pledges;
    private final LeaseExpiryObserver leaseExpiry;
    private final PeerProbes probes;
    private final MembershipChanges changes;
    private final ViewSession viewSession;
    private final Departure departure;
    private final RegistrySync registrySync;
    private Moment awakeSince;
    /** When the renewal was sent, or the pledges were asked for, from which the lease counts. */
    private Moment leaseSince;
    /** The last renewal whose lease has lasted on by pledges. */
    private @Nullable Moment carriedFrom;
    /** The last one whose lease has lasted on although a member has left meanwhile. */
    private @Nullable Moment carriedWithout;

    public MembershipSession(
            Incarnation me,
            InheritedKnowledge inherited,
            MembershipFactory factory,
            EngineContext context,
            LockTable lockTable) {
        this.me = me;
        this.lockTable = lockTable;
        settings = context.settings();
        timing = settings.timing();
        time = context.time();
        gates = context.gates();
        effects = context.effects();
        counters = context.counters();
        pledges = factory.pledges(me, timing, settings.outageMillis());
        leaseExpiry = factory.leaseExpiry(me, timing, pledges, time.nowNanos());
        probes = new PeerProbes(timing, time.nowNanos());
        changes = new MembershipChanges(leaseExpiry, probes);
        HoldReports holdReports = factory.holdReports(settings.limits().maxPartBytes());
        viewSession = factory.viewSession(me, holdReports, changes, context, lockTable);
        departure = factory.departure(me, context, lockTable, viewSession, pledges);
        registrySync = factory.registrySync(
                me,
                inherited,
                context,
                new RegistrySync.Collaborators(
                        leaseExpiry,
                        pledges,
                        probes,
                        changes,
                        factory.viewCoordinator(me, timing, leaseExpiry, holdReports, viewSession),
                        factory.delegatedRenewal(me, timing, probes, time.now()),
                        factory.renewalBatch(),
                        departure),
                new RegistryListener());
        awakeSince = time.now();
        leaseSince = awakeSince;
    }

    /** What the node has learned so far, for its next incarnation. */
    public InheritedKnowledge knowledge() {
        return registrySync.knowledge();
    }

    /** Why this incarnation is over; null while it is not. A node that was evicted while it left has left. */
    public @Nullable LossCause endReason() {
        boolean over = departure.isComplete() || registrySync.isEvicted();
        return over ? departure.reasonOr(LossCause.EVICTED) : null;
    }

    /** Why this node must not take part in the cluster, if so. */
    public Optional<String> refusal() {
        return registrySync.refusal();
    }

    /** How the settings of this node differ from those of the cluster, if they do. */
    public Optional<String> settingsDifference() {
        return registrySync.settingsDifference();
    }

    RegistrySync registrySync() {
        return registrySync;
    }

    // Time

    /** The machine has slept, and the clock with it: what was begun before may be older than it seems. */
    public void onWake(Moment now) {
        awakeSince = now;
        leaseSince = now;
        pledges.onWake();
    }

    /**
     * When the renewal was sent, or the pledges were asked for, from which the lease counts; if there is none, a moment at which the
     * machine was awake.
     */
    public Moment leaseSince() {
        return leaseSince;
    }

    /** The same, but pledges do not count. */
    public Moment renewedAt() {
        return pledges.renewedAt().orElse(awakeSince);
    }

    public void onTick() {
        ClusterState state = registrySync.state();
        if (state != null) {
            countCarriedLease();
            probe(state);
            if (departure.mustStepDown(state)) {
                leave(LossCause.UNREACHABLE, 0);
            }
            if (registrySync.mustGiveWay()) {
                leave(LossCause.EVICTED, 0);
            }
            viewSession.onTick(state);
        }
        continueLeaving();
        registrySync.checkDuty();
    }

    private void probe(ClusterState state) {
        boolean asks = pledges.ask(time.now(), state);
        probes.probe(time.nowNanos(), registrySync.others(), asks, effects);
        extendLeaseByPledges(state); // some who have pledged for ever answer no more
    }

    // Leaving

    /** Stops granting, gives holders this time to finish, and leaves. */
    public void leave(LossCause reason, long drainNanos) {
        departure.begin(reason, drainNanos);
        continueLeaving();
    }

    private void continueLeaving() {
        if (departure.drainIfDue()) {
            pledges.onLeft();
            registrySync.requestRead();
        }
        departure.completeIfDue(registrySync.mayHaveRecord());
    }

    // Packets

    public void onPacket(Incarnation from, Packet packet) {
        if (packet instanceof Packet.StateUpdate stateUpdate) {
            registrySync.onStateUpdate(stateUpdate);
        } else if (packet instanceof Packet.RenewalRequest request) {
            registrySync.onRenewalRequested(from, request);
        } else if (packet instanceof Packet.RenewalConfirmation confirmation) {
            registrySync.onRenewalConfirmed(confirmation);
        } else if (packet instanceof Packet.Report report) {
            onReport(from, report);
        } else if (packet instanceof Packet.Probe probe) {
            onProbe(from, probe);
        } else if (packet instanceof Packet.ProbeReply probeReply) {
            probes.onReply(time.nowNanos(), from, probeReply);
            registrySync.onPeerReachable();
            onPledge(from, probeReply);
        } else if (packet instanceof Packet.Data data) {
            registrySync.onDataHeard(data.epoch());
            viewSession.onData(from, data);
        } else if (packet instanceof Packet.KindConflict kindConflict) {
            viewSession.onKindConflict(from, kindConflict);
        } else if (packet instanceof Packet.Ack ack) {
            viewSession.onAck(from, ack);
        }
    }

    private void onProbe(Incarnation from, Packet.Probe probe) {
        ClusterState state = registrySync.state();
        Packet.Pledge pledge =
                probe.asksPledge() && state != null ? pledges.give(time.nowNanos(), from, state) : Packet.Pledge.NONE;
        effects.send(from, new Packet.ProbeReply(probe.number(), settings.label(), settings.version(), pledge));
    }

    private void onPledge(Incarnation from, Packet.ProbeReply probeReply) {
        ClusterState state = registrySync.state();
        if (state != null) {
            pledges.onReceived(time.now(), from, probeReply.number(), probeReply.pledge());
            extendLeaseByPledges(state);
        }
    }

    private void extendLeaseByPledges(ClusterState state) {
        pledges.lease(time.now(), state).ifPresent(lease -> extendLease(lease.since(), lease.until()));
    }

    private void onReport(Incarnation from, Packet.Report report) {
        if (viewSession.needsReportsFor(report.epoch())) {
            registrySync.onReportsHeard(report.epoch());
            boolean completed = viewSession.onReport(from, report);
            ClusterState state = registrySync.state();
            if (completed && state != null && viewSession.hasReportsFor(report.epoch(), state)) {
                advance(); // otherwise nothing has waited for it
            }
        }
    }

    /** These nodes are certainly dead. */
    public void onProvenDeaths(SortedSet<Incarnation> dead) {
        leaseExpiry.onProvenDeaths(dead);
        changes.onProvenDeaths(dead);
        advance();
    }

    /** The connection to another node is new. */
    public void onConnected(Incarnation other) {
        viewSession.onConnected(other);
    }

    // The registry

    private final class RegistryListener implements RegistrySync.Listener {

        @Override
        public void onNewState(ClusterState state) {
            probe(state);
            viewSession.seal(state.next());
            advance();
        }

        /** The lease lasts from the sending of the write, not from its answer. */
        @Override
        public void onRenewed(Moment sentAt) {
            if (sentAt.nanos() - awakeSince.nanos() >= 0 && extendLease(sentAt, sentAt.nanos() + timing.leaseNanos())) {
                pledges.onRenewed(sentAt);
            }
        }
    }

    /** The lease lasts until then, and counts from that moment. Returns false if that is over, or this node has left. */
    private boolean extendLease(Moment since, long until) {
        boolean counts =
                !departure.readyToLeave() && until - time.nowNanos() > 0 && gates.renew(until, time.nowNanos());
        if (counts) {
            leaseSince = since.nanos() - leaseSince.nanos() > 0 ? since : leaseSince;
            if (viewSession.openGate()) {
                lockTable.settle();
            }
        }
        return counts;
    }

    private void countCarriedLease() {
        Moment last = renewedAt();
        boolean carried = isOver(last) && gates.left(time.nowNanos()) > 0;
        if (carried && !last.equals(carriedFrom)) {
            carriedFrom = last;
            counters.pledged++;
        }
        if (carried
                && !last.equals(carriedWithout)
                && pledges.firstGoneAt().filter(this::isOver).isPresent()) {
            carriedWithout = last;
            counters.pledgedForEver++;
        }
    }

    /** Whether a lease that counts from this moment is over. */
    private boolean isOver(Moment since) {
        return time.nowNanos() - since.nanos() >= timing.leaseNanos();
    }

    /** Something has changed that a view, or a duty, may have waited for. */
    private void advance() {
        ClusterState state = registrySync.state();
        if (state != null && endReason() == null && !registrySync.mustGiveWay()) {
            registrySync.checkDuty();
            viewSession.openIfReady(state);
        }
    }

    // Monitoring

    /** The epoch of the view that this node opened last. */
    public long epoch() {
        return viewSession.epoch();
    }

    /** The members that may be alive and do not answer. */
    public List<UnreachableMember> unreachableMembers(long now) {
        ClusterState state = registrySync.state();
        return state == null
                ? List.of()
                : registrySync.unreachableMembers().stream()
                        .map(id -> new UnreachableMember(
                                id, address(state, id), probes.label(id), probes.silentNanos(id, now)))
                        .toList();
    }

    private static String address(ClusterState state, Incarnation id) {
        MemberRecord memberRecord = state.members().get(id);
        return memberRecord == null ? "an unknown address" : memberRecord.address();
    }

    /** Who may still hold locks, so that this node cannot become a member yet, and for how long at most. */
    public SortedMap<String, Long> awaitedLeases(long now) {
        SortedMap<String, Long> awaited = new TreeMap<>();
        ClusterState state = registrySync.state();
        if (state != null && !state.current().has(me)) {
            for (Incarnation id : state.current().members()) {
                long remaining = leaseExpiry.remainingNanos(id, now);
                if (remaining > 0 && !leaseExpiry.isRenewing(id, now)) {
                    awaited.put(
                            id.equals(Incarnation.GENESIS)
                                    ? "the members of an earlier registry"
                                    : "node " + id.shortId() + " at " + address(state, id),
                            remaining);
                }
            }
        }
        return awaited;
    }

    /** All registered nodes, as this node knows them. */
    public List<NodeOverview.MemberStatus> members(long now) {
        List<NodeOverview.MemberStatus> members = new ArrayList<>();
        ClusterState state = registrySync.state();
        if (state != null) {
            state.members().forEach((id, memberRecord) -> {
                boolean here = id.equals(me);
                if (!id.equals(Incarnation.GENESIS)) {
                    members.add(new NodeOverview.MemberStatus(
                            id,
                            memberRecord.address(),
                            here ? settings.label() : probes.label(id),
                            here ? settings.version() : probes.version(id),
                            here ? gates.left(now) : leaseExpiry.remainingNanos(id, now),
                            state.current().has(id) ? state.current().epoch() : 0,
                            here));
                }
            });
        }
        return members;
    }
}
