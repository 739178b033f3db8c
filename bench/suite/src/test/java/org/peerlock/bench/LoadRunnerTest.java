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
import org.peerlock.bench.process.Host;

/** Short runs with real processes: do they work, not how fast are they. */
class LoadRunnerTest {

    private static final List<Host> HERE = List.of(Host.LOCAL);

    @TempDir
    Path directory;

    private LoadMeasurement measure(LockImplementation implementation, int processes, LockWorkload workload)
            throws IOException, WorkerGroup.UnsupportedException {
        LoadRunner runner = new LoadRunner(directory, MachineCounters.LOOPBACK, 200, 1_000);
        Map<String, String> options = Map.of("cluster", "bench", "directory", directory.toString());
        try (WorkerGroup workers = new WorkerGroup(implementation, processes, HERE, directory.resolve("log"))) {
            workers.open(processes, options);
            LoadMeasurement measurement = runner.measure(workers, processes, workload);
            workers.call(processes, "close", Map.of());
            return measurement;
        }
    }

    @Test
    void threeProcessesShareALock() throws Exception {
        LoadMeasurement measurement = measure(LockImplementation.PEERLOCK, 3, LockWorkload.exclusive(2, 3));

        assertThat(measurement.perThread()).hasSize(6);
        assertThat(measurement.total()).isPositive();
        assertThat(measurement.messages()).isPositive();
        assertThat(measurement.handOffs()).isPositive();
    }

    @Test
    void aProcessAloneSendsNoMessage() throws Exception {
        LoadMeasurement measurement = measure(LockImplementation.PEERLOCK, 1, LockWorkload.exclusive(1, 1));

        assertThat(measurement.messages()).isZero();
    }

    /** The threads must actually collide, which may take several attempts. */
    @Test
    void locksThatDoNotExcludeOtherProcessesAreDetected() {
        assertThatThrownBy(() -> {
                    for (int attempt = 0; attempt < 30; attempt++) {
                        measure(LockImplementation.LOCAL, 2, LockWorkload.exclusive(2, 1));
                    }
                })
                .isInstanceOf(IllegalStateException.class)
                .hasMessageStartingWith("two threads held a lock at once");
    }

    @Test
    void aWorkerThatCannotOpenItsSubjectReportsWhy() {
        assertThatThrownBy(() -> {
                    try (WorkerGroup workers =
                            new WorkerGroup(LockImplementation.PEERLOCK, 1, HERE, directory.resolve("log"))) {
                        workers.open(1, Map.of("cluster", "bench"));
                    }
                })
                .isInstanceOf(IOException.class)
                .hasMessageContaining("'directory' is missing");
    }

    @Test
    void onlyTheGeneratedSectionOfAPageIsReplaced() throws IOException {
        Path page = directory.resolve("page.md");
        Files.writeString(page, "before\n<!-- section -->\nold\n<!-- end of section -->\nafter\n");

        MarkdownPage.write(page, "section", List.of("new", "lines"));

        assertThat(page).hasContent("before\n<!-- section -->\nnew\nlines\n<!-- end of section -->\nafter\n");
        assertThatThrownBy(() -> MarkdownPage.write(page, "other", List.of()))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("lacks the lines");
    }
}
