package org.peerlock.cli;

import java.io.PrintWriter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;
import org.peerlock.algorithm.catalogue.Catalogue;
import org.peerlock.algorithm.catalogue.Entry;
import org.peerlock.lab.simulate.Experiment;
import org.peerlock.lab.simulate.Measurements;
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
            "The same seed gives the same run. Times are in units of --delay."
        })
final class SimulateCommand implements Callable<Integer> {

    /** More entries than this give a trace that nobody can read, nor hold. */
    private static final long MOST_TRACED = 100_000;

    @Spec
    private CommandSpec spec;

    @Parameters(paramLabel = "ALGORITHM", description = "'peerlock lab algorithms' lists them.")
    private String algorithm;

    @Mixin
    private final ExperimentOptions options = new ExperimentOptions();

    @Option(names = "--json", description = "Print everything as JSON.")
    private boolean json;

    @Option(names = "--csv", description = "Print a line with titles and a line for each run.")
    private boolean csv;

    @Mixin
    private final TraceOptions traces = new TraceOptions();

    @Override
    public Integer call() {
        Entry<?, ?> entry = Catalogue.find(algorithm)
                .orElseThrow(() -> new CommandFailure(
                        Exit.USAGE, "there is no algorithm '" + algorithm + "'; 'peerlock lab algorithms' lists them"));
        return simulate(options.experiment(entry));
    }

    private int simulate(Experiment<?, ?> experiment) {
        if (traces.wanted()) {
            writeTraces(experiment);
        }
        Replications runs = Replications.run(experiment, options.replications, done -> {});
        PrintWriter out = spec.commandLine().getOut();
        if (json) {
            out.println(Json.of(view(experiment, runs)));
        } else if (csv) {
            printCsv(experiment, runs, out);
        } else {
            print(experiment, runs, out);
        }
        out.flush();
        if (runs.violation().isPresent()) {
            throw new CommandFailure(
                    Exit.DOES_NOT_HOLD,
                    "violates " + runs.violation().get().property() + " "
                            + runs.violation().get().sentence());
        }
        if (runs.stalled()) {
            throw new CommandFailure(
                    Exit.DOES_NOT_HOLD,
                    "violates progress: somebody waits, and nothing happens any more that would help");
        }
        return Exit.OK;
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
                recorder.trace(experiment.entry().id(), conditions(experiment) + ", seed " + plan.seed()),
                "ask for fewer entries (--warmup 0 --entries 10) or nodes");
    }

    /** Says under which conditions a number was measured, for without them it means nothing. */
    private static String title(Experiment<?, ?> experiment) {
        return experiment.entry().id() + ", " + conditions(experiment);
    }

    private static String conditions(Experiment<?, ?> experiment) {
        Experiment.Conditions conditions = experiment.conditions();
        return String.format(
                Locale.ROOT,
                "%d nodes, load %s, delay %s, hold %s, E/T = %.3g, channels %s",
                experiment.setting().nodes(),
                conditions.load(),
                conditions.delay(),
                conditions.hold(),
                conditions.hold().mean() / experiment.messageDelay(),
                conditions.channels().name().toLowerCase(Locale.ROOT));
    }

    /** What is measured, by name. */
    private static Map<String, ToDoubleFunction<Measurements>> values() {
        Map<String, ToDoubleFunction<Measurements>> values = new LinkedHashMap<>();
        values.put("messagesPerEntry", Measurements::messagesPerEntry);
        values.put("bytesPerEntry", Measurements::bytesPerEntry);
        values.put("synchronizationDelay", run -> run.synchronizationDelay().mean());
        values.put("waitingTime", run -> run.waiting().mean());
        values.put("responseTime", run -> run.response().mean());
        values.put("throughput", Measurements::throughput);
        values.put("jain", Measurements::jain);
        values.put("maxBypass", Measurements::maxBypass);
        values.put("maxQueue", Measurements::maxQueue);
        values.put("withdrawn", Measurements::withdrawn);
        return values;
    }

    private static void print(Experiment<?, ?> experiment, Replications runs, PrintWriter out) {
        out.println(title(experiment));
        Experiment.Plan plan = experiment.plan();
        out.println("seed " + plan.seed() + ", " + runs.runs().size() + " run(s) of " + plan.entries()
                + " entries after a warm-up of " + plan.warmup());
        out.println();
        Table table = new Table("", "MEAN", "+- 95 %", "P50", "P99", "MAX");
        values().forEach((name, value) -> {
            Sample sample = runs.of(value);
            Sample.Summary within = within(name, runs);
            table.add(
                    name,
                    number(sample.mean()),
                    number(sample.confidence95()),
                    number(within == null ? Double.NaN : within.p50()),
                    number(within == null ? Double.NaN : within.p99()),
                    number(within == null ? Double.NaN : within.max()));
        });
        runs.messagesByType().forEach((type, mean) -> table.add("  " + type, number(mean), "", "", "", ""));
        table.lines().forEach(out::println);
        out.println();
        Measurements first = runs.runs().get(0);
        out.printf(
                Locale.ROOT,
                "%d events, %.2f million a second, trace %016x%n",
                first.events(),
                first.eventsPerSecond() / 1e6,
                first.traceHash());
    }

    /** How a time is distributed within the first run. */
    private static Sample.@Nullable Summary within(String name, Replications runs) {
        Measurements first = runs.runs().get(0);
        return switch (name) {
            case "synchronizationDelay" -> first.synchronizationDelay();
            case "waitingTime" -> first.waiting();
            case "responseTime" -> first.response();
            default -> null;
        };
    }

    private static String number(double value) {
        if (Double.isNaN(value)) {
            return "-";
        }
        return value == Math.rint(value) && Math.abs(value) < 1e9
                ? Long.toString((long) value)
                : String.format(Locale.ROOT, "%.4g", value);
    }

    private static void printCsv(Experiment<?, ?> experiment, Replications runs, PrintWriter out) {
        out.println(
                "algorithm,nodes,load,delay,hold,seed," + String.join(",", values().keySet()) + ",events,traceHash");
        long seed = experiment.plan().seed();
        for (Measurements run : runs.runs()) {
            StringBuilder line = new StringBuilder();
            line.append(experiment.entry().id())
                    .append(',')
                    .append(experiment.setting().nodes());
            for (Object condition : List.of(
                    experiment.conditions().load(),
                    experiment.conditions().delay(),
                    experiment.conditions().hold())) {
                line.append(",\"").append(condition).append('"');
            }
            line.append(',').append(seed++);
            values().values().forEach(value -> line.append(',').append(value.applyAsDouble(run)));
            line.append(',').append(run.events()).append(',').append(Long.toHexString(run.traceHash()));
            out.println(line);
        }
    }

    private static Map<String, Object> view(Experiment<?, ?> experiment, Replications runs) {
        Measurements first = runs.runs().get(0);
        Experiment.Conditions conditions = experiment.conditions();
        Map<String, Object> view = new LinkedHashMap<>();
        view.put("algorithm", experiment.entry().id());
        view.put("nodes", experiment.setting().nodes());
        view.put("seed", experiment.plan().seed());
        view.put("replications", runs.runs().size());
        view.put("entries", first.entries());
        view.put("warmup", experiment.plan().warmup());
        view.put("load", conditions.load().toString());
        view.put("delay", conditions.delay().toString());
        view.put("hold", conditions.hold().toString());
        view.put("channels", conditions.channels().name().toLowerCase(Locale.ROOT));
        view.put("holdOverDelay", conditions.hold().mean() / experiment.messageDelay());
        Map<String, Object> confidence = new LinkedHashMap<>();
        values().forEach((name, value) -> {
            Sample sample = runs.of(value);
            view.put(name, finite(sample.mean()));
            confidence.put(name, finite(sample.confidence95()));
        });
        view.put("messagesByType", runs.messagesByType());
        view.put("confidence95", confidence);
        Map<String, Object> distributions = new LinkedHashMap<>();
        for (String name : List.of("synchronizationDelay", "waitingTime", "responseTime")) {
            distributions.put(name, within(name, runs));
        }
        view.put("firstRun", distributions);
        view.put("violation", runs.violation().map(Object::toString).orElse(null));
        view.put("stalled", runs.stalled());
        view.put("events", first.events());
        view.put("eventsPerSecond", Math.round(first.eventsPerSecond()));
        view.put("traceHash", String.format("%016x", first.traceHash()));
        return view;
    }

    private static @Nullable Double finite(double value) {
        return Double.isFinite(value) ? value : null;
    }
}
