package org.peerlock.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.peerlock.bench.harness.LockWorkload;

/** Real processes, for a moment: whether it works, not how fast. */
class LoadRunnerTest {

    @TempDir
    Path directory;

    private LoadMeasurement measure(LockImplementation lockImplementation, int processes, LockWorkload lockWorkload)
            throws IOException, WorkerGroup.UnsupportedException {
        LoadRunner loadRunner = new LoadRunner(directory, 200, 1_000);
        Map<String, String> options = Map.of("cluster", "trial", "directory", directory.toString());
        try (WorkerGroup workerGroup = new WorkerGroup(lockImplementation, processes, directory.resolve("log"))) {
            workerGroup.tell(processes, "open", options);
            LoadMeasurement loadMeasurement = loadRunner.measure(workerGroup, processes, lockWorkload);
            workerGroup.tell(processes, "close", Map.of());
            return loadMeasurement;
        }
    }

    @Test
    void threeProcessesShareALock() throws Exception {
        LoadMeasurement loadMeasurement = measure(LockImplementation.PEERLOCK, 3, LockWorkload.exclusive(2, 3));

        assertThat(loadMeasurement.perThread()).hasSize(6);
        assertThat(loadMeasurement.total()).isPositive();
        assertThat(loadMeasurement.messages()).isPositive();
        assertThat(loadMeasurement.handOffs()).isPositive();
    }

    @Test
    void whatOneProcessDoesAloneTakesNoMessage() throws Exception {
        LoadMeasurement loadMeasurement = measure(LockImplementation.PEERLOCK, 1, LockWorkload.exclusive(1, 1));

        assertThat(loadMeasurement.messages()).isZero();
    }

    /** Once they meet, which may take some tries. */
    @Test
    void locksThatExcludeNobodyInAnotherProcessAreFoundOut() {
        assertThatThrownBy(() -> {
                    for (int tries = 0; tries < 30; tries++) {
                        measure(LockImplementation.LOCAL, 2, LockWorkload.exclusive(2, 1));
                    }
                })
                .isInstanceOf(IllegalStateException.class)
                .hasMessageStartingWith("two have held a lock at once");
    }

    @Test
    void aWorkerThatCannotOpenSaysWhy() {
        assertThatThrownBy(() -> {
                    try (WorkerGroup workerGroup =
                            new WorkerGroup(LockImplementation.PEERLOCK, 1, directory.resolve("log"))) {
                        workerGroup.tell(1, "open", Map.of("cluster", "trial"));
                    }
                })
                .isInstanceOf(IOException.class)
                .hasMessageContaining("'directory' is missing");
    }

    @Test
    void aPageKeepsWhatItsAuthorHasWritten() throws IOException {
        Path page = directory.resolve("page.md");
        Files.writeString(page, "before\n<!-- part -->\nold\n<!-- end of part -->\nafter\n");

        MarkdownPage.write(page, "part", List.of("new", "lines"));

        assertThat(page).hasContent("before\n<!-- part -->\nnew\nlines\n<!-- end of part -->\nafter\n");
        assertThatThrownBy(() -> MarkdownPage.write(page, "other", List.of()))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("has no lines");
    }
}
