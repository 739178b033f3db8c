package org.peerlock.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.peerlock.testkit.Scene.LEASE;
import static org.peerlock.testkit.Scene.MOMENT;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.peerlock.algorithm.Capacity;
import org.peerlock.algorithm.catalogue.CatalogueEntry;
import org.peerlock.internal.engine.lockword.ReleaseOutcome;
import org.peerlock.internal.engine.settings.LiveAlgorithms;
import org.peerlock.internal.protocol.Packet;

/** The order in which a lock is granted, and its cost, as long as nothing fails. */
class GrantingScenariosTest {

    static List<CatalogueEntry<?, ?>> algorithms() {
        return LiveAlgorithms.all(Capacity.Kind.MUTEX);
    }

    /** The algorithms in which the holder learns that others wait. */
    static List<CatalogueEntry<?, ?>> informed() {
        return algorithms().stream()
                .filter(algorithm -> !algorithm.id().equals("maekawa"))
                .toList();
    }

    private static Scene scene(CatalogueEntry<?, ?> algorithm, int cohort, int nodes) {
        return new Scene(Scene.settings(algorithm, 10_000, cohort, 1_000), nodes);
    }

    /** The nodes in the order in which they are served, when each holder releases after a moment. */
    private static List<Integer> served(Scene scene, List<Scene.Acquisition> wishes) {
        List<Scene.Acquisition> waiting = new ArrayList<>(wishes);
        List<Integer> served = new ArrayList<>();
        while (!waiting.isEmpty()) {
            scene.await("the next", () -> waiting.stream().anyMatch(Scene.Acquisition::granted));
            Scene.Acquisition next = waiting.stream()
                    .filter(Scene.Acquisition::granted)
                    .min(Comparator.comparingLong(Scene.Acquisition::fence))
                    .orElseThrow();
            waiting.remove(next);
            served.add(next.node);
            scene.run(MOMENT);
            assertThat(next.release()).isNotEqualTo(ReleaseOutcome.LOST);
        }
        return served;
    }

    private static List<Scene.Acquisition> ask(Scene scene, int node, int times) {
        return Stream.generate(() -> scene.ask(node, "lock")).limit(times).toList();
    }

    private static <T> List<T> concat(List<T> one, List<T> other) {
        return Stream.concat(one.stream(), other.stream()).toList();
    }

    @ParameterizedTest
    @MethodSource("algorithms")
    void aCohortOfOneLetsTheNodesTakeTurns(CatalogueEntry<?, ?> algorithm) {
        Scene scene = scene(algorithm, 1, 2);
        Scene.Acquisition first = scene.take(1, "lock");
        List<Scene.Acquisition> here = ask(scene, 1, 4);
        List<Scene.Acquisition> there = ask(scene, 2, 4);
        scene.run(MOMENT);
        assertThat(first.release()).isEqualTo(ReleaseOutcome.TELL);
        assertThat(served(scene, concat(here, there))).containsExactly(2, 1, 2, 1, 2, 1, 2, 1);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 5, 14})
    void aCohortIsHowManyAreServedHereOnceAnotherNodeWantsTheLock(int cohort) {
        Scene scene = scene(Scene.USUAL.algorithms().exclusive(), cohort, 2);
        Scene.Acquisition first = scene.take(1, "lock");
        List<Scene.Acquisition> here = ask(scene, 1, 40);
        scene.run(MOMENT);
        List<Scene.Acquisition> there = ask(scene, 2, 1);
        scene.run(MOMENT);
        first.release();
        List<Integer> served = served(scene, concat(here, there));
        assertThat(served).hasSize(41);
        assertThat(served.indexOf(2)).isEqualTo(cohort - 1); // the current holder is one of them
    }

    @ParameterizedTest
    @MethodSource("algorithms")
    void noCohortIsLongerThanWasSaid(CatalogueEntry<?, ?> algorithm) {
        Scene scene = scene(algorithm, 3, 3);
        Scene.Acquisition first = scene.take(3, "lock");
        List<Scene.Acquisition> all = concat(concat(ask(scene, 1, 10), ask(scene, 2, 10)), ask(scene, 3, 10));
        scene.run(MOMENT);
        first.release();
        List<Integer> served = served(scene, all);
        assertThat(served).hasSize(30);
        int run = 1;
        for (int i = 1;
                i < served.size()
                        && served.subList(i, served.size()).stream().distinct().count() > 1;
                i++) {
            run = served.get(i).equals(served.get(i - 1)) ? run + 1 : 1;
            assertThat(run).as("in a row in " + served).isLessThanOrEqualTo(3);
        }
    }

    @ParameterizedTest
    @MethodSource("informed")
    void aLockThatNoOtherNodeWantsIsTakenAgainWithoutAMessage(CatalogueEntry<?, ?> algorithm) {
        Scene scene = scene(algorithm, 1, 3);
        Scene.Acquisition first = scene.take(2, "lock");
        scene.run(LEASE);
        long[] messages = {0};
        scene.filter((from, to, packet) -> {
            messages[0] += packet instanceof Packet.Data ? 1 : 0;
            return true;
        });
        long fence = first.fence();
        assertThat(first.release()).isEqualTo(ReleaseOutcome.DONE);
        for (int i = 1; i <= 300; i++) {
            scene.run(MOMENT);
            Scene.Acquisition again = scene.ask(2, "lock");
            assertThat(again.granted()).isTrue();
            assertThat(again.fence()).isEqualTo(fence + i);
            ReleaseOutcome releaseOutcome = again.release();
            if (i > 200) { // at first the loop checks now and then whether another node wants it
                assertThat(releaseOutcome).isEqualTo(ReleaseOutcome.DONE);
            }
        }
        assertThat(messages[0]).isZero();
        Scene.Acquisition elsewhere = scene.take(3, "lock");
        assertThat(elsewhere.fence()).isEqualTo(fence + 301);
        assertThat(messages[0]).isPositive();
    }

    @Test
    void whereTheHolderDoesNotHearOfOthersTheLockIsGivenBackAfterEveryUse() {
        Scene scene = new Scene(Scene.settings("maekawa", 10_000), 3);
        scene.take(2, "lock").release();
        scene.run(MOMENT);
        Scene.Acquisition again = scene.ask(2, "lock");
        assertThat(again.granted()).isFalse();
        again.await();
    }

    @ParameterizedTest
    @MethodSource("algorithms")
    void aWithdrawnRequestIsNotGrantedAndDelaysNoOther(CatalogueEntry<?, ?> algorithm) {
        Scene scene = scene(algorithm, 1, 3);
        Scene.Acquisition held = scene.take(1, "lock");
        Scene.Acquisition withdrawn = scene.ask(2, "lock");
        scene.run(MOMENT);
        withdrawn.giveUp();
        Scene.Acquisition next = scene.ask(3, "lock");
        scene.run(MOMENT);
        held.release();
        next.await();
        assertThat(next.waited()).isLessThan(4 * MOMENT);
        next.release();
        scene.run(2 * LEASE);
        assertThat(withdrawn.granted()).isFalse();
        assertThat(scene.node(2).engine().counters().withdrawals()).isEqualTo(1);
        scene.takeTurns("lock", 1, 2, 3);
    }

    @ParameterizedTest
    @MethodSource("informed")
    void aLockThatComesAfterItsRequestWasWithdrawnIsKept(CatalogueEntry<?, ?> algorithm) {
        Scene scene = scene(algorithm, 1, 3);
        Scene.Acquisition held = scene.take(1, "lock");
        Scene.Acquisition withdrawn = scene.ask(2, "lock");
        scene.run(MOMENT);
        withdrawn.giveUp();
        held.release();
        scene.run(MOMENT);
        assertThat(scene.ask(2, "lock").granted()).isTrue();
    }

    @Test
    void aRequestWithdrawnWhileTheViewChangesIsNotGranted() {
        Scene scene = new Scene(3);
        Scene.Acquisition held = scene.take(1, "lock");
        Scene.Acquisition withdrawn = scene.ask(2, "lock");
        scene.filter((from, to, packet) -> !(packet instanceof Packet.Report));
        scene.start();
        scene.await("a proposal", () -> scene.registry().next() != null);
        scene.run(MOMENT);
        withdrawn.giveUp();
        scene.noFilter();
        scene.awaitMembers(1, 2, 3, 4);
        held.release();
        scene.run(LEASE);
        assertThat(withdrawn.granted()).isFalse();
        scene.takeTurns("lock", 4, 3, 2, 1);
    }
}
