package org.peerlock.cli.demo;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Draws the demo as lines of text, for a terminal of 80 columns and 24 lines. */
final class ScreenRenderer {

    static final int WIDTH = 79;
    static final int HEIGHT = 23;

    private static final String BOLD = "1";
    private static final String DIM = "2";
    private static final String RED = "31";
    private static final String GREEN = "1;32";
    private static final String YELLOW = "33";

    private final String title;

    /** @param title the first line */
    ScreenRenderer(String title) {
        this.title = title;
    }

    /**
     * Returns all lines.
     *
     * @param rate entries per second
     * @param told the events so far
     */
    List<String> lines(DemoSnapshot demoSnapshot, double rate, double seconds, List<TimedMessage> told) {
        List<String> lines = new ArrayList<>();
        String time = format("%.0f s", seconds);
        lines.add(styled(BOLD, title) + " ".repeat(Math.max(1, WIDTH - title.length() - time.length())) + time);
        lines.add("");
        lines.add(styled(DIM, row("NODE", "PROCESS", "STATE", "THE LOCK", "ENTRIES", "LAST FENCE")));
        demoSnapshot.nodes().forEach(nodeStatus -> lines.add(line(nodeStatus)));
        lines.add("");
        lines.add(format(
                "  counter %,d   entries %,d   %,.0f per second",
                demoSnapshot.counter(), demoSnapshot.entries(), rate));
        lines.add(
                format("  %.1f messages per entry   epoch %d", demoSnapshot.messagesPerEntry(), demoSnapshot.epoch()));
        lines.add("");
        lines.addAll(latest(told, HEIGHT - lines.size()));
        return lines;
    }

    private static String line(NodeStatus nodeStatus) {
        String text = row(
                Integer.toString(nodeStatus.number()),
                Long.toString(nodeStatus.process()),
                nodeStatus.state().toString(),
                nodeStatus.lock().toString(),
                format("%,d", nodeStatus.entries()),
                nodeStatus.fence() == 0 ? "" : FenceFormat.format(nodeStatus.fence()));
        return switch (nodeStatus.state()) {
            case KILLED -> styled(RED, text);
            case STOPPED -> styled(YELLOW, text);
            case STARTING, LEFT -> styled(DIM, text);
            default -> nodeStatus.lock() == NodeStatus.LockState.HOLDS ? styled(GREEN, text) : text;
        };
    }

    private static String row(String node, String process, String state, String lock, String entries, String fence) {
        return format("  %-4s  %8s  %-8s  %-8s  %9s  %18s", node, process, state, lock, entries, fence);
    }

    /** The last events, as many as fit; the last one stands out. */
    private static List<String> latest(List<TimedMessage> told, int room) {
        List<String> lines = new ArrayList<>();
        for (int i = told.size() - 1; i >= 0; i--) {
            List<String> broken = told.get(i).lines(WIDTH);
            if (lines.size() + broken.size() > room) {
                break;
            }
            String style = i == told.size() - 1 ? BOLD : DIM;
            lines.addAll(0, broken.stream().map(line -> styled(style, line)).toList());
        }
        return lines;
    }

    private static String styled(String style, String text) {
        return "\u001b[" + style + "m" + text + "\u001b[0m";
    }

    private static String format(String format, Object... values) {
        return String.format(Locale.ROOT, format, values);
    }
}
