package org.peerlock.bench.trial;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
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

    /** The judge must notice each broken build, or everything that it says of a sound one is worth nothing. */
    @Tag("long")
    @ParameterizedTest
    @EnumSource
    void aBrokenBuildIsCaught(BrokenBuild build) throws Exception {
        requireHosts();
        StormPlan plan = new StormPlan(7, Duration.ofMinutes(1), directory);
        Path classes = Files.createDirectory(directory.resolve("classes"));
        build.compile(classes);
        Verdict verdict;
        try (BrokenHosts hosts = new BrokenHosts(
                new SeveralHosts(RegistryKind.ETCD, Duration.ofSeconds(2), directory.resolve("servers")),
                build,
                classes)) {
            verdict = new Storm(plan, hosts, System.out::println).run();
        }
        System.out.println(build);
        verdict.report().forEach(System.out::println);
        assertThat(verdict.violations()).isNotEmpty();
    }

    static void requireHosts() {
        Optional<String> missing = Requirements.missing();
        missing.ifPresent(sentence -> {
            if (Boolean.getBoolean(REQUIRED)) {
                throw new AssertionError(sentence);
            }
            throw new TestAbortedException(sentence);
        });
    }
}
