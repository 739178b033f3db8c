package org.peerlock.lab.experiment;

import java.util.function.Predicate;
import org.peerlock.lab.simulate.Replications;
import org.peerlock.lab.simulate.Sample;

/**
 * A simulation whose result is compared with a claim.
 *
 * @param quantity the quantity that is measured
 * @param agrees whether the values of all runs agree with the publication; there are none if the
 *     run gets stuck
 */
public record SimulationEvidence(ExperimentSpec spec, Quantity quantity, Predicate<Sample> agrees) implements Evidence {

    private static final double ROUNDING = 1e-9;

    /** Exactly this value in every run. */
    public static SimulationEvidence exactly(double value, Quantity quantity, ExperimentSpec experimentSpec) {
        return between(value, value, quantity, experimentSpec);
    }

    /** This value lies in the 95 % confidence interval of the mean. */
    public static SimulationEvidence onAverage(double value, Quantity quantity, ExperimentSpec experimentSpec) {
        return new SimulationEvidence(
                experimentSpec,
                quantity,
                sample -> Math.abs(sample.mean() - value) <= sample.confidence95() + ROUNDING);
    }

    /** A value in this range in every run. */
    public static SimulationEvidence between(
            double least, double most, Quantity quantity, ExperimentSpec experimentSpec) {
        return new SimulationEvidence(
                experimentSpec,
                quantity,
                sample -> sample.min() >= least - ROUNDING && sample.max() <= most + ROUNDING);
    }

    /** In the end no node enters any more: such a run has no values. */
    public static SimulationEvidence stuck(ExperimentSpec experimentSpec) {
        return new SimulationEvidence(experimentSpec, Quantity.ENTRIES, sample -> sample.size() == 0);
    }

    @Override
    public String command() {
        return spec.command();
    }

    @Override
    public Result gather() {
        Replications runs = spec.run();
        if (runs.violation().isPresent()) {
            return new Result("violates " + runs.violation().get().property(), false);
        }
        if (runs.stalled()) {
            long entries = runs.runs().get(0).entries();
            return new Result(
                    entries == 0 ? "no entry, and messages without end" : "no entry after the first " + entries,
                    agrees.test(new Sample()));
        }
        Sample sample = runs.of(quantity.value());
        return new Result(ResultsTable.cell(sample) + " " + quantity.unit(), agrees.test(sample));
    }
}
