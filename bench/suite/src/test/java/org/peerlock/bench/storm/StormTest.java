package org.peerlock.bench.storm;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.peerlock.bench.storm.StormEvent.Use;

/** One round of all faults, with real processes. */
@EnabledOnOs(OS.LINUX)
class StormTest {

    @TempDir
    private Path directory;

    @Test
    void everyPromiseIsKeptInAStorm() throws Exception {
        StormPlan plan = new StormPlan(7, Duration.ZERO, directory);
        Verdict verdict;
        try (OneMachine machine = new OneMachine(Duration.ofSeconds(4), directory.resolve("disk"))) {
            verdict = new Storm(plan, machine, System.out::println).run();
        }
        verdict.report().forEach(System.out::println);
        assertThat(verdict.violations()).isEmpty();
        assertThat(verdict.grants()).containsOnlyKeys(Use.values());
        assertThat(verdict.faults()).containsKeys(FaultKind.KILL, FaultKind.PAUSE_LONG, FaultKind.DELETE_STATE);
    }
}
