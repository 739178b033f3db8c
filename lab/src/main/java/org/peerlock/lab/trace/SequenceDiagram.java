package org.peerlock.lab.trace;

import org.peerlock.lab.trace.MessageTransit.Fate;

/**
 * A trace as the text of a sequence diagram, for Mermaid or PlantUML.
 *
 * <p>These languages draw a message at one point in time: here the time of its arrival, so that an
 * effect stands below its cause. The diagram does not show when a message was sent;
 * {@link SpaceTimeDiagram} shows both times.
 */
public final class SequenceDiagram {

    /** The syntax of a diagram language. */
    private interface Language {

        String begin(Trace trace);

        String node(int node);

        String message(int from, int to, String text, Fate fate);

        String note(int node, String text);

        String end();
    }

    private final Language language;
    private final StringBuilder text = new StringBuilder();

    private SequenceDiagram(Language language) {
        this.language = language;
    }

    /**
     * In the syntax of <a href="https://mermaid.js.org/syntax/sequenceDiagram.html">Mermaid</a>.
     */
    public static String mermaid(Trace trace) {
        return new SequenceDiagram(new Mermaid()).draw(trace);
    }

    /** In the syntax of <a href="https://plantuml.com/sequence-diagram">PlantUML</a>. */
    public static String plantUml(Trace trace) {
        return new SequenceDiagram(new PlantUml()).draw(trace);
    }

    private String draw(Trace trace) {
        text.append(language.begin(trace));
        for (int node = 1; node <= trace.nodes(); node++) {
            line(language.node(node));
        }
        trace.events().forEach(this::event);
        for (MessageTransit messageTransit : MessageTransit.unfinished(trace)) {
            message(messageTransit.from(), messageTransit.to(), messageTransit.text(), messageTransit.fate());
        }
        return text.append(language.end()).toString();
    }

    private void event(TraceEvent event) {
        switch (event.kind()) {
            case SENT -> {
                // drawn when it arrives
            }
            case DELIVERED -> message(event.peer(), event.node(), event.text(), Fate.DELIVERED);
            case LOST -> message(event.peer(), event.node(), event.text(), Fate.LOST);
            case ENTERED -> {
                line(language.note(event.node(), event.sentence()));
                line("activate n" + event.node());
            }
            case LEFT -> {
                line(language.note(event.node(), event.sentence()));
                line("deactivate n" + event.node());
            }
            case ASKED, CANCELLED, WITHDRAWN, EXPIRED, CRASHED, VIOLATED ->
                line(language.note(event.node(), event.sentence()));
        }
    }

    private void message(int from, int to, String message, Fate fate) {
        String unusual = switch (fate) {
            case DELIVERED -> "";
            case LOST -> " (lost)";
            case UNDERWAY -> " (under way)";
        };
        line(language.message(from, to, message + unusual, fate));
    }

    private void line(String line) {
        text.append(line).append('\n');
    }

    private static final class Mermaid implements Language {

        @Override
        public String begin(Trace trace) {
            return "%% " + trace.subtitle() + "\nsequenceDiagram\ntitle " + trace.title() + "\n";
        }

        @Override
        public String node(int node) {
            return "participant n" + node + " as node " + node;
        }

        @Override
        public String message(int from, int to, String message, Fate fate) {
            String arrow = switch (fate) {
                case DELIVERED -> "->>";
                case LOST -> "-x";
                case UNDERWAY -> "--)";
            };
            return "n" + from + arrow + "n" + to + ": " + escape(message);
        }

        @Override
        public String note(int node, String note) {
            return "Note over n" + node + ": " + escape(note);
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

        @Override
        public String begin(Trace trace) {
            return "@startuml\n' " + trace.subtitle() + "\ntitle " + trace.title() + "\n";
        }

        @Override
        public String node(int node) {
            return "participant \"node " + node + "\" as n" + node;
        }

        @Override
        public String message(int from, int to, String message, Fate fate) {
            String arrow = switch (fate) {
                case DELIVERED -> " -> ";
                case LOST -> " ->x ";
                case UNDERWAY -> " -->> ";
            };
            return "n" + from + arrow + "n" + to + " : " + escape(message);
        }

        @Override
        public String note(int node, String note) {
            return "note over n" + node + " : " + escape(note);
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
