package org.peerlock.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.peerlock.bench.harness.LoadResult;
import org.peerlock.bench.harness.LockWorkload;
import org.peerlock.bench.harness.SharedCounters;

/**
 * Runs workloads on a group of workers and measures them.
 *
 * @param directory for temporary files
 * @param counters count what the machine does meanwhile
 * @param warmUpMillis how long a workload runs before it is measured
 * @param measureMillis how long it is measured
 */
record LoadRunner(Path directory, MachineCounters counters, int warmUpMillis, int measureMillis) {

    /** How far ahead the start is scheduled, so that every worker gets the command in time. */
    private static final int LEAD_MILLIS = 100;

    /**
     * Runs a workload on the first workers of the group, whose subject must be open.
     *
     * @throws IllegalStateException if two threads held an exclusive lock at once
     */
    LoadMeasurement measure(WorkerGroup workers, int processes, LockWorkload workload)
            throws IOException, WorkerGroup.UnsupportedException {
        Path file = Files.createTempFile(directory, "counters", "");
        Files.delete(file);
        Map<String, String> options = new HashMap<>(workload.options());
        boolean counted = workload.kind() == LockWorkload.Kind.EXCLUSIVE;
        if (counted) {
            options.put("counters", file.toString());
        }
        workers.call(processes, "prepare", options);
        long start = System.currentTimeMillis() + LEAD_MILLIS;
        CompletableFuture<MachineCounters.Usage> usage =
                CompletableFuture.supplyAsync(() -> counters.during(start + warmUpMillis, measureMillis));
        Map<String, String> window = Map.of(
                "start-millis", Long.toString(start),
                "warm-up-millis", Integer.toString(warmUpMillis),
                "measure-millis", Integer.toString(measureMillis));
        List<LoadResult> results = workers.call(processes, "run", window).stream()
                .map(LoadResult::of)
                .toList();
        LoadMeasurement measurement = LoadMeasurement.of(measureMillis / 1_000.0, results, usage.join());
        if (counted) {
            requireExact(SharedCounters.open(file, workload.locks()).sum(), measurement.total());
            Files.delete(file);
        }
        return measurement;
    }

    /** If two threads held a lock at once, the measurement is worthless. */
    private static void requireExact(long counted, long acquired) {
        if (counted != acquired) {
            throw new IllegalStateException("two threads held a lock at once: " + acquired
                    + " acquisitions, but the counters add up to " + counted);
        }
    }
}
