package org.peerlock.lab.check;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.peerlock.algorithm.Capacity;
import org.peerlock.algorithm.Effects;
import org.peerlock.algorithm.Network;
import org.peerlock.algorithm.Property;
import org.peerlock.algorithm.Request;
import org.peerlock.algorithm.Start;
import org.peerlock.algorithm.catalogue.Catalogue;
import org.peerlock.algorithm.catalogue.CatalogueEntry;
import org.peerlock.algorithm.catalogue.GroupConfig;
import org.peerlock.lab.trace.TextFormat;
import org.peerlock.lab.world.Envelope;
import org.peerlock.lab.world.Step;
import org.peerlock.lab.world.SystemConfig;
import org.peerlock.lab.world.Violation;

/** A reordered counterexample is still the same run. */
class CounterexampleReordererTest {

    private static final List<String> ALGORITHMS = List.of(
            "ricart-agrawala",
            "lamport",
            "suzuki-kasami",
            "maekawa",
            "raymond-tree",
            "ra-medium",
            "ra-implicit-reply",
            "ra-membership");

    @TestFactory
    Stream<DynamicTest> storiesOfAllKindsStayTheSame() {
        return ALGORITHMS.stream().map(id -> DynamicTest.dynamicTest(id, () -> staysTheSame(entry(id))));
    }

    private static CatalogueEntry<?, ?> entry(String id) {
        return Catalogue.find(id).orElseThrow();
    }

    private static <S extends Record, M> void staysTheSame(CatalogueEntry<S, M> entry) {
        Network network = entry.profile().assumptions().weakest();
        SystemConfig<S, M> systemConfig = SystemConfig.of(entry, GroupConfig.mutex(3), network, Start.fresh());
        int fewer = 0;
        for (int seed = 0; seed < 40; seed++) {
            Replay<S, M> replay =
                    RandomWalk.randomly(systemConfig, Property.EXCLUSION, OptionalInt.empty(), new Random(seed), 25);
            Replay<S, M> ordered = CounterexampleReorderer.of(replay);
            for (int node = 1; node <= 3; node++) {
                assertThat(of(node, ordered)).isEqualTo(of(node, replay));
                assertThat(ordered.world().state(node)).isEqualTo(replay.world().state(node));
            }
            assertThat(underway(ordered)).isEqualTo(underway(replay));
            assertThat(ordered.turns()).isLessThanOrEqualTo(replay.turns());
            fewer += ordered.turns() < replay.turns() ? 1 : 0;
            // refuses impossible steps
            new Counterexample<>(new Violation(Property.EXCLUSION, ""), ordered.steps())
                    .scenario(entry.id(), false, entry, GroupConfig.mutex(3), systemConfig, OptionalInt.empty());
        }
        assertThat(fewer).as("runs that got better").isEqualTo(40);
    }

    private static List<String> of(int node, Replay<?, ?> replay) {
        return replay.steps().stream()
                .filter(step -> step.node() == node)
                .map(TextFormat::step)
                .toList();
    }

    private static List<String> underway(Replay<?, ?> replay) {
        return replay.world().underway().stream()
                .map(TextFormat::envelope)
                .sorted()
                .toList();
    }

    @TestFactory
    Stream<DynamicTest> noOrderHasFewerTurns() {
        return Stream.of("ricart-agrawala", "lamport", "suzuki-kasami", "maekawa")
                .map(id -> DynamicTest.dynamicTest(id, () -> hasFewest(entry(id))));
    }

    private static <S extends Record, M> void hasFewest(CatalogueEntry<S, M> entry) {
        Network network = entry.profile().assumptions().weakest();
        SystemConfig<S, M> systemConfig = SystemConfig.of(entry, GroupConfig.mutex(3), network, Start.fresh());
        for (int seed = 0; seed < 20; seed++) {
            Replay<S, M> replay =
                    RandomWalk.randomly(systemConfig, Property.EXCLUSION, OptionalInt.empty(), new Random(seed), 9);
            assertThat(CounterexampleReorderer.of(replay).turns())
                    .as(replay.steps().toString())
                    .isEqualTo(fewest(replay.restart(), replay.steps(), replay.turns()));
        }
    }

    /**
     * Tries all orders in which each node does the same; abandons those with more than {@code most}
     * turns.
     */
    private static <S extends Record, M> int fewest(Replay<S, M> simplified, List<Step<M>> rest, int most) {
        if (simplified.turns() > most || rest.isEmpty()) {
            return simplified.turns();
        }
        int fewest = Integer.MAX_VALUE;
        List<Integer> nodes = new ArrayList<>();
        for (Step<M> step : rest) {
            if (!nodes.contains(step.node())) {
                nodes.add(step.node());
                List<Step<M>> others = new ArrayList<>(rest);
                others.remove(step);
                int least = Math.min(fewest, most);
                fewest = Math.min(
                        fewest,
                        simplified
                                .next(step)
                                .map(next -> fewest(next, others, least))
                                .orElse(Integer.MAX_VALUE));
            }
        }
        return fewest;
    }

    /** Enters at once, with fences of its own. */
    private static final class Fenced extends StubAlgorithm {

        private final List<Long> fences;

        Fenced(Long... fences) {
            this.fences = List.of(fences);
        }

        @Override
        public Memory onRequest(Memory s, Request request, Effects<Note> out) {
            out.enter(request.id(), fences.get((int) request.id() - 1));
            return s;
        }
    }

    private static Replay<StubAlgorithm.Memory, StubAlgorithm.Note> replay(
            Property property, StubAlgorithm first, StubAlgorithm second, List<Step<StubAlgorithm.Note>> steps) {
        SystemConfig<StubAlgorithm.Memory, StubAlgorithm.Note> systemConfig =
                new SystemConfig<>(List.of(first, second), Capacity.mutex(), Network.FIFO, Start.fresh());
        return Replay.start(systemConfig, property, OptionalInt.empty())
                .all(steps)
                .orElseThrow();
    }

    /**
     * Each node enters and leaves twice: one after the other, they would be inside together too
     * early.
     */
    @Test
    void theViolatingStepComesLast() {
        Replay<StubAlgorithm.Memory, StubAlgorithm.Note> replay = replay(
                Property.EXCLUSION,
                new StubAlgorithm(),
                new StubAlgorithm(),
                List.of(asks(1, 1), leaves(1, 1), asks(2, 1), leaves(2, 1), asks(1, 2), asks(2, 2)));
        Replay<StubAlgorithm.Memory, StubAlgorithm.Note> ordered = CounterexampleReorderer.of(replay);
        assertThat(replay.turns()).isEqualTo(3);
        assertThat(ordered.turns()).isEqualTo(2);
        assertThat(ordered.steps()).hasSize(6);
        assertThat(ordered.violation()).isEqualTo(replay.violation()).isPresent();
    }

    /** Had node 1 entered with 5 at last, all fences would have grown. */
    @Test
    void anOrderInWhichThePropertyHoldsIsNotBetter() {
        Replay<StubAlgorithm.Memory, StubAlgorithm.Note> replay = replay(
                Property.FENCE,
                new Fenced(5L),
                new Fenced(1L, 3L),
                List.of(asks(2, 1), asks(1, 1), leaves(2, 1), asks(2, 2)));
        assertThat(replay.violation()).isPresent();
        assertThat(CounterexampleReorderer.of(replay)).isEqualTo(replay);
    }

    /**
     * Had node 1 entered with 5 before node 2 with 3, there would be a turn less, but something
     * else wrong.
     */
    @Test
    void anOrderInWhichMoreGoesWrongIsNotBetter() {
        Replay<StubAlgorithm.Memory, StubAlgorithm.Note> replay = replay(
                Property.EXCLUSION,
                new Fenced(2L, 5L, 10L),
                new Fenced(3L, 11L),
                List.of(
                        asks(1, 1),
                        leaves(1, 1),
                        asks(2, 1),
                        leaves(2, 1),
                        asks(1, 2),
                        leaves(1, 2),
                        asks(1, 3),
                        asks(2, 2)));
        assertThat(replay.violation()).isPresent();
        assertThat(replay.onTheWay()).isEmpty();
        assertThat(CounterexampleReorderer.of(replay)).isEqualTo(replay);
    }

    /**
     * Node 3 waits, and node 2 enters twice once node 1 has heard of that; had it entered before,
     * it would not count.
     */
    @Test
    void aRequestThatIsOvertakenIsOvertakenAsOften() {
        class Waiting extends StubAlgorithm {
            @Override
            public Memory onRequest(Memory s, Request request, Effects<Note> out) {
                out.send(1, new Note("3 waits"));
                return s;
            }
        }
        class Greeting extends StubAlgorithm {
            @Override
            public Memory onRequest(Memory s, Request request, Effects<Note> out) {
                if (request.id() == 2) {
                    out.send(1, new Note("hello"));
                }
                return super.onRequest(s, request, out);
            }
        }
        class Answering extends StubAlgorithm {
            @Override
            public Memory onMessage(Memory s, int from, Note note, Effects<Note> out) {
                if (from == 2) {
                    out.send(2, note);
                }
                return s;
            }
        }
        SystemConfig<StubAlgorithm.Memory, StubAlgorithm.Note> systemConfig = new SystemConfig<>(
                List.of(new Answering(), new Greeting(), new Waiting()),
                Capacity.semaphore(3),
                Network.FIFO,
                Start.fresh());
        Replay<StubAlgorithm.Memory, StubAlgorithm.Note> replay = Replay.start(
                        systemConfig, Property.NO_STARVATION, OptionalInt.of(1))
                .all(List.of(shares(1, 1), shares(2, 1), leaves(1, 1), leaves(2, 1), shares(3, 1)))
                .flatMap(begun -> begun.all(List.of(arrives(3, 1, "3 waits"), shares(2, 2), leaves(2, 2))))
                .flatMap(begun -> begun.all(List.of(arrives(2, 1, "hello"), arrives(1, 2, "hello"), shares(2, 3))))
                .orElseThrow();
        assertThat(replay.violation()).isPresent();
        assertThat(replay.turns()).isEqualTo(8);
        assertThat(CounterexampleReorderer.of(replay).turns()).isEqualTo(5);
        assertThat(CounterexampleReorderer.of(replay).violation()).isEqualTo(replay.violation());
    }

    private static Step<StubAlgorithm.Note> shares(int node, long id) {
        return new Step.Ask<>(node, Request.permits(id, 1));
    }

    private static Step<StubAlgorithm.Note> arrives(int from, int to, String text) {
        return new Step.Deliver<>(new Envelope<>(from, to, new StubAlgorithm.Note(text), List.of()));
    }

    private static Step<StubAlgorithm.Note> asks(int node, long id) {
        return new Step.Ask<>(node, Request.exclusive(id));
    }

    private static Step<StubAlgorithm.Note> leaves(int node, long id) {
        return new Step.Release<>(node, id, 0);
    }
}
