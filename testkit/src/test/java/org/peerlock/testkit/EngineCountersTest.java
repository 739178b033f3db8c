package org.peerlock.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.peerlock.internal.engine.effects.EngineCounters;

/** What a node counts for the reports of the simulation. */
class EngineCountersTest {

    private final Scene scene = new Scene(3);

    private EngineCounters counters(int node) {
        return scene.node(node).engine().counters();
    }

    @Test
    void aLockThatStaysAtANodeHasEnteredOnce() {
        scene.take(1, "lock").release();
        scene.take(1, "lock").release();
        assertThat(counters(1).entries()).isEqualTo(1);
        assertThat(counters(2).entries()).isZero();
    }

    @Test
    void aLeaseExpiresOnceAndANodeIsEvictedOnce() {
        Scene.Acquisition held = scene.take(1, "lock");
        scene.cutFromRegistry(1);
        scene.await("a loss", () -> held.loss() != null);
        assertThat(counters(1).expiries()).isEqualTo(1);
        assertThat(counters(1).evictions()).isZero();
        scene.awaitMembers(2, 3);
        scene.healRegistry(1);
        scene.awaitMembers(1, 2, 3);
        assertThat(counters(1).expiries()).isEqualTo(1);
        assertThat(counters(1).evictions()).isEqualTo(1);
        assertThat(counters(2).evictions()).isZero();
    }

    @Test
    void aNodeThatLeavesIsNotEvicted() {
        scene.leave(1);
        scene.awaitMembers(2, 3);
        assertThat(counters(1).evictions()).isZero();
        assertThat(counters(1).expiries()).isZero();
    }
}
