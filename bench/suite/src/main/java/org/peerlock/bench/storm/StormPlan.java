package org.peerlock.bench.storm;

import java.nio.file.Path;
import java.time.Duration;

/**
 * What a storm is like.
 *
 * @param seed all random choices are drawn from it
 * @param duration how long faults go on; each kind strikes at least once, however short it is
 * @param registryGap the longest time from one fault of the registry to the next: nobody gets a lock
 *     in the first part of it, because all leases must expire
 * @param directory for logs, records and the registry
 */
record StormPlan(long seed, Duration duration, Duration registryGap, Path directory) {

    /** Long enough for a busy machine to renew it, and short enough to wait for its end. */
    static final Duration LEASE = Duration.ofSeconds(3);

    Path disk() {
        return directory.resolve("disk");
    }

    Path registry() {
        return disk().resolve("registry");
    }

    Path log(String name) {
        return directory.resolve(name + ".log");
    }

    Path record(String name) {
        return directory.resolve(name + ".record");
    }

    Path resources() {
        return directory.resolve("resources");
    }
}
