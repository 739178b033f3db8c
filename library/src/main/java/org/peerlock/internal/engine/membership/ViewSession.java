package org.peerlock.internal.engine.membership;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.peerlock.algorithm.Capacity;
import org.peerlock.internal.cluster.ClusterState;
import org.peerlock.internal.cluster.Incarnation;
import org.peerlock.internal.cluster.View;
import org.peerlock.internal.engine.context.EngineContext;
import org.peerlock.internal.engine.context.InputTime;
import org.peerlock.internal.engine.effects.EngineCounters;
import org.peerlock.internal.engine.effects.EngineEffects;
import org.peerlock.internal.engine.effects.MembershipChange;
import org.peerlock.internal.engine.locks.KindConflicts;
import org.peerlock.internal.engine.locks.LockTable;
import org.peerlock.internal.engine.lockword.GrantGates;
import org.peerlock.internal.engine.settings.AlgorithmSelection;
import org.peerlock.internal.engine.settings.NodeSettings;
import org.peerlock.internal.engine.settings.Timing;
import org.peerlock.internal.protocol.HolderMap;
import org.peerlock.internal.protocol.Packet;

/**
 * A node's part in one view after the other. It opens a view once all reports have arrived, passes on the messages of the
 * algorithms while the view is open, and at its end reports what is held.
 *
 * <pre>
 *     open -- a next view is proposed, and it is a survivor --&gt; sealed
 *     sealed, or new -- a view that has it is installed, and all reports are here --&gt; open
 * </pre>
 *
 * <p>{@link RegistrySync} tells it which view comes next.
 */
class ViewSession {

    /** Identifies a message of a view that has not begun here. */
    private record Early(long epoch, Incarnation from, long number) implements Comparable<Early> {
        @Override
        public int compareTo(Early other) {
            int order = Long.compare(epoch, other.epoch);
            order = order != 0 ? order : from.compareTo(other.from);
            return order != 0 ? order : Long.compare(number, other.number);
        }
    }

    /** With this many unacknowledged messages to one member, a fresh view is better for all. */
    private static final int BACKLOG = 10_000;

    /** How many leases a view lasts at least before it is changed only because of its backlog: each begins with much to send. */
    private static final int CATCHING_UP = 10;

    private final Incarnation me;
    private final InputTime time;
    private final HoldReports holdReports;
    private final ReportExchange reportExchange;
    private final MembershipChanges changes;
    private final NodeSettings settings;
    private final Timing timing;
    private final GrantGates gates;
    private final LockTable lockTable;
    private final EngineEffects effects;
    private final EngineCounters counters;
    private final SortedMap<Early, Packet.Data> early = new TreeMap<>();
    /** The conflicts that were reported to others in this view: their messages were acknowledged, and do not come again. */
    private final SortedMap<Incarnation, SortedMap<String, Packet.KindConflict>> kindConflicts = new TreeMap<>();

    /** The view that this node opened last. */
    private @Nullable View view;

    private long openedAt;
    /** There is one while the view is open. */
    private @Nullable ReliableLinks reliableLinks;
    /** The epoch of the view for which this node has reported last. */
    private long sealedFor;
    /** When it was last said which reports are here. */
    private long summarySentAt;

    private boolean closed;
    /** When it was last checked whether the locks need a fresh view, which takes a look at each of them. */
    private long locksCheckedAt;

    private boolean manyFences;
    private boolean manyIdleNames;

    ViewSession(
            Incarnation me,
            HoldReports holdReports,
            MembershipChanges changes,
            EngineContext context,
            LockTable lockTable) {
        this.me = me;
        this.holdReports = holdReports;
        this.changes = changes;
        this.lockTable = lockTable;
        time = context.time();
        settings = context.settings();
        timing = settings.timing();
        gates = context.gates();
        effects = context.effects();
        counters = context.counters();
        reportExchange = new ReportExchange(me, holdReports, context);
        summarySentAt = time.nowNanos();
        locksCheckedAt = summarySentAt;
    }

    /** The epoch of the view that this node opened last; 0 if there was none. */
    long epoch() {
        return view == null ? 0 : view.epoch();
    }

    /** Sends again what was not answered. */
    void onTick(ClusterState clusterState) {
        View coming = coming(clusterState);
        if (coming != null && time.nowNanos() - summarySentAt >= timing.resendIntervalNanos()) {
            summarySentAt = time.nowNanos();
            reportExchange.sendSummary(coming);
        }
        if (reliableLinks != null) {
            reliableLinks.onTick(time.nowNanos());
        }
        if (time.nowNanos() - locksCheckedAt >= timing.pollIntervalNanos()) {
            locksCheckedAt = time.nowNanos();
            manyFences = lockTable.manyFences();
            manyIdleNames = lockTable.hasMoreIdleNamesThan(settings.limits().maxIdleNames());
        }
    }

    /** The view that begins here next; null if there is none. */
    private @Nullable View coming(ClusterState clusterState) {
        View last = clusterState.next() != null ? clusterState.next() : clusterState.current();
        return last.has(me) && last.epoch() > epoch() ? last : null;
    }

    // Reports

    /** Reports for the next view, if this node is a survivor and has not yet. */
    void seal(@Nullable View next) {
        if (next == null || !next.survivors().contains(me) || sealedFor >= next.epoch()) {
            return;
        }
        stopListening();
        sealedFor = next.epoch();
        stopGranting();
        forgetReportsBefore(next.epoch());
        reportExchange.report(next, lockTable.seal());
        summarySentAt = time.nowNanos();
    }

    /** Nobody who knows of a view opens an earlier one any more. */
    private void forgetReportsBefore(long epoch) {
        holdReports.forgetBefore(epoch);
        reportExchange.forgetBefore(epoch);
    }

    void stopListening() {
        reliableLinks = null;
    }

    void stopGranting() {
        gates.shut();
    }

    /** Whether reports for the view of this epoch may be of use to this node, or to one that has not opened it yet. */
    boolean needsReportsFor(long epoch) {
        return epoch >= Math.max(epoch(), sealedFor);
    }

    /** Whether the view of this epoch comes, or has begun, and all reports for it are here. */
    boolean hasReportsFor(long epoch, ClusterState clusterState) {
        View next = clusterState.next();
        View awaited = next != null ? next : clusterState.current();
        return awaited.epoch() == epoch && holdReports.complete(awaited);
    }

    /** Returns whether a report has become complete here. */
    boolean onReport(Incarnation from, Packet.Report report) {
        return reportExchange.onReport(from, report);
    }

    // The beginning

    /**
     * Opens the current view if it has not begun here and all its reports are here. The algorithms are those of the same state: as
     * long as this view is the current one, and this node registered, they are the same in every state.
     */
    void openIfReady(ClusterState clusterState) {
        View current = clusterState.current();
        if (current.has(me)
                && clusterState.isRegistered(me)
                && current.epoch() > epoch()
                && sealedFor <= current.epoch()
                && holdReports.complete(current)) {
            open(current, AlgorithmSelection.parse(clusterState.settings().algorithms()));
        }
    }

    private void open(View current, AlgorithmSelection algorithms) {
        HolderMap holderMap = holdReports.holders(current);
        forgetReportsBefore(current.epoch());
        List<MembershipChange> changed = changes.between(view, current, me, settings.label());
        view = current;
        openedAt = time.nowNanos();
        manyFences = false;
        manyIdleNames = false;
        kindConflicts.clear();
        ReliableLinks fresh =
                new ReliableLinks(current.epoch(), timing, effects, (from, data) -> onMessage(current, from, data));
        reliableLinks = fresh;
        lockTable.open(current, algorithms, me, holderMap, (lock, capacity, algorithm, to, message) -> {
            counters.sent++;
            fresh.send(time.nowNanos(), current.member(to), lock, capacity, algorithm, message);
        });
        counters.views++;
        effects.onViewOpened(current, holderMap, changed);
        openGate();
        lockTable.settle();
        deliverEarly(current, fresh);
    }

    private void deliverEarly(View current, ReliableLinks fresh) {
        List<Early> due = new ArrayList<>();
        early.headMap(new Early(current.epoch() + 1, Incarnation.GENESIS, 0))
                .keySet()
                .forEach(due::add);
        for (Early one : due) {
            Packet.Data data = early.remove(one);
            if (data != null && one.epoch() == current.epoch()) {
                deliver(fresh, one.from(), data);
            }
        }
    }

    // The gate

    /** Lets threads in if a view is open, there is a lease, and the node is not leaving. Returns whether they were shut out before. */
    boolean openGate() {
        boolean opens = reliableLinks != null && !closed && !gates.current().open();
        if (opens) {
            gates.open(epoch());
        }
        return opens;
    }

    /** From now on no thread is let in, whatever view begins: the node is leaving. */
    void close() {
        closed = true;
        gates.shut();
    }

    // Messages

    void onData(Incarnation from, Packet.Data data) {
        if (reliableLinks != null && isOfThisView(data)) {
            deliver(reliableLinks, from, data);
        } else if (data.epoch() > epoch()) {
            early.put(new Early(data.epoch(), from, data.number()), data);
        }
    }

    /** Messages of nodes that are no members of the view are ignored. */
    private void deliver(ReliableLinks open, Incarnation from, Packet.Data data) {
        if (view != null && view.has(from)) {
            open.onData(time.nowNanos(), from, data);
        }
    }

    /** A message for an algorithm, in order. */
    private void onMessage(View current, Incarnation from, Packet.Data data) {
        counters.received++;
        Capacity here = lockTable.receive(current.rank(from), data);
        if (here != null) {
            lockTable.reportKindConflict(data.lock(), KindConflicts.there(data.lock(), here, data.capacity(), from));
            Packet.KindConflict told = new Packet.KindConflict(data.epoch(), data.lock(), here);
            kindConflicts.computeIfAbsent(from, any -> new TreeMap<>()).put(data.lock(), told);
            effects.send(from, told);
        }
    }

    void onKindConflict(Incarnation from, Packet.KindConflict told) {
        Capacity here = told.epoch() == epoch() ? lockTable.capacity(told.lock()) : null;
        if (here != null && !here.equals(told.capacity())) {
            String reason = KindConflicts.there(told.lock(), here, told.capacity(), from);
            lockTable.reportKindConflict(told.lock(), reason);
            lockTable.refuseAll(told.lock(), reason);
        }
    }

    boolean isOfThisView(Packet.Data data) {
        return data.epoch() == epoch();
    }

    void onAck(Incarnation from, Packet.Ack ack) {
        if (reliableLinks != null && ack.epoch() == epoch()) {
            reliableLinks.onAck(time.nowNanos(), from, ack);
        }
    }

    /** The connection to another node is new. */
    void onConnected(Incarnation other) {
        if (reliableLinks != null) {
            reliableLinks.resend(time.nowNanos(), other);
            kindConflicts
                    .getOrDefault(other, Collections.emptySortedMap())
                    .values()
                    .forEach(told -> effects.send(other, told));
        }
    }

    /** Whether a fresh view with the same members would help: it begins with nothing except what is held or waited for. */
    boolean wantsFreshView() {
        long age = time.nowNanos() - openedAt;
        return reliableLinks != null
                && (manyFences
                        || (age >= CATCHING_UP * timing.leaseNanos() && reliableLinks.backlog() > BACKLOG)
                        || (age >= timing.leaseNanos() && manyIdleNames));
    }
}
