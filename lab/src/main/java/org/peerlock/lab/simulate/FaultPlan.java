package org.peerlock.lab.simulate;

import java.util.List;
import java.util.stream.Collectors;

/**
 * What goes wrong in a run.
 *
 * @param faults all that does
 * @param until the time at which everything is whole again, but for nodes that have crashed; may be infinite
 */
public record FaultPlan(List<Fault> faults, double until) {

    public FaultPlan {
        faults = List.copyOf(faults);
    }

    /** Nothing goes wrong. */
    public static FaultPlan none() {
        return of(List.of());
    }

    /** They go on for ever. */
    public static FaultPlan of(List<Fault> faults) {
        return new FaultPlan(faults, Double.POSITIVE_INFINITY);
    }

    /**
     * Says what is wrong with it.
     *
     * @throws IllegalArgumentException if such a group has no such node, or no such links
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
