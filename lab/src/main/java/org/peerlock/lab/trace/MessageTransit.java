package org.peerlock.lab.trace;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.peerlock.lab.trace.TraceEvent.Kind;

/**
 * The transit of a message from one node to another; a broadcast has one for each receiver.
 *
 * @param ended when it arrived or was lost, or the end of the trace
 */
record MessageTransit(String text, int from, int to, double sent, double ended, Fate fate) {

    /** How a transit ends. */
    enum Fate {
        DELIVERED,
        LOST,
        UNDERWAY
    }

    /** All transits of a trace; first those that ended, in order, then those that did not. */
    static List<MessageTransit> of(Trace trace) {
        Map<Long, TraceEvent> sendings = new HashMap<>();
        List<MessageTransit> flights = new ArrayList<>();
        for (TraceEvent event : trace.events()) {
            if (event.kind() == Kind.SENT) {
                sendings.put(event.message(), event);
            } else if (ends(event)) {
                TraceEvent sending = sendings.get(event.message());
                if (sending == null) {
                    throw new IllegalArgumentException("no node sent what arrives: " + event);
                }
                Fate fate = event.kind() == Kind.LOST ? Fate.LOST : Fate.DELIVERED;
                flights.add(new MessageTransit(
                        event.text(), event.peer(), event.node(), sending.time(), event.time(), fate));
            }
        }
        flights.addAll(unfinished(trace));
        return flights;
    }

    private static boolean ends(TraceEvent event) {
        return event.kind() == Kind.DELIVERED || event.kind() == Kind.LOST;
    }

    /** The transits that do not end in the trace. */
    static List<MessageTransit> unfinished(Trace trace) {
        Map<Long, Set<Integer>> reached = new HashMap<>();
        Map<Integer, Double> crashes = new HashMap<>();
        double end = 0;
        for (TraceEvent event : trace.events()) {
            end = event.time();
            if (ends(event)) {
                reached.computeIfAbsent(event.message(), any -> new HashSet<>()).add(event.node());
            } else if (event.kind() == Kind.CRASHED) {
                crashes.put(event.node(), event.time());
            }
        }
        List<MessageTransit> flights = new ArrayList<>();
        for (TraceEvent event : trace.events()) {
            for (int to = 1; event.kind() == Kind.SENT && to <= trace.nodes(); to++) {
                if (meant(event, to)
                        && !reached.getOrDefault(event.message(), Set.of()).contains(to)) {
                    flights.add(unfinished(event, to, crashes.get(to), end));
                }
            }
        }
        return flights;
    }

    private static boolean meant(TraceEvent sending, int to) {
        return sending.peer() == 0 ? to != sending.node() : to == sending.peer();
    }

    /** Messages under way to a node that crashes are lost. */
    private static MessageTransit unfinished(TraceEvent sending, int to, @Nullable Double crash, double end) {
        return crash == null
                ? new MessageTransit(sending.text(), sending.node(), to, sending.time(), end, Fate.UNDERWAY)
                : new MessageTransit(
                        sending.text(), sending.node(), to, sending.time(), Math.max(crash, sending.time()), Fate.LOST);
    }

    /** The type of the message: its text without the components. */
    String type() {
        return text.replaceFirst("[^A-Z_].*", "");
    }
}
