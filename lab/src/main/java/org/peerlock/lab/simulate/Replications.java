package org.peerlock.lab.simulate;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.IntConsumer;
import java.util.function.ToDoubleFunction;
import org.peerlock.lab.world.Violation;

/** The same experiment with several seeds, for means with confidence intervals. */
public record Replications(List<Measurements> runs) {

    public Replications {
        runs = List.copyOf(runs);
    }

    /**
     * Runs an experiment with its seed and the following ones; ends early after a violation.
     *
     * @param progress receives the number of completed runs
     */
    public static Replications run(Experiment<?, ?> experiment, int count, IntConsumer progress) {
        return run(experiment, count, Recorder.none(), progress);
    }

    /** The same, and records the first run. */
    public static Replications run(Experiment<?, ?> experiment, int count, Recorder recorder, IntConsumer progress) {
        List<Measurements> runs = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            Measurements run =
                    experiment.withSeed(experiment.plan().seed() + i).run(i == 0 ? recorder : Recorder.none());
            runs.add(run);
            progress.accept(runs.size());
            if (run.violation().isPresent() || run.stalled()) {
                break;
            }
        }
        return new Replications(runs);
    }

    /** The values of a metric; runs without a value are left out. */
    public Sample of(Metric metric) {
        return of(metric::of);
    }

    /** The values of a function; runs without a value are left out. */
    public Sample of(ToDoubleFunction<Measurements> value) {
        Sample sample = new Sample();
        for (Measurements run : runs) {
            double each = value.applyAsDouble(run);
            if (!Double.isNaN(each)) {
                sample.add(each);
            }
        }
        return sample;
    }

    /** The number of messages of each type per entry. */
    public SortedMap<String, Double> messagesByType() {
        SortedMap<String, Double> byType = new TreeMap<>();
        long entries = runs.stream().mapToLong(Measurements::entries).sum();
        for (Measurements run : runs) {
            run.messages().forEach((type, count) -> byType.merge(type, (double) count, Double::sum));
        }
        byType.replaceAll((type, count) -> count / entries);
        return byType;
    }

    public Optional<Violation> violation() {
        return runs.stream().flatMap(run -> run.violation().stream()).findFirst();
    }

    public boolean stalled() {
        return runs.stream().anyMatch(Measurements::stalled);
    }
}
