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
 * Puts loads on a crew, one after the other, and measures.
 *
 * @param warmUpMillis for how long each load goes before it is measured
 * @param measureMillis for how long it is measured
 */
record LoadRunner(Path directory, int warmUpMillis, int measureMillis) {

    /** Time for all to hear of it. */
    private static final int LEAD_MILLIS = 100;

    /** Puts a load on the first so many processes of a crew, whose subject is open. */
    LoadMeasurement measure(WorkerGroup workerGroup, int processes, LockWorkload lockWorkload)
            throws IOException, WorkerGroup.UnsupportedException {
        Path counters = Files.createTempFile(directory, "counters", "");
        Files.delete(counters);
        Map<String, String> options = new HashMap<>(lockWorkload.options());
        boolean counted = lockWorkload.kind() == LockWorkload.Kind.EXCLUSIVE;
        if (counted) {
            options.put("counters", counters.toString());
        }
        workerGroup.tell(processes, "prepare", options);
        long start = System.currentTimeMillis() + LEAD_MILLIS;
        CompletableFuture<MachineCounters.Reading> work =
                CompletableFuture.supplyAsync(() -> MachineCounters.during(start + warmUpMillis, measureMillis));
        Map<String, String> window = Map.of(
                "start", Long.toString(start),
                "warm", Integer.toString(warmUpMillis),
                "measure", Integer.toString(measureMillis));
        List<LoadResult> outcomes = workerGroup.tell(processes, "run", window).stream()
                .map(LoadResult::of)
                .toList();
        LoadMeasurement loadMeasurement = LoadMeasurement.of(measureMillis / 1_000.0, outcomes, work.join());
        if (counted) {
            requireExact(SharedCounters.open(counters, lockWorkload.names()).sum(), loadMeasurement.total());
            Files.delete(counters);
        }
        return loadMeasurement;
    }

    /** Nothing counts of what was measured if two have held a lock at once. */
    private static void requireExact(long counted, long acquired) {
        if (counted != acquired) {
            throw new IllegalStateException(
                    "two have held a lock at once: " + acquired + " acquisitions have counted to " + counted);
        }
    }
}
