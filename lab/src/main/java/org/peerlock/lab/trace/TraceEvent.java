package org.peerlock.lab.trace;

/**
 * An event at a node.
 *
 * @param time the time in units of virtual time; in a scenario, the number of the step
 * @param node where
 * @param peer the other node of a message; 0 if there is none, or for a broadcast
 * @param message connects the sending of a message with its deliveries; 0 if there is none
 * @param text the message, the name of the timer, the unusual attributes of a request, or the
 *     violation; empty otherwise
 * @param request the request; 0 if there is none
 * @param fence the one that an entry was given; 0 otherwise
 */
public record TraceEvent(
        double time, Kind kind, int node, int peer, long message, String text, long request, long fence) {

    /** The kind of an event. */
    public enum Kind {
        ASKED,
        SENT,
        DELIVERED,
        LOST,
        ENTERED,
        LEFT,
        CANCELLED,
        WITHDRAWN,
        EXPIRED,
        CRASHED,
        /** The preceding event at the same time has violated a property. */
        VIOLATED
    }

    /** What the node does, in words: {@code receives REQUEST(1) from 2}. */
    String sentence() {
        return switch (kind) {
            case ASKED -> text.isEmpty() ? "asks" : "asks " + text;
            case SENT -> "sends " + text + " to " + (peer == 0 ? "all" : peer);
            case DELIVERED -> "receives " + text + " from " + peer;
            case LOST -> "never receives " + text + " from " + peer;
            case ENTERED -> "enters" + (fence == 0 ? "" : " ^" + TextFormat.fence(fence));
            case LEFT -> "leaves";
            case CANCELLED -> "gives up";
            case WITHDRAWN -> "has withdrawn";
            case EXPIRED -> text + " expires";
            case CRASHED -> "crashes";
            case VIOLATED -> "violates " + text;
        };
    }

    static TraceEvent message(double time, Kind kind, int node, int peer, long message, String text) {
        return new TraceEvent(time, kind, node, peer, message, text, 0, 0);
    }

    static TraceEvent request(double time, Kind kind, int node, long request, long fence) {
        return new TraceEvent(time, kind, node, 0, 0, "", request, fence);
    }
}
