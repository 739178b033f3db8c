package org.peerlock.bench.soak;

import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;

/** All that was found to be wrong so far, by whomever. */
final class Findings {

    private final List<Finding> all = new CopyOnWriteArrayList<>();
    /** Lives that have lost a lock. */
    private final Set<Long> losers = ConcurrentHashMap.newKeySet();

    void add(Finding finding) {
        all.add(finding);
    }

    void lost(long life) {
        losers.add(life);
    }

    /** Those to which one can have come who had lost a lock, and did not know it yet. */
    List<Finding> explained() {
        return all.stream().filter(this::isExplained).toList();
    }

    List<Finding> unexplained() {
        return all.stream().filter(finding -> !isExplained(finding)).toList();
    }

    private boolean isExplained(Finding finding) {
        return finding.suspects().stream().anyMatch(losers::contains);
    }
}
