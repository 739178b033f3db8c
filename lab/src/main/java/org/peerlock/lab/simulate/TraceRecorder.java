package org.peerlock.lab.simulate;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.TreeMap;
import org.peerlock.algorithm.Request;
import org.peerlock.algorithm.TimerId;
import org.peerlock.lab.trace.Trace;
import org.peerlock.lab.trace.TraceWriter;

/**
 * Records the trace of a run, or of a window of it.
 *
 * <p>A window begins with what is the case then: messages that are under way were sent before it,
 * and the requests that wait or are inside were made at its beginning.
 */
public final class TraceRecorder implements Recorder {

    /**
     * The part of a run that is recorded.
     *
     * @param from its beginning, in units of time
     * @param to its end
     * @param mostEvents after how many events it ends in any case
     */
    public record Window(double from, double to, long mostEvents) {

        /** The whole run. */
        public static Window whole() {
            return new Window(0, Double.POSITIVE_INFINITY, Long.MAX_VALUE);
        }
    }

    /** A message on a link. */
    private record Link(int from, int to, Object message) {}

    /** A message that was sent before the window. */
    private record Sending(double time, Link link) {}

    /** A request that waits, or is inside with a fence. */
    private record Current(Request request, long fence, boolean cancelled) {}

    private final int nodes;
    private final Window window;
    /** A message that was sent longer ago than this before the window is taken for lost. */
    private final double longestDelay;

    private final TraceWriter writer;
    private final Map<Link, Queue<Double>> underway = new HashMap<>();
    private final Set<Link> recorded = new HashSet<>();
    private final Map<Integer, Current> current = new TreeMap<>();
    private boolean begun;
    private long events;

    /** Records a whole run. */
    public TraceRecorder(int nodes) {
        this(nodes, Window.whole(), 0);
    }

    /** Records a window; {@code longestDelay} is how long a message may take. */
    public TraceRecorder(int nodes, Window window, double longestDelay) {
        this.nodes = nodes;
        this.window = window;
        this.longestDelay = longestDelay;
        writer = new TraceWriter(nodes);
    }

    private static double units(long time) {
        return (double) time / Distribution.UNIT;
    }

    /** Whether an event is in the window, which begins with the first one that is. */
    private boolean records(long time) {
        boolean inside = window.from() <= units(time) && units(time) <= window.to();
        if (inside && !begun) {
            begun = true;
            begin();
        }
        return inside && events++ < window.mostEvents();
    }

    private void begin() {
        List<Sending> sent = new ArrayList<>();
        underway.forEach((link, times) -> times.stream()
                .filter(time -> time >= window.from() - longestDelay)
                .forEach(time -> sent.add(new Sending(time, link))));
        sent.sort(Comparator.comparingDouble(Sending::time)
                .thenComparingInt(each -> each.link().from())
                .thenComparingInt(each -> each.link().to()));
        sent.forEach(each -> writeSent(each.time(), each.link()));
        underway.clear();
        current.forEach((node, now) -> {
            writer.asked(window.from(), node, now.request());
            if (now.fence() > 0) {
                writer.entered(window.from(), node, now.request().id(), now.fence());
            }
            if (now.cancelled()) {
                writer.cancelled(window.from(), node, now.request().id());
            }
        });
    }

    private void writeSent(double time, Link link) {
        recorded.add(link);
        writer.sent(time, link.from(), link.to(), link.message());
    }

    @Override
    public void sent(long time, int from, int to, Object message) {
        if (records(time)) {
            receivers(to).forEach(node -> recorded.add(new Link(from, node, message)));
            writer.sent(units(time), from, to, message);
        } else if (!begun) {
            receivers(to)
                    .forEach(node -> underway.computeIfAbsent(new Link(from, node, message), any -> new ArrayDeque<>())
                            .add(units(time)));
        }
    }

    /** The receiver; all nodes if it is 0. */
    private List<Integer> receivers(int to) {
        List<Integer> receivers = new ArrayList<>();
        for (int node = to == 0 ? 1 : to; node <= (to == 0 ? nodes : to); node++) {
            receivers.add(node);
        }
        return receivers;
    }

    @Override
    public void delivered(long time, int from, int to, Object message) {
        Link link = new Link(from, to, message);
        if (records(time)) {
            if (recorded.contains(link)) {
                writer.delivered(units(time), from, to, message);
            }
        } else if (!begun) {
            Queue<Double> times = underway.get(link);
            if (times != null && times.poll() != null && times.isEmpty()) {
                underway.remove(link);
            }
        }
    }

    @Override
    public void asked(long time, int node, Request request) {
        if (records(time)) {
            writer.asked(units(time), node, request);
        }
        current.put(node, new Current(request, 0, false));
    }

    @Override
    public void entered(long time, int node, long id, long fence) {
        if (records(time)) {
            writer.entered(units(time), node, id, fence);
        }
        current.computeIfPresent(node, (any, now) -> new Current(now.request(), fence, false));
    }

    @Override
    public void left(long time, int node, long id) {
        if (records(time)) {
            writer.left(units(time), node, id);
        }
        current.remove(node);
    }

    @Override
    public void cancelled(long time, int node, long id) {
        if (records(time)) {
            writer.cancelled(units(time), node, id);
        }
        current.computeIfPresent(node, (any, now) -> new Current(now.request(), 0, true));
    }

    @Override
    public void withdrawn(long time, int node, long id) {
        if (records(time)) {
            writer.withdrawn(units(time), node, id);
        }
        current.remove(node);
    }

    @Override
    public void expired(long time, int node, TimerId timer) {
        if (records(time)) {
            writer.expired(units(time), node, timer.name());
        }
    }

    /** The recorded trace. */
    public Trace trace(String title, String subtitle) {
        return writer.trace(title, subtitle, Trace.Unit.TIME);
    }
}
