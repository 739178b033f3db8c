package org.peerlock.lab.trace;

import java.util.List;

/**
 * The events of a run, in order: the one format that all drivers write and all renderers read.
 *
 * @param title a short title
 * @param subtitle the conditions, in a sentence; may be empty
 * @param unit the unit of its times
 * @param nodes the number of nodes
 */
public record Trace(String title, String subtitle, Unit unit, int nodes, List<TraceEvent> events) {

    /** The unit of the times in a trace. */
    public enum Unit {
        /** Steps of a scenario. */
        STEP,
        /** Virtual time. */
        TIME
    }

    public Trace {
        events = List.copyOf(events);
    }
}
