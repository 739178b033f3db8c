package org.peerlock.internal.registry;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.peerlock.internal.registry.ProcessTable.Home;

/** With a {@code /proc} of our own making. */
@DisabledOnOs(OS.WINDOWS)
class ProcessTableTest {

    private static final long ME = ProcessHandle.current().pid();
    private static final long OTHER = ME + 1;
    private static final Home HOME_OF_OTHER = new Home("boot", "pid:[1]", "time:[1]", OTHER, 500);

    @TempDir
    private Path proc;

    private ProcessTable processTable;

    @BeforeEach
    void makeProc() throws IOException {
        Path self = Files.createDirectory(proc.resolve(String.valueOf(ME)));
        Files.createSymbolicLink(proc.resolve("self"), self.getFileName());
        Files.writeString(
                Files.createDirectories(proc.resolve("sys/kernel/random")).resolve("boot_id"), "boot\n");
        Files.createDirectory(self.resolve("ns"));
        Files.createSymbolicLink(self.resolve("ns/pid"), Path.of("pid:[1]"));
        Files.createSymbolicLink(self.resolve("ns/time"), Path.of("time:[1]"));
        begin(ME, 400);
        begin(1, 3);
        processTable = new ProcessTable(proc);
    }

    private void begin(long pid, long started) throws IOException {
        write(pid, pid + " (a (b) c) S 1 5 5 0 -1 4 5 6 7 8 9 10 11 12 20 0 15 0 " + started + " 99 98 97\n");
    }

    private void write(long pid, String stat) throws IOException {
        Files.writeString(
                Files.createDirectories(proc.resolve(String.valueOf(pid))).resolve("stat"), stat);
    }

    @Test
    void aProcessKnowsItself() {
        assertThat(processTable.own()).contains(new Home("boot", "pid:[1]", "time:[1]", ME, 400));
        assertThat(Home.parse(HOME_OF_OTHER.text())).contains(HOME_OF_OTHER);
    }

    @Test
    void aProcessIsGoneIfItIsNotThereOrIsAnother() throws IOException {
        assertThat(processTable.isGone(HOME_OF_OTHER)).isTrue();
        begin(OTHER, 500);
        assertThat(processTable.isGone(HOME_OF_OTHER)).isFalse();
        begin(OTHER, 501);
        assertThat(processTable.isGone(HOME_OF_OTHER)).isTrue();
    }

    @Test
    void aProcessThatCannotBeReadIsNotGone() throws IOException {
        write(OTHER, "");
        assertThat(processTable.isGone(HOME_OF_OTHER)).isFalse();
        write(OTHER, OTHER + " (x) S 1 2 3");
        assertThat(processTable.isGone(HOME_OF_OTHER)).isFalse();
    }

    @Test
    void whereProcessesAreHiddenNoneIsGone() throws IOException {
        Files.delete(proc.resolve("1/stat"));
        assertThat(processTable.isGone(HOME_OF_OTHER)).isFalse();
    }

    @Test
    void theNumbersOfAnotherNamespaceAreNotOurs() throws IOException {
        Files.delete(proc.resolve("self"));
        Files.createSymbolicLink(proc.resolve("self"), Path.of(String.valueOf(OTHER)));
        begin(OTHER, 501);
        Files.move(proc.resolve(ME + "/ns"), proc.resolve(OTHER + "/ns"));
        assertThat(processTable.own()).isEmpty();
        assertThat(processTable.isGone(HOME_OF_OTHER)).isFalse();
    }

    @Test
    void anOlderKernelHasOneTimeForAll() throws IOException {
        Files.delete(proc.resolve("self/ns/time"));
        assertThat(processTable.own()).contains(new Home("boot", "pid:[1]", "-", ME, 400));
        assertThat(processTable.isGone(new Home("boot", "pid:[1]", "-", OTHER, 500)))
                .isTrue();
        assertThat(processTable.isGone(HOME_OF_OTHER)).isFalse();
    }
}
