package org.peerlock.bench.soak;

import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;

/** All anomalies that any process has reported so far. */
final class Anomalies {

    private final List<Anomaly> all = new CopyOnWriteArrayList<>();
    private final Set<Long> incarnationsWithLostLocks = ConcurrentHashMap.newKeySet();

    void add(Anomaly anomaly) {
        all.add(anomaly);
    }

    /** A process with this incarnation has lost a lock. */
    void lockLost(long incarnation) {
        incarnationsWithLostLocks.add(incarnation);
    }

    /**
     * Anomalies that a process can have caused because it did not yet know that its lock was lost.
     */
    List<Anomaly> explained() {
        return all.stream().filter(this::isExplained).toList();
    }

    List<Anomaly> unexplained() {
        return all.stream().filter(anomaly -> !isExplained(anomaly)).toList();
    }

    private boolean isExplained(Anomaly anomaly) {
        return anomaly.suspects().stream().anyMatch(incarnationsWithLostLocks::contains);
    }
}
