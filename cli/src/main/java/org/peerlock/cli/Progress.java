package org.peerlock.cli;

import java.io.PrintWriter;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarStyle;
import org.jspecify.annotations.Nullable;

/** Shows on a terminal how far a long command is. Elsewhere it is silent. */
final class Progress implements AutoCloseable {

    private final @Nullable ProgressBar bar;

    private Progress(@Nullable ProgressBar bar) {
        this.bar = bar;
    }

    static Progress of(String task, long steps, PrintWriter out) {
        if (!TerminalLine.PRESENT || steps < 2) {
            return new Progress(null);
        }
        return new Progress(ProgressBar.builder()
                .setTaskName(task)
                .setInitialMax(steps)
                .setStyle(ProgressBarStyle.ASCII)
                .setUpdateIntervalMillis(200)
                .setConsumer(new TerminalLine(out))
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
}
