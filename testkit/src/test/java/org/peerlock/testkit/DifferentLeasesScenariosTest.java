package org.peerlock.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.peerlock.testkit.Scene.LEASE;

import org.junit.jupiter.api.Test;
import org.peerlock.internal.cluster.Incarnation;
import org.peerlock.internal.engine.effects.LossCause;
import org.peerlock.internal.engine.settings.NodeSettings;
import org.peerlock.internal.engine.settings.Timing;

/** Each node has a lease of its own, so the lease of a cluster can be changed node by node while locks are held. */
class DifferentLeasesScenariosTest {

    private static final long SHORT = LEASE / 6;

    private static NodeSettings with(long leaseNanos) {
        NodeSettings like = Scene.USUAL;
        return new NodeSettings(
                like.cluster(), like.algorithms(), new Timing(leaseNanos, 10_000), like.address(), 1, 1_000);
    }

    /** Node 1 has the usual lease, node 2 another one. */
    private static Scene two(long other) {
        Scene scene = new Scene(1);
        scene.cluster().add(1, with(other));
        scene.awaitMembers(1, 2);
        return scene;
    }

    @Test
    void nodesWithDifferentLeasesServeEachOther() {
        Scene scene = two(SHORT);
        scene.cluster().add(1, with(10 * LEASE));
        scene.awaitMembers(1, 2, 3);
        scene.takeTurns("lock", 1, 2, 3);
        long epoch = scene.epoch();
        scene.run(10 * LEASE);
        assertThat(scene.epoch()).as("nobody was evicted").isEqualTo(epoch);
    }

    @Test
    void aHolderWithALongerLeaseIsWaitedFor() {
        Scene scene = two(SHORT);
        Scene.Acquisition held = scene.take(1, "lock");
        long leaseEnd = scene.leaseEnd(1);
        scene.pause(1, 3 * LEASE);
        Scene.Acquisition next = scene.take(2, "lock");
        assertThat(next.grantedAt()).isGreaterThan(leaseEnd);
        assertThat(next.fence()).isGreaterThan(held.fence());
    }

    @Test
    void aHolderWithAShorterLeaseIsWaitedForOnlyThatLong() {
        Scene scene = two(SHORT);
        scene.take(2, "lock");
        long leaseEnd = scene.leaseEnd(2);
        scene.crash(2);
        Scene.Acquisition next = scene.take(1, "lock");
        assertThat(next.grantedAt()).isGreaterThan(leaseEnd).isLessThan(leaseEnd + SHORT);
    }

    /** Node 1 joined first, so of the two node 2 would have to step down if it reported node 1 as unreachable. */
    @Test
    void aMemberWithALongerLeaseThatPausesCostsNobodyALock() {
        Scene scene = two(SHORT);
        Scene.Acquisition held = scene.take(2, "lock");
        scene.pause(1, LEASE * 9 / 10);
        scene.run(2 * LEASE);
        assertThat(held.valid()).isTrue();
        scene.awaitMembers(1, 2);
    }

    @Test
    void aMemberWithALongerLeaseThatCrashesCostsNobodyALock() {
        Scene scene = two(SHORT);
        Scene.Acquisition held = scene.take(2, "lock");
        scene.crash(1);
        scene.awaitMembers(2);
        assertThat(held.valid()).isTrue();
    }

    /** Each request is written in time for its sender. */
    @Test
    void aNodeWithALongerLeaseRenewsForOneWithAShorterLease() {
        int renewer = firstInOrder(two(LEASE));
        int brief = 3 - renewer;
        Scene scene = two(renewer == 1 ? SHORT : 6 * LEASE);
        assertThat(firstInOrder(scene)).isEqualTo(renewer);
        Scene.Acquisition held = scene.take(brief, "lock");
        scene.cutOwnWayToRegistry(brief);
        scene.run(4 * LEASE);
        assertThat(held.valid()).isTrue();
    }

    /** The one that renews for others. */
    private static int firstInOrder(Scene scene) {
        return scene.incarnation(1).compareTo(scene.incarnation(2)) < 0 ? 1 : 2;
    }

    /** Each node leaves, and comes back with the shorter lease. */
    @Test
    void theLeaseOfAClusterIsShortenedNodeByNodeWhileALockIsHeld() {
        Scene scene = new Scene(3);
        Scene.Acquisition held = scene.take(1, "lock");
        scene.leave(2);
        scene.cluster().add(1, with(SHORT));
        scene.awaitMembers(1, 3, 4);
        scene.leave(3);
        scene.cluster().add(1, with(SHORT));
        scene.awaitMembers(1, 4, 5);
        assertThat(held.valid()).isTrue();
        held.release();
        scene.leave(1);
        scene.awaitMembers(4, 5);
        Scene.Acquisition next = scene.take(4, "lock");
        assertThat(next.fence()).isGreaterThan(held.fence());
        assertThat(scene.registry().longestLease())
                .hasValue(with(SHORT).timing().terms());
    }

    /** Nobody knows who is alive, but the creator has seen the longer lease in the registry that was lost. */
    @Test
    void aMemberThatCreatesTheRegistryAnewWaitsForTheLongestLeaseItHasSeen() {
        Scene scene = two(SHORT);
        Scene.Acquisition held = scene.take(1, "lock");
        scene.cutFromRegistry(1);
        scene.filter((from, to, packet) -> false);
        scene.cluster().registryStore().delete();
        Scene.Acquisition next = scene.take(2, "lock");
        assertThat(held.loss()).isEqualTo(LossCause.LEASE_EXPIRED);
        assertThat(held.lostAt()).isLessThan(next.grantedAt());
    }

    /** The same, when the registry is lost before the next incarnation of the member has read it. */
    @Test
    void anEvictedNodeRemembersTheLongestLeaseItHasSeen() {
        Scene scene = two(SHORT);
        Scene.Acquisition held = scene.take(1, "lock");
        Incarnation before = scene.incarnation(2);
        scene.pause(2, LEASE);
        scene.await("node 2 was evicted", () -> !scene.incarnation(2).equals(before));
        scene.cutFromRegistry(1);
        scene.filter((from, to, packet) -> false);
        scene.cluster().registryStore().delete();
        assertThat(held.valid()).isTrue();
        Scene.Acquisition next = scene.take(2, "lock");
        assertThat(held.loss()).isEqualTo(LossCause.LEASE_EXPIRED);
        assertThat(held.lostAt()).isLessThan(next.grantedAt());
    }
}
