package org.peerlock.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.peerlock.bench.harness.LockWorkload;

/**
 * One run of the benchmark: measures everything in sequence on the same hosts, so that the results
 * can be compared. All lock implementations are treated alike. Three processes warm up on a workload
 * of many locks. Then the workloads run one after the other, each with a warm-up of its own before
 * it is measured.
 */
final class BenchmarkRun {

    static final String PEERLOCK = "Peerlock";
    static final String STRICT = "Peerlock, cohort 1";
    static final String LOCAL = "java.util.concurrent, within one process";

    /** The number of processes of the workloads for several. */
    static final int PROCESSES = 3;

    private static final LockWorkload WARM_UP = LockWorkload.exclusive(4, 1000);

    private final Path directory;
    private final BenchmarkHosts hosts;
    private final int divisor;
    private final int rounds;
    private final Path log;
    private final LoadRunner warmUp;
    private final LoadRunner runner;
    /** With a longer warm-up, for kinds of locks that the common warm-up has not used. */
    private final LoadRunner longerWarmUpRunner;

    private final Consumer<String> progress;
    private final List<ResultLine> results = new ArrayList<>();
    /** What was not measured, and why. */
    private final List<String> missing = new ArrayList<>();

    private boolean failed;
    private double roundTripNanos = Double.NaN;

    /**
     * @param directory for temporary files
     * @param divisor divides all durations; 1 for a full run
     * @param rounds how often each workload is measured; an odd number, because the round in the
     *     middle is the result
     */
    BenchmarkRun(Path directory, BenchmarkHosts hosts, int divisor, int rounds, Consumer<String> progress) {
        this.directory = directory;
        this.hosts = hosts;
        this.divisor = divisor;
        this.rounds = rounds;
        this.progress = progress;
        log = directory.resolve("workers.log");
        warmUp = loadRunner(0, 13_000);
        runner = loadRunner(1_500, 3_000);
        longerWarmUpRunner = loadRunner(4_500, 3_000);
    }

    /** What runs a workload for the given time, or for a part of it in a quick run. */
    LoadRunner loadRunner(int warmUpMillis, int measureMillis) {
        return new LoadRunner(directory, hosts.counters(), warmUpMillis / divisor, measureMillis / divisor);
    }

    WorkerGroup startWorkers(LockImplementation implementation, int size) throws IOException {
        return new WorkerGroup(implementation, size, hosts.workers(), log);
    }

    /** Starts a server on the host for servers. */
    ServerProcess startServer(LockImplementation implementation, String mainClass) throws IOException {
        return ServerProcess.start(implementation, mainClass, hosts.server(), log);
    }

    int rounds() {
        return rounds;
    }

    /** Tells the user what is being done. */
    void report(String line) {
        progress.accept(line);
    }

    void addResult(ResultLine result) {
        results.add(result);
    }

    List<ResultLine> results() {
        return results;
    }

    List<String> missing() {
        return missing;
    }

    /** Whether a compared product failed, so that the logs of the processes are worth keeping. */
    boolean failed() {
        return failed;
    }

    private void recordFailure(String product, Exception reason) {
        failed = true;
        missing.add(product + ": " + reason.getMessage());
        progress.accept("  not measured, or only in part: " + reason.getMessage());
    }

    double roundTripNanos() {
        return roundTripNanos;
    }

    /** Measures the limits of the machine: a TCP round trip, and the locks of the JDK. */
    void measureLimits(List<BenchmarkCase> cases) throws IOException {
        progress.accept("TCP round trip between two processes");
        roundTripNanos = PingPong.roundTripNanos(hosts, log, runner.warmUpMillis(), runner.measureMillis());
        List<BenchmarkCase> local = cases.stream()
                .filter(benchmarkCase -> benchmarkCase.processes() == 1)
                .toList();
        measure(LOCAL, LockImplementation.LOCAL, 1, Map.of(), local);
    }

    void measurePeerlock(List<BenchmarkCase> cases) throws IOException {
        measure(PEERLOCK, LockImplementation.PEERLOCK, PROCESSES, newCluster(), cases);
        Map<String, String> strict = newCluster();
        strict.put("cohort", "1");
        measure(
                STRICT,
                LockImplementation.PEERLOCK,
                PROCESSES,
                strict,
                cases.stream().filter(BenchmarkCase.CONTENDED::equals).toList());
    }

    /** The options of a new cluster: its name, and the directory of its registry. */
    Map<String, String> newCluster() throws IOException {
        Path registry = Files.createTempDirectory(directory, "cluster");
        Map<String, String> options = new HashMap<>();
        options.put("cluster", registry.getFileName().toString());
        options.put("directory", registry.toString());
        return options;
    }

    /** Measures a compared product, if it was built. */
    void measureProduct(ComparedProduct product, Path root, List<BenchmarkCase> cases) throws IOException {
        if (!product.isBuilt(root)) {
            missing.add(product.title() + ": it could not be built, because its libraries could not be downloaded");
            return;
        }
        LockImplementation implementation = product.implementation(root);
        Map<String, String> options = newCluster();
        try {
            measure(product, implementation, options, cases);
        } catch (IOException | IllegalStateException e) {
            recordFailure(product.title(), e);
        }
    }

    private void measure(
            ComparedProduct product,
            LockImplementation implementation,
            Map<String, String> options,
            List<BenchmarkCase> cases)
            throws IOException {
        String serverClass = product.serverClass();
        if (serverClass == null) {
            measure(product.title(), implementation, PROCESSES, options, cases);
            return;
        }
        try (ServerProcess server = startServer(implementation, serverClass)) {
            options.putAll(server.options());
            measure(product.title(), implementation, PROCESSES, options, cases);
        }
    }

    private void measure(
            String title,
            LockImplementation implementation,
            int processes,
            Map<String, String> options,
            List<BenchmarkCase> cases)
            throws IOException {
        if (cases.isEmpty()) {
            return;
        }
        progress.accept(title);
        try (WorkerGroup workers = startWorkers(implementation, processes)) {
            workers.open(processes, options);
            warmUp(workers, processes);
            for (BenchmarkCase benchmarkCase : cases) {
                measure(workers, title, benchmarkCase);
            }
            workers.call(processes, "close", Map.of());
        } catch (WorkerGroup.UnsupportedException e) {
            throw new IOException(title + ": " + e.getMessage(), e);
        }
    }

    /** Runs the workload that warms up the workers, whose subject must be open. */
    void warmUp(WorkerGroup workers, int processes) throws IOException, WorkerGroup.UnsupportedException {
        warmUp.measure(workers, processes, WARM_UP);
    }

    /** Measures one workload on workers that have warmed up. */
    LoadMeasurement measure(WorkerGroup workers, BenchmarkCase benchmarkCase)
            throws IOException, WorkerGroup.UnsupportedException {
        LockWorkload workload = benchmarkCase.workload();
        return (workload.kind() == WARM_UP.kind() ? runner : longerWarmUpRunner)
                .measure(workers, benchmarkCase.processes(), workload);
    }

    private void measure(WorkerGroup workers, String title, BenchmarkCase benchmarkCase) throws IOException {
        try {
            List<LoadMeasurement> measurements = new ArrayList<>();
            for (int round = 1; round <= rounds; round++) {
                measurements.add(measure(workers, benchmarkCase));
            }
            LoadMeasurement measurement = LoadMeasurement.middle(measurements);
            addResult(new ResultLine(benchmarkCase, title, measurement));
            progress.accept("  " + benchmarkCase.id() + ", " + benchmarkCase.title() + ": "
                    + FigureFormat.number(measurement.acquisitionsPerSecond()) + " acquisitions/s");
        } catch (IllegalStateException e) {
            throw new IllegalStateException(title + ", " + benchmarkCase.id() + ": " + e.getMessage(), e);
        } catch (WorkerGroup.UnsupportedException e) {
            missing.add(title + ", " + benchmarkCase.id() + ": " + e.getMessage());
        }
    }
}
