package org.peerlock.bench;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.peerlock.bench.process.ChildProcesses;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** A command that measures workloads and prints the results as tables. */
abstract class WorkloadCommand implements Callable<Integer> {

    static final int FAILED = 1;
    static final int USAGE = 64;
    static final int NO_FILE = 66;
    static final int UNAVAILABLE = 69;

    private static final int QUICK_DIVISOR = 3;

    @Spec
    private CommandSpec spec;

    @Option(
            names = "--only",
            split = ",",
            paramLabel = "WORKLOAD",
            description = "Run only these workloads, for example W2,W4.")
    private List<String> only = new ArrayList<>();

    @Option(
            names = "--peers",
            negatable = true,
            defaultValue = "true",
            fallbackValue = "true",
            description =
                    "Also measure other products: PostgreSQL, Redis, ZooKeeper, JGroups and Hazelcast. This is the default.")
    private boolean peers;

    @Option(
            names = "--quick",
            description =
                    "Divide all durations by 3. The figures are less reliable, because the JIT has compiled less of the code.")
    private boolean quick;

    @Option(names = "--write", paramLabel = "FILE", description = "Also write the tables into this Markdown file.")
    private @Nullable Path page;

    private volatile boolean finished;

    /** How often each workload is measured: an odd number. */
    abstract int rounds();

    /** The workloads that this command can measure. */
    abstract List<BenchmarkCase> workloads();

    /** The section of a page that {@code --write} replaces. */
    abstract String section();

    /** @throws IOException if something is missing; its message says what to do about it */
    abstract BenchmarkHosts openHosts() throws IOException;

    abstract void measurePeerlock(BenchmarkRun benchmarkRun, List<BenchmarkCase> cases) throws IOException;

    /** What stands above the table of results. */
    abstract List<String> summary(BenchmarkRun benchmarkRun);

    /** Measures what else there is to measure. Returns what stands below the table of results. */
    List<String> measureMore(BenchmarkRun benchmarkRun) throws IOException {
        return List.of();
    }

    @Override
    public Integer call() throws IOException {
        List<BenchmarkCase> cases = cases();
        if (page != null) {
            try {
                MarkdownPage.require(page, section());
            } catch (IOException e) {
                return refuse(e, NO_FILE);
            }
        }
        BenchmarkHosts opened;
        try {
            opened = openHosts();
        } catch (IOException e) {
            return refuse(e, UNAVAILABLE);
        }
        try (BenchmarkHosts hosts = opened) {
            run(cases, hosts);
        }
        return 0;
    }

    private int refuse(IOException reason, int exitCode) {
        spec.commandLine().getErr().println("peerlock bench: " + reason.getMessage());
        return exitCode;
    }

    private void run(List<BenchmarkCase> cases, BenchmarkHosts hosts) throws IOException {
        PrintWriter out = spec.commandLine().getOut();
        PrintWriter err = spec.commandLine().getErr();
        hosts.counters().require();
        Path directory = Files.createTempDirectory("peerlock-bench");
        Runtime.getRuntime().addShutdownHook(new Thread(() -> cleanUp(directory)));
        long start = System.nanoTime();
        try {
            int divisor = quick ? QUICK_DIVISOR : 1;
            BenchmarkRun benchmarkRun = new BenchmarkRun(directory, hosts, divisor, rounds(), line -> {
                err.printf(Locale.ROOT, "%4d s  %s%n", (System.nanoTime() - start) / 1_000_000_000, line);
                err.flush();
            });
            List<String> report = report(benchmarkRun, cases);
            report.forEach(out::println);
            out.flush();
            if (page != null) {
                MarkdownPage.write(page, section(), report);
                err.println("Written to " + page);
            }
            err.println("For the meaning of the workloads and columns see docs/BENCHMARKS.md");
            finished = true;
            if (benchmarkRun.failed()) {
                err.println("The logs of the processes are in " + directory);
            } else {
                delete(directory);
            }
        } catch (IOException | RuntimeException e) {
            finished = true;
            err.println("The logs of the processes are in " + directory);
            throw e;
        }
    }

    /** Leaves nothing behind if the command is interrupted. */
    private void cleanUp(Path directory) {
        if (!finished) {
            ChildProcesses.stopAll();
            try {
                delete(directory);
            } catch (IOException | UncheckedIOException e) {
                spec.commandLine().getErr().println("cannot delete " + directory + ": " + e.getMessage());
            }
        }
    }

    private List<String> report(BenchmarkRun benchmarkRun, List<BenchmarkCase> cases) throws IOException {
        benchmarkRun.measureLimits(cases);
        measurePeerlock(benchmarkRun, cases);
        if (peers) {
            for (ComparedProduct product : ComparedProduct.ALL) {
                benchmarkRun.measureProduct(product, root(), cases);
            }
        }
        List<String> report = new ArrayList<>();
        report.add("Measured on " + LocalDate.now(ZoneOffset.UTC) + " with `" + command() + "`");
        report.add("on " + MachineCounters.description() + ".");
        report.add(String.format(
                Locale.ROOT,
                "A TCP round trip between two processes took %.1f µs: %s one-way messages a second.",
                benchmarkRun.roundTripNanos() / 1_000,
                FigureFormat.number(2e9 / benchmarkRun.roundTripNanos())));
        report.add("");
        report.addAll(summary(benchmarkRun));
        report.add("");
        report.addAll(ResultLine.table(benchmarkRun.results()));
        if (!benchmarkRun.missing().isEmpty()) {
            report.add("");
            report.add("Not measured:");
            report.add("");
            benchmarkRun.missing().forEach(each -> report.add("- " + each));
        }
        report.addAll(measureMore(benchmarkRun));
        return report;
    }

    /** Whether this is a quick run, whose figures are less reliable. */
    final boolean isQuick() {
        return quick;
    }

    /** Whether some workloads are left out. */
    final boolean isSelective() {
        return !only.isEmpty();
    }

    private String command() {
        return ("./peerlock bench "
                        + String.join(
                                " ", spec.root().commandLine().getParseResult().originalArgs()))
                .strip();
    }

    /** The root of the source tree, as passed by the {@code peerlock} script. */
    static Path root() {
        return Path.of(System.getProperty("peerlock.root", "."));
    }

    private List<BenchmarkCase> cases() {
        List<String> unknown = only.stream()
                .filter(id -> workloads().stream().noneMatch(each -> each.id().equalsIgnoreCase(id)))
                .toList();
        if (!unknown.isEmpty()) {
            throw new ParameterException(
                    spec.commandLine(),
                    "unknown workload '" + String.join("', '", unknown) + "': the workloads are "
                            + String.join(
                                    ", ",
                                    workloads().stream().map(BenchmarkCase::id).toList()));
        }
        return workloads().stream()
                .filter(each -> only.isEmpty() || only.stream().anyMatch(each.id()::equalsIgnoreCase))
                .toList();
    }

    private static void delete(Path directory) throws IOException {
        try (Stream<Path> files = Files.walk(directory)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(file);
            }
        }
    }
}
