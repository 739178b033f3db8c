package org.peerlock.internal.engine.membership;

import java.util.NavigableMap;
import java.util.SortedMap;
import java.util.TreeMap;
import org.peerlock.internal.cluster.Incarnation;
import org.peerlock.internal.cluster.View;
import org.peerlock.internal.protocol.HeldLock;
import org.peerlock.internal.protocol.HoldReport;
import org.peerlock.internal.protocol.HolderMap;

/** The reports of survivors for the next view, and for the current one, which a member may learn of late. */
public class HoldReports {

    private final NavigableMap<Long, NavigableMap<Incarnation, HoldReport>> byEpoch = new TreeMap<>();

    /** Adds the reports that are new. A report never changes. */
    void add(long epoch, SortedMap<Incarnation, HoldReport> reports) {
        NavigableMap<Incarnation, HoldReport> known = byEpoch.computeIfAbsent(epoch, any -> new TreeMap<>());
        reports.forEach(known::putIfAbsent);
    }

    SortedMap<Incarnation, HoldReport> of(long epoch) {
        return byEpoch.getOrDefault(epoch, new TreeMap<>());
    }

    /** Whether all reports are there that a view needs. */
    boolean complete(View view) {
        return of(view.epoch()).keySet().containsAll(view.survivors());
    }

    /** The holders when a view begins whose reports are complete: the same at all its members. */
    HolderMap holders(View view) {
        SortedMap<Incarnation, HoldReport> reports = new TreeMap<>(of(view.epoch()));
        reports.keySet().retainAll(view.survivors());
        return merged(reports);
    }

    public static HolderMap merged(SortedMap<Incarnation, HoldReport> reports) {
        SortedMap<String, SortedMap<Incarnation, HeldLock>> byLock = new TreeMap<>();
        reports.forEach((survivor, holdReport) -> holdReport
                .holds()
                .forEach((lock, heldLock) ->
                        byLock.computeIfAbsent(lock, any -> new TreeMap<>()).put(survivor, heldLock)));
        return new HolderMap(byLock);
    }

    /** Forgets the reports for earlier views. */
    void forgetBefore(long epoch) {
        byEpoch.headMap(epoch, false).clear();
    }
}
