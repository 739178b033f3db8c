package org.peerlock.lab.trace;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.peerlock.algorithm.data.NodeCounters;

/**
 * Computes the vector clock of each event of a trace. An event has a smaller clock than another if
 * and only if it may have caused it.
 */
final class VectorClocks {

    private final List<NodeCounters> nodes = new ArrayList<>();
    private final Map<Long, NodeCounters> messages = new HashMap<>();

    private VectorClocks(int size) {
        for (int node = 1; node <= size; node++) {
            nodes.add(NodeCounters.zero(size));
        }
    }

    /**
     * The clocks of all events, in order. A loss is not an event of any node: it gets the clock of
     * the node's last event.
     */
    static List<NodeCounters> of(Trace trace) {
        VectorClocks clocks = new VectorClocks(trace.nodes());
        List<NodeCounters> all = new ArrayList<>();
        trace.events().forEach(event -> all.add(clocks.take(event)));
        return all;
    }

    private NodeCounters take(TraceEvent event) {
        int node = event.node();
        NodeCounters clock = nodes.get(node - 1);
        if (event.kind() == TraceEvent.Kind.LOST) {
            return clock;
        }
        if (event.kind() == TraceEvent.Kind.DELIVERED) {
            clock = greater(clock, sent(event));
        }
        clock = clock.with(node, clock.of(node) + 1);
        if (event.kind() == TraceEvent.Kind.SENT) {
            messages.put(event.message(), clock);
        }
        nodes.set(node - 1, clock);
        return clock;
    }

    private NodeCounters sent(TraceEvent delivery) {
        NodeCounters clock = messages.get(delivery.message());
        if (clock == null) {
            throw new IllegalArgumentException("no node sent what arrives: " + delivery);
        }
        return clock;
    }

    private static NodeCounters greater(NodeCounters one, NodeCounters other) {
        NodeCounters both = one;
        for (int node = 1; node <= other.size(); node++) {
            both = both.atLeast(node, other.of(node));
        }
        return both;
    }
}
