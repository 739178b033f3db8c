package org.peerlock.lab.experiment;

import java.util.Locale;
import java.util.function.Predicate;
import org.peerlock.lab.simulate.Replications;
import org.peerlock.lab.simulate.Sample;

/**
 * A simulation whose result is judged.
 *
 * @param quantity what is looked at
 * @param agrees whether the values of all runs are as published
 */
public record SimulationEvidence(ExperimentSpec trial, Quantity quantity, Predicate<Sample> agrees)
        implements Evidence {

    private static final double ROUNDING = 1e-9;

    /** In every run exactly this. */
    public static SimulationEvidence exactly(double value, Quantity quantity, ExperimentSpec experimentSpec) {
        return between(value, value, quantity, experimentSpec);
    }

    /** The mean is this, as far as can be said: it lies in the 95 % confidence interval. */
    public static SimulationEvidence onAverage(double value, Quantity quantity, ExperimentSpec experimentSpec) {
        return new SimulationEvidence(
                experimentSpec,
                quantity,
                sample -> Math.abs(sample.mean() - value) <= sample.confidence95() + ROUNDING);
    }

    /** In no run less or more. */
    public static SimulationEvidence between(
            double least, double most, Quantity quantity, ExperimentSpec experimentSpec) {
        return new SimulationEvidence(
                experimentSpec,
                quantity,
                sample -> sample.min() >= least - ROUNDING && sample.max() <= most + ROUNDING);
    }

    @Override
    public String command() {
        return trial.command();
    }

    @Override
    public Result gather() {
        Replications runs = trial.run();
        if (runs.violation().isPresent()) {
            return new Result("violates " + runs.violation().get().property(), false);
        }
        if (runs.stalled()) {
            return new Result("no entry at all, and no end of messages", false);
        }
        Sample sample = runs.of(quantity.value());
        return new Result(text(sample) + " " + quantity.unit(), agrees.test(sample));
    }

    private static String text(Sample sample) {
        return sample.size() < 2
                ? number(sample.mean())
                : number(sample.mean()) + " ± " + number(sample.confidence95());
    }

    private static String number(double value) {
        return Math.abs(value - Math.rint(value)) < ROUNDING
                ? Long.toString(Math.round(value))
                : String.format(Locale.ROOT, "%.3g", value);
    }
}
