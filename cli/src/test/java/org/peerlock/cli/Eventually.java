package org.peerlock.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;

/** What other processes will have done, however busy the machine is. */
public final class Eventually {

    /** Longer than it ever takes. */
    public static final Duration LONG = Duration.ofSeconds(60);

    private Eventually() {}

    /** Something that may be so by now. */
    public interface Question {
        boolean ask() throws IOException, InterruptedException;
    }

    /** Waits until it is so. */
    public static void await(Question question) throws IOException, InterruptedException {
        long end = System.nanoTime() + LONG.toNanos();
        while (!question.ask()) {
            assertThat(System.nanoTime() - end)
                    .as("what was waited for is not so")
                    .isNegative();
            Thread.sleep(10);
        }
    }

    /** Whether a process is there and has not ended; one that has may still be listed until its parent takes note. */
    public static boolean runs(long pid) {
        try {
            return !Files.readString(Path.of("/proc", String.valueOf(pid), "stat"))
                    .contains(") Z ");
        } catch (IOException e) {
            return false; // it is not there, or has gone while we looked
        }
    }
}
