package org.peerlock.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** {@code peerlock run} as a process of its own, which is told to end, or killed. */
@EnabledOnOs(OS.LINUX)
class RunProcessTest {

    private static final long PATIENCE_SECONDS = 60;

    @TempDir
    Path folder;

    private @Nullable Process peerlock;

    /** Runs this script under a lock; returns when the script has written its number, that of the command's process. */
    private long start(String script) throws IOException, InterruptedException {
        Path number = folder.resolve("number");
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        "org.peerlock.cli.Main",
                        "run",
                        "x",
                        "--registry",
                        folder.resolve("registry").toString(),
                        "--",
                        "sh",
                        "-c",
                        "echo $$ > " + number + ".new; mv " + number + ".new " + number + "; " + script)
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("output").toFile())
                .start();
        peerlock = process;
        await(number);
        return Long.parseLong(Files.readString(number).strip());
    }

    private void await(Path file) throws IOException, InterruptedException {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
        while (!Files.exists(file)) {
            assertThat(System.nanoTime() - end).as(() -> file + " is not there").isNegative();
            Thread.sleep(10);
        }
    }

    @AfterEach
    void end() throws InterruptedException {
        if (peerlock != null) {
            peerlock.destroyForcibly().waitFor();
        }
    }

    private Process peerlock() {
        return Objects.requireNonNull(peerlock);
    }

    @Test
    void aCommandDoesNotOutliveItsPeerlock() throws IOException, InterruptedException {
        long command = start("exec sleep 600");
        peerlock().destroyForcibly().waitFor();
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
        while (runs(command) && System.nanoTime() - end < 0) {
            Thread.sleep(10);
        }
        assertThat(runs(command)).isFalse();
    }

    /** Whether a process is there and has not ended; one that has may still be listed until its parent takes note. */
    private static boolean runs(long pid) throws IOException {
        Path stat = Path.of("/proc", String.valueOf(pid), "stat");
        try {
            return Files.exists(stat) && !Files.readString(stat).contains(") Z ");
        } catch (IOException e) {
            return Files.exists(stat); // it has gone while we looked
        }
    }

    @Test
    void aSignalIsPassedOnAndTheExitCodeIsTheCommandsOwn() throws IOException, InterruptedException {
        Path ready = folder.resolve("ready");
        start("trap 'exit 9' TERM; touch " + ready + "; while :; do sleep 0.05; done");
        await(ready);
        peerlock().destroy();
        assertThat(peerlock().waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)).isTrue();
        assertThat(peerlock().exitValue()).isEqualTo(9);
        assertThat(folder.resolve("output")).isEmptyFile();
    }
}
