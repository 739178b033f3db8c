package org.peerlock.cli.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.peerlock.cli.CommandResult.run;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.peerlock.Grant;
import org.peerlock.Peerlock;
import org.peerlock.cli.CommandResult;
import org.peerlock.cli.terminal.Exit;

/** {@code peerlock run}, in this process, which joins for each command. What is run writes into files: it shares our output. */
class RunCommandTest {

    @TempDir
    Path folder;

    private Path registry() {
        return folder.resolve("registry");
    }

    /** Runs {@code peerlock run} with these words, and a registry of this test. */
    private CommandResult runs(String lock, String... words) {
        List<String> all =
                new ArrayList<>(List.of("run", lock, "--registry", registry().toString()));
        all.addAll(List.of(words));
        return run(all.toArray(String[]::new));
    }

    private Peerlock other() throws InterruptedException {
        return Peerlock.builder("default").directory(registry()).label("other").join();
    }

    @Test
    void theHelpEqualsTheGoldenFile() throws IOException {
        CommandResult commandResult = run("run", "--help");
        assertThat(commandResult.exit()).isEqualTo(Exit.OK);
        commandResult.equalsGoldenFile("run-help");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            run                                  | Missing required parameter: 'LOCK'
            run x                                | there is no command; write it after --, for example: peerlock run backup -- tar -czf home.tgz /home
            run x --                             | there is no command; write it after --, for example: peerlock run backup -- tar -czf home.tgz /home
            run x true                           | write the command after --, so that peerlock does not take its options for its own, for example: peerlock run backup -- tar -czf home.tgz /home
            run x sh -c ls                       | Unknown option: '-c'; write the command after --, so that peerlock does not take its options for its own
            run x true -- false                  | write the command after --, so that peerlock does not take its options for its own, for example: peerlock run backup -- tar -czf home.tgz /home
            run -- true                          | write the name of the lock before --, for example: peerlock run backup -- tar -czf home.tgz /home
            run x --shared --permits 1/2 -- true | --shared and --permits are for different kinds of locks; choose one
            run x --try --timeout 1s -- true     | --try does not wait, so --timeout makes no sense; choose one
            run x --timeout soon -- true         | Invalid value for option '--timeout': 'soon' is not a duration; write a whole number and a unit, such as 500ms, 10s, 2m or 1h
            run x --grace 5 -- true              | Invalid value for option '--grace': '5' is not a duration; write a whole number and a unit, such as 500ms, 10s, 2m or 1h
            run x --permits 3/2 -- true          | Invalid value for option '--permits': cannot acquire 3 of 2 permits; write N/K, where N is at most K, such as 1/5
            run x --permits two -- true          | Invalid value for option '--permits': 'two' is not a number of permits; write N/K, such as 1/5
            """)
    void aWrongCommandLineIsRefusedInTwoLines(String line, String reason) {
        CommandResult commandResult = run(line.split(" "));
        assertThat(commandResult.err()).isEqualTo("peerlock: " + reason + "\nSee 'peerlock run --help'.\n");
        assertThat(commandResult.exit()).isEqualTo(Exit.USAGE);
    }

    @Test
    void anArgumentThatIsNotUtf8IsRefused() {
        CommandResult expected = new CommandResult(
                Exit.USAGE,
                "",
                "peerlock: 'a\ufffd' contains bytes that are not UTF-8; set LC_ALL=C.UTF-8, or put the command into a"
                        + " script\nSee 'peerlock run --help'.\n");
        assertThat(runs("x", "--", "rm", "a\ufffd")).isEqualTo(expected);
        assertThat(runs("a\ufffd", "--", "true")).isEqualTo(expected);
        assertThat(registry()).doesNotExist();
    }

    @Test
    void theExitCodeIsThatOfTheCommand() {
        assertThat(runs("x", "--", "sh", "-c", "exit 7")).isEqualTo(new CommandResult(7, "", ""));
        assertThat(runs("x", "--", "sh", "-c", "kill -9 $$").exit()).isEqualTo(128 + 9);
    }

    @Test
    void theEnvironmentHasTheLockTheClusterAndAGrowingFence() throws IOException {
        Path told = folder.resolve("told");
        String[] command = {
            "--cluster", "ours", "--", "sh", "-c", "echo $PEERLOCK_LOCK $PEERLOCK_CLUSTER $PEERLOCK_FENCE >> " + told
        };
        assertThat(runs("x", command).exit()).isZero();
        assertThat(runs("x", command).exit()).isZero();
        List<String> lines = Files.readAllLines(told);
        assertThat(lines).hasSize(2).allMatch(line -> line.matches("x ours \\d+"));
        List<Long> fences = lines.stream()
                .map(line -> Long.valueOf(line.substring(line.lastIndexOf(' ') + 1)))
                .toList();
        assertThat(fences.get(1)).isGreaterThan(fences.get(0));
    }

    @Test
    void argumentsArriveUnchanged() throws IOException {
        Path told = folder.resolve("told");
        Path named = Files.writeString(folder.resolve("arguments"), "not to be read");
        runs("x", "--", "sh", "-c", "printf '%s\\n' \"$@\" > " + told, "sh", "@" + named, "", "--try", "a  b", "--");
        assertThat(Files.readAllLines(told)).containsExactly("@" + named, "", "--try", "a  b", "--");
    }

    @Test
    void waitingEndsWithTheTimeout() throws InterruptedException {
        try (Peerlock other = other();
                Grant held = other.readWriteLock("x").writeLock().acquire()) {
            assertThat(held.isValid()).isTrue();
            assertThat(runs("x", "--try", "--", "true"))
                    .isEqualTo(new CommandResult(
                            Exit.NOT_ACQUIRED, "", "peerlock: lock 'x' is not free; leave out --try to wait for it\n"));
            assertThat(runs("x", "--timeout", "100ms", "--shared", "--", "true"))
                    .isEqualTo(new CommandResult(
                            Exit.NOT_ACQUIRED,
                            "",
                            "peerlock: lock 'x' was not acquired within 100 ms; 'peerlock who' shows who holds it\n"));
        }
    }

    @Test
    void aTimeoutMayBeLongerThanNanosecondsCanCount() {
        assertThat(runs("x", "--timeout", "2562048h", "--", "true").exit()).isZero();
    }

    @Test
    void sharedHoldersRunSideBySide() throws InterruptedException {
        try (Peerlock other = other();
                Grant held = other.readWriteLock("x").readLock().acquire()) {
            assertThat(runs("x", "--shared", "--", "true").exit()).isZero();
            assertThat(held.isValid()).isTrue();
        }
    }

    @Test
    void permitsAreCounted() throws InterruptedException {
        try (Peerlock other = other();
                Grant held = other.semaphore("x", 3).acquire(2)) {
            assertThat(held.isValid()).isTrue();
            assertThat(runs("x", "--permits", "1/3", "--", "true").exit()).isZero();
            assertThat(runs("x", "--permits", "2/3", "--timeout", "100ms", "--", "true")
                            .exit())
                    .isEqualTo(Exit.NOT_ACQUIRED);
        }
    }

    @Test
    void aNameOfAnotherKindOfLockIsRefused() throws InterruptedException {
        try (Peerlock other = other();
                Grant held = other.semaphore("x", 3).acquire(1)) {
            assertThat(held.isValid()).isTrue();
            CommandResult commandResult = runs("x", "--", "true");
            assertThat(commandResult.err())
                    .startsWith("peerlock: 'x' is ")
                    .contains("give it the same kind and number of permits everywhere, or use another name");
            assertThat(commandResult.exit()).isEqualTo(Exit.USAGE);
        }
    }

    @Test
    void aRegistryThatCannotBeUsedIsNamed() throws IOException {
        Path file = Files.createFile(registry());
        CommandResult commandResult = runs("x", "--", "true");
        assertThat(commandResult.err())
                .startsWith("peerlock: the registry cannot be kept in " + file)
                .endsWith("; choose another directory, with --registry\n");
        assertThat(commandResult.exit()).isEqualTo(Exit.UNAVAILABLE);
    }

    @Test
    void anInvalidNameOfAClusterIsRefused() {
        CommandResult commandResult = runs("x", "--cluster", "a/b", "--", "true");
        assertThat(commandResult.err()).startsWith("peerlock: a cluster's name has 1 to 64 letters");
        assertThat(commandResult.exit()).isEqualTo(Exit.USAGE);
    }

    @Test
    void aMissingCommandIsReportedBeforeWaiting() throws IOException {
        assertThat(runs("x", "--", "no-such-command"))
                .isEqualTo(new CommandResult(
                        127,
                        "",
                        "peerlock: there is no command 'no-such-command' in PATH; for a command of the shell, or several"
                                + " commands, run a shell: -- sh -c 'no-such-command …'\n"));
        assertThat(runs("x", "--", "./none"))
                .isEqualTo(new CommandResult(
                        127, "", "peerlock: there is no file ./none; check the path of the command\n"));
        Path plain = Files.createFile(folder.resolve("plain"));
        assertThat(runs("x", "--", plain.toString()))
                .isEqualTo(new CommandResult(
                        126, "", "peerlock: " + plain + " is not executable; 'chmod +x' makes it so\n"));
        assertThat(registry()).doesNotExist();
    }
}
