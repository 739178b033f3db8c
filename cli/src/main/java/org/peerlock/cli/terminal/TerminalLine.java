package org.peerlock.cli.terminal;

import java.io.PrintWriter;
import me.tongfei.progressbar.ProgressBarConsumer;

/** A line of a terminal that is written again and again. */
public record TerminalLine(PrintWriter out) implements ProgressBarConsumer {

    /** Set by the script that starts Java, which knows what Java cannot ask: whether errors go to a terminal. */
    public static final boolean PRESENT = Boolean.getBoolean("peerlock.terminal");

    private static final int WIDTH = 79;

    @Override
    public int getMaxRenderedLength() {
        return WIDTH;
    }

    /** Writes over what the line has. */
    @Override
    public void accept(String text) {
        out.print("\r" + text + " ".repeat(Math.max(0, WIDTH - text.length())));
        out.flush();
    }

    @Override
    public void clear() {
        out.print("\r" + " ".repeat(WIDTH) + "\r");
        out.flush();
    }

    @Override
    public void close() {
        out.flush();
    }
}
