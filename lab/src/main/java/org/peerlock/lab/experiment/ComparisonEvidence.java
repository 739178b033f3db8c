package org.peerlock.lab.experiment;

import java.util.SortedMap;
import java.util.TreeMap;
import org.peerlock.lab.simulate.Metric;
import org.peerlock.lab.simulate.Sample;

/**
 * Two algorithms under the same conditions: the paper says that the first one needs less.
 *
 * @param one the algorithm that should need less
 * @param other the algorithm that it is compared with
 * @param metric what both need
 */
public record ComparisonEvidence(ExperimentSpec one, ExperimentSpec other, Metric metric) implements Evidence {

    @Override
    public String command() {
        return command(metric.id());
    }

    /** The command that shows these metrics. */
    String command(String metrics) {
        SortedMap<String, String> options = new TreeMap<>(one.config().options());
        options.putAll(other.config().options());
        StringBuilder line = new StringBuilder("peerlock lab sweep --algorithms ");
        line.append(one.entry().id()).append(',').append(other.entry().id());
        line.append(" --nodes ").append(one.nodes());
        options.forEach((name, value) ->
                line.append(" --option ").append(name).append('=').append(value));
        line.append(" --loads ").append(one.conditions().load());
        line.append(" --metric ").append(metrics);
        line.append(" --entries ").append(one.plan().entries());
        line.append(" --warmup ").append(one.plan().warmup());
        return line.append(" --replications ").append(one.replications()).toString();
    }

    @Override
    public Result gather() {
        Sample ours = one.run().of(metric);
        Sample theirs = other.run().of(metric);
        return new Result(
                ResultsTable.cell(ours) + " against " + ResultsTable.cell(theirs) + " " + unit(), less(ours, theirs));
    }

    private String unit() {
        return switch (metric) {
            case MESSAGES_PER_ENTRY -> "messages";
            case WAITING_RATIO -> "times as long";
            default -> "T";
        };
    }

    /** Whether the first is less than the second, by more than both confidence intervals. */
    static boolean less(Sample one, Sample other) {
        return one.mean() + one.confidence95() < other.mean() - other.confidence95();
    }
}
