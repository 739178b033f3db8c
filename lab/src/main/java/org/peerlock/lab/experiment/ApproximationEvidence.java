package org.peerlock.lab.experiment;

import java.util.ArrayList;
import java.util.List;
import java.util.function.IntToDoubleFunction;
import org.peerlock.lab.simulate.Sample;

/**
 * A formula that is meant as an approximation, for several numbers of nodes. It is one if the error
 * falls from each number of nodes to the next, and is small for the last.
 *
 * @param formula the published value, by the number of nodes
 * @param quantity the quantity that is measured
 * @param specs the experiments, with more and more nodes
 */
public record ApproximationEvidence(IntToDoubleFunction formula, Quantity quantity, List<ExperimentSpec> specs)
        implements Evidence {

    private static final double SMALL = 0.1;

    @Override
    public String command() {
        return specs.get(specs.size() - 1).command();
    }

    @Override
    public Result gather() {
        List<String> measured = new ArrayList<>();
        double error = Double.MAX_VALUE;
        boolean nearer = true;
        for (ExperimentSpec spec : specs) {
            Sample sample = spec.run().of(quantity.value());
            double published = formula.applyAsDouble(spec.nodes());
            measured.add(ResultsTable.cell(sample) + " for " + ResultsTable.number(published) + " (N = " + spec.nodes()
                    + ")");
            double before = error;
            error = Math.abs(sample.mean() - published) / published;
            nearer &= error < before;
        }
        return new Result(
                String.join(", ", measured) + " " + quantity.unit(),
                nearer && error < SMALL ? ClaimResult.Verdict.APPROXIMATES : ClaimResult.Verdict.DOES_NOT_HOLD);
    }
}
