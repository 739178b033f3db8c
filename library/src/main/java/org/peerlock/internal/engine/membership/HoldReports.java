package org.peerlock.internal.engine.membership;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.OptionalInt;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.peerlock.internal.cluster.Incarnation;
import org.peerlock.internal.cluster.View;
import org.peerlock.internal.protocol.HeldLock;
import org.peerlock.internal.protocol.HoldReport;
import org.peerlock.internal.protocol.HolderMap;
import org.peerlock.internal.protocol.Packet.ReportPart;

/**
 * The reports of survivors for the next view, and for the current one, which a member may learn of late. Each report consists of
 * parts, which may arrive in any order. A part never changes.
 */
public class HoldReports {

    /** About what a packet needs for a lock besides its name and its shares. */
    private static final int LOCK_BYTES = 4;

    private static final int SHARE_BYTES = 12;

    private final int maxPartBytes;
    private final NavigableMap<Long, SortedMap<Incarnation, SortedMap<Integer, ReportPart>>> byEpoch = new TreeMap<>();
    /** The survivors all of whose parts are here. */
    private final NavigableMap<Long, SortedSet<Incarnation>> complete = new TreeMap<>();

    /** @param maxPartBytes about how large a part may be; a single lock is a part, whatever its size */
    HoldReports(int maxPartBytes) {
        this.maxPartBytes = maxPartBytes;
    }

    /** Adds the report of a survivor, divided in the order of names. */
    void add(long epoch, Incarnation survivor, HoldReport report) {
        List<SortedMap<String, HeldLock>> parts = parts(report.holds());
        for (int i = 0; i < parts.size(); i++) {
            add(new ReportPart(epoch, survivor, i, parts.size(), parts.get(i)));
        }
    }

    private List<SortedMap<String, HeldLock>> parts(SortedMap<String, HeldLock> holds) {
        List<SortedMap<String, HeldLock>> parts = new ArrayList<>();
        SortedMap<String, HeldLock> last = new TreeMap<>();
        parts.add(last);
        long bytes = 0;
        for (Map.Entry<String, HeldLock> hold : holds.entrySet()) {
            long more = bytes(hold.getKey(), hold.getValue());
            if (!last.isEmpty() && bytes + more > maxPartBytes) {
                last = new TreeMap<>();
                parts.add(last);
                bytes = 0;
            }
            last.put(hold.getKey(), hold.getValue());
            bytes += more;
        }
        return parts;
    }

    private static long bytes(String lock, HeldLock heldLock) {
        return lock.length()
                + LOCK_BYTES
                + (long) SHARE_BYTES * heldLock.shares().size();
    }

    /** Adds a part, unless it is known. Returns whether it was new. */
    boolean add(ReportPart part) {
        SortedMap<Integer, ReportPart> known = byEpoch.computeIfAbsent(part.epoch(), any -> new TreeMap<>())
                .computeIfAbsent(part.survivor(), any -> new TreeMap<>());
        boolean added = known.putIfAbsent(part.part(), part) == null;
        if (added && known.size() == count(known)) {
            complete.computeIfAbsent(part.epoch(), any -> new TreeSet<>()).add(part.survivor());
        }
        return added;
    }

    private SortedMap<Incarnation, SortedMap<Integer, ReportPart>> of(long epoch) {
        return byEpoch.getOrDefault(epoch, Collections.emptySortedMap());
    }

    private SortedMap<Integer, ReportPart> of(long epoch, Incarnation survivor) {
        return of(epoch).getOrDefault(survivor, Collections.emptySortedMap());
    }

    /** A part of a report; null if it is not here. */
    @Nullable ReportPart part(long epoch, Incarnation survivor, int part) {
        return of(epoch, survivor).get(part);
    }

    /** The first part of a report that is not here, from this number on; empty if there is none, as far as this node knows. */
    OptionalInt missing(long epoch, Incarnation survivor, int from) {
        SortedMap<Integer, ReportPart> known = of(epoch, survivor);
        int parts = count(known);
        int part = from;
        while (known.containsKey(part)) {
            part++;
        }
        return part < parts ? OptionalInt.of(part) : OptionalInt.empty();
    }

    /** How many parts a report has, as each of them says; 1 if none is here. */
    private static int count(SortedMap<Integer, ReportPart> known) {
        return known.values().stream().findFirst().map(ReportPart::parts).orElse(1);
    }

    /** Whether all parts of a report are here. */
    boolean complete(long epoch, Incarnation survivor) {
        return complete(epoch).contains(survivor);
    }

    /** The survivors whose reports for a view are complete here, now and later. */
    SortedSet<Incarnation> complete(long epoch) {
        return Collections.unmodifiableSortedSet(complete.getOrDefault(epoch, Collections.emptySortedSet()));
    }

    /** Whether all reports are here that a view needs. */
    boolean complete(View view) {
        SortedSet<Incarnation> here = complete(view.epoch());
        return here.size() >= view.survivors().size()
                && here.containsAll(view.survivors()); // the sizes nearly always differ
    }

    /** The holders when a view begins whose reports are complete: the same at all its members. */
    HolderMap holders(View view) {
        Map<String, SortedMap<Incarnation, HeldLock>> byLock = new LinkedHashMap<>();
        for (Incarnation survivor : view.survivors()) {
            for (ReportPart part : of(view.epoch(), survivor).values()) {
                part.holds()
                        .forEach((lock, heldLock) -> byLock.computeIfAbsent(lock, any -> new TreeMap<>())
                                .put(survivor, heldLock));
            }
        }
        return new HolderMap(byLock);
    }

    /** Forgets the reports for earlier views. */
    void forgetBefore(long epoch) {
        byEpoch.headMap(epoch, false).clear();
        complete.headMap(epoch, false).clear();
    }
}
