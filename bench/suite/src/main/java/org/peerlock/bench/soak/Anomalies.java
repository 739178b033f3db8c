package org.peerlock.bench.soak;

import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;

/** All that was found to be wrong so far, by whomever. */
final class Anomalies {

    private final List<Anomaly> all = new CopyOnWriteArrayList<>();
    /** Lives that have lost a lock. */
    private final Set<Long> losers = ConcurrentHashMap.newKeySet();

    void add(Anomaly anomaly) {
        all.add(anomaly);
    }

    void lost(long life) {
        losers.add(life);
    }

    /** Those to which one can have come who had lost a lock, and did not know it yet. */
    List<Anomaly> explained() {
        return all.stream().filter(this::isExplained).toList();
    }

    List<Anomaly> unexplained() {
        return all.stream().filter(anomaly -> !isExplained(anomaly)).toList();
    }

    private boolean isExplained(Anomaly anomaly) {
        return anomaly.suspects().stream().anyMatch(losers::contains);
    }
}
