package org.peerlock.cli;

import java.util.List;
import java.util.Optional;
import org.peerlock.lab.simulate.Experiment;
import org.peerlock.lab.simulate.Load;
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
record Sweep(
        String command,
        String conditions,
        Experiment.Plan plan,
        int replications,
        double holdOverDelay,
        List<Metric> metrics,
        List<Row> rows) {

    /**
     * One combination: what was measured, or why nothing was.
     *
     * @param note what there is to say about it; mostly nothing
     */
    record Row(String algorithm, int nodes, Load load, Optional<Measured> measured, String note) {

        /** Was not run. */
        static Row refused(String algorithm, int nodes, Load load, String why) {
            return new Row(algorithm, nodes, load, Optional.empty(), why);
        }

        /** Was run. */
        static Row of(Measured measured) {
            Experiment<?, ?> experiment = measured.experiment();
            return new Row(
                    experiment.entry().id(),
                    experiment.setting().nodes(),
                    experiment.conditions().load(),
                    Optional.of(measured),
                    measured.wrong().orElse(""));
        }

        /** Whether it was run and violated something. */
        boolean wrong() {
            return measured.isPresent() && !note.isEmpty();
        }

        /** Whether it went wrong otherwise than by getting stuck where that is known to happen. */
        boolean surprising() {
            return wrong() && measured.filter(Measured::stuckAsAnnounced).isEmpty();
        }

        /** The values of all runs; none if it went wrong, for then they mean nothing. */
        Sample of(Metric metric) {
            return measured.filter(any -> !wrong())
                    .map(each -> each.runs().of(metric))
                    .orElseGet(Sample::new);
        }
    }

    List<Load> loads() {
        return rows.stream().map(Row::load).distinct().toList();
    }

    List<String> algorithms() {
        return rows.stream().map(Row::algorithm).distinct().toList();
    }

    List<Row> under(Load load) {
        return rows.stream().filter(row -> row.load().equals(load)).toList();
    }

    /** A number means nothing without its load and E/T. */
    String circumstances(Load load) {
        return "load " + load + ", E/T = " + ratio();
    }

    String ratio() {
        return Measured.ratio(holdOverDelay);
    }

    String planText() {
        return (replications == 1 ? "one run" : replications + " runs") + " of " + plan.entries()
                + " entries after a warm-up of " + plan.warmup() + ", seed " + plan.seed();
    }
}
