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
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.peerlock.bench.process.ChildProcesses;
import org.peerlock.bench.scale.MessageCountSimulation;
import org.peerlock.bench.soak.SoakCommand;
import org.peerlock.bench.storm.StormCommand;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code ./peerlock bench}. */
@Command(
        name = "peerlock bench",
        mixinStandardHelpOptions = true,
        description = {
            "Measure the throughput and latency of Peerlock's locks, and compare them with the limits of this machine and"
                    + " with other products. A full run takes about ten minutes.",
            "",
            "Keep the machine otherwise idle. No process uses a network interface other than loopback.",
            ""
        },
        footer = {
            "",
            "Workloads (the threads do nothing while they hold a lock):",
            "  W1  one process, 1 thread, re-acquires one lock",
            "  W2  3 processes of 1 thread contend for one lock",
            "  W3  one process, 16 threads contend for one lock",
            "  W4  3 processes of 4 threads, 1000 locks, picked at random",
            "  W5  3 processes of 4 threads, one read-write lock, 90 %% reads",
            "  W6  3 processes of 4 threads, a semaphore of 3 permits"
        },
        subcommands = {SoakCommand.class, StormCommand.class, JmhCommand.class},
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:the benchmark ran; it lists what it could not measure",
            "1:two threads held a lock at once, or Peerlock could not be measured",
            "64:invalid arguments",
            "66:the file for --write cannot be read or written"
        },
        exitCodeOnInvalidInput = BenchCommand.USAGE)
final class BenchCommand implements Callable<Integer> {

    static final int FAILED = 1;
    static final int USAGE = 64;
    private static final int NO_FILE = 66;

    static final String SECTION = "measured";

    @Spec
    private CommandSpec spec;

    @Option(
            names = "--only",
            split = ",",
            paramLabel = "WORKLOAD",
            description = "Run only these workloads, for example W2,W4. Implies --no-scaling.")
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
            names = "--scaling",
            negatable = true,
            fallbackValue = "true",
            description =
                    "Also measure every algorithm with 3, 5 and 9 processes and with up to 100 simulated nodes. This is the"
                            + " default without --only.")
    private @Nullable Boolean scaling;

    @Option(
            names = "--quick",
            description =
                    "Divide all durations by 3. The figures are less reliable, because the JIT has compiled less of the code;"
                            + " the performance targets are not checked.")
    private boolean quick;

    @Option(names = "--write", paramLabel = "FILE", description = "Also write the tables into this Markdown file.")
    private @Nullable Path page;

    private boolean failed;
    private volatile boolean finished;

    @Override
    public Integer call() throws IOException {
        PrintWriter out = spec.commandLine().getOut();
        PrintWriter err = spec.commandLine().getErr();
        List<BenchmarkCase> cases = cases();
        MachineCounters.require();
        if (page != null) {
            try {
                MarkdownPage.require(page, SECTION);
            } catch (IOException e) {
                err.println("peerlock bench: " + e.getMessage());
                return NO_FILE;
            }
        }
        Path directory = Files.createTempDirectory("peerlock-bench");
        Runtime.getRuntime().addShutdownHook(new Thread(() -> cleanUp(directory)));
        long start = System.nanoTime();
        try {
            List<String> report = report(cases, directory, line -> {
                err.printf(Locale.ROOT, "%4d s  %s%n", (System.nanoTime() - start) / 1_000_000_000, line);
                err.flush();
            });
            report.forEach(out::println);
            out.flush();
            if (page != null) {
                MarkdownPage.write(page, SECTION, report);
                err.println("Written to " + page);
            }
            err.println("For the meaning of the workloads and columns see docs/BENCHMARKS.md");
            finished = true;
            if (!failed) {
                delete(directory);
            }
            return 0;
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

    private List<String> report(List<BenchmarkCase> cases, Path directory, Consumer<String> progress)
            throws IOException {
        int divisor = quick ? 3 : 1;
        BenchmarkRun benchmarkRun = new BenchmarkRun(directory, divisor, progress);
        benchmarkRun.measureLimits(cases);
        benchmarkRun.measurePeerlock(cases);
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
        report.addAll(
                quick
                        ? List.of("The performance targets are not checked in a quick run.")
                        : PerformanceTargets.table(benchmarkRun));
        report.add("");
        report.addAll(ResultLine.table(benchmarkRun.results()));
        if (!benchmarkRun.missing().isEmpty()) {
            report.add("");
            report.add("Not measured:");
            report.add("");
            benchmarkRun.missing().forEach(each -> report.add("- " + each));
        }
        if (scaling == null ? only.isEmpty() : scaling) {
            AlgorithmScaling algorithms = new AlgorithmScaling(benchmarkRun, directory, divisor, progress);
            algorithms.run();
            report.add("");
            report.addAll(algorithms.table());
            progress.accept("every algorithm with up to 100 simulated nodes");
            report.add("");
            MessageCountSimulation.table(MessageCountSimulation.run()).lines().forEach(report::add);
        }
        failed = benchmarkRun.failed();
        if (failed) {
            progress.accept("the logs of the processes are in " + directory);
        }
        return report;
    }

    private String command() {
        return ("./peerlock bench "
                        + String.join(" ", spec.commandLine().getParseResult().originalArgs()))
                .strip();
    }

    /** The root of the source tree, as passed by the {@code peerlock} script. */
    static Path root() {
        return Path.of(System.getProperty("peerlock.root", "."));
    }

    private List<BenchmarkCase> cases() {
        List<String> unknown = only.stream()
                .filter(id ->
                        BenchmarkCase.ALL.stream().noneMatch(each -> each.id().equalsIgnoreCase(id)))
                .toList();
        if (!unknown.isEmpty()) {
            throw new ParameterException(
                    spec.commandLine(),
                    "unknown workload '" + String.join("', '", unknown) + "': the workloads are W1 to W6");
        }
        return BenchmarkCase.ALL.stream()
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
