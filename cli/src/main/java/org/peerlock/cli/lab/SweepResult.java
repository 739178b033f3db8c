package org.peerlock.cli.lab;

import java.util.List;
import java.util.Optional;
import org.peerlock.lab.simulate.ArrivalPattern;
import org.peerlock.lab.simulate.Experiment;
import org.peerlock.lab.simulate.Metric;
import org.peerlock.lab.simulate.Sample;

/**
 * What came of a sweep. Everything that is written about it is made from this.
 *
 * @param command what to type to have it again
 * @param conditions the world around the nodes but for the load, in words
 * @param plan how long, how often and with which seed
 * @param replications how often each combination was run
 * @param holdOverDelay E/T
 * @param metrics what is shown
 * @param rows the combinations: by load, then by number of nodes, then by algorithm
 */
record SweepResult(
        String command,
        String conditions,
        Experiment.Plan plan,
        int replications,
        double holdOverDelay,
        List<Metric> metrics,
        List<SweepRow> rows) {

    /**
     * One combination: what was measured, or why nothing was.
     *
     * @param note what there is to say about it; mostly nothing
     */
    record SweepRow(String algorithm, int nodes, ArrivalPattern load, Optional<ExperimentResult> result, String note) {

        /** Was not run. */
        static SweepRow refused(String algorithm, int nodes, ArrivalPattern arrivalPattern, String why) {
            return new SweepRow(algorithm, nodes, arrivalPattern, Optional.empty(), why);
        }

        /** Was run. */
        static SweepRow of(ExperimentResult experimentResult) {
            Experiment<?, ?> experiment = experimentResult.experiment();
            return new SweepRow(
                    experiment.entry().id(),
                    experiment.config().nodes(),
                    experiment.conditions().load(),
                    Optional.of(experimentResult),
                    experimentResult.violation().orElse(""));
        }

        /** Whether it was run and violated something. */
        boolean wrong() {
            return result.isPresent() && !note.isEmpty();
        }

        /** Whether it went wrong otherwise than by getting stuck where that is known to happen. */
        boolean surprising() {
            return wrong() && result.filter(ExperimentResult::stuckAsAnnounced).isEmpty();
        }

        /** The values of all runs; none if it went wrong, for then they mean nothing. */
        Sample of(Metric metric) {
            return result.filter(any -> !wrong())
                    .map(each -> each.runs().of(metric))
                    .orElseGet(Sample::new);
        }
    }

    List<ArrivalPattern> loads() {
        return rows.stream().map(SweepRow::load).distinct().toList();
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
