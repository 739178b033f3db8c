package org.peerlock.brain;

import java.util.NavigableMap;
import java.util.SortedMap;
import java.util.TreeMap;
import org.peerlock.brain.registry.Incarnation;
import org.peerlock.brain.registry.View;

/** What survivors have reported for the views to come, and for the one that runs: a member may learn of it late. */
class Reports {

    private final NavigableMap<Long, NavigableMap<Incarnation, Report>> byEpoch = new TreeMap<>();

    /** Adds what is not there yet: a report never changes. */
    void add(long epoch, SortedMap<Incarnation, Report> reports) {
        NavigableMap<Incarnation, Report> known = byEpoch.computeIfAbsent(epoch, any -> new TreeMap<>());
        reports.forEach(known::putIfAbsent);
    }

    SortedMap<Incarnation, Report> of(long epoch) {
        return byEpoch.getOrDefault(epoch, new TreeMap<>());
    }

    /** Whether all are there that are needed to start a view. */
    boolean complete(View view) {
        return of(view.epoch()).keySet().containsAll(view.survivors());
    }

    /** Who holds which lock when a view begins, whose reports are complete: the same for all its members. */
    Holders holders(View view) {
        SortedMap<Incarnation, Report> reports = new TreeMap<>(of(view.epoch()));
        reports.keySet().retainAll(view.survivors());
        return merged(reports);
    }

    static Holders merged(SortedMap<Incarnation, Report> reports) {
        SortedMap<String, SortedMap<Incarnation, Held>> byLock = new TreeMap<>();
        reports.forEach((survivor, report) -> report.holds()
                .forEach((lock, held) ->
                        byLock.computeIfAbsent(lock, any -> new TreeMap<>()).put(survivor, held)));
        return new Holders(byLock);
    }

    /** Forgets what was reported for earlier views. */
    void forgetBefore(long epoch) {
        byEpoch.headMap(epoch, false).clear();
    }
}
