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
import org.peerlock.bench.scale.MessageCountSimulation;
import org.peerlock.bench.soak.SoakCommand;
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
            "Measure how fast locks are had: Peerlock's, beside the limits of this machine and what else there is, in one"
                    + " sitting of about ten minutes.",
            "The machine should do nothing else meanwhile. All processes talk on the loopback interface only."
        },
        footer = {
            "",
            "Loads:",
            "  W1  one process re-acquires one lock",
            "  W2  three processes, one thread each, one lock, nothing done while it is held",
            "  W3  one process, 16 threads, one lock",
            "  W4  three processes of 4 threads, 1000 locks",
            "  W5  three processes of 4 threads, a read-write lock, 90 %% readers",
            "  W6  three processes of 4 threads, a semaphore of 3 permits"
        },
        subcommands = {SoakCommand.class, JmhCommand.class},
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:measured; what was not is said",
            "1:two have held a lock at once, or Peerlock could not be measured",
            "64:the command was not understood",
            "66:the page cannot be read or written"
        },
        exitCodeOnInvalidInput = BenchCommand.USAGE)
final class BenchCommand implements Callable<Integer> {

    static final int FAILED = 1;
    static final int USAGE = 64;
    private static final int NO_FILE = 66;

    private static final String PART = "measured";

    @Spec
    private CommandSpec spec;

    @Option(names = "--only", split = ",", paramLabel = "LOAD", description = "Only these loads, for instance W2,W4.")
    private List<String> only = new ArrayList<>();

    @Option(
            names = "--peers",
            negatable = true,
            defaultValue = "true",
            fallbackValue = "true",
            description =
                    "Measure what users have today, too: PostgreSQL, Redis, ZooKeeper, JGroups, Hazelcast (default).")
    private boolean peers;

    @Option(
            names = "--growth",
            negatable = true,
            fallbackValue = "true",
            description =
                    "Measure all algorithms among 3, 5 and 9 processes, and among up to 100 simulated nodes, too (default"
                            + " without --only).")
    private @Nullable Boolean growth;

    @Option(
            names = "--quick",
            description =
                    "Everything takes a third of the time. The figures are worth less, and no promise is judged by them:"
                            + " little of the code is compiled.")
    private boolean quick;

    @Option(names = "--write", paramLabel = "FILE", description = "Write the tables into this page in Markdown, too.")
    private @Nullable Path page;

    private boolean failed;
    private volatile boolean over;

    @Override
    public Integer call() throws IOException {
        PrintWriter out = spec.commandLine().getOut();
        PrintWriter err = spec.commandLine().getErr();
        List<BenchmarkCase> workloads = workloads();
        MachineCounters.require();
        if (page != null) {
            try {
                MarkdownPage.require(page, PART);
            } catch (IOException e) {
                err.println("peerlock bench: " + e.getMessage());
                return NO_FILE;
            }
        }
        Path directory = Files.createTempDirectory("peerlock-bench");
        Runtime.getRuntime().addShutdownHook(new Thread(() -> cleanUp(directory)));
        long start = System.nanoTime();
        try {
            List<String> report = report(workloads, directory, line -> {
                err.printf(Locale.ROOT, "%4d s  %s%n", (System.nanoTime() - start) / 1_000_000_000, line);
                err.flush();
            });
            report.forEach(out::println);
            out.flush();
            if (page != null) {
                MarkdownPage.write(page, PART, report);
                err.println("Written to " + page);
            }
            err.println("What is measured, and what the columns mean: docs/BENCHMARKS.md");
            over = true;
            if (!failed) {
                delete(directory);
            }
            return 0;
        } catch (IOException | RuntimeException e) {
            over = true;
            err.println("What the processes have said is in " + directory);
            throw e;
        }
    }

    /** If it is interrupted: nothing stays. */
    private void cleanUp(Path directory) {
        if (!over) {
            ChildProcesses.endAll();
            try {
                delete(directory);
            } catch (IOException | UncheckedIOException e) {
                spec.commandLine().getErr().println(directory + " stays: " + e.getMessage());
            }
        }
    }

    private List<String> report(List<BenchmarkCase> workloads, Path directory, Consumer<String> progress)
            throws IOException {
        int speed = quick ? 3 : 1;
        BenchmarkRun benchmarkRun = new BenchmarkRun(directory, speed, progress);
        benchmarkRun.limits(workloads);
        benchmarkRun.peerlock(workloads);
        if (peers) {
            for (ComparedProduct comparedProduct : ComparedProduct.ALL) {
                benchmarkRun.peer(comparedProduct, root(), workloads);
            }
        }
        List<String> report = new ArrayList<>();
        report.add("Measured on " + LocalDate.now(ZoneOffset.UTC) + " with `" + command() + "` on "
                + MachineCounters.description() + ".");
        report.add(String.format(
                Locale.ROOT,
                "A round trip between two processes by blocking TCP took %.1f µs: one way, %s a second.",
                benchmarkRun.roundTripNanos() / 1_000,
                FigureFormat.number(2e9 / benchmarkRun.roundTripNanos())));
        report.add("");
        report.addAll(
                quick
                        ? List.of(
                                "A quick sitting is too short to judge promises by: most of the code was not compiled yet.")
                        : PerformanceTargets.table(benchmarkRun));
        report.add("");
        report.addAll(ResultLine.table(benchmarkRun.lines()));
        if (!benchmarkRun.missing().isEmpty()) {
            report.add("");
            report.add("Not measured:");
            report.add("");
            benchmarkRun.missing().forEach(each -> report.add("- " + each));
        }
        if (growth == null ? only.isEmpty() : growth) {
            AlgorithmScaling grown = new AlgorithmScaling(benchmarkRun, directory, speed, progress);
            grown.run();
            report.add("");
            report.addAll(grown.table());
            progress.accept("every algorithm among up to 100 simulated nodes");
            report.add("");
            MessageCountSimulation.table(MessageCountSimulation.run()).lines().forEach(report::add);
        }
        failed = benchmarkRun.failed();
        if (failed) {
            progress.accept("what the processes have said is in " + directory);
        }
        return report;
    }

    private String command() {
        return ("./peerlock bench "
                        + String.join(" ", spec.commandLine().getParseResult().originalArgs()))
                .strip();
    }

    /** Of the clone, as the script says that has started this. */
    static Path root() {
        return Path.of(System.getProperty("peerlock.root", "."));
    }

    private List<BenchmarkCase> workloads() {
        List<String> unknown = only.stream()
                .filter(id ->
                        BenchmarkCase.ALL.stream().noneMatch(load -> load.id().equalsIgnoreCase(id)))
                .toList();
        if (!unknown.isEmpty()) {
            throw new ParameterException(
                    spec.commandLine(), "there is no load '" + String.join("', '", unknown) + "'; there are W1 to W6");
        }
        return BenchmarkCase.ALL.stream()
                .filter(load -> only.isEmpty() || only.stream().anyMatch(load.id()::equalsIgnoreCase))
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
