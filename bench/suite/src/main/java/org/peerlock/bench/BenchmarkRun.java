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
 * Everything is measured one after the other on one machine, and can be compared. Locks of every make are treated alike: three
 * processes get warm under a mixed load, and then come the loads of the table, each of which is left to settle before it is measured.
 */
final class BenchmarkRun {

    static final String PEERLOCK = "Peerlock";
    static final String STRICT = "Peerlock, cohort 1";
    static final String LOCAL = "java.util.concurrent, within one process";

    private static final int PROCESSES = 3;
    private static final LockWorkload MIXED = LockWorkload.exclusive(4, 1000);

    private final Path directory;
    private final Path log;
    private final LoadRunner warmUp;
    private final LoadRunner loadRunner;
    /** For what the mixed load has not made warm. */
    private final LoadRunner colder;

    private final Consumer<String> progress;
    private final List<ResultLine> lines = new ArrayList<>();
    /** What could not be measured, and why. */
    private final List<String> missing = new ArrayList<>();

    private boolean failed;
    private double roundTripNanos = Double.NaN;

    /**
     * @param directory for what is needed meanwhile
     * @param speed 1 as it should be; with more, everything is that much shorter
     */
    BenchmarkRun(Path directory, int speed, Consumer<String> progress) {
        this.directory = directory;
        this.progress = progress;
        log = directory.resolve("workers.log");
        warmUp = new LoadRunner(directory, 0, 13_000 / speed);
        loadRunner = new LoadRunner(directory, 1_500 / speed, 3_000 / speed);
        colder = new LoadRunner(directory, 4_500 / speed, 3_000 / speed);
    }

    List<ResultLine> lines() {
        return lines;
    }

    List<String> missing() {
        return missing;
    }

    /** Whether something went wrong with a peer, so that somebody will want to read what the processes have said. */
    boolean failed() {
        return failed;
    }

    private void fail(String what, Exception reason) {
        failed = true;
        missing.add(what + ": " + reason.getMessage());
        progress.accept("  not measured, or not all: " + reason.getMessage());
    }

    double roundTripNanos() {
        return roundTripNanos;
    }

    /** What the machine allows, whatever the lock. */
    void limits(List<BenchmarkCase> workloads) throws IOException {
        progress.accept("two processes and a TCP connection");
        roundTripNanos = PingPong.roundTripNanos(loadRunner.warmUpMillis(), loadRunner.measureMillis());
        List<BenchmarkCase> comparable = workloads.stream()
                .filter(benchmarkCase -> benchmarkCase.processes() == 1)
                .toList();
        measure(LOCAL, LockImplementation.LOCAL, 1, Map.of(), comparable);
    }

    void peerlock(List<BenchmarkCase> workloads) throws IOException {
        measure(PEERLOCK, LockImplementation.PEERLOCK, PROCESSES, cluster(), workloads);
        Map<String, String> strict = cluster();
        strict.put("cohort", "1");
        measure(
                STRICT,
                LockImplementation.PEERLOCK,
                PROCESSES,
                strict,
                workloads.stream().filter(BenchmarkCase.CONTENDED::equals).toList());
    }

    /** A new cluster, and where its processes meet. */
    Map<String, String> cluster() throws IOException {
        Path meetingPlace = Files.createTempDirectory(directory, "cluster");
        Map<String, String> options = new HashMap<>();
        options.put("cluster", meetingPlace.getFileName().toString());
        options.put("directory", meetingPlace.toString());
        return options;
    }

    /** A peer, if it can be had. */
    void peer(ComparedProduct comparedProduct, Path root, List<BenchmarkCase> workloads) throws IOException {
        if (!comparedProduct.isThere(root)) {
            missing.add(comparedProduct.title() + ": its libraries could not be fetched");
            return;
        }
        LockImplementation lockImplementation = comparedProduct.make(root);
        Map<String, String> options = cluster();
        try {
            measure(comparedProduct, lockImplementation, options, workloads);
        } catch (IOException | IllegalStateException e) {
            fail(comparedProduct.title(), e);
        }
    }

    private void measure(
            ComparedProduct comparedProduct,
            LockImplementation lockImplementation,
            Map<String, String> options,
            List<BenchmarkCase> workloads)
            throws IOException {
        String main = comparedProduct.server();
        if (main == null) {
            measure(comparedProduct.title(), lockImplementation, PROCESSES, options, workloads);
            return;
        }
        try (ServerProcess serverProcess = ServerProcess.start(lockImplementation, main, log)) {
            options.putAll(serverProcess.options());
            measure(comparedProduct.title(), lockImplementation, PROCESSES, options, workloads);
        }
    }

    private void measure(
            String locks,
            LockImplementation lockImplementation,
            int processes,
            Map<String, String> options,
            List<BenchmarkCase> workloads)
            throws IOException {
        if (workloads.isEmpty()) {
            return;
        }
        progress.accept(locks);
        try (WorkerGroup workerGroup = new WorkerGroup(lockImplementation, processes, log)) {
            workerGroup.tell(processes, "open", options);
            warmUp.measure(workerGroup, processes, MIXED);
            for (BenchmarkCase benchmarkCase : workloads) {
                measure(workerGroup, locks, benchmarkCase);
            }
            workerGroup.tell(processes, "close", Map.of());
        } catch (WorkerGroup.UnsupportedException e) {
            throw new IOException(locks + ": " + e.getMessage(), e);
        }
    }

    private void measure(WorkerGroup workerGroup, String locks, BenchmarkCase benchmarkCase) throws IOException {
        try {
            LockWorkload lockWorkload = benchmarkCase.load();
            LoadMeasurement loadMeasurement = (lockWorkload.kind() == MIXED.kind() ? loadRunner : colder)
                    .measure(workerGroup, benchmarkCase.processes(), lockWorkload);
            lines.add(new ResultLine(benchmarkCase, locks, loadMeasurement));
            progress.accept("  " + benchmarkCase.id() + ", " + benchmarkCase.title() + ": "
                    + FigureFormat.number(loadMeasurement.perSecond()) + " acquisitions a second");
        } catch (IllegalStateException e) {
            throw new IllegalStateException(locks + ", " + benchmarkCase.id() + ": " + e.getMessage(), e);
        } catch (WorkerGroup.UnsupportedException e) {
            missing.add(locks + ", " + benchmarkCase.id() + ": " + e.getMessage());
        }
    }
}
