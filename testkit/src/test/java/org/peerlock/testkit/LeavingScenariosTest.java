package org.peerlock.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.peerlock.testkit.Scene.LEASE;
import static org.peerlock.testkit.Scene.MOMENT;
import static org.peerlock.testkit.Scene.RENEWAL;
import static org.peerlock.testkit.Scene.SECOND;
import static org.peerlock.testkit.Scene.TICK;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.peerlock.algorithm.Capacity;
import org.peerlock.algorithm.catalogue.CatalogueEntry;
import org.peerlock.internal.cluster.ClusterState;
import org.peerlock.internal.cluster.Incarnation;
import org.peerlock.internal.engine.effects.LossCause;
import org.peerlock.internal.engine.lockword.ReleaseOutcome;
import org.peerlock.internal.engine.settings.LiveAlgorithms;
import org.peerlock.internal.protocol.Packet;

/** Nodes that are asked to leave, gracefully or at once, at any moment, whether they can or not. */
class LeavingScenariosTest {

    static List<CatalogueEntry<?, ?>> algorithms() {
        return LiveAlgorithms.all(Capacity.Kind.MUTEX);
    }

    // Gracefully

    @Test
    void aHolderThatReleasesInTimeIsFollowedAtOnceWhenItsNodeLeaves() {
        Scene scene = new Scene(3);
        Scene.Acquisition held = scene.take(1, "lock");
        Scene.Acquisition next = scene.ask(2, "lock");
        long left = scene.now();
        scene.leave(1);
        scene.run(SECOND);
        assertThat(held.valid()).isTrue();
        assertThat(next.granted()).isFalse();
        assertThat(held.release()).isEqualTo(ReleaseOutcome.TELL);
        next.await();
        assertThat(next.grantedAt()).isLessThan(left + SECOND + MOMENT);
        scene.awaitMembers(2, 3);
        assertThat(scene.now()).isLessThan(left + SECOND + RENEWAL);
        assertThat(scene.node(1).gone()).isTrue();
        assertThat(next.valid()).isTrue();
        assertThat(next.fence()).isGreaterThan(held.fence());
    }

    @Test
    void aHolderThatDoesNotReleaseLosesWhenItsNodeLeaves() {
        Scene scene = new Scene(3);
        Scene.Acquisition held = scene.take(1, "lock");
        Scene.Acquisition next = scene.ask(2, "lock");
        long left = scene.now();
        scene.leave(1);
        next.await();
        assertThat(held.loss()).isEqualTo(LossCause.LEFT);
        assertThat(held.lostAt()).isBetween(left + LEASE, left + LEASE + TICK);
        assertThat(next.grantedAt()).isBetween(held.lostAt(), held.lostAt() + 2 * TICK + 2 * MOMENT);
        assertThat(next.fence()).isGreaterThan(held.fence());
    }

    @Test
    void aNodeMayGiveItsHoldersMoreTimeThanALease() {
        Scene scene = new Scene(3);
        Scene.Acquisition held = scene.take(1, "lock");
        Scene.Acquisition kept = scene.take(2, "kept");
        Scene.Acquisition next = scene.ask(2, "lock");
        scene.leave(1, 10 * LEASE);
        scene.run(9 * LEASE);
        assertThat(held.valid()).isTrue();
        assertThat(kept.valid()).isTrue();
        assertThat(next.granted()).isFalse();
        scene.takeTurns("other", 2, 3);
        assertThat(held.release()).isEqualTo(ReleaseOutcome.TELL);
        next.await();
        scene.awaitMembers(2, 3);
        assertThat(kept.valid()).isTrue();
    }

    @Test
    void ofTwoTimesTheShorterOneCounts() {
        Scene scene = new Scene(2);
        Scene.Acquisition held = scene.take(1, "lock");
        long left = scene.now();
        scene.leave(1, 10 * LEASE);
        scene.leave(1, 2 * LEASE);
        scene.leave(1, 3 * LEASE);
        scene.awaitMembers(2);
        assertThat(held.lostAt()).isBetween(left + 2 * LEASE, left + 2 * LEASE + TICK);
    }

    @Test
    void aNodeThatHasTimeAndHoldsNothingGivesUpAnUnreachableRegistrySoon() {
        Scene scene = new Scene(3);
        scene.cutFromRegistry(1);
        scene.cut(1, 2);
        scene.cut(1, 3);
        long left = scene.now();
        scene.leave(1, 100 * LEASE);
        scene.await("it ends", () -> scene.node(1).gone());
        assertThat(scene.now()).isLessThanOrEqualTo(left + 2 * LEASE + TICK);
    }

    @Test
    void aNodeThatLeavesGrantsNothingMore() {
        Scene scene = new Scene(2);
        scene.take(1, "lock").release();
        scene.leave(1);
        Scene.Acquisition late = scene.ask(1, "lock");
        scene.awaitMembers(2);
        scene.run(LEASE);
        assertThat(late.granted()).isFalse();
        assertThat(scene.node(1).gone()).isTrue();
    }

    @Test
    void aNodeThatWaitsForItsHoldersGrantsNothingMore() {
        Scene scene = new Scene(2);
        scene.take(1, "kept").release();
        Scene.Acquisition held = scene.take(1, "lock");
        scene.leave(1);
        Scene.Acquisition kept = scene.ask(1, "kept");
        Scene.Acquisition other = scene.ask(1, "other");
        scene.run(LEASE / 2);
        assertThat(held.valid()).isTrue();
        assertThat(kept.granted()).isFalse();
        assertThat(other.granted()).isFalse();
    }

    /** Its record may be gone at any moment, and then others get its locks, whatever lease it has. */
    @Test
    void aLeaseThatIsRenewedAfterANodeHasGivenUpItsLocksLetsItGrantNothing() {
        Scene scene = new Scene(2);
        int[] leaver = {0};
        boolean[] confirmed = {false};
        scene.filter((from, to, packet) -> {
            if (leaver[0] == 0 && packet instanceof Packet.RenewalRequest) {
                leaver[0] = from.number;
                scene.next(() -> scene.leaveAtOnce(leaver[0]));
            }
            confirmed[0] |= packet instanceof Packet.RenewalConfirmation && to.number == leaver[0];
            return true;
        });
        scene.intercept(new SimulatedRegistryStore.WriteInterceptor() {
            @Override
            public long delay(int node, ClusterState content) {
                return node == leaver[0] ? SECOND / 2 : 0;
            }
        });
        scene.await("it leaves", () -> leaver[0] > 0);
        scene.run(MOMENT);
        assertThat(confirmed[0]).isFalse();
        Scene.Acquisition late = scene.ask(leaver[0], "lock");
        boolean[] leased = {false};
        scene.await("it ends", () -> {
            leased[0] |= scene.node(leaver[0]).hasLease();
            return scene.node(leaver[0]).gone();
        });
        assertThat(confirmed[0]).isTrue();
        assertThat(leased[0]).isFalse();
        assertThat(late.granted()).isFalse();
    }

    @Test
    void aNodeThatCannotReachTheRegistryLeavesAndIsEvictedLater() {
        Scene scene = new Scene(3);
        Scene.Acquisition held = scene.take(1, "lock");
        scene.cutFromRegistry(1);
        long left = scene.now();
        scene.leave(1);
        scene.await("it ends", () -> scene.node(1).gone());
        assertThat(scene.now()).isLessThanOrEqualTo(left + 3 * LEASE + TICK);
        assertThat(held.loss()).isNotNull();
        scene.awaitMembers(2, 3);
        scene.takeTurns("lock", 2, 3);
    }

    @Test
    void aNodeThatIsAskedToLeaveDoesSoEvenIfTheRegistryIsDeletedMeanwhile() {
        Scene scene = new Scene(3);
        Scene.Acquisition held = scene.take(1, "lock");
        scene.leave(1);
        scene.cluster().registryStore().delete();
        scene.awaitMembers(2, 3);
        assertThat(held.loss()).isEqualTo(LossCause.LEFT);
        scene.run(LEASE);
        assertThat(scene.node(1).gone()).isTrue();
    }

    @Test
    void aNodeThatIsAskedToLeaveWhileItStepsDownDoesNotComeBack() {
        Scene scene = new Scene(3);
        Scene.Acquisition[] held = {scene.take(1, "1"), scene.take(2, "2")};
        scene.cut(1, 2);
        scene.await("one steps down", () -> held[0].loss() != null || held[1].loss() != null);
        int out = held[0].loss() != null ? 1 : 2;
        scene.leave(out);
        scene.heal(1, 2);
        scene.run(2 * LEASE);
        assertThat(scene.node(out).gone()).isTrue();
        assertThat(scene.members()).containsExactlyInAnyOrder(3 - out, 3);
    }

    // At once

    @ParameterizedTest
    @MethodSource("algorithms")
    void aNodeThatLeavesAtOnceLosesItsLocksAndIsFollowedWithoutAWait(CatalogueEntry<?, ?> algorithm) {
        Scene scene = new Scene(Scene.settings(algorithm, 10_000, 1, 1_000), 3);
        Scene.Acquisition held = scene.take(1, "lock");
        Scene.Acquisition next = scene.ask(2, "lock");
        scene.run(MOMENT);
        long left = scene.now();
        scene.leaveAtOnce(1);
        assertThat(held.loss()).isEqualTo(LossCause.LEFT);
        assertThat(held.lostAt()).isEqualTo(left);
        assertThat(held.release()).isEqualTo(ReleaseOutcome.LOST);
        next.await();
        assertThat(next.grantedAt()).isLessThan(left + RENEWAL);
        assertThat(next.fence()).isGreaterThan(held.fence());
        scene.awaitMembers(2, 3);
        assertThat(scene.now()).isLessThan(left + RENEWAL);
        scene.run(TICK);
        assertThat(scene.node(1).gone()).isTrue();
    }

    @Test
    void aNodeThatWaitsForItsHoldersMayStillBeAskedToLeaveAtOnce() {
        Scene scene = new Scene(3);
        Scene.Acquisition held = scene.take(1, "lock");
        Scene.Acquisition next = scene.ask(2, "lock");
        scene.leave(1);
        scene.run(SECOND);
        assertThat(held.valid()).isTrue();
        long pressed = scene.now();
        scene.leaveAtOnce(1);
        assertThat(held.loss()).isEqualTo(LossCause.LEFT);
        assertThat(held.lostAt()).isEqualTo(pressed);
        next.await();
        assertThat(next.grantedAt()).isLessThan(pressed + RENEWAL);
    }

    @Test
    void aNodeThatLeavesAtOnceWhileTheViewChangesIsInNoLaterView() {
        Scene scene = new Scene(3);
        Scene.Acquisition held = scene.take(1, "lock");
        Scene.Acquisition kept = scene.take(2, "other");
        Scene.Acquisition next = scene.ask(2, "lock");
        long epoch = scene.epoch();
        scene.filter((from, to, packet) -> !(packet instanceof Packet.Report));
        scene.start();
        scene.await("a proposal", () -> scene.registry().next() != null);
        scene.run(MOMENT);
        long left = scene.now();
        scene.leaveAtOnce(1);
        assertThat(held.loss()).isEqualTo(LossCause.LEFT);
        scene.noFilter();
        next.await();
        assertThat(next.grantedAt()).isLessThan(left + 2 * RENEWAL);
        assertThat(next.fence()).isGreaterThan(held.fence());
        scene.awaitMembers(2, 3, 4);
        assertThat(scene.monitor().holders(epoch + 1)).isEmpty();
        assertThat(kept.valid()).isTrue();
    }

    // While it joins

    /** Node 3, which leaves as soon as its Join is in transit; the interceptor decides what happens to that write. */
    private static Incarnation leavesWhileItJoins(
            Scene scene, SimulatedRegistryStore.WriteInterceptor writeInterceptor) {
        boolean[] joins = {false};
        scene.intercept(new SimulatedRegistryStore.WriteInterceptor() {
            @Override
            public long delay(int node, ClusterState content) {
                if (node == 3 && !joins[0]) {
                    joins[0] = true;
                    scene.next(() -> scene.leave(3));
                }
                return writeInterceptor.delay(node, content);
            }

            @Override
            public boolean losesAnswer(int node, ClusterState content) {
                return writeInterceptor.losesAnswer(node, content);
            }

            @Override
            public void written(int node, ClusterState content) {
                writeInterceptor.written(node, content);
            }
        });
        scene.start();
        scene.await("it joins", () -> joins[0]);
        Incarnation joiner = scene.incarnation(3);
        assertThat(scene.registry().isRegistered(joiner)).isFalse();
        return joiner;
    }

    @Test
    void aNodeThatLeavesWhileItJoinsRemovesItsRecord() {
        Scene scene = new Scene(2);
        Scene.Acquisition held = scene.take(1, "lock");
        Incarnation joiner = leavesWhileItJoins(scene, new SimulatedRegistryStore.WriteInterceptor() {});
        long left = scene.now();
        scene.await("it is registered", () -> scene.registry().isRegistered(joiner));
        scene.await("it ends", () -> scene.node(3).gone());
        assertThat(scene.now()).isLessThan(left + RENEWAL);
        assertThat(scene.registry().isRegistered(joiner)).isFalse();
        scene.awaitMembers(1, 2);
        assertThat(held.valid()).isTrue();
    }

    @Test
    void aNodeThatLeavesWhileItJoinsRemovesItsRecordEvenIfItNeverLearnedOfIt() {
        Scene scene = new Scene(2);
        Incarnation joiner = leavesWhileItJoins(scene, new SimulatedRegistryStore.WriteInterceptor() {
            @Override
            public boolean losesAnswer(int node, ClusterState content) {
                return node == 3 && content.isRegistered(scene.incarnation(3));
            }
        });
        long left = scene.now();
        scene.await("it is registered", () -> scene.registry().isRegistered(joiner));
        scene.await("it ends", () -> scene.node(3).gone());
        assertThat(scene.now()).isLessThan(left + 2 * RENEWAL);
        assertThat(scene.registry().isRegistered(joiner)).isFalse();
        scene.awaitMembers(1, 2);
    }

    @Test
    void aNodeThatLeavesWhileItJoinsEndsSoonIfItsJoinIsRefused() {
        Scene scene = new Scene(2);
        Incarnation joiner = leavesWhileItJoins(scene, new SimulatedRegistryStore.WriteInterceptor() {
            @Override
            public long delay(int node, ClusterState content) {
                return node == 3 ? LEASE : 0; // meanwhile others write
            }
        });
        long left = scene.now();
        scene.await("it ends", () -> scene.node(3).gone());
        assertThat(scene.now()).isLessThan(left + 2 * RENEWAL);
        scene.run(2 * LEASE);
        assertThat(scene.registry().isRegistered(joiner)).isFalse();
        assertThat(scene.members()).containsExactly(1, 2);
    }

    @Test
    void aNodeThatLeavesWhileItJoinsEndsEvenIfItNeverGetsAnAnswer() {
        Scene scene = new Scene(2);
        Incarnation joiner = leavesWhileItJoins(scene, new SimulatedRegistryStore.WriteInterceptor() {
            @Override
            public void written(int node, ClusterState content) {
                if (node == 3) {
                    scene.cutFromRegistry(3);
                    scene.cut(1, 3);
                    scene.cut(2, 3);
                }
            }

            @Override
            public boolean losesAnswer(int node, ClusterState content) {
                return node == 3;
            }
        });
        long left = scene.now();
        scene.await("it is registered", () -> scene.registry().isRegistered(joiner));
        scene.await("it ends", () -> scene.node(3).gone());
        assertThat(scene.now()).isBetween(left + LEASE, left + 3 * LEASE + TICK);
        scene.awaitMembers(1, 2);
        assertThat(scene.registry().isRegistered(joiner)).isFalse();
    }
}
