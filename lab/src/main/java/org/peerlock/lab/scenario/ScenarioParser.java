package org.peerlock.lab.scenario;

import java.util.ArrayList;
import java.util.List;
import org.peerlock.algorithm.Capacity;
import org.peerlock.algorithm.Mode;
import org.peerlock.lab.scenario.Scenario.Line;

/** Parses the text of a scenario. */
final class ScenarioParser {

    private static final List<String> COMMANDS = List.of(
            "request",
            "deliver",
            "drop",
            "duplicate",
            "crash",
            "release",
            "cancel",
            "expire",
            "join",
            "leave",
            "fail",
            "settle",
            "state",
            "diagram");

    private final ScenarioHeader.Draft draft = new ScenarioHeader.Draft();
    private final List<Line> lines = new ArrayList<>();
    private boolean begun;

    /** Parses the lines before the separator. */
    Scenario parse(List<String> texts, List<String> expected) {
        for (int i = 0; i < texts.size(); i++) {
            String text = texts.get(i).strip();
            if (!text.isEmpty()) {
                line(i + 1, text);
            }
        }
        return new Scenario(draft.title(), draft.finish(texts.size() + 1), List.copyOf(lines), expected);
    }

    private void line(int number, String text) {
        if (text.startsWith("#")) {
            lines.add(new Line(number, text, new Directive.Comment(text)));
            return;
        }
        LineTokenizer lineTokenizer = new LineTokenizer(number, text.replace("->", " -> "));
        String keyword = lineTokenizer.word("a command");
        if (ScenarioHeader.KEYWORDS.contains(keyword)) {
            if (begun) {
                throw lineTokenizer.error("'" + keyword + "' must stand before the first command");
            }
            draft.add(number, keyword, lineTokenizer);
            return;
        }
        Directive directive = command(keyword, lineTokenizer);
        begun = true;
        lineTokenizer.end();
        lines.add(new Line(number, text, directive));
    }

    private Directive command(String keyword, LineTokenizer lineTokenizer) {
        return switch (keyword) {
            case "request" -> request(draft.node(lineTokenizer), lineTokenizer, draft.capacity());
            case "cancel" ->
                new Directive.Cancel(
                        draft.node(lineTokenizer), lineTokenizer.id().orElse(0L));
            case "release" -> release(lineTokenizer);
            case "deliver" -> transmission(Directive.Fate.DELIVER, lineTokenizer);
            case "drop" -> transmission(Directive.Fate.DROP, lineTokenizer);
            case "duplicate" -> transmission(Directive.Fate.DUPLICATE, lineTokenizer);
            case "crash" -> new Directive.Crash(draft.node(lineTokenizer));
            case "join" -> new Directive.Join(draft.node(lineTokenizer), nodeAfter("via", lineTokenizer));
            case "leave" -> new Directive.Leave(draft.node(lineTokenizer));
            case "fail" -> new Directive.Fail(draft.node(lineTokenizer), nodeAfter("at", lineTokenizer));
            case "expire" -> new Directive.Expire(draft.node(lineTokenizer), lineTokenizer.rest());
            case "settle" -> new Directive.Settle();
            case "state" -> new Directive.ShowState(lineTokenizer.more() ? draft.node(lineTokenizer) : 0);
            case "diagram" -> new Directive.Diagram();
            default -> throw unknown(keyword, lineTokenizer);
        };
    }

    private ScenarioException unknown(String keyword, LineTokenizer lineTokenizer) {
        List<String> known = new ArrayList<>(COMMANDS);
        String expected = String.join(", ", COMMANDS) + ", a # comment or ----";
        if (!begun) {
            known.addAll(ScenarioHeader.KEYWORDS);
            expected += "; or, in the header, " + String.join(", ", ScenarioHeader.KEYWORDS);
        }
        return lineTokenizer.unknown(keyword, expected, known);
    }

    static Directive.Request request(int node, LineTokenizer lineTokenizer, Capacity capacity) {
        Mode mode = capacity.kind() == Capacity.Kind.SEMAPHORE ? Mode.SHARED : Mode.EXCLUSIVE;
        if (lineTokenizer.skip("shared")) {
            mode = Mode.SHARED;
        } else if (lineTokenizer.skip("exclusive")) {
            mode = Mode.EXCLUSIVE;
        }
        if (mode == Mode.SHARED && capacity.kind() == Capacity.Kind.MUTEX) {
            throw lineTokenizer.error(
                    "a mutex has no shared requests; say 'lock read-write' or 'lock semaphore K' above");
        }
        int permits =
                lineTokenizer.skip("permits") ? lineTokenizer.number("how many permits", 1, capacity.permits()) : 1;
        int increment =
                lineTokenizer.skip("increment") ? lineTokenizer.number("an increment", 1, Integer.MAX_VALUE) : 1;
        return new Directive.Request(node, mode, permits, increment);
    }

    private int nodeAfter(String word, LineTokenizer lineTokenizer) {
        if (!lineTokenizer.skip(word)) {
            throw lineTokenizer.error("expected '" + word + " NODE'");
        }
        return draft.node(lineTokenizer);
    }

    private Directive release(LineTokenizer lineTokenizer) {
        int node = draft.node(lineTokenizer);
        long id = lineTokenizer.id().orElse(0L);
        long lastFence = lineTokenizer.skip("fence") ? lineTokenizer.positive("a fence") : 0;
        return new Directive.Release(node, id, lastFence);
    }

    private Directive transmission(Directive.Fate fate, LineTokenizer lineTokenizer) {
        int from = draft.node(lineTokenizer);
        if (!lineTokenizer.skip("->")) {
            throw lineTokenizer.error("expected a link such as '1 -> 2'");
        }
        int to = draft.node(lineTokenizer);
        return new Directive.Transmission(fate, from, to, lineTokenizer.rest());
    }
}
