package org.peerlock.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.peerlock.testkit.Scene.LEASE;
import static org.peerlock.testkit.Scene.RENEWAL;
import static org.peerlock.testkit.Scene.SECOND;

import org.junit.jupiter.api.Test;
import org.peerlock.internal.cluster.ClusterState;
import org.peerlock.internal.engine.effects.LossCause;

/** Somebody restores a backup of the registry: nodes find less there than they know. */
class OldRegistryScenariosTest {

    private static ClusterState later(Scene scene) {
        ClusterState backup = scene.registry();
        scene.run(3 * RENEWAL);
        assertThat(scene.registry().revision()).isGreaterThan(backup.revision());
        return backup;
    }

    @Test
    void anOldContentIsReadOnlyAFewTimesASecond() {
        Scene scene = new Scene(3);
        scene.restoreRegistry(later(scene));
        long before = scene.cluster().registryStore().reads();
        scene.run(10 * SECOND);
        long reads = scene.cluster().registryStore().reads() - before;
        assertThat(reads).as("by three nodes in ten seconds").isBetween(30L, 300L);
    }

    @Test
    void aHolderKeepsItsLockUntilItsLeaseEndsAndNobodyWritesOverTheOldContent() {
        Scene scene = new Scene(3);
        ClusterState backup = later(scene);
        Scene.Acquisition held = scene.take(1, "lock");
        scene.restoreRegistry(backup);
        long end = scene.leaseEnd(1);
        scene.run(LEASE / 2);
        assertThat(held.valid()).isTrue();
        scene.run(LEASE);
        assertThat(held.loss()).isEqualTo(LossCause.LEASE_EXPIRED);
        assertThat(held.lostAt()).isGreaterThanOrEqualTo(end);
        assertThat(scene.registry()).isEqualTo(backup);
    }

    @Test
    void nothingIsLostIfTheNewContentIsPutBackInTime() {
        Scene scene = new Scene(3);
        ClusterState backup = later(scene);
        Scene.Acquisition held = scene.take(1, "lock");
        ClusterState newest = scene.registry();
        scene.restoreRegistry(backup);
        scene.run(LEASE / 2);
        scene.restoreRegistry(newest);
        scene.run(2 * LEASE);
        assertThat(held.valid()).isTrue();
        held.release();
        scene.takeTurns("lock", 2, 3, 1);
    }

    @Test
    void theNodesJoinAgainWhenTheOldContentIsDeleted() {
        Scene scene = new Scene(3);
        scene.restoreRegistry(later(scene));
        scene.run(2 * LEASE);
        scene.deleteRegistry();
        scene.awaitMembers(1, 2, 3);
        scene.takeTurns("lock", 1, 2, 3);
    }
}
