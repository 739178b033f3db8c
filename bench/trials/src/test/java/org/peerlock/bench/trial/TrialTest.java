package org.peerlock.bench.trial;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.opentest4j.TestAbortedException;
import org.peerlock.bench.storm.FaultKind;
import org.peerlock.bench.storm.Storm;
import org.peerlock.bench.storm.StormPlan;
import org.peerlock.bench.storm.Verdict;

/** One round of all faults, with real hosts and servers. */
class TrialTest {

    /** As in the tests of the stores: if it is set, a missing program fails the test. */
    private static final String REQUIRED = "peerlock.servers.required";

    @TempDir
    private Path directory;

    @Test
    void everyPromiseIsKeptOnSeveralHosts() throws Exception {
        requireHosts();
        StormPlan plan = new StormPlan(7, Duration.ZERO, directory);
        Verdict verdict;
        try (SeveralHosts hosts =
                new SeveralHosts(RegistryKind.ETCD, Duration.ofSeconds(2), directory.resolve("servers"))) {
            verdict = new Storm(plan, hosts, System.out::println).run();
        }
        verdict.report().forEach(System.out::println);
        assertThat(verdict.violations()).isEmpty();
        assertThat(verdict.faults())
                .containsKeys(
                        FaultKind.KILL, FaultKind.HALVES, FaultKind.ONE_WAY, FaultKind.LOSS, FaultKind.KILL_LEADER);
    }

    private static void requireHosts() {
        Optional<String> missing = Requirements.missing();
        missing.ifPresent(sentence -> {
            if (Boolean.getBoolean(REQUIRED)) {
                throw new AssertionError(sentence);
            }
            throw new TestAbortedException(sentence);
        });
    }
}
