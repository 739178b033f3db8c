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
import org.peerlock.bench.harness.Load;

/** Real processes, for a moment: whether it works, not how fast. */
class TrialTest {

    @TempDir
    Path directory;

    private Row measure(Make make, int processes, Load load) throws IOException, Crew.UnsupportedException {
        Trial trial = new Trial(directory, 200, 1_000);
        Map<String, String> options = Map.of("cluster", "trial", "directory", directory.toString());
        try (Crew crew = new Crew(make, processes, directory.resolve("log"))) {
            crew.tell(processes, "open", options);
            Row row = trial.measure(crew, processes, load);
            crew.tell(processes, "close", Map.of());
            return row;
        }
    }

    @Test
    void threeProcessesShareALock() throws Exception {
        Row row = measure(Make.PEERLOCK, 3, Load.exclusive(2, 3));

        assertThat(row.perThread()).hasSize(6);
        assertThat(row.total()).isPositive();
        assertThat(row.messages()).isPositive();
        assertThat(row.handOffs()).isPositive();
    }

    @Test
    void whatOneProcessDoesAloneTakesNoMessage() throws Exception {
        Row row = measure(Make.PEERLOCK, 1, Load.exclusive(1, 1));

        assertThat(row.messages()).isZero();
    }

    /** Once they meet, which may take some tries. */
    @Test
    void locksThatExcludeNobodyInAnotherProcessAreFoundOut() {
        assertThatThrownBy(() -> {
                    for (int tries = 0; tries < 30; tries++) {
                        measure(Make.LOCAL, 2, Load.exclusive(2, 1));
                    }
                })
                .isInstanceOf(IllegalStateException.class)
                .hasMessageStartingWith("two have held a lock at once");
    }

    @Test
    void aWorkerThatCannotOpenSaysWhy() {
        assertThatThrownBy(() -> {
                    try (Crew crew = new Crew(Make.PEERLOCK, 1, directory.resolve("log"))) {
                        crew.tell(1, "open", Map.of("cluster", "trial"));
                    }
                })
                .isInstanceOf(IOException.class)
                .hasMessageContaining("'directory' is missing");
    }

    @Test
    void aPageKeepsWhatItsAuthorHasWritten() throws IOException {
        Path page = directory.resolve("page.md");
        Files.writeString(page, "before\n<!-- part -->\nold\n<!-- end of part -->\nafter\n");

        Page.write(page, "part", List.of("new", "lines"));

        assertThat(page).hasContent("before\n<!-- part -->\nnew\nlines\n<!-- end of part -->\nafter\n");
        assertThatThrownBy(() -> Page.write(page, "other", List.of()))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("has no lines");
    }
}
