package org.peerlock.cli;

import java.io.PrintWriter;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarConsumer;
import me.tongfei.progressbar.ProgressBarStyle;
import org.jspecify.annotations.Nullable;

/** Shows on a terminal how far a long command is. Elsewhere it is silent. */
final class Progress implements AutoCloseable {

    /** Set by the script that starts Java, which knows what Java cannot ask: whether errors go to a terminal. */
    private static final boolean TERMINAL = Boolean.getBoolean("peerlock.terminal");

    private static final int WIDTH = 79;

    private final @Nullable ProgressBar bar;

    private Progress(@Nullable ProgressBar bar) {
        this.bar = bar;
    }

    static Progress of(String task, long steps, PrintWriter out) {
        if (!TERMINAL || steps < 2) {
            return new Progress(null);
        }
        return new Progress(ProgressBar.builder()
                .setTaskName(task)
                .setInitialMax(steps)
                .setStyle(ProgressBarStyle.ASCII)
                .setUpdateIntervalMillis(200)
                .setConsumer(new Line(out))
                .clearDisplayOnFinish()
                .build());
    }

    /** One step more is done. */
    void step() {
        if (bar != null) {
            bar.step();
        }
    }

    @Override
    public void close() {
        if (bar != null) {
            bar.close();
        }
    }

    /** A line of a terminal that is written again and again. */
    private record Line(PrintWriter out) implements ProgressBarConsumer {

        @Override
        public int getMaxRenderedLength() {
            return WIDTH;
        }

        @Override
        public void accept(String text) {
            out.print("\r" + text);
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
}
