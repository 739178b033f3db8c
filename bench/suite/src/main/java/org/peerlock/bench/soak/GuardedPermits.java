package org.peerlock.bench.soak;

import java.util.SortedMap;
import java.util.function.Consumer;

/** A room for as many as a semaphore has permits. */
final class GuardedPermits {

    private final Room room;
    private final int permits;
    private final Consumer<Finding> findings;

    GuardedPermits(Room room, int permits, Consumer<Finding> findings) {
        this.room = room;
        this.permits = permits;
        this.findings = findings;
    }

    int permits() {
        return permits;
    }

    /** Is in there with so many permits. */
    void use(int node, int many, Hold hold, Runnable inside) {
        SortedMap<Long, Long> there = room.enter(node, many);
        try {
            long all = there.values().stream().mapToLong(Long::longValue).sum();
            if (all > permits && hold.isValid()) {
                findings.accept(new Finding(
                        "too many permits", all + " of " + permits + ", by lives " + there, there.keySet()));
            }
            inside.run();
        } finally {
            room.leave(node, many);
        }
    }
}
