package org.peerlock.lab.trace;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.StringJoiner;
import org.peerlock.lab.world.Event;
import org.peerlock.lab.world.Step;
import org.peerlock.lab.world.Violation;

/**
 * A run as text, with one column for each node:
 *
 * <pre>
 *                   1                              2
 * request 1         ? -> 2 REQUEST(1)              .
 * deliver 1 -> 2    ?                              . &lt;- 1 REQUEST(1), -> 1 REPLY
 * deliver 2 -> 1    # &lt;- 2 REPLY, enters ^1        .
 * </pre>
 *
 * <p>The symbol in a column is the status of the node after the step: {@code .} idle, {@code ?}
 * waiting, {@code #} inside, {@code =} inside with others, {@code ~} cancelled but not yet
 * withdrawn, {@code x} crashed, {@code -} not a member, {@code +} not yet one.
 */
public final class LaneDiagram {

    private static final String GAP = "  ";

    /** Text over the whole width, or a title and one cell for each node. */
    private record Row(String title, List<String> cells) {}

    private final int nodes;
    private final List<Row> rows = new ArrayList<>();

    public LaneDiagram(int nodes) {
        this.nodes = nodes;
        List<String> numbers = new ArrayList<>();
        for (int node = 1; node <= nodes; node++) {
            numbers.add(Integer.toString(node));
        }
        rows.add(new Row("", numbers));
    }

    /** Adds a line of text. */
    public LaneDiagram note(String text) {
        rows.add(new Row(text, List.of()));
        return this;
    }

    /** Adds a step. */
    public LaneDiagram add(String title, RecordedStep<?> recordedStep) {
        List<String> cells = new ArrayList<>();
        for (int node = 1; node <= nodes; node++) {
            String text = text(node, recordedStep);
            cells.add(recordedStep.marks().get(node - 1).sign() + (text.isEmpty() ? "" : " " + text));
        }
        rows.add(new Row(title, cells));
        recordedStep.violations().forEach(this::violation);
        return this;
    }

    /** Adds a violation. */
    public LaneDiagram violation(Violation violation) {
        return note("VIOLATES " + violation.property() + ": " + violation.sentence());
    }

    /** Adds the run so far in one line for each node: its status after each step. */
    public LaneDiagram diagram(List<? extends RecordedStep<?>> steps) {
        for (int node = 1; node <= nodes; node++) {
            StringBuilder line = new StringBuilder();
            for (RecordedStep<?> recordedStep : steps) {
                line.append(recordedStep.marks().get(node - 1).sign());
            }
            note("  " + node + "  " + line);
        }
        return this;
    }

    /** Adds the totals. */
    public LaneDiagram tally(EventCounts eventCounts) {
        StringJoiner entered = new StringJoiner(" ", "entered: ", "");
        entered.setEmptyValue("entered: nobody");
        eventCounts.entered().forEach(node -> entered.add(Integer.toString(node)));
        note(entered.toString());
        StringJoiner messages = new StringJoiner(", ", "messages: " + eventCounts.total() + " (", ")");
        messages.setEmptyValue("messages: none");
        eventCounts.messages().forEach((type, count) -> messages.add(count + " " + type));
        note(messages.toString());
        return this;
    }

    private static String text(int node, RecordedStep<?> recordedStep) {
        StringJoiner text = new StringJoiner(", ");
        if (recordedStep.step().node() == node) {
            String cause = cause(recordedStep.step());
            if (!cause.isEmpty()) {
                text.add(cause);
            }
        }
        Map<String, StringJoiner> sent = new LinkedHashMap<>();
        for (Event<?> event : recordedStep.events()) {
            if (event.node() != node) {
                continue;
            }
            if (event instanceof Event.Sent<?> send) {
                sent.computeIfAbsent(TextFormat.message(send.message()), message -> new StringJoiner(" "))
                        .add(Integer.toString(send.to()));
            } else {
                flush(sent, text);
                text.add(effect(event));
            }
        }
        flush(sent, text);
        return text.toString();
    }

    /** Sends of the same message to several nodes are written together. */
    private static void flush(Map<String, StringJoiner> sent, StringJoiner text) {
        sent.forEach((message, to) -> text.add("-> " + to + " " + message));
        sent.clear();
    }

    private static String cause(Step<?> step) {
        if (step instanceof Step.Deliver<?> deliver) {
            return "<- " + deliver.envelope().from() + " "
                    + TextFormat.message(deliver.envelope().message());
        } else if (step instanceof Step.Drop<?> drop) {
            return "lost: " + TextFormat.envelope(drop.envelope());
        } else if (step instanceof Step.Duplicate<?> duplicate) {
            return "twice: " + TextFormat.envelope(duplicate.envelope());
        } else if (step instanceof Step.Expire<?> expire) {
            return expire.timer().name() + " expires";
        } else if (step instanceof Step.Release<?>) {
            return "leaves";
        }
        return "";
    }

    private static String effect(Event<?> event) {
        if (event instanceof Event.Broadcast<?> broadcast) {
            return "-> all " + TextFormat.message(broadcast.message());
        } else if (event instanceof Event.Entered<?> entered) {
            return "enters ^" + TextFormat.fence(entered.fence());
        } else if (event instanceof Event.Withdrawn<?>) {
            return "withdrawn";
        } else if (event instanceof Event.Joined<?>) {
            return "is a member";
        } else if (event instanceof Event.Left<?>) {
            return "is gone";
        } else if (event instanceof Event.DroppedOut<?>) {
            return "drops out";
        } else if (event instanceof Event.TimerSet<?> set) {
            return "starts " + set.timer().name();
        } else if (event instanceof Event.TimerCancelled<?> stopped) {
            return "stops " + stopped.timer().name();
        }
        throw new AssertionError("sends are written together: " + event);
    }

    /** The lines, without blanks at their ends. */
    public List<String> lines() {
        int[] widths = new int[nodes + 1];
        for (Row row : rows) {
            if (!row.cells().isEmpty()) {
                widths[0] = Math.max(widths[0], row.title().length());
                for (int node = 1; node <= nodes; node++) {
                    widths[node] =
                            Math.max(widths[node], row.cells().get(node - 1).length());
                }
            }
        }
        List<String> lines = new ArrayList<>();
        for (Row row : rows) {
            StringBuilder line = new StringBuilder(row.title());
            if (!row.cells().isEmpty()) {
                pad(line, widths[0]);
                for (int node = 1; node <= nodes; node++) {
                    line.append(GAP);
                    int end = line.length() + widths[node];
                    line.append(row.cells().get(node - 1));
                    pad(line, end);
                }
            }
            lines.add(line.toString().stripTrailing());
        }
        return Collections.unmodifiableList(lines);
    }

    private static void pad(StringBuilder line, int width) {
        line.append(" ".repeat(Math.max(0, width - line.length())));
    }
}
