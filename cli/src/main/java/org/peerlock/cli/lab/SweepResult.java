package org.peerlock.cli.lab;

import java.util.List;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import org.peerlock.lab.simulate.ArrivalPattern;
import org.peerlock.lab.simulate.Experiment;
import org.peerlock.lab.simulate.Measurements;
import org.peerlock.lab.simulate.Metric;
import org.peerlock.lab.simulate.Sample;

/**
 * The result of a sweep. All output is made from this.
 *
 * @param command the command that repeats it
 * @param conditions the world around the nodes but for the load, in words
 * @param plan how long, how often and with which seed
 * @param replications how often each combination was run
 * @param holdOverDelay E/T
 * @param metrics what is shown
 * @param byNode whether the waiting time of each node is shown, too
 * @param againstLoad whether charts show the load on their horizontal axis, and not the number of nodes
 * @param rows the combinations: by load, then by number of nodes, then by algorithm
 */
record SweepResult(
        String command,
        String conditions,
        Experiment.Plan plan,
        int replications,
        double holdOverDelay,
        List<Metric> metrics,
        boolean byNode,
        boolean againstLoad,
        List<SweepRow> rows) {

    /**
     * One combination: its results, or why it was not run.
     *
     * @param note what there is to say about it; mostly nothing
     */
    record SweepRow(String algorithm, int nodes, ArrivalPattern load, Optional<ExperimentResult> result, String note) {

        /** A combination that was not run. */
        static SweepRow refused(String algorithm, int nodes, ArrivalPattern arrivalPattern, String why) {
            return new SweepRow(algorithm, nodes, arrivalPattern, Optional.empty(), why);
        }

        /** A combination that was run. */
        static SweepRow of(ExperimentResult experimentResult) {
            Experiment<?, ?> experiment = experimentResult.experiment();
            return new SweepRow(
                    experiment.entry().id(),
                    experiment.config().nodes(),
                    experiment.conditions().load(),
                    Optional.of(experimentResult),
                    experimentResult.violation().orElse(""));
        }

        /** Whether it was run and violated a property. */
        boolean wrong() {
            return result.isPresent() && !note.isEmpty();
        }

        /** Whether it violated more than progress where the algorithm does not claim progress. */
        boolean surprising() {
            return wrong() && result.filter(ExperimentResult::stuckAsAnnounced).isEmpty();
        }

        /** The values of all runs; none after a violation, because they mean nothing then. */
        Sample of(Metric metric) {
            return of(metric::of);
        }

        /** The mean waiting time of a node in all runs. */
        Sample waitingOf(int node) {
            return node > nodes ? new Sample() : of(run -> run.waitingOf(node));
        }

        private Sample of(ToDoubleFunction<Measurements> value) {
            return result.filter(any -> !wrong())
                    .map(each -> each.runs().of(value))
                    .orElseGet(Sample::new);
        }
    }

    List<ArrivalPattern> loads() {
        return rows.stream().map(SweepRow::load).distinct().toList();
    }

    /** The numbers of nodes. */
    List<Integer> counts() {
        return rows.stream().map(SweepRow::nodes).distinct().toList();
    }

    List<String> algorithms() {
        return rows.stream().map(SweepRow::algorithm).distinct().toList();
    }

    List<SweepRow> under(ArrivalPattern arrivalPattern) {
        return rows.stream()
                .filter(sweepRow -> sweepRow.load().equals(arrivalPattern))
                .toList();
    }

    /** A number means nothing without its load and E/T. */
    String circumstances(ArrivalPattern arrivalPattern) {
        return "load " + arrivalPattern + ", E/T = " + ratio();
    }

    String ratio() {
        return ExperimentResult.ratio(holdOverDelay);
    }

    String planText() {
        return (replications == 1 ? "one run" : replications + " runs") + " of " + plan.entries()
                + " entries after a warm-up of " + plan.warmup() + ", seed " + plan.seed();
    }
}
