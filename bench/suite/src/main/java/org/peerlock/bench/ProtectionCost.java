package org.peerlock.bench;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.peerlock.bench.harness.Options;

/**
 * What it costs to protect the connections between hosts. Measures Peerlock with each protection and
 * with plain text. The speed of a machine changes with time, so they take turns, and are compared
 * within each round.
 */
final class ProtectionCost {

    /**
     * How connections between hosts are protected.
     *
     * @param name with the provider of the implementation
     * @param options of the {@link PeerlockSubject}
     */
    private record Protection(String name, Map<String, String> options) {

        static final Protection PLAIN_TEXT = new Protection("plain text", Map.of("plain-text", "true"));

        /** The default is the first. */
        static final List<Protection> ALL = List.of(new Protection("TLS (JDK)", Map.of()), PLAIN_TEXT);
    }

    private final BenchmarkRun benchmarkRun;
    private final String registry;
    private final MarkdownTable table =
            new MarkdownTable("Workload", "Locks", "acquisitions/s", "plain text", "slower by", "least", "most", "CPU");

    private ProtectionCost(BenchmarkRun benchmarkRun, String registry) {
        this.benchmarkRun = benchmarkRun;
        this.registry = registry;
    }

    /**
     * Measures Peerlock, with a registry in PostgreSQL on the host for servers.
     *
     * @param root of the source tree
     */
    static ProtectionCost measure(BenchmarkRun benchmarkRun, Path root, List<BenchmarkCase> cases) throws IOException {
        ComparedProduct product = ComparedProduct.POSTGRESQL;
        String serverClass = Objects.requireNonNull(product.serverClass());
        try (ServerProcess server = benchmarkRun.startServer(product.implementation(root), serverClass)) {
            String url = "jdbc:postgresql://" + Options.text(server.options(), "host") + ":"
                    + Options.text(server.options(), "port") + "/postgres?user=postgres";
            ProtectionCost cost = new ProtectionCost(benchmarkRun, url);
            cost.measure("", Map.of(), cases);
            cost.measure(
                    ", cohort 1",
                    Map.of("cohort", "1"),
                    cases.stream().filter(BenchmarkCase.CONTENDED::equals).toList());
            return cost;
        } catch (WorkerGroup.UnsupportedException e) {
            throw new IOException(e.getMessage(), e);
        }
    }

    /** A line for each workload and each protection. */
    List<String> table() {
        return table.lines();
    }

    /** @param settings a part of the title that names the options */
    private void measure(String settings, Map<String, String> options, List<BenchmarkCase> cases)
            throws IOException, WorkerGroup.UnsupportedException {
        if (cases.isEmpty()) {
            return;
        }
        Map<Protection, WorkerGroup> clusters = new LinkedHashMap<>();
        try {
            for (Protection protection : Protection.ALL) {
                benchmarkRun.report(title(protection, settings));
                WorkerGroup workers = benchmarkRun.startWorkers(LockImplementation.PEERLOCK, BenchmarkRun.PROCESSES);
                clusters.put(protection, workers);
                Map<String, String> all = benchmarkRun.newCluster();
                all.put("registry", registry);
                all.putAll(options);
                all.putAll(protection.options);
                workers.open(BenchmarkRun.PROCESSES, all);
                benchmarkRun.warmUp(workers, BenchmarkRun.PROCESSES);
            }
            for (BenchmarkCase benchmarkCase : cases) {
                measure(settings, clusters, benchmarkCase);
            }
            for (WorkerGroup workers : clusters.values()) {
                workers.call(BenchmarkRun.PROCESSES, "close", Map.of());
            }
        } finally {
            clusters.values().forEach(WorkerGroup::close);
        }
    }

    private static String title(Protection protection, String settings) {
        return BenchmarkRun.PEERLOCK + ", " + protection.name + settings;
    }

    /** Measures a workload in rounds, in which the clusters take turns. */
    private void measure(String settings, Map<Protection, WorkerGroup> clusters, BenchmarkCase benchmarkCase)
            throws IOException, WorkerGroup.UnsupportedException {
        Map<Protection, List<LoadMeasurement>> rounds = new LinkedHashMap<>();
        List<Protection> turns = new ArrayList<>(Protection.ALL);
        for (int round = 1; round <= benchmarkRun.rounds(); round++, Collections.reverse(turns)) {
            for (Protection protection : turns) {
                LoadMeasurement measurement =
                        benchmarkRun.measure(Objects.requireNonNull(clusters.get(protection)), benchmarkCase);
                rounds.computeIfAbsent(protection, any -> new ArrayList<>()).add(measurement);
                benchmarkRun.report("  " + benchmarkCase.id() + ", " + protection.name + ": "
                        + FigureFormat.number(measurement.acquisitionsPerSecond()) + " acquisitions/s");
            }
        }
        List<LoadMeasurement> plain = Objects.requireNonNull(rounds.get(Protection.PLAIN_TEXT));
        rounds.forEach((protection, measured) -> {
            String title = title(protection, settings);
            benchmarkRun.addResult(new ResultLine(benchmarkCase, title, LoadMeasurement.middle(measured)));
            if (!protection.equals(Protection.PLAIN_TEXT)) {
                compare(benchmarkCase, title, plain, measured);
            }
        });
    }

    private void compare(
            BenchmarkCase benchmarkCase, String title, List<LoadMeasurement> plain, List<LoadMeasurement> measured) {
        List<Double> ratios = new ArrayList<>();
        for (int round = 0; round < plain.size(); round++) {
            ratios.add(plain.get(round).acquisitionsPerSecond()
                    / measured.get(round).acquisitionsPerSecond());
        }
        ratios.sort(Comparator.naturalOrder());
        LoadMeasurement middlePlain = LoadMeasurement.middle(plain);
        LoadMeasurement middleMeasured = LoadMeasurement.middle(measured);
        table.add(
                benchmarkCase.id(),
                title,
                FigureFormat.number(middleMeasured.acquisitionsPerSecond()),
                FigureFormat.number(middlePlain.acquisitionsPerSecond()),
                FigureFormat.ratio(ratios.get(ratios.size() / 2), 1),
                FigureFormat.ratio(ratios.get(0), 1),
                FigureFormat.ratio(ratios.get(ratios.size() - 1), 1),
                FigureFormat.ratio(middleMeasured.cpuMicrosPerAcquisition(), middlePlain.cpuMicrosPerAcquisition()));
    }
}
