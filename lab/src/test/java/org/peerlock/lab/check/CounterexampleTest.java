package org.peerlock.lab.check;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.peerlock.algorithm.Capacity;
import org.peerlock.algorithm.Network;
import org.peerlock.algorithm.Property;
import org.peerlock.algorithm.Request;
import org.peerlock.algorithm.Start;
import org.peerlock.lab.scenario.ScenarioRun;
import org.peerlock.lab.trace.TextFormat;
import org.peerlock.lab.world.Step;
import org.peerlock.lab.world.SystemConfig;
import org.peerlock.lab.world.Violation;
import org.peerlock.lab.zoo.Zoo;

/** A simplified counterexample is still a counterexample. */
class CounterexampleTest {

    @TestFactory
    Stream<DynamicTest> whatIsToldOfAnExhibitStillGoesWrongAtItsEnd() {
        return Zoo.exhibits().stream()
                .map(exhibit -> DynamicTest.dynamicTest(exhibit.id(), () -> goesWrong(Demonstrated.of(exhibit))));
    }

    private static <S extends Record, M> void goesWrong(Demonstrated<S, M> exhibit) {
        Counterexample<M> found = exhibit.found();
        Counterexample<M> simplified = exhibit.simplified(found);
        assertThat(byNode(simplified)).as("no step can be removed").isEqualTo(byNode(found));
        ScenarioRun scenarioRun = exhibit.replay(simplified);
        assertThat(scenarioRun.asExpected())
                .as(String.join("\n", scenarioRun.output()))
                .isTrue();
        assertThat(scenarioRun.violation()).contains(simplified.violation());
        assertThat(exhibit.replayed(simplified).violation()).contains(simplified.violation());
        assertThat(simplified.violation().property())
                .isEqualTo(found.violation().property());
        assertThat(exhibit.replayed(simplified).turns())
                .isLessThanOrEqualTo(exhibit.replayed(found).turns());
        assertThat(exhibit.diagram(simplified))
                .contains(">violates " + exhibit.exhibit().breaks() + ": ");
    }

    private static Map<Integer, List<String>> byNode(Counterexample<?> replay) {
        return replay.steps().stream()
                .collect(Collectors.groupingBy(Step::node, Collectors.mapping(TextFormat::step, Collectors.toList())));
    }

    @ParameterizedTest
    @CsvSource({
        "rc-without-second-request, 12, 6",
        "ra-broadcast-reply-without-list, 13, 6",
        "maekawa-without-failed, 8, 6",
        "implicit-reply-early, 3, 1",
        "sk-token-from-inside, 3, 2"
    })
    void theStepsOfEachNodeStandTogether(String id, int before, int after) {
        turns(Demonstrated.of(Zoo.find(id).orElseThrow()), before, after);
    }

    private static <S extends Record, M> void turns(Demonstrated<S, M> exhibit, int before, int after) {
        Counterexample<M> found = exhibit.found();
        assertThat(exhibit.replayed(found).turns()).isEqualTo(before);
        assertThat(exhibit.replayed(exhibit.simplified(found)).turns()).isEqualTo(after);
    }

    @Test
    void irrelevantStepsAreRemoved() {
        Violation together = new Violation(Property.EXCLUSION, "inside together: 1 2");
        Counterexample<StubAlgorithm.Note> found =
                new Counterexample<>(together, List.of(asks(1, 1), leaves(1, 1), asks(1, 2), asks(2, 1)));
        assertThat(found.simplified(puppets(), OptionalInt.empty()))
                .isEqualTo(new Counterexample<>(together, List.of(asks(1, 1), asks(2, 1))));
    }

    /**
     * A run does not show that it is hopeless: it keeps its length, in a better order.
     */
    @Test
    void aViolationThatTheRunDoesNotShowIsNotLost() {
        Violation hopeless = new Violation(Property.PROGRESS, "whatever happens from here on, somebody waits for ever");
        Counterexample<StubAlgorithm.Note> found =
                new Counterexample<>(hopeless, List.of(asks(1, 1), asks(2, 1), leaves(1, 1), leaves(2, 1), asks(1, 2)));
        assertThat(found.simplified(puppets(), OptionalInt.empty()))
                .isEqualTo(new Counterexample<>(
                        hopeless, List.of(asks(1, 1), leaves(1, 1), asks(1, 2), asks(2, 1), leaves(2, 1))));
    }

    /** It would no longer be its last steps that can be repeated. */
    @Test
    void aCounterexampleWithACycleIsLeftAsItIs() {
        Counterexample<StubAlgorithm.Note> found = new Counterexample<>(
                new Violation(
                        Property.NO_STARVATION, "node 3 waits for ever if the last 2 steps happen again and again"),
                List.of(asks(1, 1), asks(2, 1), leaves(1, 1)));
        assertThat(found.simplified(puppets(), OptionalInt.empty())).isEqualTo(found);
    }

    @Test
    void aRunThatCannotBeReplayedIsLeftAsItIs() {
        Counterexample<StubAlgorithm.Note> impossible =
                new Counterexample<>(new Violation(Property.EXCLUSION, "never"), List.of(asks(1, 1), asks(1, 2)));
        assertThat(impossible.simplified(puppets(), OptionalInt.empty())).isEqualTo(impossible);
    }

    private static SystemConfig<StubAlgorithm.Memory, StubAlgorithm.Note> puppets() {
        return new SystemConfig<>(
                List.of(new StubAlgorithm(), new StubAlgorithm()), Capacity.mutex(), Network.FIFO, Start.fresh());
    }

    private static Step<StubAlgorithm.Note> asks(int node, long id) {
        return new Step.Ask<>(node, Request.exclusive(id));
    }

    private static Step<StubAlgorithm.Note> leaves(int node, long id) {
        return new Step.Release<>(node, id, 0);
    }
}
