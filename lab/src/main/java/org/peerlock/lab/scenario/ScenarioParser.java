package org.peerlock.lab.scenario;

import java.util.ArrayList;
import java.util.List;
import org.peerlock.algorithm.Capacity;
import org.peerlock.algorithm.Mode;
import org.peerlock.lab.scenario.Scenario.Line;

/** Understands the text of a scenario. */
final class ScenarioParser {

    private static final String COMMANDS = "request, deliver, drop, duplicate, crash, release, cancel, expire, join,"
            + " leave, fail, settle, state, diagram, a # comment or ----";

    private static final String HEADER = String.join(", ", Header.KEYWORDS);

    private final Header.Draft draft = new Header.Draft();
    private final List<Line> lines = new ArrayList<>();
    private boolean begun;

    /** Understands all lines before the separator; {@code texts} has them only. */
    Scenario parse(List<String> texts, List<String> expected) {
        for (int i = 0; i < texts.size(); i++) {
            String text = texts.get(i).strip();
            if (!text.isEmpty()) {
                line(i + 1, text);
            }
        }
        return new Scenario(draft.finish(texts.size() + 1), List.copyOf(lines), expected);
    }

    private void line(int number, String text) {
        if (text.startsWith("#")) {
            lines.add(new Line(number, text, new Command.Comment(text)));
            return;
        }
        Words words = new Words(number, text.replace("->", " -> "));
        String keyword = words.word("a command");
        if (Header.KEYWORDS.contains(keyword)) {
            if (begun) {
                throw words.error("'" + keyword + "' must stand before the first command");
            }
            draft.add(number, keyword, words);
            return;
        }
        Command command = command(keyword, words);
        begun = true;
        words.end();
        lines.add(new Line(number, text, command));
    }

    private Command command(String keyword, Words words) {
        return switch (keyword) {
            case "request" -> request(draft.node(words), words, draft.capacity());
            case "cancel" -> new Command.Cancel(draft.node(words), words.id().orElse(0L));
            case "release" -> release(words);
            case "deliver" -> transmission(Command.Fate.DELIVER, words);
            case "drop" -> transmission(Command.Fate.DROP, words);
            case "duplicate" -> transmission(Command.Fate.DUPLICATE, words);
            case "crash" -> new Command.Crash(draft.node(words));
            case "join" -> new Command.Join(draft.node(words), nodeAfter("via", words));
            case "leave" -> new Command.Leave(draft.node(words));
            case "fail" -> new Command.Fail(draft.node(words), nodeAfter("at", words));
            case "expire" -> new Command.Expire(draft.node(words), words.rest());
            case "settle" -> new Command.Settle();
            case "state" -> new Command.ShowState(words.more() ? draft.node(words) : 0);
            case "diagram" -> new Command.Diagram();
            default ->
                throw words.error("expected " + COMMANDS + (begun ? "" : "; or, in the header, " + HEADER) + ", not '"
                        + keyword + "'");
        };
    }

    static Command.Request request(int node, Words words, Capacity capacity) {
        Mode mode = capacity.kind() == Capacity.Kind.SEMAPHORE ? Mode.SHARED : Mode.EXCLUSIVE;
        if (words.skip("shared")) {
            mode = Mode.SHARED;
        } else if (words.skip("exclusive")) {
            mode = Mode.EXCLUSIVE;
        }
        if (mode == Mode.SHARED && capacity.kind() == Capacity.Kind.MUTEX) {
            throw words.error("a mutex has no shared requests; say 'lock read-write' or 'lock semaphore K' above");
        }
        int permits = words.skip("permits") ? words.number("how many permits", 1, capacity.permits()) : 1;
        int increment = words.skip("increment") ? words.number("an increment", 1, Integer.MAX_VALUE) : 1;
        return new Command.Request(node, mode, permits, increment);
    }

    private int nodeAfter(String word, Words words) {
        if (!words.skip(word)) {
            throw words.error("expected '" + word + " NODE'");
        }
        return draft.node(words);
    }

    private Command release(Words words) {
        int node = draft.node(words);
        long id = words.id().orElse(0L);
        long lastFence = words.skip("fence") ? words.positive("a fence") : 0;
        return new Command.Release(node, id, lastFence);
    }

    private Command transmission(Command.Fate fate, Words words) {
        int from = draft.node(words);
        if (!words.skip("->")) {
            throw words.error("expected a link such as '1 -> 2'");
        }
        int to = draft.node(words);
        return new Command.Transmission(fate, from, to, words.rest());
    }
}
