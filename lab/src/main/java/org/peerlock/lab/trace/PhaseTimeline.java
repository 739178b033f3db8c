package org.peerlock.lab.trace;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.peerlock.lab.trace.RecordedStep.Mark;

/** The status of one node over the course of a trace. */
final class PhaseTimeline {

    /**
     * A span of time in which the status of a node does not change; idle time is left out.
     *
     * @param to infinite if it does not end in the trace
     * @param fence the fence of its entry; 0 if it is not inside
     */
    record Span(double from, double to, Mark mark, long fence) {

        boolean inside() {
            return mark == Mark.INSIDE || mark == Mark.SHARED;
        }
    }

    private final List<Span> spans = new ArrayList<>();
    private final Map<Long, Boolean> shared = new TreeMap<>();
    /** The status of each request of the node. */
    private final Map<Long, Mark> marks = new TreeMap<>();

    private boolean crashed;
    private Span now = new Span(0, Double.POSITIVE_INFINITY, Mark.IDLE, 0);

    private PhaseTimeline() {}

    /** The spans of a node, in order. */
    static List<Span> of(Trace trace, int node) {
        PhaseTimeline phaseTimeline = new PhaseTimeline();
        for (TraceEvent event : trace.events()) {
            if (event.node() == node) {
                phaseTimeline.take(event);
            }
        }
        phaseTimeline.close(Double.POSITIVE_INFINITY);
        return phaseTimeline.spans;
    }

    /** The first span that contains a time, including its ends, but not the one after a crash. */
    static Optional<Span> at(List<Span> spans, double time) {
        return spans.stream()
                .filter(span -> span.mark() != Mark.CRASHED && span.from() <= time && time <= span.to())
                .findFirst();
    }

    private void take(TraceEvent event) {
        switch (event.kind()) {
            case ASKED -> {
                shared.put(event.request(), event.text().startsWith("shared"));
                marks.put(event.request(), Mark.WAITING);
            }
            case ENTERED ->
                marks.put(event.request(), shared.getOrDefault(event.request(), false) ? Mark.SHARED : Mark.INSIDE);
            case CANCELLED -> marks.put(event.request(), Mark.CANCELLED);
            case LEFT, WITHDRAWN -> marks.remove(event.request());
            case CRASHED -> crashed = true;
            case SENT, DELIVERED, LOST, EXPIRED, VIOLATED -> {
                return;
            }
        }
        turn(event);
    }

    /** With several requests the most advanced one counts, as in the lanes. */
    private void turn(TraceEvent event) {
        Mark mark = crashed
                ? Mark.CRASHED
                : marks.values().stream().max(Mark::compareTo).orElse(Mark.IDLE);
        if (mark != now.mark()) {
            close(event.time());
            now = new Span(event.time(), Double.POSITIVE_INFINITY, mark, event.fence());
        }
    }

    private void close(double time) {
        if (now.mark() != Mark.IDLE && time > now.from()) {
            spans.add(new Span(now.from(), time, now.mark(), now.fence()));
        }
    }
}
