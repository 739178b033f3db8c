package org.peerlock.lab.trace;

import java.util.Set;
import java.util.stream.Collectors;
import org.peerlock.lab.trace.MessageTransit.Fate;

/**
 * A trace as the text of a sequence diagram, for Mermaid or PlantUML.
 *
 * <p>These languages draw a message at one point in time: here the time of its arrival, so that an
 * effect stands below its cause. The diagram says so. If a message is overtaken by a later one, a
 * note shows when it was sent; {@link SpaceTimeDiagram} shows both times of every message.
 */
public final class SequenceDiagram {

    private static final String ARROWS = "Each arrow is drawn when its message arrives.";

    /** The syntax of a diagram language. */
    private interface Language {

        String begin(Trace trace);

        String node(int node);

        /** What stands below the declarations of the nodes. */
        String opening(Trace trace);

        String message(int from, int to, String text, Fate fate);

        String note(int node, String text);

        /** A note that concerns the whole system. */
        String wideNote(Trace trace, String text);

        String enter(int node);

        String leave(int node);

        String end();
    }

    private final Language language;
    private final Trace trace;
    private final OvertakenMessages overtaken;
    private final int[] inside;
    private final StringBuilder text = new StringBuilder();

    private SequenceDiagram(Language language, Trace trace) {
        this.language = language;
        this.trace = trace;
        overtaken = new OvertakenMessages(trace);
        inside = new int[trace.nodes() + 1];
    }

    /**
     * In the syntax of <a href="https://mermaid.js.org/syntax/sequenceDiagram.html">Mermaid</a>.
     */
    public static String mermaid(Trace trace) {
        return new SequenceDiagram(new Mermaid(), trace).draw();
    }

    /** In the syntax of <a href="https://plantuml.com/sequence-diagram">PlantUML</a>. */
    public static String plantUml(Trace trace) {
        return new SequenceDiagram(new PlantUml(), trace).draw();
    }

    private String draw() {
        text.append(language.begin(trace));
        for (int node = 1; node <= trace.nodes(); node++) {
            text.append(language.node(node));
        }
        text.append(language.opening(trace));
        trace.events().forEach(this::event);
        for (MessageTransit messageTransit : MessageTransit.unfinished(trace)) {
            message(messageTransit.from(), messageTransit.to(), messageTransit.text(), messageTransit.fate());
        }
        return text.append(language.end()).toString();
    }

    private void event(TraceEvent event) {
        switch (event.kind()) {
            case SENT -> sent(event);
            case DELIVERED -> {
                String late = overtaken.isOvertaken(event) ? " (overtaken)" : "";
                message(event.peer(), event.node(), event.text() + late, Fate.DELIVERED);
            }
            case LOST -> message(event.peer(), event.node(), event.text(), Fate.LOST);
            case ENTERED -> {
                note(event);
                text.append(language.enter(event.node()));
                inside[event.node()]++;
            }
            case LEFT -> {
                leave(event.node());
                note(event);
            }
            case CRASHED -> {
                while (inside[event.node()] > 0) {
                    leave(event.node());
                }
                note(event);
            }
            case ASKED, CANCELLED, WITHDRAWN, EXPIRED -> note(event);
            case VIOLATED -> text.append(language.wideNote(trace, event.sentence()));
        }
    }

    /** A message is drawn when it arrives; only if it is overtaken, a note shows its sending. */
    private void sent(TraceEvent event) {
        Set<Integer> receivers = overtaken.receivers(event);
        if (!receivers.isEmpty()) {
            String to = receivers.stream().map(String::valueOf).collect(Collectors.joining(" "));
            text.append(language.note(event.node(), "sends " + event.text() + " to " + to));
        }
    }

    private void leave(int node) {
        text.append(language.leave(node));
        inside[node]--;
    }

    private void note(TraceEvent event) {
        text.append(language.note(event.node(), event.sentence()));
    }

    private void message(int from, int to, String message, Fate fate) {
        String unusual = switch (fate) {
            case DELIVERED -> "";
            case LOST -> " (lost)";
            case UNDERWAY -> " (under way)";
        };
        text.append(language.message(from, to, message + unusual, fate));
    }

    private static final class Mermaid implements Language {

        @Override
        public String begin(Trace trace) {
            return "sequenceDiagram\naccTitle: " + escape(trace.title()) + "\n";
        }

        @Override
        public String node(int node) {
            return "participant n" + node + " as node " + node + "\n";
        }

        /** Mermaid cuts off long titles, but wraps notes. */
        @Override
        public String opening(Trace trace) {
            String subtitle = trace.subtitle().isEmpty() ? "" : trace.subtitle() + ". ";
            return wideNote(trace, trace.title()) + wideNote(trace, subtitle + ARROWS);
        }

        @Override
        public String message(int from, int to, String message, Fate fate) {
            String arrow = switch (fate) {
                case DELIVERED -> "->>";
                case LOST -> "-x";
                case UNDERWAY -> "--)";
            };
            return "n" + from + arrow + "n" + to + ": " + escape(message) + "\n";
        }

        @Override
        public String note(int node, String note) {
            return "Note over n" + node + ": " + escape(note) + "\n";
        }

        @Override
        public String wideNote(Trace trace, String note) {
            String nodes = trace.nodes() == 1 ? "n1" : "n1,n" + trace.nodes();
            return "Note over " + nodes + ": wrap: " + escape(note) + "\n";
        }

        @Override
        public String enter(int node) {
            return "activate n" + node + "\n";
        }

        @Override
        public String leave(int node) {
            return "deactivate n" + node + "\n";
        }

        @Override
        public String end() {
            return "";
        }

        /** Escapes both characters, which have a meaning in Mermaid. */
        private static String escape(String raw) {
            return raw.replace("#", "#35;").replaceAll("(?<!#35);", "#59;");
        }
    }

    private static final class PlantUml implements Language {

        /** The colour of a node that is inside, as in {@link SpaceTimeDiagram}. */
        private static final String INSIDE = "#1f2933";

        private static final String WRONG = "#f8d7da";

        @Override
        public String begin(Trace trace) {
            String subtitle = trace.subtitle().isEmpty() ? "" : "<size:12>" + escape(trace.subtitle()) + "\n";
            return "@startuml\ntitle\n" + escape(trace.title()) + "\n" + subtitle + "end title\nfooter " + ARROWS
                    + "\n";
        }

        @Override
        public String node(int node) {
            return "participant \"node " + node + "\" as n" + node + "\n";
        }

        @Override
        public String opening(Trace trace) {
            return "";
        }

        @Override
        public String message(int from, int to, String message, Fate fate) {
            String arrow = switch (fate) {
                case DELIVERED -> " -> ";
                case LOST -> " ->x ";
                case UNDERWAY -> " -->> ";
            };
            return "n" + from + arrow + "n" + to + " : " + escape(message) + "\n";
        }

        @Override
        public String note(int node, String note) {
            return "note over n" + node + " : " + escape(note) + "\n";
        }

        @Override
        public String wideNote(Trace trace, String note) {
            return "note across " + WRONG + " : " + escape(note) + "\n";
        }

        @Override
        public String enter(int node) {
            return anchor(node) + "activate n" + node + " " + INSIDE + "\n";
        }

        @Override
        public String leave(int node) {
            return anchor(node) + "deactivate n" + node + "\n";
        }

        /**
         * A bar begins and ends at the message before, and not at a note; and at one message only
         * one of both is possible. This message is not visible.
         */
        private static String anchor(int node) {
            return "n" + node + " -[hidden]> n" + node + "\n";
        }

        @Override
        public String end() {
            return "@enduml\n";
        }

        /** Escapes repeated characters, which would be markup in PlantUML. */
        private static String escape(String raw) {
            return raw.replaceAll("\\*\\*|__|//|--|~~|\"\"|\\[\\[", "~$0");
        }
    }
}
