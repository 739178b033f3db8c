package org.peerlock.cli.terminal;

import java.io.PrintWriter;
import me.tongfei.progressbar.ProgressBarConsumer;

/** A line of a terminal that is overwritten repeatedly. */
public record TerminalLine(PrintWriter out) implements ProgressBarConsumer {

    /** Whether standard error is a terminal. Set by the script that starts Java, because Java cannot find out. */
    public static final boolean PRESENT = Boolean.getBoolean("peerlock.terminal");

    private static final int WIDTH = 79;

    @Override
    public int getMaxRenderedLength() {
        return WIDTH;
    }

    /** Overwrites the line. */
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
