package org.peerlock.bench.soak;

import java.util.SortedMap;
import java.util.function.Consumer;

/** A room for as many as a semaphore has permits. */
final class GuardedPermits {

    private final OccupancyCounter occupancyCounter;
    private final int permits;
    private final Consumer<Anomaly> findings;

    GuardedPermits(OccupancyCounter occupancyCounter, int permits, Consumer<Anomaly> findings) {
        this.occupancyCounter = occupancyCounter;
        this.permits = permits;
        this.findings = findings;
    }

    int permits() {
        return permits;
    }

    /** Is in there with so many permits. */
    void use(int node, int many, SoakHold soakHold, Runnable inside) {
        SortedMap<Long, Long> there = occupancyCounter.enter(node, many);
        try {
            long all = there.values().stream().mapToLong(Long::longValue).sum();
            if (all > permits && soakHold.isValid()) {
                findings.accept(new Anomaly(
                        "too many permits", all + " of " + permits + ", by lives " + there, there.keySet()));
            }
            inside.run();
        } finally {
            occupancyCounter.leave(node, many);
        }
    }
}
