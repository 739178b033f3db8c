package org.peerlock.internal.engine.membership;

import java.util.NavigableMap;
import java.util.OptionalInt;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import org.peerlock.internal.cluster.Incarnation;
import org.peerlock.internal.cluster.View;
import org.peerlock.internal.engine.context.EngineContext;
import org.peerlock.internal.engine.context.InputTime;
import org.peerlock.internal.engine.effects.EngineEffects;
import org.peerlock.internal.protocol.HoldReport;
import org.peerlock.internal.protocol.Packet;

/**
 * Brings the reports for a view to all its members, whatever gets lost. A survivor sends the first parts of its report to all.
 * For each part that arrives a node asks the sender for one more, so that it is not sent more than it can take. A node that has
 * got no part for some time asks another node, which has the whole report by its {@linkplain Packet.ReportSummary summary}.
 */
class ReportExchange {

    /** A report that is on its way here. */
    private static final class Transfer {
        /** Of the parts before this one, all are here, or on their way. */
        private int next;
        /** When a part has arrived, or the first ones were asked for. */
        private long activeAt;

        Transfer(int next, long activeAt) {
            this.next = next;
            this.activeAt = activeAt;
        }
    }

    /** To how many members it is said at a time which reports are here: with all of them, packets would grow with the cube. */
    private static final int TOLD_AT_ONCE = 8;

    private final Incarnation me;
    private final HoldReports holdReports;
    private final InputTime time;
    private final long resendIntervalNanos;
    private final int maxPartsUnderWay;
    private final EngineEffects effects;
    private final NavigableMap<Long, SortedMap<Incarnation, Transfer>> transfers = new TreeMap<>();
    /** How often it was said which reports are here. */
    private int told;

    ReportExchange(Incarnation me, HoldReports holdReports, EngineContext context) {
        this.me = me;
        this.holdReports = holdReports;
        time = context.time();
        resendIntervalNanos = context.settings().timing().resendIntervalNanos();
        maxPartsUnderWay = context.settings().limits().maxPartsUnderWay();
        effects = context.effects();
    }

    /** Reports for the next view. */
    void report(View next, HoldReport report) {
        holdReports.add(next.epoch(), me, report);
        for (Incarnation member : next.members()) {
            if (!member.equals(me)) {
                send(member, next.epoch(), me, 0, maxPartsUnderWay);
            }
        }
    }

    /** Sends this many parts of a report, from one on, as far as they are here. */
    private void send(Incarnation to, long epoch, Incarnation survivor, int first, int count) {
        Packet.ReportPart part = holdReports.part(epoch, survivor, first);
        for (int i = 1; part != null && i <= count; i++) {
            effects.send(to, part);
            part = holdReports.part(epoch, survivor, first + i);
        }
    }

    /** Says to some members, each time to others, which reports for a view are here. Those who have more answer. */
    void sendSummary(View coming) {
        Packet summary = new Packet.ReportSummary(coming.epoch(), holdReports.complete(coming.epoch()), false);
        int others = coming.size() - 1;
        for (int i = 0; i < Math.min(others, TOLD_AT_ONCE); i++) {
            int after = told % others + 1; // not all begin with the same member
            effects.send(coming.members().get((coming.rank(me) - 1 + after) % coming.size()), summary);
            told++;
        }
    }

    /** Returns whether a report has become complete here. */
    boolean onReport(Incarnation from, Packet.Report report) {
        if (report instanceof Packet.ReportPart part) {
            return onPart(from, part);
        } else if (report instanceof Packet.ReportSummary summary) {
            onSummary(from, summary);
        } else if (report instanceof Packet.ReportRequest request) {
            send(from, request.epoch(), request.survivor(), request.part(), request.count());
        }
        return false;
    }

    /** Each new part makes room for one more. */
    private boolean onPart(Incarnation from, Packet.ReportPart part) {
        long epoch = part.epoch();
        Incarnation survivor = part.survivor();
        boolean added = holdReports.add(part);
        if (holdReports.complete(epoch, survivor)) {
            transfersFor(epoch).remove(survivor);
            return added;
        }
        Transfer transfer =
                transfersFor(epoch).computeIfAbsent(survivor, any -> new Transfer(maxPartsUnderWay, time.nowNanos()));
        transfer.activeAt = time.nowNanos();
        OptionalInt missing = holdReports.missing(epoch, survivor, transfer.next);
        if (added && missing.isPresent()) {
            transfer.next = missing.getAsInt() + 1;
            effects.send(from, new Packet.ReportRequest(epoch, survivor, missing.getAsInt(), 1));
        }
        return false;
    }

    /** Asks for what is missing here and complete there, unless it is on its way, and answers if it is the other way round. */
    private void onSummary(Incarnation from, Packet.ReportSummary summary) {
        long epoch = summary.epoch();
        SortedSet<Incarnation> complete = holdReports.complete(epoch);
        if (summary.survivors().equals(complete)) {
            return;
        }
        for (Incarnation survivor : summary.survivors()) {
            if (!complete.contains(survivor)) {
                resume(from, epoch, survivor);
            }
        }
        if (!summary.answer() && !summary.survivors().containsAll(complete)) {
            effects.send(from, new Packet.ReportSummary(epoch, complete, true));
        }
    }

    private void resume(Incarnation from, long epoch, Incarnation survivor) {
        Transfer transfer = transfersFor(epoch).get(survivor);
        if (transfer == null || time.nowNanos() - transfer.activeAt >= resendIntervalNanos) {
            int first = holdReports.missing(epoch, survivor, 0).orElseThrow();
            transfersFor(epoch).put(survivor, new Transfer(first + maxPartsUnderWay, time.nowNanos()));
            effects.send(from, new Packet.ReportRequest(epoch, survivor, first, maxPartsUnderWay));
        }
    }

    private SortedMap<Incarnation, Transfer> transfersFor(long epoch) {
        return transfers.computeIfAbsent(epoch, any -> new TreeMap<>());
    }

    /** Forgets the transfers of reports for earlier views. */
    void forgetBefore(long epoch) {
        transfers.headMap(epoch, false).clear();
    }
}
