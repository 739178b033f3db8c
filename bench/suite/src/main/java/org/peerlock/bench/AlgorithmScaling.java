package org.peerlock.bench;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.peerlock.algorithm.Capacity;
import org.peerlock.algorithm.catalogue.CatalogueEntry;
import org.peerlock.bench.harness.LockWorkload;
import org.peerlock.internal.engine.settings.LiveAlgorithms;

/**
 * Measures every algorithm with 3, 5 and 9 processes and a cohort of 1. The choice of the default
 * algorithm rests on these figures.
 */
final class AlgorithmScaling {

    private static final List<Integer> PROCESSES = List.of(3, 5, 9);
    private static final LockWorkload ONE_LOCK = LockWorkload.exclusive(1, 1);
    private static final LockWorkload MANY_LOCKS = LockWorkload.exclusive(4, 1000);

    private record ScalingResult(String algorithm, int processes, LoadMeasurement oneLock, LoadMeasurement manyLocks) {}

    private final BenchmarkRun benchmarkRun;
    private final LoadRunner warmUp;
    private final LoadRunner runner;
    private final List<ScalingResult> results = new ArrayList<>();

    AlgorithmScaling(BenchmarkRun benchmarkRun) {
        this.benchmarkRun = benchmarkRun;
        warmUp = benchmarkRun.loadRunner(0, 10_000);
        runner = benchmarkRun.loadRunner(500, 1_000);
    }

    void run() throws IOException {
        benchmarkRun.report("every algorithm with 3, 5 and 9 processes: starting nine processes");
        int most = Collections.max(PROCESSES);
        try (WorkerGroup workers = benchmarkRun.startWorkers(LockImplementation.PEERLOCK, most)) {
            workers.open(most, benchmarkRun.newCluster());
            warmUp.measure(workers, most, MANY_LOCKS);
            workers.call(most, "close", Map.of());
            for (int processes : PROCESSES) {
                for (CatalogueEntry<?, ?> algorithm : LiveAlgorithms.all(Capacity.Kind.MUTEX)) {
                    results.add(measure(workers, algorithm.id(), processes));
                }
            }
        } catch (WorkerGroup.UnsupportedException e) {
            throw new IOException(e.getMessage(), e);
        }
    }

    private ScalingResult measure(WorkerGroup workers, String algorithm, int processes)
            throws IOException, WorkerGroup.UnsupportedException {
        benchmarkRun.report(algorithm + ", " + processes + " processes");
        Map<String, String> options = benchmarkRun.newCluster();
        options.put("algorithm", algorithm);
        options.put("cohort", "1");
        options.put("lease", "2"); // a shorter lease makes joining faster
        workers.open(processes, options);
        LoadMeasurement manyLocks = runner.measure(workers, processes, MANY_LOCKS);
        LoadMeasurement oneLock = runner.measure(workers, processes, ONE_LOCK);
        workers.call(processes, "close", Map.of());
        return new ScalingResult(algorithm, processes, oneLock, manyLocks);
    }

    List<String> table() {
        MarkdownTable table = new MarkdownTable(
                "Algorithm",
                "processes",
                "W2 acquisitions/s",
                "hand-offs/s",
                "messages per hand-off",
                "Jain",
                "p99 µs",
                "W4 acquisitions/s",
                "messages per hand-off",
                "p99 µs");
        for (ScalingResult result : results) {
            table.add(
                    result.algorithm,
                    Integer.toString(result.processes),
                    FigureFormat.number(result.oneLock.acquisitionsPerSecond()),
                    FigureFormat.number(result.oneLock.handOffsPerSecond()),
                    FigureFormat.number(result.oneLock.messagesPerHandOff()),
                    FigureFormat.jain(result.oneLock.jain()),
                    FigureFormat.number(result.oneLock.latencyMicros(99)),
                    FigureFormat.number(result.manyLocks.acquisitionsPerSecond()),
                    FigureFormat.number(result.manyLocks.messagesPerHandOff()),
                    FigureFormat.number(result.manyLocks.latencyMicros(99)));
        }
        return table.lines();
    }
}
