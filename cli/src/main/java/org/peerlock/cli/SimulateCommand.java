package org.peerlock.cli;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.peerlock.algorithm.catalogue.Entry;
import org.peerlock.lab.simulate.Experiment;
import org.peerlock.lab.simulate.Load;
import org.peerlock.lab.simulate.Measurements;
import org.peerlock.lab.simulate.Metric;
import org.peerlock.lab.simulate.Replications;
import org.peerlock.lab.simulate.Sample;
import org.peerlock.lab.simulate.TraceRecorder;
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
            "The same seed gives the same run. Times are in the unit that --delay is written in (wan: ms)."
        })
final class SimulateCommand implements Callable<Integer> {

    /** More entries than this give a trace that nobody can read, nor hold. */
    private static final long MOST_TRACED = 100_000;

    private static final long SPEED_FROM = 1_000_000;

    @Spec
    private CommandSpec spec;

    @Parameters(paramLabel = "ALGORITHM", description = "'peerlock lab algorithms' lists them.")
    private String algorithm;

    @Option(names = "--nodes", paramLabel = "N", defaultValue = "5", description = "How many nodes (${DEFAULT-VALUE}).")
    private int nodes;

    @Option(
            names = "--load",
            paramLabel = "LOAD",
            defaultValue = "saturated",
            description = {
                "When they ask (${DEFAULT-VALUE}): light (one at a time), saturated (again at once), poisson:RATE,"
                        + " think:MEAN, burst:PERIOD, hotspot:SHARE,RATE."
            })
    private String load = "saturated";

    @Mixin
    final ExperimentOptions options = new ExperimentOptions();

    @Option(names = "--json", description = "Print everything as JSON.")
    private boolean json;

    @Option(names = "--csv", description = "Print a line with titles and a line for each run.")
    private boolean csv;

    @Mixin
    private final TraceOptions traces = new TraceOptions();

    @Override
    public Integer call() {
        return simulate(experiment());
    }

    /** What the options describe. */
    Experiment<?, ?> experiment() {
        Entry<?, ?> entry = ExperimentOptions.algorithm(algorithm);
        Load parsed = ExperimentOptions.parse("--load", load, Load::parse);
        try {
            return options.experiment(entry, nodes, parsed, options.algorithm.chosen());
        } catch (IllegalArgumentException e) {
            throw new CommandFailure(Exit.USAGE, String.valueOf(e.getMessage()));
        }
    }

    private int simulate(Experiment<?, ?> experiment) {
        if (traces.wanted()) {
            writeTraces(experiment);
        }
        Measured measured = new Measured(experiment, run(experiment));
        PrintWriter out = spec.commandLine().getOut();
        if (json) {
            out.println(Json.of(view(measured)));
        } else if (csv) {
            printCsv(measured, out);
        } else {
            print(measured, out);
        }
        out.flush();
        measured.wrong().ifPresent(sentence -> {
            throw new CommandFailure(measured.exitCode(), sentence);
        });
        return Exit.OK;
    }

    private Replications run(Experiment<?, ?> experiment) {
        try (Progress progress = Progress.of(
                experiment.entry().id(),
                options.replications,
                spec.commandLine().getErr())) {
            return Replications.run(experiment, options.replications, done -> progress.step());
        }
    }

    /** Writes what happens in the first run. */
    private void writeTraces(Experiment<?, ?> experiment) {
        Experiment.Plan plan = experiment.plan();
        if (plan.entries() + plan.warmup() > MOST_TRACED) {
            throw new CommandFailure(
                    Exit.USAGE, "a trace takes at most " + MOST_TRACED + " entries; say --entries and --warmup");
        }
        TraceRecorder recorder = new TraceRecorder(experiment.setting().nodes());
        experiment.run(recorder);
        traces.write(
                recorder.trace(experiment.entry().id(), Measured.conditions(experiment) + ", seed " + plan.seed()),
                "ask for fewer entries (--warmup 0 --entries 10) or nodes");
    }

    private static void print(Measured measured, PrintWriter out) {
        Replications runs = measured.runs();
        out.println(Measured.title(measured.experiment()));
        Experiment.Plan plan = measured.experiment().plan();
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
                ? "" // most of the time was that of Java's beginning
                : String.format(Locale.ROOT, "%.2f million a second, ", first.eventsPerSecond() / 1e6);
        out.println(first.events() + " events, " + speed + "trace " + Measured.hash(first));
    }

    private static void printCsv(Measured measured, PrintWriter out) {
        List<Object> titles = new ArrayList<>(List.of("algorithm", "nodes", "load", "delay", "hold", "seed"));
        Arrays.stream(Metric.values()).map(Metric::id).forEach(titles::add);
        titles.addAll(List.of("events", "traceHash"));
        out.println(Csv.line(titles));
        Experiment<?, ?> experiment = measured.experiment();
        long seed = experiment.plan().seed();
        for (Measurements run : measured.runs().runs()) {
            List<Object> cells = new ArrayList<>(List.of(
                    experiment.entry().id(),
                    experiment.setting().nodes(),
                    experiment.conditions().load(),
                    experiment.conditions().delay(),
                    experiment.conditions().hold(),
                    seed++));
            Arrays.stream(Metric.values()).map(metric -> metric.of(run)).forEach(cells::add);
            cells.addAll(List.of(run.events(), Measured.hash(run)));
            out.println(Csv.line(cells));
        }
    }

    private static Map<String, @Nullable Object> view(Measured measured) {
        Map<String, @Nullable Object> view = measured.json();
        double speed = measured.runs().runs().get(0).eventsPerSecond();
        view.put("eventsPerSecond", Math.round(speed));
        return view;
    }
}
