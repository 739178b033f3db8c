package org.peerlock.cli.terminal;

import java.io.PrintWriter;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarStyle;
import org.jspecify.annotations.Nullable;

/** Shows the progress of a long command on a terminal. Without a terminal it prints nothing. */
public final class TerminalProgress implements AutoCloseable {

    private final @Nullable ProgressBar bar;

    private TerminalProgress(@Nullable ProgressBar bar) {
        this.bar = bar;
    }

    public static TerminalProgress of(String task, long steps, PrintWriter out) {
        if (!TerminalLine.PRESENT || steps < 2) {
            return new TerminalProgress(null);
        }
        return new TerminalProgress(ProgressBar.builder()
                .setTaskName(task)
                .setInitialMax(steps)
                .setStyle(ProgressBarStyle.ASCII)
                .setUpdateIntervalMillis(200)
                .setConsumer(new TerminalLine(out))
                .clearDisplayOnFinish()
                .build());
    }

    /** One more step is done. */
    public void step() {
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
}
