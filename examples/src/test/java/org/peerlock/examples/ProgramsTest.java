package org.peerlock.examples;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
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
import org.peerlock.Grant;
import org.peerlock.Peerlock;

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
    void readersSeeNothingHalfWritten() throws Exception {
        List<String> lines;
        try (Peerlock here = join("readers-and-writers")) {
            Grant alone = here.readWriteLock("files").writeLock().acquire();
            lines = contending(
                    alone,
                    start(ReadersAndWriters.class, directory.toString()),
                    start(ReadersAndWriters.class, directory.toString()),
                    start(ReadersAndWriters.class, directory.toString()));
        }
        assertThat(beginning("Read", lines))
                .hasSize(30)
                .allSatisfy(line -> assertThat(number(line, 1)).isEqualTo(number(line, 3)));
        assertThat(beginning("Wrote", lines).stream().map(line -> number(line, 1)))
                .containsExactlyInAnyOrderElementsOf(
                        Stream.iterate(1L, i -> i + 1).limit(15).toList());
        assertThat(beginning("Still", lines))
                .as("a writer that reads on sees what it has written, with the same fence")
                .hasSize(15)
                .allSatisfy(line -> assertThat(lines).contains(line.replace("Still", "Wrote")));
    }

    private static List<String> beginning(String word, List<String> lines) {
        return lines.stream().filter(line -> line.startsWith(word)).toList();
    }

    @Test
    void noMoreLicencesAreInUseThanThereAre() throws Exception {
        try (Peerlock here = join("licences")) {
            Grant all = here.semaphore("licences", 2).acquire(2);
            List<String> lines = contending(
                    all,
                    start(Licences.class, directory.toString()),
                    start(Licences.class, directory.toString()),
                    start(Licences.class, directory.toString()));
            assertThat(lines).hasSize(15).allMatch(line -> line.matches("Uses 1, in use [12] of 2"));
        }
    }

    @Test
    void whoMoveMoneyTheOtherWayRoundDoNotWaitForEachOther() throws Exception {
        try (Peerlock here = join("two-accounts")) {
            Grant one = here.lock("ann").acquire();
            List<String> lines = contending(
                    one,
                    start(TwoAccounts.class, directory.toString(), "ann", "bob"),
                    start(TwoAccounts.class, directory.toString(), "bob", "ann"));
            assertThat(lines).hasSize(20);
        }
        assertThat(TwoAccounts.balance(directory.resolve("ann"))).isZero();
        assertThat(TwoAccounts.balance(directory.resolve("bob"))).isZero();
    }

    private Peerlock join(String cluster) throws InterruptedException {
        return Peerlock.builder(cluster)
                .directory(directory.resolve("registry"))
                .join();
    }

    /**
     * What programs print that all want something, and get none of it before all of them are there.
     */
    private List<String> contending(Grant wanted, Process... programs) throws IOException {
        for (Process program : programs) {
            assertThat(program.inputReader().readLine()).isEqualTo("Waits");
        }
        wanted.close();
        return Stream.of(programs).flatMap(this::lines).toList();
    }

    @Test
    void whenTheLeaderIsKilledAnotherOneLeads() throws Exception {
        Process first = start(Leader.class, directory.toString());
        long fence = leads(first.inputReader());
        Process second = start(Leader.class, directory.toString());
        BufferedReader secondSays = second.inputReader();
        assertThat(secondSays.readLine()).isEqualTo("Stands");
        first.destroyForcibly().waitFor();
        assertThat(leads(secondSays)).isGreaterThan(fence);
        second.outputWriter().close(); // as good as Enter
        assertThat(lines(second)).containsExactly("Resigns");
    }

    /** With which fence. It stands before, or says so afterwards. */
    private static long leads(BufferedReader says) throws IOException {
        String line = says.readLine();
        while (!line.startsWith("Leads with fence ")) {
            assertThat(line).isEqualTo("Stands");
            line = says.readLine();
        }
        return number(line, 3);
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
        assertThat(lines.get(4)).matches("  This process is waiting, because node \\w{8} \\(shop, .*\\) holds it\\.");
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
