package org.peerlock.cli.lab;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.peerlock.algorithm.Property;
import org.peerlock.cli.terminal.Exit;
import org.peerlock.lab.simulate.Experiment;
import org.peerlock.lab.simulate.Measurements;
import org.peerlock.lab.simulate.Metric;
import org.peerlock.lab.simulate.Replications;
import org.peerlock.lab.simulate.Sample;

/** An experiment and its result. */
record ExperimentResult(Experiment<?, ?> experiment, Replications runs) {

    /** The conditions of a measurement. A number means nothing without them. */
    static String title(Experiment<?, ?> experiment) {
        return experiment.entry().id() + ", " + conditions(experiment);
    }

    static String conditions(Experiment<?, ?> experiment) {
        Experiment.Conditions conditions = experiment.conditions();
        return String.format(
                Locale.ROOT,
                "%d nodes, load %s, delay %s, hold %s, E/T = %s, channels %s",
                experiment.config().nodes(),
                conditions.load(),
                conditions.delay(),
                conditions.hold(),
                ratio(holdOverDelay(experiment)),
                channels(experiment));
    }

    /** Formats a ratio. */
    static String ratio(double value) {
        return Double.isFinite(value)
                ? BigDecimal.valueOf(value)
                        .round(new MathContext(3))
                        .stripTrailingZeros()
                        .toPlainString()
                : "unknown";
    }

    /** E/T: the holding time in message delays. */
    static double holdOverDelay(Experiment<?, ?> experiment) {
        return experiment.conditions().hold().mean() / experiment.messageDelay();
    }

    static String channels(Experiment<?, ?> experiment) {
        return experiment.conditions().channels().name().toLowerCase(Locale.ROOT);
    }

    /** The violation, if there was one. */
    Optional<String> violation() {
        if (runs.stalled() && runs.violation().isEmpty()) {
            return Optional.of("violates progress: a node waits, and nothing more can happen");
        }
        return runs.violation().map(found -> "violates " + found.property() + " " + found.sentence());
    }

    /** Whether it got stuck where the algorithm does not claim progress. */
    boolean stuckAsAnnounced() {
        boolean claimed = experiment
                .entry()
                .profile()
                .assumptions()
                .claimedOn(experiment.conditions().channels())
                .contains(Property.PROGRESS);
        return runs.stalled() && runs.violation().isEmpty() && !claimed;
    }

    /** The exit code for the violation. */
    int exitCode() {
        return runs.violation().isPresent() ? Exit.DOES_NOT_HOLD : Exit.NO_LIVENESS;
    }

    /** The JSON, which is the same for the same seed; with the waiting time of each node if wanted. */
    Map<String, @Nullable Object> json(boolean byNode) {
        Measurements first = runs.runs().get(0);
        Experiment.Conditions conditions = experiment.conditions();
        Map<String, @Nullable Object> view = new LinkedHashMap<>();
        view.put("algorithm", experiment.entry().id());
        view.put("nodes", experiment.config().nodes());
        view.put("seed", experiment.plan().seed());
        view.put("replications", runs.runs().size());
        view.put("entries", first.entries());
        view.put("warmup", experiment.plan().warmup());
        view.put("load", conditions.load().toString());
        view.put("delay", conditions.delay().toString());
        view.put("hold", conditions.hold().toString());
        view.put("channels", channels(experiment));
        view.put("holdOverDelay", finite(holdOverDelay(experiment)));
        putMetrics(view, first);
        view.put("messagesByType", runs.messagesByType());
        if (byNode) {
            view.put(
                    "waitingTimeByNode",
                    nodes().map(this::waitingOf)
                            .map(Sample::mean)
                            .map(ExperimentResult::finite)
                            .toList());
        }
        view.put("violation", runs.violation().map(Object::toString).orElse(null));
        view.put("stalled", runs.stalled());
        view.put("events", first.events());
        view.put("traceHash", hash(first));
        return view;
    }

    private void putMetrics(Map<String, @Nullable Object> view, Measurements first) {
        Map<String, @Nullable Object> confidence = new LinkedHashMap<>();
        Map<String, Object> distributions = new LinkedHashMap<>();
        for (Metric metric : Metric.values()) {
            Sample sample = runs.of(metric);
            view.put(metric.id(), finite(sample.mean()));
            confidence.put(metric.id(), finite(sample.confidence95()));
            metric.within(first).ifPresent(summary -> distributions.put(metric.id(), summary));
        }
        view.put("confidence95", confidence);
        view.put("firstRun", distributions);
    }

    /** The numbers of the nodes. */
    Stream<Integer> nodes() {
        return IntStream.rangeClosed(1, experiment.config().nodes()).boxed();
    }

    /** The mean waiting time of a node in all runs. */
    Sample waitingOf(int node) {
        return runs.of(run -> run.waitingOf(node));
    }

    static String hash(Measurements run) {
        return String.format(Locale.ROOT, "%016x", run.traceHash());
    }

    private static @Nullable Double finite(double value) {
        return Double.isFinite(value) ? value : null;
    }
}
