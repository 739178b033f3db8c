package org.peerlock.registry.zookeeper;

import java.time.Duration;

/** When the time limit of a call ends. */
final class Deadline {

    private final long atNanos;

    private Deadline(long atNanos) {
        this.atNanos = atNanos;
    }

    static Deadline in(Duration timeout) {
        return new Deadline(System.nanoTime() + timeout.toNanos());
    }

    /** Zero if it has passed. */
    long remainingNanos() {
        return Math.max(0, atNanos - System.nanoTime());
    }

    boolean hasPassed() {
        return remainingNanos() == 0;
    }
}
