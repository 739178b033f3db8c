package org.peerlock.cli.lab;

import java.io.PrintWriter;
import java.util.Locale;
import org.peerlock.cli.terminal.TerminalLine;
import org.peerlock.lab.check.SearchOptions;

/** Shows the progress of a search on a terminal. Without a terminal it prints nothing. */
final class SearchProgress implements SearchOptions.Progress, AutoCloseable {

    private static final long INTERVAL_NANOS = 200_000_000;

    private final String task;
    private final TerminalLine line;
    private final long begin = System.nanoTime();
    private long shown = begin;

    SearchProgress(String task, PrintWriter out) {
        this.task = task;
        this.line = new TerminalLine(out);
    }

    @Override
    public void at(long states, int depth, long queue) {
        long now = System.nanoTime();
        if (TerminalLine.PRESENT && now - shown >= INTERVAL_NANOS) {
            shown = now;
            line.accept(String.format(
                    Locale.ROOT,
                    "%s  %,d states  %,.0f/s  depth %,d  queue %,d",
                    task,
                    states,
                    states * 1e9 / (now - begin),
                    depth,
                    queue));
        }
    }

    @Override
    public void close() {
        if (shown != begin) {
            line.clear();
        }
    }
}
