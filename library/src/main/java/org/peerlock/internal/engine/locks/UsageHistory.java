package org.peerlock.internal.engine.locks;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.peerlock.internal.engine.lockword.UsageMeter;
import org.peerlock.internal.protocol.NodeOverview;

/** How much those locks were used that have been forgotten: all together, and by name those that were used most. */
final class UsageHistory {

    /** Those that are kept by name, and not more than twice as many at any time. */
    private static final int MOST = 1_000;

    private UsageMeter.UsageCounts total = UsageMeter.UsageCounts.NONE;
    private final SortedMap<String, NodeOverview.KnownLock> byName = new TreeMap<>();

    /** A lock is forgotten. */
    void add(NodeOverview.KnownLock lock) {
        total = total.plus(lock.usage());
        if (lock.usage().acquisitions() > 0) {
            byName.merge(lock.lock(), lock, NodeOverview.KnownLock::plus);
        }
        if (byName.size() > 2 * MOST) {
            List<NodeOverview.KnownLock> kept = busiest(byName.values());
            byName.clear();
            kept.forEach(each -> byName.put(each.lock(), each));
        }
    }

    UsageMeter.UsageCounts total() {
        return total;
    }

    /** What is known now together with what was, the busiest first; more than 1000 are left out. */
    List<NodeOverview.KnownLock> with(List<NodeOverview.KnownLock> present) {
        SortedMap<String, NodeOverview.KnownLock> all = new TreeMap<>();
        present.forEach(lock -> all.put(lock.lock(), lock));
        byName.forEach((name, before) -> all.merge(name, before, NodeOverview.KnownLock::plus));
        return busiest(all.values());
    }

    private static List<NodeOverview.KnownLock> busiest(Collection<NodeOverview.KnownLock> some) {
        List<NodeOverview.KnownLock> sorted = new ArrayList<>(some);
        Collections.sort(sorted, NodeOverview.KnownLock.BUSIEST_FIRST);
        return sorted.subList(0, Math.min(MOST, sorted.size()));
    }
}
