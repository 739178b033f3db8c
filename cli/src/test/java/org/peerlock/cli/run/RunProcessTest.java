package org.peerlock.cli.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.peerlock.cli.Eventually.LONG;
import static org.peerlock.cli.Eventually.await;
import static org.peerlock.cli.Eventually.runs;

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
        await(() -> Files.exists(number));
        return Long.parseLong(Files.readString(number).strip());
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
        await(() -> !runs(command));
    }

    @Test
    void aSignalIsPassedOnAndTheExitCodeIsTheCommandsOwn() throws IOException, InterruptedException {
        Path ready = folder.resolve("ready");
        start("trap 'exit 9' TERM; touch " + ready + "; while :; do sleep 0.05; done");
        await(() -> Files.exists(ready));
        peerlock().destroy();
        assertThat(peerlock().waitFor(LONG.toSeconds(), TimeUnit.SECONDS)).isTrue();
        assertThat(peerlock().exitValue()).isEqualTo(9);
        assertThat(folder.resolve("output")).isEmptyFile();
    }
}
