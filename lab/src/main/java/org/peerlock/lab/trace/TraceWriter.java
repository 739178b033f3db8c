package org.peerlock.lab.trace;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import org.peerlock.algorithm.Request;
import org.peerlock.lab.trace.TraceEvent.Kind;
import org.peerlock.lab.world.Violation;

/**
 * Records a trace, and finds for each delivery the sending that it belongs to.
 */
public final class TraceWriter {

    /** A message under way on a link. */
    private record Underway(int from, int to, Object message) {}

    private final int nodes;
    private final List<TraceEvent> events = new ArrayList<>();
    private final Map<Underway, Queue<Long>> underway = new HashMap<>();
    /** The last sending that was found for a message; a duplicate belongs to it. */
    private final Map<Underway, Long> arrived = new HashMap<>();

    private long messages;

    public TraceWriter(int nodes) {
        this.nodes = nodes;
    }

    /** A message is sent; {@code to} 0 means all others. */
    public void sent(double time, int from, int to, Object message) {
        long id = ++messages;
        events.add(TraceEvent.message(time, Kind.SENT, from, to, id, TextFormat.message(message)));
        for (int node = to == 0 ? 1 : to; node <= (to == 0 ? nodes : to); node++) {
            underway.computeIfAbsent(new Underway(from, node, message), any -> new ArrayDeque<>())
                    .add(id);
        }
    }

    public void delivered(double time, int from, int to, Object message) {
        events.add(TraceEvent.message(
                time, Kind.DELIVERED, to, from, take(from, to, message), TextFormat.message(message)));
    }

    public void lost(double time, int from, int to, Object message) {
        events.add(TraceEvent.message(time, Kind.LOST, to, from, take(from, to, message), TextFormat.message(message)));
    }

    /** The oldest sending of such a message that has not arrived. */
    private long take(int from, int to, Object message) {
        Underway what = new Underway(from, to, message);
        Queue<Long> sent = underway.get(what);
        Long id = sent == null ? null : sent.poll();
        if (id == null) {
            id = arrived.get(what);
        }
        if (id == null) {
            throw new IllegalStateException("no node sent " + message + " from " + from + " to " + to);
        }
        arrived.put(what, id);
        return id;
    }

    public void asked(double time, int node, Request request) {
        String unusual = TextFormat.request(request).strip();
        events.add(new TraceEvent(time, Kind.ASKED, node, 0, 0, unusual, request.id(), 0));
    }

    public void entered(double time, int node, long request, long fence) {
        events.add(TraceEvent.request(time, Kind.ENTERED, node, request, fence));
    }

    public void left(double time, int node, long request) {
        events.add(TraceEvent.request(time, Kind.LEFT, node, request, 0));
    }

    public void cancelled(double time, int node, long request) {
        events.add(TraceEvent.request(time, Kind.CANCELLED, node, request, 0));
    }

    public void withdrawn(double time, int node, long request) {
        events.add(TraceEvent.request(time, Kind.WITHDRAWN, node, request, 0));
    }

    public void expired(double time, int node, String timer) {
        events.add(TraceEvent.message(time, Kind.EXPIRED, node, 0, 0, timer));
    }

    public void crashed(double time, int node) {
        events.add(TraceEvent.request(time, Kind.CRASHED, node, 0, 0));
    }

    /** The last event at a node violates a property. */
    public void violated(double time, int node, Violation violation) {
        String text = violation.property() + ": " + violation.sentence();
        events.add(TraceEvent.message(time, Kind.VIOLATED, node, 0, 0, text));
    }

    public Trace trace(String title, String subtitle, Trace.Unit unit) {
        return new Trace(title, subtitle, unit, nodes, events);
    }
}
