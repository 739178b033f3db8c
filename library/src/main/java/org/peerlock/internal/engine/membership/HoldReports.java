package org.peerlock.internal.engine.membership;

import java.util.NavigableMap;
import java.util.SortedMap;
import java.util.TreeMap;
import org.peerlock.internal.cluster.Incarnation;
import org.peerlock.internal.cluster.View;
import org.peerlock.internal.protocol.HeldLock;
import org.peerlock.internal.protocol.HoldReport;
import org.peerlock.internal.protocol.HolderMap;

/** What survivors have reported for the views to come, and for the one that runs: a member may learn of it late. */
public class HoldReports {

    private final NavigableMap<Long, NavigableMap<Incarnation, HoldReport>> byEpoch = new TreeMap<>();

    /** Adds what is not there yet: a report never changes. */
    void add(long epoch, SortedMap<Incarnation, HoldReport> reports) {
        NavigableMap<Incarnation, HoldReport> known = byEpoch.computeIfAbsent(epoch, any -> new TreeMap<>());
        reports.forEach(known::putIfAbsent);
    }

    SortedMap<Incarnation, HoldReport> of(long epoch) {
        return byEpoch.getOrDefault(epoch, new TreeMap<>());
    }

    /** Whether all are there that are needed to start a view. */
    boolean complete(View view) {
        return of(view.epoch()).keySet().containsAll(view.survivors());
    }

    /** Who holds which lock when a view begins, whose reports are complete: the same for all its members. */
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

    /** Forgets what was reported for earlier views. */
    void forgetBefore(long epoch) {
        byEpoch.headMap(epoch, false).clear();
    }
}
