package org.peerlock.lab.trace;

import java.util.Collections;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.peerlock.lab.trace.TraceEvent.Kind;

/** Finds the messages of a trace that arrive after a later message from the same sender. */
final class OvertakenMessages {

    /** A link from one node to another. */
    private record Link(int from, int to) {}

    private final Set<TraceEvent> deliveries = Collections.newSetFromMap(new IdentityHashMap<>());
    /** By message: the nodes where it arrives late. */
    private final Map<Long, Set<Integer>> receivers = new TreeMap<>();

    OvertakenMessages(Trace trace) {
        Map<Long, Integer> order = new HashMap<>();
        Map<Link, Integer> latest = new HashMap<>();
        for (TraceEvent event : trace.events()) {
            if (event.kind() == Kind.SENT) {
                order.put(event.message(), order.size());
            } else if (event.kind() == Kind.DELIVERED) {
                int sent = order.getOrDefault(event.message(), 0);
                if (latest.merge(new Link(event.peer(), event.node()), sent, Math::max) > sent) {
                    deliveries.add(event);
                    receivers
                            .computeIfAbsent(event.message(), any -> new TreeSet<>())
                            .add(event.node());
                }
            }
        }
    }

    /** Whether a delivery comes after that of a later message. */
    boolean isOvertaken(TraceEvent delivery) {
        return deliveries.contains(delivery);
    }

    /** The nodes where a sent message arrives late. */
    Set<Integer> receivers(TraceEvent sending) {
        return receivers.getOrDefault(sending.message(), Set.of());
    }
}
