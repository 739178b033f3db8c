package org.peerlock.lab.trace;

import java.util.List;

/**
 * What happened in a run or in a story, in order: the one format that all drivers write and all renderers read.
 *
 * @param title what it is about, in a word or two
 * @param subtitle under which conditions, in a sentence; may be empty
 * @param unit what its times count
 * @param nodes how many nodes there were
 */
public record Trace(String title, String subtitle, Unit unit, int nodes, List<TraceEvent> events) {

    /** What the times of a trace count. */
    public enum Unit {
        /** The steps of a story. */
        STEP,
        /** Virtual time. */
        TIME
    }

    public Trace {
        events = List.copyOf(events);
    }
}
