package org.peerlock.brain;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.peerlock.brain.word.Usage;

/** How much those locks were used that have been forgotten: all together, and by name those that were used most. */
final class Past {

    /** Those that are kept by name, and not more than twice as many at any time. */
    private static final int MOST = 1_000;

    private Usage.Counts total = Usage.Counts.NONE;
    private final SortedMap<String, Overview.Known> byName = new TreeMap<>();

    /** A lock is forgotten. */
    void add(Overview.Known lock) {
        total = total.plus(lock.usage());
        if (lock.usage().acquisitions() > 0) {
            byName.merge(lock.lock(), lock, Overview.Known::plus);
        }
        if (byName.size() > 2 * MOST) {
            List<Overview.Known> kept = busiest(byName.values());
            byName.clear();
            kept.forEach(each -> byName.put(each.lock(), each));
        }
    }

    Usage.Counts total() {
        return total;
    }

    /** What is known now together with what was, the busiest first; more than 1000 are left out. */
    List<Overview.Known> with(List<Overview.Known> present) {
        SortedMap<String, Overview.Known> all = new TreeMap<>();
        present.forEach(lock -> all.put(lock.lock(), lock));
        byName.forEach((name, before) -> all.merge(name, before, Overview.Known::plus));
        return busiest(all.values());
    }

    private static List<Overview.Known> busiest(Collection<Overview.Known> some) {
        List<Overview.Known> sorted = new ArrayList<>(some);
        Collections.sort(sorted, Overview.Known.BUSIEST_FIRST);
        return sorted.subList(0, Math.min(MOST, sorted.size()));
    }
}
