package org.peerlock.cli.lab;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.peerlock.algorithm.catalogue.CatalogueEntry;
import org.peerlock.cli.terminal.CommandException;
import org.peerlock.cli.terminal.Csv;
import org.peerlock.cli.terminal.Exit;
import org.peerlock.cli.terminal.Json;
import org.peerlock.cli.terminal.Table;
import org.peerlock.cli.terminal.TerminalProgress;
import org.peerlock.lab.simulate.ArrivalPattern;
import org.peerlock.lab.simulate.Experiment;
import org.peerlock.lab.simulate.Measurements;
import org.peerlock.lab.simulate.Metric;
import org.peerlock.lab.simulate.Recorder;
import org.peerlock.lab.simulate.Replications;
import org.peerlock.lab.simulate.Sample;
import org.peerlock.lab.simulate.TraceRecorder;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code peerlock lab simulate}. */
@Command(
        name = "simulate",
        description = {
            "Run an algorithm in virtual time and measure it.",
            "The same seed gives the same run. Times have the unit of --delay (wan: ms)."
        })
final class SimulateCommand implements Callable<Integer> {

    private static final long SPEED_FROM = 1_000_000;

    @Spec
    private CommandSpec spec;

    @Parameters(paramLabel = "ALGORITHM", description = "'peerlock lab algorithms' lists them.")
    private String algorithm;

    @Option(
            names = "--nodes",
            paramLabel = "N",
            defaultValue = "5",
            description = "The number of nodes (${DEFAULT-VALUE}).")
    private int nodes;

    @Option(
            names = "--load",
            paramLabel = "LOAD",
            defaultValue = "saturated",
            description = {
                "When nodes request the lock (${DEFAULT-VALUE}): light (one at a time), saturated (again at once), poisson:RATE,"
                        + " think:MEAN, burst:PERIOD, burst:PERIOD,SPREAD, hotspot:SHARE,RATE."
            })
    private String load = "saturated";

    @Mixin
    final ExperimentOptions options = new ExperimentOptions();

    @Option(names = "--json", description = "Print all results as JSON.")
    private boolean json;

    @Option(names = "--csv", description = "Print CSV: a line with titles, and a line for each run.")
    private boolean csv;

    @Mixin
    private final TraceOptions traces = new TraceOptions();

    @Option(
            names = "--from",
            paramLabel = "TIME",
            defaultValue = "0",
            description = "The diagram or trace begins at this virtual time (${DEFAULT-VALUE}).")
    private double from;

    @Option(
            names = "--to",
            paramLabel = "TIME",
            defaultValue = "Infinity",
            showDefaultValue = CommandLine.Help.Visibility.NEVER,
            description = "The diagram or trace ends at this virtual time; a diagram has at most "
                    + TraceOptions.MOST_DRAWN + " events.")
    private double to = Double.POSITIVE_INFINITY;

    @Override
    public Integer call() {
        return simulate(experiment());
    }

    /** The experiment that the options describe. */
    Experiment<?, ?> experiment() {
        CatalogueEntry<?, ?> entry = ExperimentOptions.algorithm(algorithm);
        ArrivalPattern parsed = ExperimentOptions.parse("--load", load, ArrivalPattern::parse);
        try {
            return options.experiment(entry, nodes, parsed, options.algorithm.chosen());
        } catch (IllegalArgumentException e) {
            throw new CommandException(Exit.USAGE, String.valueOf(e.getMessage()));
        }
    }

    private int simulate(Experiment<?, ?> experiment) {
        traces.requireWritable();
        TraceRecorder recorder = new TraceRecorder(
                nodes, window(), experiment.conditions().delay().longest());
        ExperimentResult experimentResult =
                new ExperimentResult(experiment, run(experiment, traces.wanted() ? recorder : Recorder.none()));
        PrintWriter out = spec.commandLine().getOut();
        if (json) {
            out.println(Json.of(view(experimentResult)));
        } else if (csv) {
            printCsv(experimentResult, out);
        } else {
            print(experimentResult, out);
            if (options.byNode) {
                printNodes(experimentResult, out);
            }
        }
        out.flush();
        if (traces.wanted()) {
            writeTraces(recorder, experiment);
        }
        experimentResult.violation().ifPresent(sentence -> {
            throw new CommandException(experimentResult.exitCode(), sentence);
        });
        return Exit.OK;
    }

    private Replications run(Experiment<?, ?> experiment, Recorder recorder) {
        try (TerminalProgress terminalProgress = TerminalProgress.of(
                experiment.entry().id(),
                options.replications,
                spec.commandLine().getErr())) {
            return Replications.run(experiment, options.replications, recorder, done -> terminalProgress.step());
        }
    }

    private TraceRecorder.Window window() {
        if (!(0 <= from && from < to)) {
            throw new CommandException(Exit.USAGE, "--from must be at least 0, and --to greater than --from");
        }
        return new TraceRecorder.Window(from, to, traces.mostEvents());
    }

    /** Writes the trace of the first run. */
    private void writeTraces(TraceRecorder recorder, Experiment<?, ?> experiment) {
        String subtitle = ExperimentResult.conditions(experiment) + ", seed "
                + experiment.plan().seed();
        traces.writeBeginning(recorder.trace(experiment.entry().id(), subtitle)).ifPresent(note -> {
            spec.commandLine().getErr().println("peerlock: " + note);
            spec.commandLine().getErr().flush();
        });
    }

    private static void print(ExperimentResult experimentResult, PrintWriter out) {
        Replications runs = experimentResult.runs();
        out.println(ExperimentResult.title(experimentResult.experiment()));
        Experiment.Plan plan = experimentResult.experiment().plan();
        out.println("seed " + plan.seed() + ", " + runs.runs().size() + " run(s) of "
                + runs.runs().get(0).entries() + " entries after a warm-up of " + plan.warmup());
        out.println();
        Measurements first = runs.runs().get(0);
        Table table = new Table("", "MEAN", "+- 95 %", "P50", "P99", "MAX");
        for (Metric metric : Metric.values()) {
            Sample sample = runs.of(metric);
            Optional<Sample.Summary> within = metric.within(first);
            table.add(
                    metric.id(),
                    Table.number(sample.mean()),
                    Table.number(sample.confidence95()),
                    Table.number(within.map(Sample.Summary::p50).orElse(Double.NaN)),
                    Table.number(within.map(Sample.Summary::p99).orElse(Double.NaN)),
                    Table.number(within.map(Sample.Summary::max).orElse(Double.NaN)));
        }
        runs.messagesByType().forEach((type, mean) -> table.add("  " + type, Table.number(mean), "", "", "", ""));
        table.lines().forEach(out::println);
        out.println();
        String speed = first.events() < SPEED_FROM
                ? "" // most of the time was the start of Java
                : String.format(Locale.ROOT, "%.2f million a second, ", first.eventsPerSecond() / 1e6);
        out.println(first.events() + " events, " + speed + "trace " + ExperimentResult.hash(first));
    }

    private static void printNodes(ExperimentResult experimentResult, PrintWriter out) {
        Table table = new Table("NODE", "ENTRIES", "WAITING", "+- 95 %", "P50", "P99", "MAX");
        Measurements first = experimentResult.runs().runs().get(0);
        experimentResult.nodes().forEach(node -> {
            Sample sample = experimentResult.waitingOf(node);
            Sample.Summary within = first.waitingByNode().get(node - 1);
            table.add(
                    Integer.toString(node),
                    Integer.toString(within.count()),
                    Table.number(sample.mean()),
                    Table.number(sample.confidence95()),
                    Table.number(within.p50()),
                    Table.number(within.p99()),
                    Table.number(within.max()));
        });
        out.println();
        table.lines().forEach(out::println);
    }

    private void printCsv(ExperimentResult experimentResult, PrintWriter out) {
        List<Object> titles = new ArrayList<>(List.of("algorithm", "nodes", "load", "delay", "hold", "seed"));
        Arrays.stream(Metric.values()).map(Metric::id).forEach(titles::add);
        if (options.byNode) {
            experimentResult.nodes().forEach(node -> titles.add(Metric.WAITING_TIME.id() + "OfNode" + node));
        }
        titles.addAll(List.of("events", "traceHash"));
        out.println(Csv.line(titles));
        Experiment<?, ?> experiment = experimentResult.experiment();
        long seed = experiment.plan().seed();
        for (Measurements run : experimentResult.runs().runs()) {
            List<Object> cells = new ArrayList<>(List.of(
                    experiment.entry().id(),
                    experiment.config().nodes(),
                    experiment.conditions().load(),
                    experiment.conditions().delay(),
                    experiment.conditions().hold(),
                    seed++));
            Arrays.stream(Metric.values()).map(metric -> metric.of(run)).forEach(cells::add);
            if (options.byNode) {
                run.waitingByNode().forEach(node -> cells.add(node.mean()));
            }
            cells.addAll(List.of(run.events(), ExperimentResult.hash(run)));
            out.println(Csv.line(cells));
        }
    }

    private Map<String, @Nullable Object> view(ExperimentResult experimentResult) {
        Map<String, @Nullable Object> view = experimentResult.json(options.byNode);
        double speed = experimentResult.runs().runs().get(0).eventsPerSecond();
        view.put("eventsPerSecond", Math.round(speed));
        return view;
    }
}
