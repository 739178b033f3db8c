package org.peerlock.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.peerlock.testkit.Scene.LEASE;
import static org.peerlock.testkit.Scene.MILLI;
import static org.peerlock.testkit.Scene.MOMENT;
import static org.peerlock.testkit.Scene.RENEWAL;
import static org.peerlock.testkit.Scene.SECOND;
import static org.peerlock.testkit.Scene.TICK;

import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.peerlock.algorithm.Capacity;
import org.peerlock.algorithm.catalogue.CatalogueEntry;
import org.peerlock.internal.cluster.ClusterState;
import org.peerlock.internal.cluster.Incarnation;
import org.peerlock.internal.engine.effects.LossCause;
import org.peerlock.internal.engine.lockword.GrantGate;
import org.peerlock.internal.engine.lockword.ReleaseOutcome;
import org.peerlock.internal.engine.settings.LiveAlgorithms;
import org.peerlock.internal.protocol.Packet;
import org.peerlock.testkit.InvariantViolation.Invariant;

/** What failures do to holders and waiting requests: how long it takes, and what it costs. */
class FailureScenariosTest {

    private static final long SILENCE = Scene.USUAL.timing().expiryWaitNanos();

    /** With clocks this bad there is plenty of time between the end of a lease and the moment when others may rely on it. */
    private static final int BAD_CLOCKS = 200_000;

    static List<CatalogueEntry<?, ?>> algorithms() {
        return LiveAlgorithms.all(Capacity.Kind.MUTEX);
    }

    // Processes

    @ParameterizedTest
    @MethodSource("algorithms")
    void aHolderThatIsKilledIsFollowedAfterItsLeaseAndNotMuchLater(CatalogueEntry<?, ?> algorithm) {
        Scene scene = new Scene(Scene.settings(algorithm, 10_000, 1, 1_000), 3);
        Scene.Acquisition held = scene.take(1, "lock");
        Scene.Acquisition next = scene.ask(2, "lock");
        scene.run(2 * SECOND);
        long epoch = scene.epoch();
        long leaseEnd = scene.leaseEnd(1);
        long killed = scene.now();
        scene.crash(1);
        next.await();
        assertThat(next.grantedAt()).isBetween(leaseEnd, killed + SILENCE + 2 * RENEWAL + MOMENT);
        assertThat(scene.epoch()).isEqualTo(epoch + 1);
        assertThat(scene.members()).containsExactly(2, 3);
        assertThat(next.fence()).isGreaterThan(held.fence());
        assertThat(next.epoch()).isEqualTo(epoch + 1);
    }

    @ParameterizedTest
    @MethodSource("algorithms")
    void aHolderKeepsItsLockAndFenceWhenAnotherIsKilled(CatalogueEntry<?, ?> algorithm) {
        Scene scene = new Scene(Scene.settings(algorithm, 10_000, 1, 1_000), 3);
        Scene.Acquisition held = scene.take(1, "lock");
        Scene.Acquisition next = scene.ask(2, "lock");
        long epoch = scene.epoch();
        scene.crash(3);
        scene.awaitMembers(1, 2);
        scene.run(LEASE);
        assertThat(scene.epoch()).isEqualTo(epoch + 1);
        assertThat(held.valid()).isTrue();
        assertThat(held.write()).isTrue();
        assertThat(next.granted()).isFalse();
        assertThat(held.release()).isEqualTo(ReleaseOutcome.TELL);
        next.await();
        assertThat(next.fence()).isGreaterThan(held.fence());
        assertThat(next.epoch()).isEqualTo(epoch + 1);
    }

    @Test
    void aHolderThatIsStoppedForLongHasLostWhenItGoesOn() {
        Scene scene = new Scene(3);
        Scene.Acquisition held = scene.take(1, "lock");
        Scene.Acquisition next = scene.ask(2, "lock");
        Incarnation before = scene.incarnation(1);
        long leaseEnd = scene.leaseEnd(1);
        scene.pause(1, 3 * LEASE);
        next.await();
        assertThat(next.grantedAt()).isGreaterThanOrEqualTo(leaseEnd);
        assertThat(next.write()).isTrue();
        scene.await("told", () -> held.loss() != null);
        assertThat(held.loss()).isEqualTo(LossCause.LEASE_EXPIRED);
        assertThat(held.valid()).isFalse();
        assertThat(held.write()).isFalse();
        assertThat(next.valid()).isTrue();
        assertThat(held.release()).isEqualTo(ReleaseOutcome.LOST);
        scene.awaitMembers(1, 2, 3);
        assertThat(scene.incarnation(1)).isNotEqualTo(before);
        assertThat(next.valid()).isTrue();
        next.release();
        scene.takeTurns("lock", 1, 2, 3);
    }

    @Test
    void aHolderThatIsStoppedForAShortTimeNoticesNothing() {
        Scene scene = new Scene(3);
        Scene.Acquisition held = scene.take(1, "lock");
        long epoch = scene.epoch();
        scene.pause(1, LEASE * 4 / 10);
        scene.run(3 * LEASE);
        assertThat(held.valid()).isTrue();
        assertThat(held.write()).isTrue();
        assertThat(scene.epoch()).isEqualTo(epoch);
        assertThat(held.release()).isEqualTo(ReleaseOutcome.DONE);
    }

    @Test
    void whenAllAreKilledAndStartAgainTheirFirstViewWaits() {
        Scene scene = new Scene(3);
        Scene.Acquisition held = scene.take(1, "lock");
        long epoch = scene.epoch();
        long leaseEnd = scene.leaseEnd(1);
        for (int node = 1; node <= 3; node++) {
            scene.crash(node);
        }
        scene.run(RENEWAL);
        long started = scene.now();
        for (int node = 4; node <= 6; node++) {
            scene.start();
        }
        scene.await("a view", () -> scene.epoch() > epoch);
        assertThat(scene.now()).isBetween(started + SILENCE, started + SILENCE + RENEWAL + MOMENT);
        Scene.Acquisition next = scene.take(4, "lock");
        assertThat(next.grantedAt()).isGreaterThan(leaseEnd);
        scene.awaitMembers(4, 5, 6);
        assertThat(scene.epoch()).isGreaterThan(epoch);
        assertThat(next.fence()).isGreaterThan(held.fence());
    }

    // Clocks

    @Test
    void aMachineThatSleptHasLostItsLocksAlthoughItsClockSaysOtherwise() {
        Scene scene = new Scene(3);
        Scene.Acquisition held = scene.take(1, "lock");
        Scene.Acquisition next = scene.ask(2, "lock");
        scene.sleep(1, 3 * LEASE);
        next.await();
        assertThat(next.write()).isTrue();
        scene.await("told", () -> held.loss() != null);
        assertThat(held.loss()).isEqualTo(LossCause.LEASE_EXPIRED);
        assertThat(scene.node(1).now()).isLessThan(scene.gate(1).until());
        assertThat(held.write()).isFalse();
        assertThat(held.release()).isEqualTo(ReleaseOutcome.LOST);
        scene.awaitMembers(1, 2, 3);
        assertThat(next.valid()).isTrue();
    }

    @Test
    void evenAShortSleepEndsALease() {
        Scene scene = new Scene(3);
        Scene.Acquisition held = scene.take(1, "lock");
        Incarnation before = scene.incarnation(1);
        long epoch = scene.epoch();
        scene.sleep(1, SECOND);
        scene.await("told", () -> held.loss() != null);
        assertThat(held.loss()).isEqualTo(LossCause.LEASE_EXPIRED);
        scene.takeTurns("lock", 1, 2, 3);
        assertThat(scene.incarnation(1)).isEqualTo(before);
        assertThat(scene.epoch()).isEqualTo(epoch);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 200})
    void napsThatAreShortEachAddUp(int leasesBefore) {
        Scene scene = new Scene(3);
        scene.run(leasesBefore * LEASE);
        Scene.Acquisition held = scene.take(1, "lock");
        Scene.Acquisition next = scene.ask(2, "lock");
        scene.cutFromRegistry(1);
        for (int other = 2; other <= 3; other++) {
            scene.cut(1, other);
            scene.cut(other, 1);
        }
        while (!next.granted()) {
            scene.sleep(1, 190 * MILLI);
            scene.run(310 * MILLI);
        }
        assertThat(held.loss()).isEqualTo(LossCause.LEASE_EXPIRED);
        assertThat(held.lostAt()).isLessThan(next.grantedAt());
    }

    @Test
    void aRenewalSentBeforeTheMachineSleptGivesNoLease() {
        Scene scene = new Scene(2);
        Scene.Acquisition held = scene.take(1, "lock");
        scene.renewsAlone(1);
        scene.onWrite((node, content) -> {
            if (node == 1) {
                scene.sleep(1, SECOND);
                scene.noIntercept();
            }
        });
        scene.await("told", () -> held.loss() != null);
        long answered = scene.now() + 20 * MILLI;
        scene.await("the answer to the renewal, at no moment a lease", () -> {
            assertThat(scene.gate(1).state()).isEqualTo(GrantGate.State.NO_LEASE);
            return scene.now() >= answered;
        });
        scene.takeTurns("lock", 1, 2);
    }

    /** The holder has the slowest allowed clock, the observer the fastest, and they receive nothing from each other. */
    private static Scene.Acquisition partedWithWorstClocks(Scene scene) {
        Scene.Acquisition held = scene.take(1, "lock");
        scene.cutFromRegistry(1);
        scene.cut(1, 2);
        scene.cut(2, 1);
        return held;
    }

    @Test
    void clocksAsBadAsAllowedDoNoHarm() {
        Scene scene = new Scene(Scene.settings("ricart-agrawala", BAD_CLOCKS), 1 - 0.2, 1 + 0.2);
        Scene.Acquisition held = partedWithWorstClocks(scene);
        Scene.Acquisition next = scene.take(2, "lock");
        assertThat(held.valid()).isFalse();
        assertThat(next.valid()).isTrue();
        assertThat(next.fence()).isGreaterThan(held.fence());
    }

    /** The clock of the observer is much too fast. A clock that is much too slow would be detected by the calendar. */
    @Test
    void withWorseClocksThanAllowedTwoAreInsideButOnlyTheLaterOneWrites() {
        Scene scene = new Scene(Scene.settings("ricart-agrawala", 0), 1, 1 + 0.6);
        scene.monitor().dispense(EnumSet.of(Invariant.EXCLUSION, Invariant.RESOURCE_SERVES));
        Scene.Acquisition held = partedWithWorstClocks(scene);
        assertThat(held.write()).isTrue();
        Scene.Acquisition next = scene.take(2, "lock");
        assertThat(held.valid()).isTrue();
        assertThat(next.valid()).isTrue();
        assertThat(scene.monitor().excused(Invariant.EXCLUSION)).isPresent();
        assertThat(next.fence()).isGreaterThan(held.fence());
        assertThat(next.write()).isTrue();
        assertThat(held.write()).isFalse();
        assertThat(next.write()).isTrue();
    }

    // The registry

    @Test
    void nobodyNoticesThatTheCellIsSilentForAShortTime() {
        Scene scene = new Scene(3);
        scene.cluster().registryStore().makeUnavailable(scene.now() + LEASE * 4 / 10);
        nothingHappens(scene);
    }

    @Test
    void nobodyNoticesThatTheCellIsReadOnlyForAShortTime() {
        Scene scene = new Scene(3);
        scene.cluster().registryStore().readOnly(scene.now() + LEASE * 4 / 10);
        nothingHappens(scene);
    }

    private static void nothingHappens(Scene scene) {
        long epoch = scene.epoch();
        Scene.Acquisition first = scene.take(1, "a");
        Scene.Acquisition second = scene.take(2, "b");
        scene.takeTurns("c", 1, 2, 3);
        scene.run(3 * LEASE);
        assertThat(first.valid()).isTrue();
        assertThat(second.valid()).isTrue();
        assertThat(scene.epoch()).isEqualTo(epoch);
        assertThat(scene.members()).containsExactly(1, 2, 3);
    }

    @Test
    void whenTheRegistryIsSilentForLongAllLocksAreLostAndThenServedAgain() {
        Scene scene = new Scene(3);
        long end = scene.now() + 3 * LEASE;
        scene.cluster().registryStore().makeUnavailable(end);
        allLose(scene, end);
    }

    @Test
    void whenTheRegistryIsReadOnlyForLongAllLocksAreLostAndThenServedAgain() {
        Scene scene = new Scene(3);
        long end = scene.now() + 3 * LEASE;
        scene.cluster().registryStore().readOnly(end);
        allLose(scene, end);
    }

    private static void allLose(Scene scene, long end) {
        long epoch = scene.epoch();
        List<Incarnation> before = scene.registry().current().members();
        Scene.Acquisition first = scene.take(1, "a");
        Scene.Acquisition second = scene.take(2, "b");
        scene.await(
                "all leases end",
                () -> IntStream.rangeClosed(1, 3)
                        .allMatch(node -> scene.gate(node).state() == GrantGate.State.NO_LEASE));
        Scene.Acquisition waiting = scene.ask(3, "a");
        assertThat(first.loss()).isEqualTo(LossCause.LEASE_EXPIRED);
        assertThat(second.loss()).isEqualTo(LossCause.LEASE_EXPIRED);
        waiting.await();
        assertThat(waiting.grantedAt()).isBetween(end, end + 2 * RENEWAL);
        scene.run(3 * LEASE);
        assertThat(scene.epoch()).isEqualTo(epoch);
        assertThat(scene.registry().current().members()).isEqualTo(before);
        assertThat(scene.registry().members().keySet()).containsExactlyElementsOf(before);
        scene.takeTurns("b", 1, 2, 3);
    }

    @Test
    void aNodeThatCannotReachTheCellLosesAndLetsTheOthersHaveIt() {
        Scene scene = new Scene(Scene.settings("ricart-agrawala", BAD_CLOCKS), 3);
        long epoch = scene.epoch();
        Incarnation before = scene.incarnation(1);
        Scene.Acquisition held = scene.take(1, "lock");
        Scene.Acquisition next = scene.ask(2, "lock");
        scene.cutFromRegistry(1);
        scene.run(MOMENT); // for the packets in transit
        long leaseEnd = scene.leaseEnd(1);
        next.await();
        assertThat(held.loss()).isEqualTo(LossCause.LEASE_EXPIRED);
        assertThat(held.lostAt()).isBetween(leaseEnd, leaseEnd + TICK);
        assertThat(next.grantedAt()).isBetween(held.lostAt(), held.lostAt() + MOMENT);
        assertThat(next.epoch()).isEqualTo(epoch);
        assertThat(held.release()).isEqualTo(ReleaseOutcome.LOST);
        Scene.Acquisition other = scene.take(3, "other"); // for which node 1 is asked
        assertThat(other.epoch()).isEqualTo(epoch);
        assertThat(scene.gate(1).state()).isEqualTo(GrantGate.State.NO_LEASE);
        scene.healRegistry(1);
        scene.await("resumes", () -> scene.open(1));
        next.release();
        scene.takeTurns("lock", 1, 2, 3);
        assertThat(scene.incarnation(1)).isEqualTo(before);
        assertThat(scene.epoch()).isEqualTo(epoch);
    }

    @Test
    void aNodeThatCannotReachTheCellForLongIsDroppedAndComesBackUnderAnotherName() {
        Scene scene = new Scene(3);
        Incarnation before = scene.incarnation(1);
        Scene.Acquisition held = scene.take(1, "lock");
        scene.cutFromRegistry(1);
        scene.run(MOMENT); // for the packets in transit
        long leaseEnd = scene.leaseEnd(1);
        scene.awaitMembers(2, 3);
        assertThat(scene.now()).isBetween(leaseEnd, leaseEnd - LEASE + RENEWAL + SILENCE + RENEWAL + MOMENT);
        assertThat(held.loss()).isEqualTo(LossCause.LEASE_EXPIRED);
        scene.run(2 * LEASE);
        assertThat(scene.incarnation(1)).as("it believes only the registry").isEqualTo(before);
        assertThat(scene.members()).containsExactly(2, 3);
        scene.healRegistry(1);
        scene.awaitMembers(1, 2, 3);
        assertThat(scene.incarnation(1)).isNotEqualTo(before);
        scene.takeTurns("lock", 1, 2, 3);
    }

    @Test
    void aLeaseCountsFromWhenItsRenewalWasSent() {
        Scene scene = new Scene(1);
        long[] sent = {0};
        scene.intercept(new SimulatedRegistryStore.WriteInterceptor() {
            @Override
            public long delay(int node, ClusterState content) {
                sent[0] = scene.now();
                return 700 * MILLI;
            }
        });
        scene.await("a renewal", () -> sent[0] > 0);
        long before = scene.leaseEnd(1);
        scene.await("its answer", () -> scene.leaseEnd(1) > before);
        assertThat(scene.now()).isGreaterThan(sent[0] + 700 * MILLI);
        assertThat(scene.leaseEnd(1)).isEqualTo(sent[0] + LEASE);
    }

    @Test
    void aRenewalWhoseAnswerIsLostExtendsNoLeaseAndPutsOffTheEvictionOnly() {
        Scene scene = new Scene(3);
        long epoch = scene.epoch();
        Scene.Acquisition held = scene.take(1, "lock");
        scene.renewsAlone(1);
        scene.intercept(new SimulatedRegistryStore.WriteInterceptor() {
            @Override
            public boolean losesAnswer(int node, ClusterState content) {
                return node == 1;
            }
        });
        scene.run(MOMENT); // for the packets in transit
        long leaseEnd = scene.leaseEnd(1);
        scene.run(3 * LEASE);
        assertThat(held.loss()).isEqualTo(LossCause.LEASE_EXPIRED);
        assertThat(held.lostAt()).isBetween(leaseEnd, leaseEnd + TICK);
        assertThat(scene.epoch()).isEqualTo(epoch);
        scene.noIntercept();
        scene.takeTurns("lock", 1, 2, 3);
        assertThat(scene.epoch()).isEqualTo(epoch);
    }

    @Test
    void aHolderThatIsKilledIsDroppedNoEarlierThanItsLastRenewalAllowsAlthoughItNeverHeardOfIt() {
        Scene scene = new Scene(2);
        scene.take(1, "lock");
        scene.renewsAlone(1);
        long[] renewed = {0};
        scene.onWrite((node, content) -> {
            if (node == 1) {
                renewed[0] = scene.now();
                scene.crash(1);
            }
        });
        Scene.Acquisition next = scene.take(2, "lock");
        assertThat(next.grantedAt()).isBetween(renewed[0] + SILENCE, renewed[0] + SILENCE + 2 * RENEWAL + MOMENT);
    }

    @Test
    void inACellThatNobodyHasUsedTheFirstViewDoesNotWait() {
        Scene scene = Scene.inARegistryThatKnowsItsMembers(Scene.USUAL, 3);
        assertThat(scene.now()).isLessThan(LEASE);
        scene.takeTurns("lock", 1, 2, 3);
        assertThat(scene.now()).isLessThan(LEASE);
    }

    @Test
    void inACellThatMayHaveBeenUsedTheFirstViewWaits() {
        Scene scene = new Scene(3);
        assertThat(scene.now()).isBetween(SILENCE, SILENCE + 2 * RENEWAL + MOMENT);
    }

    @Test
    void whenTheCellIsDeletedAllLoseAndTheNewOneWaits() {
        Scene scene = new Scene(3);
        Scene.Acquisition first = scene.take(1, "a");
        Scene.Acquisition second = scene.take(2, "b");
        long lastLease = Math.max(scene.leaseEnd(1), Math.max(scene.leaseEnd(2), scene.leaseEnd(3)));
        long epoch = scene.epoch();
        Incarnation before = scene.registry().registryId();
        long deleted = scene.now();
        scene.cluster().registryStore().delete();
        Scene.Acquisition next = scene.ask(3, "a");
        scene.await("told", () -> first.loss() != null && second.loss() != null);
        assertThat(first.loss()).isEqualTo(LossCause.EVICTED);
        assertThat(second.loss()).isEqualTo(LossCause.EVICTED);
        assertThat(scene.now()).isLessThan(deleted + 2 * RENEWAL);
        next.await();
        assertThat(next.grantedAt())
                .isGreaterThan(lastLease)
                .isBetween(deleted + SILENCE, deleted + SILENCE + 3 * RENEWAL);
        scene.awaitMembers(1, 2, 3);
        assertThat(scene.registry().registryId()).isNotEqualTo(before);
        assertThat(scene.epoch()).isGreaterThan(epoch);
        assertThat(next.fence()).isGreaterThan(first.fence());
        scene.takeTurns("b", 1, 2, 3);
    }

    @Test
    void aRequestThatWaitsForALeaseIsGrantedAsSoonAsThereIsOne() {
        Scene scene = new Scene(1);
        scene.cutFromRegistry(1);
        scene.await("the lease ends", () -> scene.gate(1).state() == GrantGate.State.NO_LEASE);
        Scene.Acquisition waiting = scene.ask(1, "lock");
        scene.run(LEASE);
        assertThat(waiting.granted()).isFalse();
        scene.healRegistry(1);
        scene.await("a lease", () -> scene.gate(1).open());
        assertThat(waiting.granted()).isTrue();
    }

    // The network

    @Test
    void aNodeDoesNotStepDownForABrokenLinkThatIsRepairedSoon() {
        Scene scene = new Scene(3);
        Scene.Acquisition[] held = {scene.take(1, "1"), scene.take(2, "2")};
        long epoch = scene.epoch();
        scene.cut(1, 2);
        scene.await(
                "the broken link is reported",
                () -> scene.registry().members().values().stream()
                        .anyMatch(member -> !member.unreachable().isEmpty()));
        scene.run(RENEWAL + MOMENT); // all know it
        scene.heal(1, 2);
        scene.run(5 * LEASE);
        assertThat(scene.registry().members().values())
                .allMatch(member -> member.unreachable().isEmpty());
        assertThat(held[0].valid()).isTrue();
        assertThat(held[1].valid()).isTrue();
        assertThat(scene.epoch()).isEqualTo(epoch);
    }

    @Test
    void whenOneCannotReachAnotherOneOfThemStepsDownAndStaysOutUntilTheyCan() {
        Scene scene = new Scene(3);
        Scene.Acquisition[] held = {scene.take(1, "1"), scene.take(2, "2")};
        Incarnation[] before = {scene.incarnation(1), scene.incarnation(2)};
        long cut = scene.now();
        scene.cut(1, 2);
        scene.await("one steps down", () -> held[0].loss() != null || held[1].loss() != null);
        long timeout = 2 * SILENCE;
        assertThat(scene.now()).isBetween(cut + timeout - LEASE / 10, cut + timeout + LEASE);
        int out = held[0].loss() != null ? 1 : 2;
        int stays = 3 - out;
        assertThat(held[out - 1].loss()).isEqualTo(LossCause.UNREACHABLE);
        scene.awaitMembers(stays, 3);
        assertThat(scene.now()).isLessThan(cut + timeout + LEASE + MOMENT);
        scene.run(5 * LEASE);
        assertThat(scene.members()).containsExactlyInAnyOrder(stays, 3);
        assertThat(held[stays - 1].valid()).isTrue();
        assertThat(scene.incarnation(stays)).isEqualTo(before[stays - 1]);
        scene.takeTurns(String.valueOf(out), stays, 3);
        scene.heal(1, 2);
        scene.awaitMembers(1, 2, 3);
        assertThat(held[stays - 1].valid()).isTrue();
        scene.takeTurns(String.valueOf(out), 1, 2, 3);
    }

    @Test
    void aMessageThatWasLostWithAConnectionIsSentAgainOverTheNextOne() {
        Scene scene = new Scene(2);
        scene.filter((from, to, packet) -> !(packet instanceof Packet.Data));
        Scene.Acquisition wish = scene.ask(1, "lock");
        scene.run(10 * MILLI);
        scene.noFilter();
        scene.cluster().reset(scene.node(1), scene.node(2));
        wish.await();
        assertThat(wish.waited()).isLessThan(100 * MILLI);
    }

    @ParameterizedTest
    @MethodSource("algorithms")
    void connectionsThatBreakEverySecondCostNeitherAMessageNorAView(CatalogueEntry<?, ?> algorithm) {
        Scene scene = new Scene(Scene.settings(algorithm, 10_000, 2, 1_000), 3);
        long epoch = scene.epoch();
        SimulatedClient.Behavior behavior = new SimulatedClient.Behavior(20 * MILLI, 5 * MILLI, 0, 2);
        for (int node = 1; node <= 3; node++) {
            scene.cluster().add(scene.node(node), behavior);
        }
        for (int second = 0; second < 20; second++) {
            scene.run(SECOND);
            scene.cluster().reset(scene.node(1), scene.node(2));
            scene.cluster().reset(scene.node(2), scene.node(3));
            scene.cluster().reset(scene.node(1), scene.node(3));
        }
        scene.cluster().stopAsking();
        scene.run(SECOND);
        assertThat(scene.cluster().clients()).noneMatch(SimulatedClient::waits);
        assertThat(scene.monitor().grants()).isGreaterThan(1_000);
        assertThat(scene.epoch()).isEqualTo(epoch);
        assertThat(scene.members()).isEqualTo(Set.of(1, 2, 3));
    }
}
