package org.peerlock.bench.trial;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.peerlock.bench.storm.Outage;
import org.peerlock.bench.storm.OutageEffect;
import org.peerlock.bench.storm.OutageResult;
import org.peerlock.bench.storm.OutageScenario;
import org.peerlock.bench.storm.StormPlan;

/** What members lose while their registry is away. On a machine that is too busy, they may lose more. */
@Tag("long")
class OutageTest {

    @TempDir
    private Path directory;

    @ParameterizedTest
    @EnumSource
    void membersKeepTheirLocksAsLongAsIsDocumentedAndNoLonger(OutageScenario scenario) throws Exception {
        TrialTest.requireHosts();
        TrialCommand.letOthersPass(directory);
        OutageResult result;
        try (SeveralHosts hosts = SeveralHosts.forOutage(scenario, directory)) {
            result = new Outage(scenario, new StormPlan(1, Duration.ZERO, directory), hosts, System.out::println).run();
        }
        result.report().forEach(System.out::println);
        assertThat(result.verdict().violations()).isEmpty();
        OutageEffect first = result.effects().get(0);
        assertThat(first.held()).isEqualTo(1_000);
        switch (scenario) {
            case STOPPED, SILENT, ONE_HOST -> assertThat(result.effects()).allMatch(effect -> effect.allLost() == 0);
            case TOO_LONG -> {
                assertThat(first.allLost()).isEqualTo(1_000);
                assertThat(first.gained()).isZero();
            }
            case MEMBER_KILLED -> {
                assertThat(first.lost()).containsOnlyKeys("process-0001", "process-0003");
                assertThat(first.gained()).isZero();
            }
            case ALL_KILLED ->
                assertThat(result.starts().subList(3, 6))
                        .allMatch(start -> !start.waits().isEmpty());
        }
    }
}
