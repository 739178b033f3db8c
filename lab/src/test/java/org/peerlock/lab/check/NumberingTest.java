package org.peerlock.lab.check;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.peerlock.algorithm.Capacity;
import org.peerlock.algorithm.Network;
import org.peerlock.algorithm.Property;
import org.peerlock.algorithm.Start;
import org.peerlock.algorithm.catalogue.Catalogue;
import org.peerlock.algorithm.catalogue.CatalogueEntry;
import org.peerlock.algorithm.catalogue.GroupConfig;
import org.peerlock.algorithm.permission.RicartAgrawala;
import org.peerlock.lab.check.numbering.Numberings;
import org.peerlock.lab.world.Numbering;
import org.peerlock.lab.world.StateEquivalence;
import org.peerlock.lab.world.Step;
import org.peerlock.lab.world.SystemConfig;
import org.peerlock.lab.world.Violation;
import org.peerlock.lab.world.World;
import org.peerlock.lab.zoo.Exhibit;
import org.peerlock.lab.zoo.Zoo;

/**
 * The representative of a world has the same behaviour as the world.
 *
 * <p>The test checks this for every world that is reached with some requests, and that suffices.
 * Equivalent worlds have the same behaviour, because both behave like their representative. And all
 * behaviour is found, because the representative of the start leads step by step to the
 * representative of every other world.
 */
class NumberingTest {

    private static Set<Property> judged() {
        Set<Property> judged = EnumSet.copyOf(Property.usual());
        judged.remove(Property.FENCE);
        return judged;
    }

    private static final Set<Property> JUDGED = judged();
    private static final int LIMIT = 2_000;

    @TestFactory
    Stream<DynamicTest> whatIsLeftOutDoesNotDecideWhatCanHappen() {
        List<DynamicTest> tests = new ArrayList<>();
        for (CatalogueEntry<?, ?> entry : Catalogue.entries()) {
            if (numbering(entry).isEmpty()) {
                continue;
            }
            for (Network network : Network.values()) {
                tests.add(test(entry, 2, Capacity.mutex(), network, 3));
                tests.add(test(entry, 3, Capacity.mutex(), network, 1));
                if (entry.profile().serves().contains(Capacity.Kind.READ_WRITE)) {
                    tests.add(test(entry, 2, Capacity.readWrite(), network, 2));
                }
                if (entry.profile().serves().contains(Capacity.Kind.SEMAPHORE)) {
                    tests.add(test(entry, 3, Capacity.semaphore(2), network, 2));
                }
            }
        }
        return tests.stream();
    }

    private static <S extends Record, M> DynamicTest test(
            CatalogueEntry<S, M> entry, int nodes, Capacity capacity, Network network, int requests) {
        SystemConfig<S, M> systemConfig =
                SystemConfig.of(entry, new GroupConfig(nodes, capacity, new TreeMap<>()), network, Start.fresh());
        Workload workload = Workload.of(capacity, Workload.UNLIMITED)
                .withCancels(Workload.UNLIMITED)
                .withIncrements(entry.profile().increments() ? 2 : 1);
        Numbering<S, M> numbering = numbering(entry).orElseThrow();
        return DynamicTest.dynamicTest(
                entry.id() + " " + nodes + " " + capacity.kind() + " " + network,
                () -> compare(systemConfig, workload, requests, StateEquivalence.upToShift(numbering)));
    }

    private static <S extends Record, M> Optional<Numbering<S, M>> numbering(CatalogueEntry<S, M> entry) {
        return Numberings.of(entry.create(GroupConfig.mutex(2)).get(0));
    }

    /**
     * Compares worlds in which no node has made more than this many requests with their
     * representatives: all worlds or, if there are too many, the first ones of a depth-first
     * search, which are far from the start.
     */
    private static <S extends Record, M> void compare(
            SystemConfig<S, M> systemConfig, Workload workload, int requests, StateEquivalence<S, M> stateEquivalence) {
        LockModel<S, M> exact = new LockModel<>(systemConfig, workload, JUDGED, StateEquivalence.equality());
        LockModel<S, M> like = new LockModel<>(systemConfig, workload, JUDGED, stateEquivalence);
        World<S, M> start = like.initial().get(0).world();
        Deque<ModelState<S, M>> stack = new ArrayDeque<>(exact.initial());
        Set<Long> seen = new HashSet<>();
        Map<Long, Long> standIns = new HashMap<>();
        assertThat(stack.element().world().like(start).fingerprint()).isEqualTo(start.fingerprint());
        while (!stack.isEmpty() && seen.size() < LIMIT) {
            ModelState<S, M> real = stack.pop();
            ModelState<S, M> standIn = new ModelState<>(
                    real.world().like(start),
                    real.cancels(),
                    real.overtaken(),
                    real.churn(),
                    real.causes(),
                    real.bypassed());
            Possible<S, M> really = new Possible<>(
                    stateEquivalence,
                    next -> standIns.computeIfAbsent(
                            next.fingerprint(), any -> next.like(start).fingerprint()));
            exact.expand(real, really);
            Possible<S, M> seemingly = new Possible<>(stateEquivalence, World::fingerprint);
            like.expand(standIn, seemingly);
            assertThat(seemingly.what).isEqualTo(really.what);
            really.next.stream()
                    .filter(next -> mostRequests(next.world()) <= requests && seen.add(next.fingerprint()))
                    .forEach(stack::push);
        }
    }

    private static long mostRequests(World<?, ?> world) {
        long most = 0;
        for (int node = 1; node <= world.size(); node++) {
            most = Math.max(most, world.requests(node));
        }
        return most;
    }

    /**
     * All successors: each step, without its numbers, with the representative of the world after
     * it.
     */
    private static final class Possible<S extends Record, M> implements Model.SuccessorSink<ModelState<S, M>, Step<M>> {

        private final StateEquivalence<S, M> stateEquivalence;
        private final ToLongFunction<World<S, M>> standIn;
        private final SortedSet<String> what = new TreeSet<>();
        private final List<ModelState<S, M>> next = new ArrayList<>();

        Possible(StateEquivalence<S, M> stateEquivalence, ToLongFunction<World<S, M>> standIn) {
            this.stateEquivalence = stateEquivalence;
            this.standIn = standIn;
        }

        @Override
        public void successor(Step<M> step, ModelState<S, M> modelState, int cost) {
            what.add(name(step) + " " + standIn.applyAsLong(modelState.world()));
            next.add(modelState);
        }

        @Override
        public void violation(Step<M> step, Violation violation) {
            what.add(name(step) + " " + violation.property());
        }

        @Override
        public void violation(Violation violation) {
            what.add(violation.toString());
        }

        private String name(Step<M> step) {
            String arrives = step instanceof Step.Deliver<M> deliver ? stateEquivalence.name(deliver.envelope()) : "";
            return step.getClass().getSimpleName() + " " + step.node() + " " + arrives;
        }
    }

    /** It gives all numbers but those of REQUESTs. */
    @Test
    void aNumberingThatForgetsOneIsCaught() {
        SystemConfig<RicartAgrawala.State, RicartAgrawala.Message> systemConfig = new SystemConfig<>(
                List.of(new RicartAgrawala(1, 2), new RicartAgrawala(2, 2)),
                Capacity.mutex(),
                Network.FIFO,
                Start.fresh());
        Numbering<RicartAgrawala.State, RicartAgrawala.Message> whole =
                Numberings.of(systemConfig.nodes().get(0)).orElseThrow();
        Numbering<RicartAgrawala.State, RicartAgrawala.Message> forgetful = new Numbering<>() {
            @Override
            public RicartAgrawala.State state(int node, RicartAgrawala.State state, Renumbering to) {
                return whole.state(node, state, to);
            }

            @Override
            public RicartAgrawala.Message message(int sender, RicartAgrawala.Message message, Renumbering to) {
                return message instanceof RicartAgrawala.Message.Request ? message : whole.message(sender, message, to);
            }
        };
        Workload workload = Workload.of(Capacity.mutex(), Workload.UNLIMITED);
        assertThatThrownBy(() -> compare(systemConfig, workload, 3, StateEquivalence.upToShift(forgetful)))
                .isInstanceOf(AssertionError.class);
    }

    /** A modification of an algorithm reads no more than the algorithm does. */
    @TestFactory
    Stream<DynamicTest> aSearchWithoutFencesFindsWhatIsBroken() {
        return Zoo.exhibits().stream()
                .filter(exhibit -> numbering(whole(exhibit)).isPresent())
                .map(exhibit -> DynamicTest.dynamicTest(exhibit.id(), () -> findsTheSame(exhibit)));
    }

    /** The algorithm of which an exhibit is the broken version. */
    @SuppressWarnings("unchecked") // an exhibit replaces rules, not states and messages
    private static <S extends Record, M> CatalogueEntry<S, M> whole(Exhibit<S, M> exhibit) {
        return (CatalogueEntry<S, M>) Catalogue.find(exhibit.entry().id()).orElseThrow();
    }

    private static <S extends Record, M> void findsTheSame(Exhibit<S, M> exhibit) {
        Exhibit.Demonstration shown = exhibit.demonstration();
        Workload workload = Workload.of(shown.config().capacity(), shown.requests())
                .withCancels(shown.cancels())
                .by(shown.requesters())
                .withMaxOvertakes(shown.maxOvertakes());
        SystemConfig<S, M> systemConfig =
                SystemConfig.of(exhibit.entry(), shown.config(), shown.network(), Start.fresh());
        StateEquivalence<S, M> withoutFences =
                StateEquivalence.withoutFences(numbering(whole(exhibit)).orElseThrow());
        CheckReport<M> expected = Explorer.explore(
                systemConfig, workload, JUDGED, StateEquivalence.equality(), SearchOptions.upTo(1_000_000));
        CheckReport<M> found =
                Explorer.explore(systemConfig, workload, JUDGED, withoutFences, SearchOptions.upTo(1_000_000));
        assertThat(expected.counterexample().isPresent()).isEqualTo(exhibit.breaks() != Property.FENCE);
        assertThat(found.counterexample().map(Counterexample::violation))
                .isEqualTo(expected.counterexample().map(Counterexample::violation));
        assertThat(found.counterexample().map(replay -> replay.steps().size()))
                .isEqualTo(
                        expected.counterexample().map(replay -> replay.steps().size()));
        assertThat(found.complete()).isEqualTo(expected.complete());
        assertThat(found.states()).isLessThanOrEqualTo(expected.states());
    }
}
