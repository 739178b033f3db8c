package org.peerlock.lab.scenario;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.peerlock.algorithm.Network;
import org.peerlock.algorithm.Property;
import org.peerlock.lab.trace.EventCounts;
import org.peerlock.lab.trace.RecordedStep;
import org.peerlock.lab.trace.Trace;
import org.peerlock.lab.world.Violation;

/**
 * The run of a scenario.
 *
 * @param scenario the scenario
 * @param network the network of the run
 * @param steps the steps
 * @param output the output, line by line
 * @param violation the violation that ended the run, if any
 * @param onTheWay the properties violated before that, if another violation was announced
 * @param unreached a sentence about a line that was not reached because the run ended before it
 */
public record ScenarioRun(
        Scenario scenario,
        Network network,
        List<RecordedStep<?>> steps,
        EventCounts tally,
        List<String> output,
        Optional<Violation> violation,
        Set<Property> onTheWay,
        Optional<String> unreached) {

    /** The run in the format that all renderers read. */
    public Trace trace() {
        return ScenarioTrace.of(this);
    }

    /** A violation that was not announced, or one that was announced but did not happen. */
    public Optional<String> surprise() {
        Optional<String> announced = scenario.header().violates().map(Object::toString);
        Optional<String> happened = violation.map(found -> found.property().toString());
        if (announced.equals(happened)) {
            return onTheWay.equals(scenario.header().after())
                    ? unreached
                    : Optional.of("on the way the run violates " + onTheWay
                            + "; if it is meant to, say so in its header," + " as in 'violates exclusion after fence'");
        }
        return Optional.of(
                violation.isPresent()
                        ? "the run violates " + happened.orElseThrow() + " ("
                                + violation.get().sentence() + "); if it is meant to, say 'violates "
                                + happened.orElseThrow() + "' in its header"
                        : "the header says 'violates " + announced.orElseThrow() + "', but nothing went wrong");
    }

    /**
     * The first difference between the output and the expected output, in words; none if the
     * scenario has no expected output.
     */
    public Optional<String> difference() {
        List<String> expected = scenario.expected();
        if (expected.isEmpty()) {
            return Optional.empty();
        }
        for (int i = 0; i < Math.max(expected.size(), output.size()); i++) {
            String wanted = i < expected.size() ? expected.get(i) : "(nothing)";
            String actual = i < output.size() ? output.get(i) : "(nothing)";
            if (!wanted.equals(actual)) {
                return Optional.of(
                        "line " + (i + 1) + " below ---- differs\n  expected: " + wanted + "\n  actual:   " + actual);
            }
        }
        return Optional.empty();
    }

    /** Whether the run went as expected. */
    public boolean asExpected() {
        return surprise().isEmpty() && difference().isEmpty();
    }
}
