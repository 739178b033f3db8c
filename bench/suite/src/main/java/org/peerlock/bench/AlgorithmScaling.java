package org.peerlock.bench;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.peerlock.algorithm.Capacity;
import org.peerlock.algorithm.catalogue.CatalogueEntry;
import org.peerlock.bench.harness.LockWorkload;
import org.peerlock.internal.engine.settings.LiveAlgorithms;

/** Every algorithm among more and more processes, with cohorts of one: what the choice of the default one rests on. */
final class AlgorithmScaling {

    private static final List<Integer> PROCESSES = List.of(3, 5, 9);

    /**
     * @param contended all want one lock
     * @param names all want some of a thousand
     */
    private record Line(String algorithm, int processes, LoadMeasurement contended, LoadMeasurement names) {}

    private final BenchmarkRun benchmarkRun;
    private final Path log;
    private final LoadRunner warmUp;
    private final LoadRunner loadRunner;
    private final Consumer<String> progress;
    private final List<Line> lines = new ArrayList<>();

    AlgorithmScaling(BenchmarkRun benchmarkRun, Path directory, int speed, Consumer<String> progress) {
        this.benchmarkRun = benchmarkRun;
        this.progress = progress;
        log = directory.resolve("workers.log");
        warmUp = new LoadRunner(directory, 0, 10_000 / speed);
        loadRunner = new LoadRunner(directory, 500 / speed, 1_000 / speed);
    }

    void run() throws IOException {
        progress.accept("every algorithm among 3, 5 and 9 processes: nine processes start");
        int most = Collections.max(PROCESSES);
        try (WorkerGroup workerGroup = new WorkerGroup(LockImplementation.PEERLOCK, most, log)) {
            workerGroup.tell(most, "open", benchmarkRun.cluster());
            warmUp.measure(workerGroup, most, LockWorkload.exclusive(4, 1000));
            workerGroup.tell(most, "close", Map.of());
            for (int processes : PROCESSES) {
                for (CatalogueEntry<?, ?> algorithm : LiveAlgorithms.all(Capacity.Kind.MUTEX)) {
                    lines.add(measure(workerGroup, algorithm.id(), processes));
                }
            }
        } catch (WorkerGroup.UnsupportedException e) {
            throw new IOException(e.getMessage(), e);
        }
    }

    private Line measure(WorkerGroup workerGroup, String algorithm, int processes)
            throws IOException, WorkerGroup.UnsupportedException {
        progress.accept(algorithm + " among " + processes);
        Map<String, String> options = benchmarkRun.cluster();
        options.put("algorithm", algorithm);
        options.put("cohort", "1");
        options.put("lease", "2"); // they join sooner
        workerGroup.tell(processes, "open", options);
        LoadMeasurement names = loadRunner.measure(workerGroup, processes, LockWorkload.exclusive(4, 1000));
        LoadMeasurement contended = loadRunner.measure(workerGroup, processes, LockWorkload.exclusive(1, 1));
        workerGroup.tell(processes, "close", Map.of());
        return new Line(algorithm, processes, contended, names);
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
        for (Line line : lines) {
            table.add(
                    line.algorithm,
                    Integer.toString(line.processes),
                    FigureFormat.number(line.contended.perSecond()),
                    FigureFormat.number(line.contended.handOffsPerSecond()),
                    FigureFormat.number(line.contended.messagesEachHandOff()),
                    FigureFormat.jain(line.contended.jain()),
                    FigureFormat.number(line.contended.micros(99)),
                    FigureFormat.number(line.names.perSecond()),
                    FigureFormat.number(line.names.messagesEachHandOff()),
                    FigureFormat.number(line.names.micros(99)));
        }
        return table.lines();
    }
}
