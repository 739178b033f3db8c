package org.peerlock.examples;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Each program, in processes of its own, says what it is to show. */
@Timeout(120)
class ProgramsTest {

    @TempDir
    private Path directory;

    private final List<Process> processes = new ArrayList<>();

    @AfterEach
    void end() {
        processes.forEach(Process::destroyForcibly);
    }

    @Test
    void processesCountOneAtATime() throws IOException {
        List<Process> counting = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            counting.add(start(OneAtATime.class, directory.toString()));
        }
        List<String> counted = counting.stream().flatMap(this::lines).toList();
        assertThat(counted.stream().map(line -> number(line, 2)))
                .containsExactlyInAnyOrderElementsOf(
                        Stream.iterate(1L, i -> i + 1).limit(30).toList());
        assertThat(counted.stream()
                        .sorted((one, other) -> Long.compare(number(one, 2), number(other, 2)))
                        .map(line -> number(line, 5)))
                .isSorted()
                .doesNotHaveDuplicates();
    }

    /** A line is: Counted to 7 with fence 42. */
    private static long number(String line, int word) {
        return Long.parseLong(line.split(" ", -1)[word]);
    }

    @Test
    void aLateWriteIsRefused() throws IOException {
        assertThat(lines(start(FencedWrites.class)))
                .containsExactly("The next holder writes: true", "The slow one writes: false");
    }

    @Test
    void whoHasWaitedTooLongGivesUpAndTheOthersGoOn() throws IOException {
        assertThat(lines(start(AskLater.class, directory.toString())))
                .containsExactly(
                        "the second gave up: java.util.concurrent.TimeoutException",
                        "the first is done",
                        "the third is done");
    }

    @Test
    void whoAsksIsToldWhoHoldsALockAndForWhomItWaits() throws IOException {
        List<String> lines =
                lines(start(WhoHoldsIt.class, directory.toString())).toList();
        assertThat(lines).hasSize(5);
        assertThat(lines.get(0)).isEqualTo("order-17 at shop holds it");
        assertThat(lines.get(1)).isEqualTo("'till': an exclusive lock, by naimi-trehel");
        assertThat(lines.get(2)).matches("  held by node \\w{8} \\(shop, .*\\), order-17, for [0-9.]+ s, fence \\d+");
        assertThat(lines.get(3)).matches("  1. waiting: node \\w{8} \\(office, this one, .*\\), audit, for [0-9.]+ s");
        assertThat(lines.get(4)).matches("  This process waits, since node \\w{8} \\(shop, .*\\) has it\\.");
    }

    private Process start(Class<?> program, String... arguments) throws IOException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of("-XX:TieredStopAtLevel=1", "-Xmx64m"));
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), program.getName()));
        command.addAll(List.of(arguments));
        Process process =
                new ProcessBuilder(command).redirectError(Redirect.INHERIT).start();
        processes.add(process);
        return process;
    }

    /** What a program prints until it ends, without complaint. */
    private Stream<String> lines(Process process) {
        try {
            List<String> lines = process.inputReader().lines().toList();
            assertThat(process.waitFor()).isZero();
            return lines.stream();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }
}
