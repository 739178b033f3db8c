package org.peerlock.bench.storm;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

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

    /** The records of processes. */
    Map<String, List<StormEvent>> records(List<String> names) throws IOException {
        Map<String, List<StormEvent>> records = new HashMap<>();
        for (String name : names) {
            records.put(name, StormRecord.read(record(name)));
        }
        return records;
    }

    Path resources() {
        return directory.resolve("resources");
    }

    /** Deletes all logs and records. */
    public void deleteDirectory() throws IOException {
        RegistryDisk.deleteTree(directory);
    }
}
