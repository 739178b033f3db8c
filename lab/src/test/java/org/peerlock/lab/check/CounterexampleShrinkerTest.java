package org.peerlock.lab.check;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.peerlock.algorithm.Capacity;
import org.peerlock.algorithm.Effects;
import org.peerlock.algorithm.Network;
import org.peerlock.algorithm.Property;
import org.peerlock.algorithm.Request;
import org.peerlock.algorithm.Start;
import org.peerlock.algorithm.catalogue.Catalogue;
import org.peerlock.algorithm.catalogue.CatalogueEntry;
import org.peerlock.algorithm.catalogue.GroupConfig;
import org.peerlock.lab.scenario.Scenario;
import org.peerlock.lab.scenario.ScenarioRun;
import org.peerlock.lab.trace.RecordedStep;
import org.peerlock.lab.trace.TextFormat;
import org.peerlock.lab.world.Envelope;
import org.peerlock.lab.world.Step;
import org.peerlock.lab.world.SystemConfig;
import org.peerlock.lab.zoo.Exhibit;
import org.peerlock.lab.zoo.Zoo;

/** The shrinker removes irrelevant steps, and only those. */
class CounterexampleShrinkerTest {

    /** The shrunk run of a scenario. */
    private static List<String> shortened(String scenario) {
        ScenarioRun simplified = Scenario.parse(scenario).run();
        String id = simplified.scenario().header().algorithm();
        CatalogueEntry<?, ?> entry = Zoo.find(id)
                .<CatalogueEntry<?, ?>>map(Exhibit::entry)
                .or(() -> Catalogue.find(id))
                .orElseThrow();
        return shortened(entry, simplified);
    }

    private static <S extends Record, M> List<String> shortened(CatalogueEntry<S, M> entry, ScenarioRun simplified) {
        GroupConfig config = simplified.scenario().header().config();
        SystemConfig<S, M> systemConfig = SystemConfig.of(
                entry,
                config,
                simplified.network(),
                simplified.scenario().header().start());
        Property property = simplified.violation().orElseThrow().property();
        List<Step<M>> steps = new ArrayList<>();
        for (RecordedStep<?> recordedStep : simplified.steps()) {
            @SuppressWarnings("unchecked") // the run is about this entry
            Step<M> step = (Step<M>) recordedStep.step();
            steps.add(step);
        }
        Replay<S, M> replay = Replay.start(
                        systemConfig, property, simplified.scenario().header().maxOvertakes())
                .all(steps)
                .orElseThrow();
        return CounterexampleShrinker.of(replay).steps().stream()
                .map(TextFormat::step)
                .toList();
    }

    /**
     * Node 3's request and its consequences have nothing to do with the token that 1 sends from
     * inside.
     */
    @Test
    void nodesWithoutAPartInItAreLeftOut() {
        assertThat(shortened("""
                exhibit sk-token-from-inside
                nodes 3
                network unordered
                violates exclusion
                request 3
                request 1
                deliver 3 -> 2
                request 2
                deliver 2 -> 1
                deliver 2 -> 3
                deliver 1 -> 2
                """))
                .containsExactly(
                        "request 1", "request 2", "deliver 2 -> 1 REQUEST(1)", "deliver 1 -> 2 TOKEN([0 0 0] [])^1");
    }

    /** Without the first request of node 1 all requests have other numbers, in messages too. */
    @Test
    void laterRequestsGetOtherNumbers() {
        assertThat(shortened("""
                exhibit ra-without-tie-break
                nodes 2
                violates exclusion
                request 1
                settle
                release 1
                request 2
                settle
                release 2
                request 1
                request 2
                cancel 1
                settle
                release 2
                request 1
                request 2
                settle
                """))
                .hasSize(6)
                .startsWith("request 1", "request 2")
                .contains("deliver 1 -> 2 REQUEST(1)", "deliver 2 -> 1 REQUEST(1)");
    }

    /**
     * Two nodes that take turns do not matter to the one that is never answered; but they must be
     * removed completely.
     */
    @Test
    void aStuckRunIsStillStuck() {
        assertThat(shortened("""
                exhibit k-with-less-than
                nodes 3
                lock semaphore 2
                violates progress
                request 3
                settle
                release 3
                request 1
                settle
                """))
                .containsExactly(
                        "request 1 shared",
                        "deliver 1 -> 2 REQUEST(1)",
                        "deliver 1 -> 3 REQUEST(1)",
                        "deliver 2 -> 1 REPLY(1)",
                        "deliver 3 -> 1 REPLY(1)");
    }

    private static SystemConfig<StubAlgorithm.Memory, StubAlgorithm.Note> puppets() {
        return new SystemConfig<>(
                List.of(new StubAlgorithm(), new StubAlgorithm()), Capacity.mutex(), Network.FIFO, Start.fresh());
    }

    /** A node that has left may enter again; one that has not may not. */
    @Test
    void nodesThatJoinAndLeaveAreLeftOut() {
        Replay<StubAlgorithm.Memory, StubAlgorithm.Note> replay = Replay.start(
                        puppets(), Property.EXCLUSION, OptionalInt.empty())
                .all(List.of(asks(1, 1), leaves(1, 1), asks(1, 2), leaves(1, 2), asks(1, 3), asks(2, 1)))
                .orElseThrow();
        assertThat(CounterexampleShrinker.of(replay).steps()).containsExactly(asks(1, 1), asks(2, 1));
    }

    /**
     * The reader that left does not matter; the writer after it does, and is then the first that
     * asks.
     */
    @Test
    void theNodeThatAsksFirstHasTheFirstNumber() {
        SystemConfig<StubAlgorithm.Memory, StubAlgorithm.Note> systemConfig = new SystemConfig<>(
                List.of(new StubAlgorithm(), new StubAlgorithm()), Capacity.readWrite(), Network.FIFO, Start.fresh());
        Step<StubAlgorithm.Note> reader = new Step.Ask<>(1, Request.shared(1));
        Step<StubAlgorithm.Note> other = new Step.Ask<>(2, Request.shared(1));
        Replay<StubAlgorithm.Memory, StubAlgorithm.Note> replay = Replay.start(
                        systemConfig, Property.EXCLUSION, OptionalInt.empty())
                .all(List.of(reader, leaves(1, 1), asks(1, 2), other))
                .orElseThrow();
        assertThat(CounterexampleShrinker.of(replay).steps()).containsExactly(asks(1, 1), other);
    }

    /**
     * Node 2 enters after an even number of notes. With one less it would not, with two less it
     * does.
     */
    @Test
    void stepsThatMatterOnlyAloneAreRemovedInPairs() {
        class Writing extends StubAlgorithm {
            @Override
            public Memory onRequest(Memory s, Request request, Effects<Note> out) {
                out.send(2, new Note(""));
                return super.onRequest(s, request, out);
            }
        }
        class Counting extends StubAlgorithm {
            @Override
            public Memory onMessage(Memory s, int from, Note note, Effects<Note> out) {
                return s.equals(EMPTY) ? new Memory("odd") : EMPTY;
            }

            @Override
            public Memory onRequest(Memory s, Request request, Effects<Note> out) {
                return s.equals(EMPTY) ? super.onRequest(s, request, out) : s;
            }
        }
        SystemConfig<StubAlgorithm.Memory, StubAlgorithm.Note> systemConfig = new SystemConfig<>(
                List.of(new Writing(), new Counting()), Capacity.mutex(), Network.FIFO, Start.fresh());
        Step<StubAlgorithm.Note> arrives =
                new Step.Deliver<>(new Envelope<>(1, 2, new StubAlgorithm.Note(""), List.of()));
        Replay<StubAlgorithm.Memory, StubAlgorithm.Note> replay = Replay.start(
                        systemConfig, Property.EXCLUSION, OptionalInt.empty())
                .all(List.of(asks(1, 1), leaves(1, 1), asks(1, 2), arrives, arrives, asks(2, 1)))
                .orElseThrow();
        assertThat(CounterexampleShrinker.of(replay).steps()).containsExactly(asks(1, 1), asks(2, 1));
    }

    /**
     * Without the note node 2 would have entered with too small a fence: another run, with two
     * violations.
     */
    @Test
    void aRunWithMoreViolationsIsNotBetter() {
        class Greeting extends StubAlgorithm {
            @Override
            public Memory initial(Start start, Effects<Note> out) {
                out.send(2, new Note(""));
                return EMPTY;
            }
        }
        class Learning extends StubAlgorithm {
            @Override
            public Memory onMessage(Memory s, int from, Note note, Effects<Note> out) {
                return new Memory("simplified");
            }

            @Override
            public Memory onRequest(Memory s, Request request, Effects<Note> out) {
                out.enter(request.id(), s.equals(EMPTY) ? 1 : 10);
                return s;
            }
        }
        Start start = new Start(1, 5, List.of());
        SystemConfig<StubAlgorithm.Memory, StubAlgorithm.Note> systemConfig =
                new SystemConfig<>(List.of(new Greeting(), new Learning()), Capacity.mutex(), Network.FIFO, start);
        Step<StubAlgorithm.Note> arrives =
                new Step.Deliver<>(new Envelope<>(1, 2, new StubAlgorithm.Note(""), List.of()));
        Replay<StubAlgorithm.Memory, StubAlgorithm.Note> replay = Replay.start(
                        systemConfig, Property.EXCLUSION, OptionalInt.empty())
                .all(List.of(arrives, asks(2, 1), asks(1, 1)))
                .orElseThrow();
        assertThat(replay.violation()).isPresent();
        assertThat(CounterexampleShrinker.of(replay)).isEqualTo(replay);
    }

    private static Step<StubAlgorithm.Note> asks(int node, long id) {
        return new Step.Ask<>(node, Request.exclusive(id));
    }

    private static Step<StubAlgorithm.Note> leaves(int node, long id) {
        return new Step.Release<>(node, id, 0);
    }

    /** The shortest of them is as short as what the explorer finds. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "ra-naive-withdrawal",
                "implicit-reply-early",
                "ra-highest-on-receipt",
                "sk-token-from-inside",
                "tree-as-on-slides",
                "ra-reply-untagged"
            })
    void fromShrunkRandomRunsNothingMoreCanBeRemoved(String id) {
        areShort(Demonstrated.of(Zoo.find(id).orElseThrow()));
    }

    private static <S extends Record, M> void areShort(Demonstrated<S, M> exhibit) {
        Property property = exhibit.exhibit().breaks();
        int shortest = Integer.MAX_VALUE;
        for (int seed = 0; seed < 20; seed++) {
            Replay<S, M> walk =
                    RandomWalk.randomly(exhibit.systemConfig(), property, OptionalInt.empty(), new Random(seed), 100);
            if (walk.violation().isPresent()) {
                Replay<S, M> shorter = CounterexampleShrinker.of(walk);
                assertThat(walk.onTheWay()).containsAll(shorter.onTheWay());
                assertThat(walk.steps())
                        .hasSizeGreaterThanOrEqualTo(shorter.steps().size());
                ScenarioRun scenarioRun =
                        exhibit.replay(new Counterexample<>(shorter.violation().orElseThrow(), shorter.steps()));
                assertThat(scenarioRun.asExpected())
                        .as(String.join("\n", scenarioRun.output()))
                        .isTrue();
                nothingCanBeLeftOut(shorter);
                shortest = Math.min(shortest, shorter.steps().size());
            }
        }
        assertThat(shortest).isEqualTo(exhibit.found().steps().size());
    }

    private static <S extends Record, M> void nothingCanBeLeftOut(Replay<S, M> replay) {
        for (int i = 0; i < replay.steps().size(); i++) {
            for (int j = i; j < replay.steps().size(); j++) {
                List<Step<M>> rest = new ArrayList<>(replay.steps());
                rest.subList(j, j + 1).clear();
                rest.subList(i, i == j ? i : i + 1).clear();
                assertThat(replay.restart()
                                .all(rest)
                                .filter(other -> other.violation().isPresent()
                                        && replay.onTheWay().containsAll(other.onTheWay())))
                        .as(replay.steps() + " without " + i + " and " + j)
                        .isEmpty();
            }
        }
    }
}
