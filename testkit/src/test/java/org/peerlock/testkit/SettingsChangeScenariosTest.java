package org.peerlock.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.peerlock.testkit.Scene.LEASE;
import static org.peerlock.testkit.Scene.MOMENT;
import static org.peerlock.testkit.Scene.RENEWAL;
import static org.peerlock.testkit.Scene.SECOND;

import org.junit.jupiter.api.Test;
import org.peerlock.internal.cluster.Incarnation;
import org.peerlock.internal.cluster.LeaseTerms;
import org.peerlock.internal.cluster.ProtocolRange;
import org.peerlock.internal.engine.effects.LossCause;
import org.peerlock.internal.engine.settings.NodeSettings;
import org.peerlock.internal.engine.settings.Timing;

/** The settings of a cluster hold as long as one of its nodes may be alive. After that the next first node decides them. */
class SettingsChangeScenariosTest {

    private static final NodeSettings USUAL = Scene.settings("ricart-agrawala", 10_000);
    private static final NodeSettings SHORTER_LEASE_ONLY = with(LEASE / 6);
    private static final NodeSettings SHORTER = SHORTER_LEASE_ONLY.withProtocols(new ProtocolRange(3, 3));
    private static final NodeSettings LONGER = with(2 * LEASE).withProtocols(new ProtocolRange(4, 4));

    private static NodeSettings with(long leaseNanos) {
        return new NodeSettings(
                USUAL.cluster(), USUAL.algorithms(), new Timing(leaseNanos, 10_000), USUAL.address(), 1, 1_000);
    }

    private static SimulatedNode start(Scene scene, NodeSettings settings) {
        return scene.cluster().add(1, settings);
    }

    @Test
    void aNodeWithOtherSettingsIsRefusedAsSoonAsAMemberRenews() {
        Scene scene = new Scene(USUAL, 2);
        Scene.Acquisition held = scene.take(1, "lock");
        long epoch = scene.epoch();
        SimulatedNode other = start(scene, LONGER);
        long before = scene.now();
        scene.await(
                "it knows the difference",
                () -> other.engine().settingsDifference().isPresent());
        assertThat(other.engine().settingsDifference().orElseThrow()).contains("protocol: here 4-4");
        assertThat(other.gone()).isFalse();
        scene.await("it is refused", other::gone);
        assertThat(scene.now() - before).isLessThan(2 * RENEWAL);
        assertThat(other.refusal()).contains("protocol: here 4-4, in the registry 2");
        scene.run(2 * LEASE);
        assertThat(scene.epoch()).isEqualTo(epoch);
        assertThat(held.valid()).isTrue();
    }

    @Test
    void anotherClusterIsNeverTakenOver() {
        Scene scene = new Scene(USUAL, 1);
        scene.leave(1);
        scene.run(MOMENT);
        NodeSettings elsewhere = new NodeSettings("elsewhere", USUAL.algorithms(), USUAL.timing(), "nowhere", 1, 1_000);
        SimulatedNode other = start(scene, elsewhere);
        scene.await("it is refused", other::gone);
        assertThat(other.refusal()).contains("cluster: here elsewhere, in the registry scene");
    }

    @Test
    void whenAllHaveLeftTheFirstNodeDecidesAtOnce() {
        Scene scene = new Scene(USUAL, 2);
        Scene.Acquisition held = scene.take(1, "lock");
        held.release();
        scene.leave(1);
        scene.leave(2);
        scene.await("all have left", () -> scene.registry().members().isEmpty());
        long epoch = scene.epoch();
        long before = scene.now();
        start(scene, LONGER);
        Scene.Acquisition next = scene.take(3, "lock");
        assertThat(scene.now() - before).isLessThan(2 * RENEWAL);
        assertThat(scene.registry().settings()).isEqualTo(LONGER.forNewCluster());
        assertThat(next.epoch()).isGreaterThan(epoch);
        assertThat(next.fence()).isGreaterThan(held.fence());
    }

    @Test
    void whenAllHaveCrashedTheLeaseOfTheOldSettingsIsWaitedFor() {
        Scene scene = new Scene(USUAL, 2);
        Scene.Acquisition held = scene.take(1, "lock");
        long leaseEnd = Math.max(scene.leaseEnd(1), scene.leaseEnd(2));
        scene.crash(1);
        scene.crash(2);
        long crashed = scene.now();
        start(scene, SHORTER);
        Scene.Acquisition next = scene.take(3, "lock");
        assertThat(next.grantedAt())
                .isGreaterThan(leaseEnd)
                .isGreaterThan(crashed + LEASE)
                .isLessThan(crashed + LEASE + 2 * RENEWAL);
        assertThat(next.fence()).isGreaterThan(held.fence());
    }

    @Test
    void aDeathThatIsProvenNeedsNoWait() {
        Scene scene = new Scene(USUAL, 1);
        scene.take(1, "lock");
        scene.crash(1);
        long crashed = scene.now();
        start(scene, LONGER);
        scene.proveDeath(1);
        Scene.Acquisition next = scene.take(2, "lock");
        assertThat(next.grantedAt()).isLessThan(crashed + 2 * RENEWAL);
    }

    /** It holds a lock, does not reach the registry, and the newcomer's own lease is much shorter. */
    @Test
    void aHolderThatIsAliveHasLostBeforeAnotherGetsTheLock() {
        Scene scene = new Scene(USUAL, 1);
        Scene.Acquisition held = scene.take(1, "lock");
        scene.cutFromRegistry(1);
        start(scene, SHORTER);
        Scene.Acquisition next = scene.take(2, "lock");
        assertThat(held.loss()).isEqualTo(LossCause.LEASE_EXPIRED);
        assertThat(held.lostAt()).isLessThan(next.grantedAt());
        scene.healRegistry(1);
        scene.await("the old member is refused", scene.node(1)::gone);
        assertThat(scene.node(1).refusal()).contains("protocol: here 1-2, in the registry 3");
        assertThat(next.valid()).isTrue();
    }

    @Test
    void aMemberThatRenewsAgainInTimeKeepsTheSettings() {
        Scene scene = new Scene(USUAL, 1);
        scene.cutFromRegistry(1);
        SimulatedNode other = start(scene, SHORTER);
        scene.run(LEASE * 7 / 10); // an operation that hangs, and a pause, may come before the renewal
        scene.healRegistry(1);
        scene.await("the newcomer is refused", other::gone);
        scene.run(LEASE);
        assertThat(scene.registry().settings()).isEqualTo(USUAL.forNewCluster());
        assertThat(scene.members()).containsExactly(1);
    }

    @Test
    void ofTwoNewcomersWithDifferentSettingsOneDecidesAndTheOtherIsRefused() {
        Scene scene = new Scene(USUAL, 1);
        scene.crash(1);
        SimulatedNode one = start(scene, SHORTER);
        SimulatedNode other = start(scene, LONGER);
        scene.await("one is refused", () -> one.gone() || other.gone());
        SimulatedNode winner = one.gone() ? other : one;
        scene.awaitMembers(winner.number);
        scene.run(4 * LEASE);
        assertThat(winner.gone()).isFalse();
        assertThat(one.gone()).isNotEqualTo(other.gone());
    }

    @Test
    void twoNewcomersWithTheSameSettingsBothJoin() {
        Scene scene = new Scene(USUAL, 1);
        scene.crash(1);
        start(scene, SHORTER);
        start(scene, SHORTER);
        scene.awaitMembers(2, 3);
        scene.takeTurns("lock", 2, 3);
    }

    /** Genesis stands for holders of a lost registry. */
    @Test
    void holdersOfALostRegistryAreWaitedForBeforeTheSettingsAreReplaced() {
        Scene scene = new Scene(USUAL, 1);
        Scene.Acquisition held = scene.take(1, "lock");
        scene.cutFromRegistry(1);
        scene.cluster().registryStore().delete();
        start(scene, USUAL);
        scene.await(
                "a registry with genesis is there",
                () -> scene.cluster().registryStore().content() != null
                        && scene.registry().isRegistered(Incarnation.GENESIS));
        scene.crash(2);
        start(scene, SHORTER);
        scene.proveDeath(2);
        Scene.Acquisition next = scene.take(3, "lock");
        assertThat(scene.registry().settings()).isEqualTo(SHORTER.forNewCluster());
        assertThat(held.loss()).isEqualTo(LossCause.LEASE_EXPIRED);
        assertThat(held.lostAt()).isLessThan(next.grantedAt());
    }

    /** A node with a shorter lease creates the registry anew: it must wait for the holder's lease, not for its own. */
    @Test
    void aHolderWithALongerLeaseHasLostBeforeTheCreatorOfANewRegistryGetsTheLock() {
        Scene scene = Scene.inARegistryThatKnowsItsMembers(USUAL, 1);
        Scene.Acquisition held = scene.take(1, "lock");
        scene.run(2 * SECOND); // there must be fewer views than seconds
        scene.cutFromRegistry(1);
        scene.cluster().registryStore().delete();
        start(scene, SHORTER);
        scene.await("there is a registry", () -> scene.cluster().registryStore().content() != null);
        assertThat(scene.registry().longestLease())
                .hasValue(new LeaseTerms(USUAL.timing().terms().longestMillis(), 10_000));
        Scene.Acquisition next = scene.take(2, "lock");
        assertThat(scene.registry().longestLease()).hasValue(SHORTER.timing().terms());
        assertThat(held.loss()).isEqualTo(LossCause.LEASE_EXPIRED);
        assertThat(held.lostAt()).isLessThan(next.grantedAt());
    }

    /** The holder's clock is slow by less than it says, and the creator of the new registry assumes good clocks. */
    @Test
    void aHolderWithASlowClockHasLostBeforeTheCreatorOfANewRegistryGetsTheLock() {
        Scene scene = Scene.inARegistryThatKnowsItsMembers(USUAL, 1);
        SimulatedNode slow = scene.cluster().add(0.8, Scene.settings("ricart-agrawala", 300_000));
        scene.awaitMembers(1, slow.number);
        Scene.Acquisition held = scene.take(slow.number, "lock");
        scene.crash(1);
        scene.proveDeath(1);
        scene.awaitMembers(slow.number);
        scene.run(5 * SECOND); // there must be fewer views than seconds
        scene.await("it has just renewed", () -> scene.gate(slow.number).until() - slow.now() > LEASE - RENEWAL / 10);
        scene.cutFromRegistry(slow.number);
        scene.filter((from, to, packet) -> false);
        scene.cluster().registryStore().delete();
        start(scene, USUAL);
        Scene.Acquisition next = scene.take(3, "lock");
        assertThat(held.loss()).isEqualTo(LossCause.LEASE_EXPIRED);
        assertThat(held.lostAt()).isLessThan(next.grantedAt());
    }

    @Test
    void anOldMemberJoinsTheNewRegistryOfACreatorWithAShorterLease() {
        Scene scene = Scene.inARegistryThatKnowsItsMembers(USUAL, 1);
        Scene.Acquisition held = scene.take(1, "lock");
        scene.cutFromRegistry(1);
        scene.cluster().registryStore().delete();
        start(scene, SHORTER_LEASE_ONLY);
        scene.await("there is a registry", () -> scene.cluster().registryStore().content() != null);
        scene.healRegistry(1);
        Scene.Acquisition next = scene.take(1, "lock");
        scene.awaitMembers(1, 2);
        assertThat(held.loss()).isNotNull();
        assertThat(next.fence()).isGreaterThan(held.fence());
    }

    @Test
    void aProvenDeathIsNotWaitedForInANewRegistry() {
        Scene scene = Scene.inARegistryThatKnowsItsMembers(USUAL, 1);
        scene.take(1, "lock");
        scene.run(LEASE);
        scene.crash(1);
        scene.proveDeath(1);
        scene.cluster().registryStore().delete();
        long deleted = scene.now();
        start(scene, SHORTER);
        Scene.Acquisition next = scene.take(2, "lock");
        assertThat(next.grantedAt()).isLessThan(deleted + RENEWAL);
        assertThat(scene.registry().isRegistered(Incarnation.GENESIS)).isFalse();
    }

    /** Nobody knows who is alive, but a node that waits with other settings has seen the lease of the holder. */
    @Test
    void aNodeThatWaitsRemembersTheLeaseOfALostRegistry() {
        Scene scene = new Scene(USUAL, 1);
        Scene.Acquisition held = scene.take(1, "lock");
        scene.cutFromRegistry(1);
        start(scene, SHORTER);
        scene.run(MOMENT);
        scene.cluster().registryStore().delete();
        Scene.Acquisition next = scene.take(2, "lock");
        assertThat(held.loss()).isEqualTo(LossCause.LEASE_EXPIRED);
        assertThat(held.lostAt()).isLessThan(next.grantedAt());
    }

    /** The first and only survivor of the next view crashes before it has reported. */
    @Test
    void aViewThatWasBegunUnderTheOldSettingsIsNotInTheWay() {
        Scene scene = new Scene(USUAL, 2);
        scene.onWrite((node, content) -> {
            if (content.next() != null) {
                scene.crash(1);
                scene.crash(2);
            }
        });
        scene.leave(2);
        scene.await(
                "both have crashed", () -> scene.node(1).gone() && scene.node(2).gone());
        scene.noIntercept();
        assertThat(scene.registry().next()).isNotNull();
        start(scene, LONGER);
        scene.take(3, "lock");
        assertThat(scene.registry().settings()).isEqualTo(LONGER.forNewCluster());
    }
}
