package org.peerlock.lab.trace;

import java.util.List;

/**
 * What happened in a run or in a story, in order: the one format that all drivers write and all renderers read.
 *
 * @param title what it is about
 * @param nodes how many nodes there were
 */
public record Trace(String title, int nodes, List<TraceEvent> events) {

    public Trace {
        events = List.copyOf(events);
    }
}
