package org.peerlock.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;

/** Waits for other processes, however busy the machine is. */
public final class Eventually {

    /** Longer than anything takes. */
    public static final Duration LONG = Duration.ofSeconds(60);

    private Eventually() {}

    public interface Condition {
        boolean holds() throws IOException, InterruptedException;
    }

    /** Waits until the condition holds. */
    public static void await(Condition condition) throws IOException, InterruptedException {
        long end = System.nanoTime() + LONG.toNanos();
        while (!condition.holds()) {
            assertThat(System.nanoTime() - end)
                    .as("the condition does not hold in time")
                    .isNegative();
            Thread.sleep(10);
        }
    }

    /** Whether a process runs. A zombie does not. */
    public static boolean runs(long pid) {
        try {
            return !Files.readString(Path.of("/proc", String.valueOf(pid), "stat"))
                    .contains(") Z ");
        } catch (IOException e) {
            return false; // there is no such process
        }
    }
}
