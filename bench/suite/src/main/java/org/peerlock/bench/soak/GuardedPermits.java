package org.peerlock.bench.soak;

import java.util.SortedMap;
import java.util.function.Consumer;

/** Detects that the permits in use exceed the permits of the semaphore. */
final class GuardedPermits {

    private final OccupancyCounter occupancy;
    private final int permits;
    private final Consumer<Anomaly> onAnomaly;

    GuardedPermits(OccupancyCounter occupancy, int permits, Consumer<Anomaly> onAnomaly) {
        this.occupancy = occupancy;
        this.permits = permits;
        this.onAnomaly = onAnomaly;
    }

    int permits() {
        return permits;
    }

    /** Uses {@code count} permits while {@code inside} runs. */
    void use(int node, int count, SoakHold hold, Runnable inside) {
        SortedMap<Long, Long> used = occupancy.enter(node, count);
        try {
            long total = used.values().stream().mapToLong(Long::longValue).sum();
            if (total > permits && hold.isValid()) {
                onAnomaly.accept(new Anomaly(
                        "too many permits in use",
                        total + " of " + permits + ", by incarnation: " + used,
                        used.keySet()));
            }
            inside.run();
        } finally {
            occupancy.leave(node, count);
        }
    }
}
