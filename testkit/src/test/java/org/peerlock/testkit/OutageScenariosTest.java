package org.peerlock.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.peerlock.testkit.Scene.LEASE;
import static org.peerlock.testkit.Scene.RENEWAL;
import static org.peerlock.testkit.Scene.SECOND;

import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.peerlock.internal.cluster.ClusterState;
import org.peerlock.internal.engine.NodeEngine;
import org.peerlock.internal.engine.effects.LossCause;
import org.peerlock.internal.engine.membership.PledgeMutant;
import org.peerlock.internal.engine.settings.NodeSettings;

/** Members keep each other's leases alive while the registry does not answer. */
class OutageScenariosTest {

    private static final long OUTAGE = 60 * SECOND;
    private static final NodeSettings OUTLIVES = Scene.USUAL.withOutage(60_000);
    /** How long those wait who are not asked for pledges. */
    private static final long LONGEST_WAIT =
            OUTLIVES.timing().expiryWaitNanosFor(OUTLIVES.longestHold()).orElseThrow();

    private static void silence(Scene scene, long duration) {
        scene.cluster().registryStore().makeUnavailable(scene.now() + duration);
    }

    @Test
    void locksAreKeptAndPassedOnWhileTheRegistryIsSilent() {
        Scene scene = new Scene(OUTLIVES, 3);
        long epoch = scene.epoch();
        Scene.Acquisition held = scene.take(1, "lock");

        silence(scene, 50 * SECOND);
        for (int i = 0; i < 9; i++) {
            scene.run(5 * SECOND);
            scene.takeTurns("another", 1, 2, 3);
        }
        scene.run(20 * SECOND);

        assertThat(held.valid()).isTrue();
        assertThat(scene.epoch()).isEqualTo(epoch);
        assertThat(scene.node(1).engine().counters().pledged()).isEqualTo(1);
    }

    @Test
    void locksAreKeptWhileTheRegistryIsReadOnly() {
        Scene scene = new Scene(OUTLIVES, 2);
        Scene.Acquisition held = scene.take(1, "lock");

        scene.cluster().registryStore().readOnly(scene.now() + 50 * SECOND);
        scene.run(60 * SECOND);

        assertThat(held.valid()).isTrue();
    }

    @Test
    void allLoseWhenTheOutageIsLongerAndNobodyGainsAndThenAllAreServed() {
        Scene scene = new Scene(OUTLIVES, 3);
        long epoch = scene.epoch();
        Scene.Acquisition held = scene.take(1, "lock");
        long begin = scene.now();

        silence(scene, 80 * SECOND);
        scene.await("the lock is lost", () -> held.loss() != null);

        assertThat(held.loss()).isEqualTo(LossCause.LEASE_EXPIRED);
        assertThat(scene.now() - begin).isBetween(OUTAGE - 2 * RENEWAL, OUTAGE);
        scene.run(5 * SECOND);
        Scene.Acquisition next = scene.ask(2, "lock");
        scene.run(79 * SECOND - (scene.now() - begin));
        assertThat(next.granted()).isFalse();
        next.await();
        assertThat(scene.now() - begin).isLessThan(85 * SECOND);
        assertThat(scene.epoch()).isEqualTo(epoch);
    }

    @Test
    void aMemberThatDoesNotReachTheRegistryKeepsItsLocksAndIsNotEvicted() {
        Scene scene = new Scene(OUTLIVES, 3);
        long epoch = scene.epoch();
        Scene.Acquisition held = scene.take(1, "lock");

        scene.cutFromRegistry(1);
        scene.run(50 * SECOND);

        assertThat(held.valid()).isTrue();
        assertThat(scene.epoch()).isEqualTo(epoch);
        scene.await("it is lost at last", () -> held.loss() != null);
        scene.await("it is evicted", () -> scene.members().equals(Set.of(2, 3)));
    }

    @Test
    void whenAMemberCrashesInAnOutageTheOthersLoseAfterALeaseAndEvictItAfterTheOutage() {
        Scene scene = new Scene(OUTLIVES, 3);
        Scene.Acquisition held = scene.take(1, "lock");
        silence(scene, 50 * SECOND);
        scene.run(20 * SECOND);

        scene.crash(3);
        long crashed = scene.now();
        scene.await("the lock is lost", () -> held.loss() != null);

        assertThat(scene.now() - crashed).isBetween(LEASE - RENEWAL, LEASE);
        scene.awaitMembers(1, 2);
        scene.takeTurns("lock", 1, 2);
    }

    @Test
    void aMemberThatLeavesInAnOutageCostsNobodyALock() {
        Scene scene = new Scene(OUTLIVES, 3);
        Scene.Acquisition held = scene.take(1, "lock");
        silence(scene, 50 * SECOND);
        scene.run(10 * SECOND);

        scene.leave(3);
        scene.run(35 * SECOND);

        assertThat(scene.node(3).gone()).isTrue();
        assertThat(held.valid()).isTrue();
        assertThat(scene.node(1).engine().counters().pledgedForEver()).isEqualTo(1);
        scene.awaitMembers(1, 2);
        assertThat(held.valid()).isTrue();
        held.release();
        scene.takeTurns("lock", 2, 1);
    }

    @Test
    void whenAllOthersLeaveInAnOutageTheLastOneKeepsItsLocksUntilTheOutageIsTooLong() {
        Scene scene = new Scene(OUTLIVES, 3);
        Scene.Acquisition held = scene.take(1, "lock");
        long begin = scene.now();
        silence(scene, 80 * SECOND);

        scene.leave(2);
        scene.leave(3);
        scene.run(50 * SECOND);

        assertThat(scene.node(2).gone() && scene.node(3).gone()).isTrue();
        assertThat(held.valid()).isTrue();
        scene.await("it is too long", () -> held.loss() != null);
        assertThat(scene.now() - begin).isBetween(OUTAGE - 2 * RENEWAL, OUTAGE);
        scene.awaitMembers(1);
    }

    @Test
    void afterTheOutageNobodyWaitsForTheLeaseOfAMemberThatHasLeft() {
        Scene scene = new Scene(OUTLIVES, 3);
        long end = scene.now() + 50 * SECOND;
        silence(scene, 50 * SECOND);
        scene.leave(1);
        scene.run(49 * SECOND);
        assertThat(scene.node(1).gone()).isTrue();

        scene.awaitMembers(2, 3);

        assertThat(scene.now() - end).isLessThan(LEASE / 2);
    }

    @Test
    void aMemberThatCannotWriteTheRegistryLeavesAllTheSame() {
        Scene scene = new Scene(OUTLIVES, 3);
        scene.cutFromRegistry(2);
        long begin = scene.now();

        scene.leave(2);
        scene.awaitMembers(1, 3);

        assertThat(scene.now() - begin).isLessThan(LEASE / 2);
    }

    @Test
    void aMemberThatDoesNotHearThatAnotherOneLeavesLosesAfterALease() {
        Scene scene = new Scene(OUTLIVES, 3);
        Scene.Acquisition unaware = scene.take(1, "one");
        Scene.Acquisition aware = scene.take(2, "two");
        silence(scene, 50 * SECOND);
        scene.run(10 * SECOND);
        scene.cut(3, 1);

        scene.leave(3);
        long left = scene.now();
        scene.await("the lock is lost", () -> unaware.loss() != null);

        assertThat(scene.now() - left).isBetween(LEASE - RENEWAL, LEASE);
        scene.run(10 * SECOND);
        assertThat(aware.valid()).isTrue();
    }

    /** Node 2 leaves while its proposal to evict node 1, which has only slept, is on its way to the registry. */
    private static boolean hasLeaseFromOneThatMayEvictIt(TestEngineFactory engines) {
        Scene scene = new Scene(engines, OUTLIVES, 2);
        scene.take(1, "lock");
        scene.intercept(new SimulatedRegistryStore.WriteInterceptor() {
            @Override
            public boolean fails(int node, ClusterState content) {
                return content.next() != null;
            }
        });
        scene.cutFromRegistry(1);
        scene.cut(1, 2);
        scene.cut(2, 1);
        scene.await("it is lost", () -> !scene.node(1).hasLease());
        scene.run(2 * LEASE);
        scene.heal(1, 2);
        scene.heal(2, 1);
        silence(scene, 30 * SECOND);
        scene.leaveAtOnce(2);
        scene.run(LEASE);
        return scene.node(1).hasLease();
    }

    @Test
    void aMemberThatLeavesDoesNotPledgeToOneThatItsProposalMayEvict() {
        assertThat(hasLeaseFromOneThatMayEvictIt(NodeEngine::new)).isFalse();
        assertThat(hasLeaseFromOneThatMayEvictIt(PledgeMutant.LEAVES_WITH_A_PROPOSAL::make))
                .isTrue();
    }

    /** Node 2 has left, and cannot write it, when it learns that node 3 is dead. */
    private static boolean proposesAfterLeaving(TestEngineFactory engines) {
        Scene scene = new Scene(engines, OUTLIVES, 3);
        long epoch = scene.registry().maxEpoch();
        boolean[] proposed = {false};
        scene.intercept(new SimulatedRegistryStore.WriteInterceptor() {
            @Override
            public boolean fails(int node, ClusterState content) {
                proposed[0] |= node == 2 && content.maxEpoch() > epoch;
                return true;
            }
        });
        scene.leaveAtOnce(2);
        scene.crash(3);
        scene.cluster().proveDeath(scene.node(3));
        scene.run(LEASE);
        return proposed[0];
    }

    @Test
    void aMemberThatHasLeftProposesNothing() {
        assertThat(proposesAfterLeaving(NodeEngine::new)).isFalse();
        assertThat(proposesAfterLeaving(PledgeMutant.PROPOSES_AFTER_LEAVING::make))
                .isTrue();
    }

    @Test
    void theOnlyMemberLosesAfterALease() {
        Scene scene = new Scene(OUTLIVES, 1);
        Scene.Acquisition held = scene.take(1, "lock");
        long begin = scene.now();

        silence(scene, 50 * SECOND);
        scene.await("the lock is lost", () -> held.loss() != null);

        assertThat(scene.now() - begin).isLessThan(LEASE + RENEWAL);
    }

    @Test
    void theFirstViewOfARegistryWaitsForTheLongestOutage() {
        Scene scene = new Scene(OUTLIVES, 2);

        assertThat(scene.now()).isBetween(LONGEST_WAIT, LONGEST_WAIT + LEASE);
    }

    @Test
    void whenAllCrashTheNextOnesWaitForTheLongestOutageAndSayForWhom() {
        Scene scene = new Scene(OUTLIVES, 2);
        Scene.Acquisition held = scene.take(1, "lock");
        scene.crash(1);
        scene.crash(2);
        long crashed = scene.now();

        SimulatedNode fresh = scene.start();
        scene.run(30 * SECOND);
        assertThat(fresh.engine().awaitedLeases(fresh.now()))
                .hasSize(2)
                .allSatisfy((name, left) -> assertThat(left).isBetween(25 * SECOND, 35 * SECOND));
        Scene.Acquisition next = scene.take(3, "lock");

        assertThat(next.grantedAt() - crashed).isBetween(LONGEST_WAIT - RENEWAL, LONGEST_WAIT + 2 * RENEWAL);
        assertThat(next.fence()).isGreaterThan(held.fence());
        assertThat(fresh.engine().awaitedLeases(fresh.now())).isEmpty();
    }

    @Test
    void whenOneOfManyCrashesWithoutAnOutageALeaseIsEnough() {
        Scene scene = new Scene(OUTLIVES, 3);
        scene.take(1, "lock");
        scene.crash(1);
        long crashed = scene.now();

        Scene.Acquisition next = scene.take(2, "lock");

        assertThat(next.grantedAt() - crashed).isLessThan(LEASE + 2 * RENEWAL);
    }

    @Test
    void otherSettingsWaitForTheLongestOutageOfThoseBefore() {
        Scene scene = new Scene(OUTLIVES, 2);
        scene.crash(1);
        scene.crash(2);
        long crashed = scene.now();

        scene.cluster().add(1, Scene.USUAL);
        Scene.Acquisition next = scene.take(3, "lock");

        assertThat(next.grantedAt() - crashed).isGreaterThan(LONGEST_WAIT - RENEWAL);
        assertThat(scene.registry().settings().outageMillis()).isZero();
    }

    /** Whether a node that has slept in an outage gets a lease before the outage is over. */
    private static boolean hasLeaseAfterSleep(TestEngineFactory engines) {
        Scene scene = new Scene(engines, OUTLIVES, 3);
        Scene.Acquisition held = scene.take(1, "lock");
        silence(scene, 50 * SECOND);
        scene.run(20 * SECOND);
        scene.sleep(1, SECOND);
        scene.await("it has slept", () -> held.loss() != null);
        long end = scene.now() + 10 * SECOND;
        boolean[] leased = {false};
        scene.await("some time", () -> {
            leased[0] |= scene.node(1).hasLease();
            return scene.now() > end;
        });
        return leased[0];
    }

    @Test
    void whatWasAskedAndRenewedBeforeTheMachineSleptGivesNoLease() {
        assertThat(hasLeaseAfterSleep(NodeEngine::new)).isFalse();
        assertThat(hasLeaseAfterSleep(PledgeMutant.SLEEP_IS_FORGOTTEN::make)).isTrue();
    }

    /** Why locks are lost if a link works again after it was reported, and the registry cannot say so. */
    private static List<LossCause> lossesAfterARepairedLink(TestEngineFactory engines) {
        Scene scene = new Scene(engines, OUTLIVES, 3);
        List<Scene.Acquisition> held = List.of(scene.take(1, "one"), scene.take(2, "two"), scene.take(3, "three"));
        scene.cut(1, 2);
        scene.cut(2, 1);
        scene.await(
                "it is reported",
                () -> scene.registry().members().values().stream()
                        .anyMatch(memberRecord -> !memberRecord.unreachable().isEmpty()));
        scene.run(SECOND); // all know of it
        scene.heal(1, 2);
        scene.heal(2, 1);
        silence(scene, 30 * SECOND);
        scene.run(40 * SECOND);
        return held.stream()
                .filter(each -> each.loss() != null)
                .map(Scene.Acquisition::loss)
                .toList();
    }

    @Test
    void nobodyStepsDownForALinkThatWorksAgainInAnOutage() {
        assertThat(lossesAfterARepairedLink(NodeEngine::new)).isEmpty();
        assertThat(lossesAfterARepairedLink(PledgeMutant.STEPS_DOWN_IN_AN_OUTAGE::make))
                .contains(LossCause.UNREACHABLE);
    }
}
