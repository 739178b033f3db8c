package org.peerlock.bench.storm;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;

/**
 * What a storm is like.
 *
 * @param seed all random choices are drawn from it
 * @param duration how long faults go on; each kind strikes at least once, however short it is
 * @param directory for logs and records
 */
public record StormPlan(long seed, Duration duration, Path directory) {

    /** Long enough for a busy machine to renew it, and short enough to wait for its end. */
    public static final Duration LEASE = Duration.ofSeconds(3);

    Path log(String name) {
        return directory.resolve(name + ".log");
    }

    Path record(String name) {
        return directory.resolve(name + ".record");
    }

    Path resources() {
        return directory.resolve("resources");
    }

    /** Deletes all logs and records. */
    public void deleteDirectory() throws IOException {
        RegistryDisk.deleteTree(directory);
    }
}
