package org.peerlock.test;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.function.ToLongFunction;
import java.util.stream.LongStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.peerlock.brain.LiveAlgorithms;
import org.peerlock.test.LiveTrial.Outcome;

/** As much of {@code peerlock lab swarm --live} as a build has time for. */
class LiveSwarmTest {

    private static final int RUNS_OF_EACH = 20;
    private static final LiveSwarm SWARM = new LiveSwarm(LiveAlgorithms.all());
    private static final List<Outcome> OUTCOMES = new ArrayList<>();

    @BeforeAll
    static void run() {
        SWARM.run(1, (long) RUNS_OF_EACH * SWARM.algorithms().size(), OUTCOMES::add);
    }

    @TestFactory
    List<DynamicTest> nothingHappensThatMustNot() {
        return SWARM.algorithms().stream()
                .map(algorithm -> DynamicTest.dynamicTest(algorithm.id(), () -> {
                    List<Outcome> runs = OUTCOMES.stream()
                            .filter(outcome -> outcome.algorithm().equals(algorithm.id()))
                            .toList();
                    assertThat(runs)
                            .hasSize(RUNS_OF_EACH)
                            .allSatisfy(run ->
                                    assertThat(run.violation()).as("%s", run).isEmpty());
                }))
                .toList();
    }

    @Test
    void allThatCanHappenHasHappenedOften() {
        assertThat(sum(Outcome::entries)).as("entries").isGreaterThan(100_000);
        assertThat(sum(Outcome::grants)).as("grants").isGreaterThan(sum(Outcome::entries));
        assertThat(sum(Outcome::carried)).as("carried").isGreaterThan(500);
        assertThat(sum(Outcome::lapses)).as("lapses").isGreaterThan(1_000);
        assertThat(sum(Outcome::evictions)).as("evictions").isGreaterThan(500);
        assertThat(sum(Outcome::withdrawals)).as("withdrawals").isGreaterThan(10_000);
        assertThat(sum(Outcome::views)).as("views").isGreaterThan(10_000);
        assertThat(sum(Outcome::faults)).as("faults").isGreaterThan(5_000);
    }

    private static long sum(ToLongFunction<Outcome> count) {
        return OUTCOMES.stream().mapToLong(count).sum();
    }

    @Test
    void theOutcomesComeInTheOrderOfTheSeeds() {
        assertThat(OUTCOMES.stream().map(Outcome::seed))
                .containsExactlyElementsOf(
                        LongStream.rangeClosed(1, OUTCOMES.size()).boxed().toList());
    }

    @Test
    void aSeedAndItsAlgorithmGiveTheSameRunAgain() {
        for (Outcome outcome : OUTCOMES.subList(0, 3)) {
            LiveSwarm alone = new LiveSwarm(SWARM.algorithms().stream()
                    .filter(algorithm -> algorithm.id().equals(outcome.algorithm()))
                    .toList());
            assertThat(alone.trial(outcome.seed()).run()).isEqualTo(outcome);
        }
    }
}
