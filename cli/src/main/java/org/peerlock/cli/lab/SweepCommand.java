package org.peerlock.cli.lab;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.peerlock.algorithm.catalogue.Catalogue;
import org.peerlock.algorithm.catalogue.CatalogueEntry;
import org.peerlock.algorithm.catalogue.SpellingSuggestion;
import org.peerlock.cli.terminal.CommandException;
import org.peerlock.cli.terminal.Exit;
import org.peerlock.cli.terminal.Json;
import org.peerlock.cli.terminal.TerminalProgress;
import org.peerlock.lab.simulate.ArrivalPattern;
import org.peerlock.lab.simulate.Experiment;
import org.peerlock.lab.simulate.Metric;
import org.peerlock.lab.simulate.Parallel;
import org.peerlock.lab.simulate.Replications;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code peerlock lab sweep}. */
@Command(
        name = "sweep",
        description = {
            "Measure several algorithms, with several numbers of nodes, under several loads.",
            "Each combination is measured as by 'peerlock lab simulate', with the same options."
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:all combinations that can run succeeded; the rows of the others say why they cannot",
            "1:a combination violated a property",
            "64:the command line is wrong, or no combination can run",
            "66:a file cannot be written",
            "69:there are no fonts for charts"
        })
final class SweepCommand implements Callable<Integer> {

    /** The options that choose the output, and do not change the results. */
    private static final Set<String> OUTPUT = Set.of("--csv", "--json", "--charts", "--html");

    @Spec
    private CommandSpec spec;

    @Option(
            names = "--algorithms",
            paramLabel = "NAMES",
            defaultValue = "lamport,ricart-agrawala,maekawa,suzuki-kasami,raymond-tree,naimi-trehel",
            description = "Separated by commas (${DEFAULT-VALUE}); all means all that claim a property.")
    private String algorithms = "";

    @Option(
            names = "--nodes",
            paramLabel = "NUMBERS",
            defaultValue = "3,5,10",
            description = "Separated by commas (${DEFAULT-VALUE}); 2..10 means all numbers from 2 to 10.")
    private String nodes = "";

    @Option(
            names = "--loads",
            paramLabel = "LOADS",
            defaultValue = "light,saturated",
            description = {
                "Separated by commas (${DEFAULT-VALUE}): light, saturated, poisson:RATE, think:MEAN, burst:PERIOD,"
                        + " burst:PERIOD,SPREAD,"
                        + " hotspot:SHARE,RATE. A comma before a number belongs to the load."
            })
    private String loads = "";

    @Option(
            names = "--metric",
            paramLabel = "NAMES",
            defaultValue = "messagesPerEntry,responseTime,throughput",
            description = {
                "The metrics of the table, separated by commas (${DEFAULT-VALUE}). Also: bytesPerEntry, synchronizationDelay,"
                        + " waitingTime, waitingRatio, readerWaitingTime, writerWaitingTime, jain, outOfOrder, maxBypass,"
                        + " maxQueue, withdrawn."
            })
    private String metrics = "";

    @Mixin
    private final ExperimentOptions options = new ExperimentOptions();

    @Option(names = "--json", description = "Print JSON instead of a table.")
    private boolean json;

    @Option(names = "--csv", paramLabel = "FILE", description = "Write all metrics, a line for each combination.")
    private @Nullable Path csv;

    @Option(
            names = "--charts",
            paramLabel = "FOLDER",
            description = {
                "Write a chart for each metric and load, as SVG and as PNG; several if there are more than "
                        + ChartData.MOST_LINES + " algorithms."
            })
    private @Nullable Path charts;

    @Option(
            names = "--x",
            paramLabel = "AXIS",
            defaultValue = "nodes",
            description = {
                "The horizontal axis of charts (${DEFAULT-VALUE}): nodes, with a chart for each load; or load, with a chart"
                        + " for each number of nodes, and its poisson loads."
            })
    private String axis = "";

    @Option(names = "--html", paramLabel = "FILE", description = "Write an HTML page with all results.")
    private @Nullable Path html;

    @Override
    public Integer call() {
        if (charts != null || html != null) {
            SweepChart.requireFonts();
        }
        SweepResult sweepResult = sweep();
        PrintWriter out = spec.commandLine().getOut();
        if (json) {
            out.println(Json.of(SweepText.json(sweepResult)));
        } else {
            SweepText.table(sweepResult).forEach(out::println);
        }
        out.flush();
        write(sweepResult);
        if (sweepResult.rows().stream().allMatch(sweepRow -> sweepRow.result().isEmpty())) {
            throw new CommandException(Exit.USAGE, "none of these combinations can run; their rows say why");
        }
        long wrong = sweepResult.rows().stream()
                .filter(SweepResult.SweepRow::surprising)
                .count();
        if (wrong > 0) {
            throw new CommandException(
                    Exit.DOES_NOT_HOLD,
                    wrong + " of " + sweepResult.rows().size() + " combinations violated a property; see their rows");
        }
        return Exit.OK;
    }

    private SweepResult sweep() {
        List<Metric> shown = Arrays.stream(metrics.split(",", -1))
                .map(name -> ExperimentOptions.parse("--metric", name, Metric::named))
                .distinct()
                .toList();
        double holdOverDelay = options.hold().mean() / options.delay().mean();
        return new SweepResult(
                commandLine(),
                "delay " + options.delay() + ", hold " + options.hold() + ", channels "
                        + (options.channels == null ? "as weak as each algorithm tolerates" : options.channels),
                options.plan(),
                options.replications,
                holdOverDelay,
                shown,
                options.byNode,
                ExperimentOptions.parse("--x", axis, SweepCommand::isLoad),
                rows());
    }

    private static boolean isLoad(String text) {
        return switch (text) {
            case "nodes" -> false;
            case "load" -> true;
            default -> throw new IllegalArgumentException("expected nodes or load, not '" + text + "'");
        };
    }

    private List<SweepResult.SweepRow> rows() {
        List<Combination> combinations = combinations();
        try (TerminalProgress terminalProgress = TerminalProgress.of(
                "sweep",
                (long) combinations.size() * options.replications,
                spec.commandLine().getErr())) {
            return Parallel.all(combinations.stream()
                    .map(each -> plan(each, terminalProgress))
                    .toList());
        }
    }

    /** An algorithm, a number of nodes, and a load. */
    private record Combination(CatalogueEntry<?, ?> entry, int nodes, ArrivalPattern load) {}

    private List<Combination> combinations() {
        List<CatalogueEntry<?, ?>> entries = entries();
        List<Combination> all = new ArrayList<>();
        for (ArrivalPattern arrivalPattern : loads()) {
            for (int count : counts()) {
                entries.forEach(entry -> all.add(new Combination(entry, count, arrivalPattern)));
            }
        }
        return all;
    }

    /** Finds now whether a combination can run, and runs it later. */
    private Supplier<SweepResult.SweepRow> plan(Combination each, TerminalProgress terminalProgress) {
        Map<String, String> understood = new TreeMap<>(options.algorithm.chosen());
        understood.keySet().retainAll(each.entry().options().keySet());
        try {
            Experiment<?, ?> experiment = options.experiment(each.entry(), each.nodes(), each.load(), understood);
            return () -> SweepResult.SweepRow.of(new ExperimentResult(
                    experiment, Replications.run(experiment, options.replications, done -> terminalProgress.step())));
        } catch (IllegalArgumentException e) {
            return () -> SweepResult.SweepRow.refused(
                    each.entry().id(), each.nodes(), each.load(), "not run: " + e.getMessage());
        }
    }

    private List<CatalogueEntry<?, ?>> entries() {
        List<CatalogueEntry<?, ?>> entries = new ArrayList<>();
        for (String name : algorithms.split(",", -1)) {
            if (name.equals("all")) {
                Catalogue.entries().stream()
                        .filter(entry -> !entry.profile().assumptions().claims().isEmpty())
                        .forEach(entries::add);
            } else {
                entries.add(ExperimentOptions.algorithm(name));
            }
        }
        for (String option : options.algorithm.chosen().keySet()) {
            if (entries.stream().noneMatch(entry -> entry.options().containsKey(option))) {
                List<String> known = entries.stream()
                        .flatMap(entry -> entry.options().keySet().stream())
                        .distinct()
                        .toList();
                throw new CommandException(
                        Exit.USAGE,
                        "none of these algorithms has an option '" + option + "'"
                                + SpellingSuggestion.of(option, known));
            }
        }
        return entries.stream().distinct().toList();
    }

    private NavigableSet<Integer> counts() {
        return ExperimentOptions.parse("--nodes", nodes, SweepCommand::counts);
    }

    private static NavigableSet<Integer> counts(String text) {
        NavigableSet<Integer> counts = new TreeSet<>();
        for (String part : text.split(",", -1)) {
            if (!part.matches("[1-9][0-9]{0,5}([.][.][1-9][0-9]{0,5})?")) {
                throw new IllegalArgumentException("expected numbers as in 3,5,10 or 2..10, not '" + part + "'");
            }
            String[] ends = part.split("[.][.]", 2);
            int least = Integer.parseInt(ends[0]);
            int most = Integer.parseInt(ends[ends.length - 1]);
            if (most < least) {
                throw new IllegalArgumentException("'" + part + "' is empty: write the smaller number first");
            }
            IntStream.rangeClosed(least, most).forEach(counts::add);
        }
        return counts;
    }

    private List<ArrivalPattern> loads() {
        return Arrays.stream(loads.split(",(?=[a-z])", -1))
                .map(text -> ExperimentOptions.parse("--loads", text, ArrivalPattern::parse))
                .distinct()
                .toList();
    }

    /** The command with the options that affect the results. */
    private String commandLine() {
        StringBuilder line = new StringBuilder("peerlock lab sweep");
        for (OptionSpec option : spec.commandLine().getParseResult().matchedOptions()) {
            if (!OUTPUT.contains(option.longestName())) {
                option.stringValues()
                        .forEach(value -> line.append(' ')
                                .append(option.longestName())
                                .append(' ')
                                .append(quoted(value)));
            }
        }
        return line.toString();
    }

    private static String quoted(String word) {
        return word.matches("[A-Za-z0-9,.:=_-]+") ? word : "'" + word.replace("'", "'\\''") + "'";
    }

    private void write(SweepResult sweepResult) {
        if (csv != null) {
            write(csv, String.join("\n", SweepText.csv(sweepResult)) + "\n");
        }
        List<SweepChart> drawn = charts == null && html == null
                ? List.of()
                : ChartData.all(sweepResult).stream().map(SweepChart::new).toList();
        if (charts != null) {
            for (SweepChart chart : drawn) {
                write(charts.resolve(chart.data().name() + ".svg"), chart.svg());
                write(charts.resolve(chart.data().name() + ".png"), chart.png());
            }
        }
        if (html != null) {
            write(html, SweepPage.of(sweepResult, drawn));
        }
    }

    private static void write(Path file, String text) {
        write(file, text.getBytes(StandardCharsets.UTF_8));
    }

    private static void write(Path file, byte[] content) {
        try {
            Path folder = file.toAbsolutePath().getParent();
            if (folder != null) {
                Files.createDirectories(folder);
            }
            Files.write(file, content);
        } catch (IOException e) {
            throw new CommandException(Exit.NO_FILE, "cannot write " + file + ": " + e.getMessage());
        }
    }
}
