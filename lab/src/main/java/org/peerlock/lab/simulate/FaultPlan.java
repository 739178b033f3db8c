package org.peerlock.lab.simulate;

import java.util.List;
import java.util.stream.Collectors;

/**
 * The faults of a run.
 *
 * @param faults the faults
 * @param until the time at which all faults are over, except for crashed nodes; may be infinite
 */
public record FaultPlan(List<Fault> faults, double until) {

    public FaultPlan {
        faults = List.copyOf(faults);
    }

    /** No faults. */
    public static FaultPlan none() {
        return of(List.of());
    }

    /** Faults without an end. */
    public static FaultPlan of(List<Fault> faults) {
        return new FaultPlan(faults, Double.POSITIVE_INFINITY);
    }

    /**
     * Validates the plan.
     *
     * @throws IllegalArgumentException if the group has no such nodes or links
     */
    void check(int nodes, boolean sequenced) {
        for (Fault fault : faults) {
            if (fault.nodes().stream().anyMatch(node -> node > nodes)) {
                throw new IllegalArgumentException("there are " + nodes + " nodes; " + fault + " names another");
            }
            boolean ofNodes =
                    fault instanceof Fault.Pause || fault instanceof Fault.Crash || fault instanceof Fault.Restart;
            if (sequenced && !ofNodes) {
                throw new IllegalArgumentException("on a sequenced medium all observe everything, so there can be no "
                        + fault + "; there can be pause, crash and restart");
            }
            if (fault instanceof Fault.Cut && nodes < 2) {
                throw new IllegalArgumentException("a node alone has no links, so there can be no " + fault);
            }
        }
    }

    @Override
    public String toString() {
        return faults.isEmpty() ? "none" : faults.stream().map(Fault::toString).collect(Collectors.joining(" "));
    }
}
