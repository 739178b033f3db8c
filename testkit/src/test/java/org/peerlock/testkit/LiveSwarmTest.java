package org.peerlock.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.function.ToLongFunction;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.peerlock.algorithm.catalogue.Catalogue;
import org.peerlock.testkit.LiveSwarmRun.Outcome;

/** As much of {@code peerlock lab swarm --live} as a build has time for. */
class LiveSwarmTest {

    private static final int EXCLUSIVE_RUNS = 260;
    private static final int OTHER_RUNS = 120;
    private static final List<Outcome> EXCLUSIVE = new ArrayList<>();
    /** Read-write locks, semaphores and several locks at once, by turns. */
    private static final List<Outcome> OTHERS = new ArrayList<>();

    private static LiveSwarm swarm(ClientWorkload... pursuits) {
        return new LiveSwarm(List.of(pursuits), List.copyOf(Catalogue.entries()));
    }

    @BeforeAll
    static void run() {
        swarm(ClientWorkload.EXCLUSIVE).run(1, EXCLUSIVE_RUNS, EXCLUSIVE::add);
        swarm(ClientWorkload.READ_WRITE, ClientWorkload.SEMAPHORE, ClientWorkload.SEVERAL)
                .run(1, OTHER_RUNS, OTHERS::add);
    }

    private static List<Outcome> outcomes() {
        return Stream.concat(EXCLUSIVE.stream(), OTHERS.stream()).toList();
    }

    @TestFactory
    Stream<DynamicTest> nothingHappensThatMustNot() {
        return Stream.of(ClientWorkload.values())
                .flatMap(clientWorkload -> clientWorkload.algorithms().stream()
                        .map(algorithm -> DynamicTest.dynamicTest(clientWorkload + ", " + algorithm.id(), () -> {
                            List<Outcome> runs = outcomes().stream()
                                    .filter(run -> run.workload() == clientWorkload
                                            && run.algorithm().equals(algorithm.id()))
                                    .toList();
                            assertThat(runs)
                                    .hasSizeGreaterThan(2)
                                    .allSatisfy(run -> assertThat(run.violation())
                                            .as("%s", run)
                                            .isEmpty());
                        })));
    }

    @Test
    void allThatCanHappenHasHappenedOften() {
        assertThat(sum(EXCLUSIVE, Outcome::entries)).as("entries").isGreaterThan(100_000);
        assertThat(sum(EXCLUSIVE, Outcome::grants)).as("grants").isGreaterThan(sum(EXCLUSIVE, Outcome::entries));
        assertThat(sum(EXCLUSIVE, Outcome::carried)).as("carried").isGreaterThan(500);
        assertThat(sum(EXCLUSIVE, Outcome::expiries)).as("expiries").isGreaterThan(1_000);
        assertThat(sum(EXCLUSIVE, Outcome::evictions)).as("evictions").isGreaterThan(500);
        assertThat(sum(EXCLUSIVE, Outcome::withdrawals)).as("withdrawals").isGreaterThan(10_000);
        assertThat(sum(EXCLUSIVE, Outcome::views)).as("views").isGreaterThan(10_000);
        assertThat(sum(EXCLUSIVE, Outcome::algorithmChanges))
                .as("views with other algorithms")
                .isGreaterThan(100);
        assertThat(sum(EXCLUSIVE, Outcome::settingsChanges))
                .as("changes of settings")
                .isGreaterThan(5);
        assertThat(sum(EXCLUSIVE, Outcome::faults)).as("faults").isGreaterThan(5_000);
    }

    @ParameterizedTest
    @EnumSource(names = {"READ_WRITE", "SEMAPHORE", "SEVERAL"})
    void itHasHappenedToLocksOfAllKinds(ClientWorkload clientWorkload) {
        List<Outcome> runs =
                OTHERS.stream().filter(run -> run.workload() == clientWorkload).toList();
        assertThat(sum(runs, Outcome::entries)).as("entries").isGreaterThan(5_000);
        assertThat(sum(runs, Outcome::carried)).as("carried").isGreaterThan(100);
        assertThat(sum(runs, Outcome::expiries)).as("expiries").isGreaterThan(100);
        assertThat(sum(runs, Outcome::evictions)).as("evictions").isGreaterThan(50);
        assertThat(sum(runs, Outcome::withdrawals)).as("withdrawals").isGreaterThan(1_000);
        assertThat(sum(runs, Outcome::algorithmChanges))
                .as("views with other algorithms")
                .isPositive();
    }

    private static long sum(List<Outcome> runs, ToLongFunction<Outcome> count) {
        return runs.stream().mapToLong(count).sum();
    }

    @Test
    void theOutcomesComeInTheOrderOfTheSeeds() {
        assertThat(EXCLUSIVE.stream().map(Outcome::seed))
                .containsExactlyElementsOf(
                        LongStream.rangeClosed(1, EXCLUSIVE_RUNS).boxed().toList());
    }

    @Test
    void aSeedAndItsAlgorithmGiveTheSameRunAgain() {
        for (Outcome outcome : OTHERS.subList(0, 6)) {
            LiveSwarm alone = new LiveSwarm(
                    List.of(outcome.workload()),
                    List.of(Catalogue.find(outcome.algorithm()).orElseThrow()));
            assertThat(alone.drawRun(outcome.seed()).run()).isEqualTo(outcome);
        }
    }
}
