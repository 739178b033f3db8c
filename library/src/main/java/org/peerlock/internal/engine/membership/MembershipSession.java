package org.peerlock.internal.engine.membership;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.peerlock.internal.cluster.ClusterState;
import org.peerlock.internal.cluster.Incarnation;
import org.peerlock.internal.cluster.RegistryCommand;
import org.peerlock.internal.cluster.View;
import org.peerlock.internal.engine.effects.EngineEffects;
import org.peerlock.internal.engine.effects.LossCause;
import org.peerlock.internal.engine.inspection.Inquiries;
import org.peerlock.internal.engine.inspection.Inquiry;
import org.peerlock.internal.engine.locks.LockTable;
import org.peerlock.internal.engine.lockword.GrantGates;
import org.peerlock.internal.engine.settings.NodeSettings;
import org.peerlock.internal.engine.settings.Timing;
import org.peerlock.internal.protocol.NodeOverview;
import org.peerlock.internal.protocol.Packet;

/**
 * One incarnation of a node, from its first look at the cell until it is dropped or leaves: what it knows of the cell, what it
 * writes there, and how it goes.
 *
 * <pre>
 *     new -- all answer, Join --&gt; registered -- its record is gone --&gt; over
 * </pre>
 *
 * <p>What it does as a member is told in {@link ViewSession}, what it does for all in {@link ViewCoordinator}. Whether it has a lease is
 * another matter: {@link GrantGates}. Without one it grants nothing, but goes on serving the others.
 */
public class MembershipSession {

    public final Incarnation me;
    private final long epochBefore;
    private final NodeSettings settings;
    private final Timing timing;
    private final GrantGates gates;
    private final LockTable lockTable;
    private final EngineEffects effects;
    private final LeaseExpiryObserver leaseExpiry;
    private final PeerProbes probes;
    private final ViewSession viewSession;
    private final ViewCoordinator coordinator;
    private final Inquiries inquiries;

    private long now;
    private long awakeSince;
    private @Nullable ClusterState state;
    private Optional<String> refusal = Optional.empty();
    private boolean registered;
    /** Whether it has tried to join, and has not read the cell since: it may be registered. */
    private boolean joining;

    private long renewAt;
    private boolean readSoon;
    private boolean dutyDue;
    private boolean mustStepDown;
    private long mustStepDownSince;
    private @Nullable LossCause leaving;
    private long leavingSince;
    private boolean leavingAtOnce;
    private boolean drained;
    private @Nullable LossCause endReason;

    /** @param epochBefore the greatest epoch that the node has seen in its lives before */
    MembershipSession(
            Incarnation me, long now, long epochBefore, EngineFactory engineFactory, EngineContext engineContext) {
        this.me = me;
        this.now = now;
        this.epochBefore = epochBefore;
        settings = engineContext.settings();
        timing = settings.timing();
        gates = engineContext.gates();
        lockTable = engineContext.locks();
        effects = engineContext.effects();
        leaseExpiry = engineFactory.leaseExpiry(timing, now);
        probes = new PeerProbes(timing, now);
        HoldReports holdReports = engineFactory.holdReports();
        viewSession = engineFactory.viewSession(me, () -> this.now, holdReports, engineContext);
        coordinator = engineFactory.viewCoordinator(me, timing, leaseExpiry, holdReports, viewSession);
        inquiries = new Inquiries(me, settings, gates, lockTable, effects);
        awakeSince = now;
        renewAt = now;
    }

    /** The greatest epoch that the node has seen so far. */
    public long epochSeen() {
        return state == null ? epochBefore : Math.max(epochBefore, state.maxEpoch());
    }

    /** Why it is over, if it is. */
    public @Nullable LossCause endReason() {
        return endReason;
    }

    /** Why this node cannot take part, if so. */
    public Optional<String> refusal() {
        return refusal;
    }

    private void end(LossCause reason) {
        endReason = reason;
    }

    /** Others, or the loss of the cell, have ended it: unless it was about to go anyway, it comes back. */
    private void endEvicted() {
        end(leaving == null ? LossCause.EVICTED : leaving);
    }

    // Time

    /** The machine has slept, and the clock with it: what was begun before may be older than it seems. */
    public void onWake(long time) {
        awakeSince = time;
    }

    public void onTick(long time) {
        now = time;
        ClusterState clusterState = state;
        if (clusterState != null) {
            probes.probe(now, others(clusterState), effects);
            stepDownIfUnreachable(clusterState);
            viewSession.onTick(clusterState);
        }
        continueLeaving();
        dutyDue = dueCommand() != null;
    }

    private SortedSet<Incarnation> others(ClusterState clusterState) {
        return withoutMe(new TreeSet<>(clusterState.members().keySet()));
    }

    private SortedSet<Incarnation> withoutMe(SortedSet<Incarnation> ids) {
        ids.remove(me);
        ids.remove(Incarnation.GENESIS); // who is nobody
        return ids;
    }

    void stepDownIfUnreachable(ClusterState clusterState) {
        boolean before = mustStepDown;
        mustStepDown =
                registered && PartitionResolver.membersToStepDown(clusterState).contains(me);
        if (mustStepDown && !before) {
            mustStepDownSince = now;
        }
        if (mustStepDown && leaving == null && now - mustStepDownSince >= timing.confirmationNanos()) {
            leave(now, LossCause.UNREACHABLE, true);
        }
    }

    // Packets

    public void onPacket(long time, Incarnation from, Packet packet) {
        now = time;
        if (packet instanceof Packet.StateUpdate stateUpdate) {
            adopt(stateUpdate.state());
        } else if (packet instanceof Packet.HoldReports told) {
            onHoldReports(from, told);
        } else if (packet instanceof Packet.Probe probe) {
            effects.send(from, new Packet.ProbeReply(probe.number(), settings.label(), settings.version()));
        } else if (packet instanceof Packet.ProbeReply probeReply) {
            inquiries.told(from, probeReply);
            probes.onReply(now, from);
            readSoon |= !registered && allReachable();
        } else if (packet instanceof Packet.Data data) {
            readSoon |= state == null || data.epoch() > state.current().epoch();
            viewSession.onData(from, data);
        } else if (packet instanceof Packet.KindConflict told) {
            viewSession.onKindConflict(from, told);
        } else if (packet instanceof Packet.Ack ack) {
            viewSession.onAck(from, ack);
        } else if (packet instanceof Packet.Question question) {
            effects.send(from, inquiries.reply(question));
        } else if (packet instanceof Packet.Reply reply) {
            inquiries.receive(from, reply);
        }
    }

    private void onHoldReports(Incarnation from, Packet.HoldReports told) {
        if (told.epoch() >= viewSession.epoch()) {
            readSoon |= state == null || told.epoch() > state.maxEpoch();
            viewSession.onHoldReports(from, told);
            advance();
        }
    }

    /** These nodes are certainly dead. */
    public void onProvenDeaths(long time, SortedSet<Incarnation> dead) {
        now = time;
        leaseExpiry.onProvenDeaths(dead);
        advance();
    }

    /** The connection to another node is new. */
    public void onConnected(long time, Incarnation other) {
        now = time;
        viewSession.onConnected(other);
    }

    // Whoever looks on

    public void startInquiry(long time, Inquiry<?> inquiry) {
        now = time;
        inquiries.begin(inquiry, state == null ? Collections.emptySortedMap() : state.members());
    }

    /** The epoch of the view that began last here. */
    public long epoch() {
        return viewSession.epoch();
    }

    /** All registered nodes, as seen from here. */
    public List<NodeOverview.MemberStatus> members(long time) {
        ClusterState clusterState = state;
        List<NodeOverview.MemberStatus> all = new ArrayList<>();
        if (clusterState != null) {
            clusterState.members().forEach((id, memberRecord) -> {
                boolean here = id.equals(me);
                long lease = here ? gates.left(time) : leaseExpiry.remainingNanos(id, time);
                long epoch =
                        clusterState.current().has(id) ? clusterState.current().epoch() : 0;
                if (!id.equals(Incarnation.GENESIS)) {
                    all.add(new NodeOverview.MemberStatus(
                            id,
                            memberRecord.address(),
                            inquiries.label(id),
                            inquiries.version(id),
                            lease,
                            epoch,
                            here));
                }
            });
        }
        return all;
    }

    public void finishInquiry(Inquiry<?> inquiry) {
        inquiries.conclude(inquiry);
    }

    // The cell

    /** Whether the cell should be read, and perhaps written, now. */
    boolean wantsRegistry(long time) {
        now = time;
        return readSoon || dutyDue || now - renewAt >= 0;
    }

    /** The cell was read. Returns what it is to become; null if it is to stay as it is. */
    @Nullable ClusterState onRegistryRead(long time, ClusterState content) {
        now = time;
        readSoon = false;
        joining = false;
        adopt(content);
        renewAt = now + (registered ? timing.renewalIntervalNanos() : timing.pollIntervalNanos());
        if (!registered) {
            leaseExpiry.onRegistryContact(now);
            if (isIn(content.current(), me) || isIn(content.next(), me)) {
                endEvicted(); // it joined without knowing it, and was dropped
            }
        }
        if (content.revision() < revision()) {
            requestRead(); // an old one: what would be made of it could not be written
        }
        if (endReason != null || refusal().isPresent() || readSoon) {
            return null;
        }
        ClusterState changed = content;
        for (RegistryCommand registryCommand : commands()) {
            changed = apply(registryCommand, changed);
        }
        return changed.equals(content) ? null : changed;
    }

    /** What the command makes of the content: the same if it is refused. */
    ClusterState apply(RegistryCommand registryCommand, ClusterState content) {
        return content.apply(registryCommand).orElse(content);
    }

    private static boolean isIn(@Nullable View some, Incarnation id) {
        return some != null && some.has(id);
    }

    /** The cell could not be read or written, or what was read was old. */
    void requestRead() {
        readSoon = true;
    }

    /** What this node has made of the cell was written; it was sent at that time. */
    void onRegistryWritten(long time, long sent, ClusterState content) {
        now = time;
        ClusterState before = state;
        leaseExpiry.onRegistryContact(now);
        adopt(content);
        if (before == null || changes(before, content)) {
            broadcast(content); // even if it was the last thing that this one did
        }
        if (endReason != null) {
            return;
        }
        long until = sent + timing.leaseNanos();
        if (!registered) {
            requestRead(); // to join what it has created
        } else if (until - now > 0 && sent - awakeSince >= 0 && gates.renew(until, now) && viewSession.openGate()) {
            lockTable.settle();
        }
    }

    private static boolean changes(ClusterState before, ClusterState after) {
        return before.maxEpoch() != after.maxEpoch()
                || before.current().epoch() != after.current().epoch()
                || !before.members().keySet().equals(after.members().keySet());
    }

    private void broadcast(ClusterState content) {
        Packet.StateUpdate packet = new Packet.StateUpdate(content);
        SortedSet<Incarnation> all = new TreeSet<>(content.members().keySet());
        all.addAll(content.current().members());
        withoutMe(all).forEach(other -> effects.send(other, packet));
    }

    private long revision() {
        return state == null ? 0 : state.revision();
    }

    /** Learns what the cell holds, or held when it was written that way; it may have been read by another node. */
    private void adopt(ClusterState fresh) {
        if (state != null && !state.registryId().equals(fresh.registryId())) {
            endEvicted(); // all that was agreed on is gone
            return;
        }
        if (fresh.revision() < revision()) {
            return;
        }
        leaseExpiry.observe(now, fresh); // even if it is known: nobody may have been able to change it
        if (fresh.revision() == revision()) {
            return;
        }
        state = fresh;
        inquiries.retain(fresh.members());
        refusal = settings.differsFrom(fresh);
        if (isEvicted(fresh)) {
            endEvicted();
            return;
        }
        registered = fresh.isRegistered(me);
        viewSession.seal(fresh.next());
        advance();
    }

    /** Whether it was registered, and is no more. */
    boolean isEvicted(ClusterState fresh) {
        return registered && !fresh.isRegistered(me);
    }

    /** Something has changed that a view, or a duty, may have waited for. */
    private void advance() {
        ClusterState clusterState = state;
        if (clusterState != null && endReason == null) {
            dutyDue = dueCommand() != null;
            viewSession.openIfReady(clusterState.current());
        }
    }

    /** What this node is to do for all, if it is its turn. */
    private @Nullable RegistryCommand dueCommand() {
        return state == null ? null : coordinator.due(now, state);
    }

    // What to do to the cell

    private List<RegistryCommand> commands() {
        List<RegistryCommand> commands = new ArrayList<>();
        if (!registered) {
            if (leaving == null && allReachable()) {
                joining = true;
                commands.add(new RegistryCommand.Join(me, settings.address(), epochBefore));
            }
        } else if (readyToLeave()) {
            commands.add(new RegistryCommand.Leave(me));
        } else {
            commands.add(new RegistryCommand.Renew(me, probes.unreachable(now)));
            RegistryCommand shared = dueCommand();
            if (shared != null) {
                commands.add(shared);
            }
        }
        return commands;
    }

    /** Whether it is time to give up its record: nothing is held or granted here any more. */
    boolean readyToLeave() {
        return drained;
    }

    /** Whether all registered nodes that may be alive answer: who cannot reach them all had better stay out. */
    private boolean allReachable() {
        ClusterState clusterState = state;
        return clusterState != null
                && others(clusterState).stream()
                        .allMatch(other -> leaseExpiry.isExpired(other, now) || probes.isReachable(other, now));
    }

    // Leaving

    /** Stops granting, waits for holders to finish, unless it is to be at once, and goes. */
    public void leave(long time, LossCause reason, boolean atOnce) {
        now = time;
        leavingAtOnce |= atOnce;
        if (leaving == null) {
            leaving = reason;
            leavingSince = now;
            viewSession.close();
        } else if (reason == LossCause.LEFT) {
            leaving = reason; // who has stepped down would come back
        }
        continueLeaving();
    }

    /** Once all holders have finished, or were told that they have lost, nothing is granted here any more. */
    private void continueLeaving() {
        if (leaving == null) {
            return;
        }
        boolean pressing = leavingAtOnce || now - leavingSince >= timing.drainTimeoutNanos();
        if (!drained && (pressing || !lockTable.anyHeld())) {
            drained = true;
            readSoon = true;
            lockTable.expireLease(leaving);
        }
        boolean noRecord = !registered && !joining;
        boolean inVain =
                now - leavingSince >= timing.drainTimeoutNanos() + 2 * timing.leaseNanos(); // the others will drop it
        if (drained && (noRecord || inVain)) {
            end(leaving);
        }
    }
}
