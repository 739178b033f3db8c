package org.peerlock.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.peerlock.testkit.Scene.LEASE;
import static org.peerlock.testkit.Scene.MOMENT;
import static org.peerlock.testkit.Scene.RENEWAL;
import static org.peerlock.testkit.Scene.SECOND;

import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.peerlock.internal.cluster.ClusterState;
import org.peerlock.internal.engine.effects.LossCause;
import org.peerlock.internal.engine.lockword.GrantGate;
import org.peerlock.internal.protocol.Packet;

/** Members renew each other's leases. */
class RenewalScenariosTest {

    /** The node that writes to the registry for all. */
    private static int renewer(Scene scene) {
        int[] writer = {0};
        scene.onWrite((node, content) -> writer[0] = node);
        scene.await("a write", () -> writer[0] != 0);
        scene.noIntercept();
        return writer[0];
    }

    private static int other(int node) {
        return node == 1 ? 2 : 1;
    }

    @Test
    void oneMemberWritesForAllAndSeldom() {
        Scene scene = new Scene(8);
        scene.run(2 * LEASE);
        SortedSet<Integer> writers = new TreeSet<>();
        int[] writes = {0};
        scene.onWrite((node, content) -> {
            writers.add(node);
            writes[0]++;
        });
        scene.run(10 * RENEWAL);
        assertThat(writers).hasSize(1);
        assertThat(writes[0]).isBetween(10, 10 * 6);
    }

    /** Some get a confirmation before others have renewed. They must not take these for dead. */
    @ParameterizedTest
    @ValueSource(ints = {12, 20, 21, 23})
    void nobodyIsEvictedBecauseItRenewsALittleLaterThanOthersAfterTheRegistryWasAway(int seconds) {
        Scene scene = new Scene(8);
        long epoch = scene.epoch();
        scene.cluster().registryStore().makeUnavailable(scene.now() + seconds * SECOND);
        scene.run((seconds + 10) * SECOND);
        assertThat(scene.epoch()).isEqualTo(epoch);
        assertThat(scene.members()).hasSize(8);
    }

    @Test
    void aNodeThatDoesNotReachTheRegistryKeepsItsLocksThroughAnother() {
        for (int node = 1; node <= 3; node++) { // whichever of them writes for all
            Scene scene = new Scene(3);
            Scene.Acquisition held = scene.take(node, "lock");
            long epoch = scene.epoch();
            scene.cutOwnWayToRegistry(node);
            scene.run(5 * LEASE);
            assertThat(held.valid()).isTrue();
            assertThat(scene.epoch()).isEqualTo(epoch);
        }
    }

    @Test
    void aNodeThatCanReadTheRegistryButNotWriteItKeepsItsLocksThroughAnother() {
        for (int node = 1; node <= 3; node++) {
            int hindered = node;
            Scene scene = new Scene(3);
            Scene.Acquisition held = scene.take(hindered, "lock");
            scene.intercept(new SimulatedRegistryStore.WriteInterceptor() {
                @Override
                public boolean fails(int writer, ClusterState content) {
                    return writer == hindered;
                }
            });
            scene.run(5 * LEASE);
            assertThat(held.valid()).isTrue();
        }
    }

    @Test
    void oneNodeThatReachesTheRegistryIsEnough() {
        for (int node = 1; node <= 4; node++) {
            Scene scene = new Scene(4);
            Scene.Acquisition held = scene.take(1, "lock");
            for (int other = 1; other <= 4; other++) {
                if (other != node) {
                    scene.cutOwnWayToRegistry(other);
                }
            }
            scene.run(5 * LEASE);
            assertThat(held.valid()).isTrue();
            assertThat(scene.members()).containsExactly(1, 2, 3, 4);
        }
    }

    @Test
    void readsForOtherReasonsDoNotPutOffARenewal() {
        Scene scene = new Scene(3);
        int renewer = renewer(scene);
        int reader = other(renewer);
        Scene.Acquisition held = scene.take(reader, "lock");
        for (int time = 0; time < 40; time++) {
            scene.run(RENEWAL / 2);
            SimulatedNode node = scene.node(reader);
            Packet hint = new Packet.ReportSummary(scene.epoch() + 1, new TreeSet<>(), true);
            node.engine().onPacket(node.now(), scene.incarnation(renewer), hint);
        }
        assertThat(held.valid()).isTrue();
    }

    /** The renewer's write fails and did not happen. It leaves: that write does not confirm what the one before it did not do. */
    @Test
    void aLeaveConfirmsNoRenewalOfAWriteThatFailed() {
        Scene scene = new Scene(3);
        int renewer = renewer(scene);
        boolean[] failed = {false};
        boolean[] requested = {false};
        boolean[] confirmed = {false};
        scene.filter((from, to, packet) -> {
            requested[0] |= packet instanceof Packet.RenewalRequest && to.number == renewer;
            confirmed[0] |= failed[0] && packet instanceof Packet.RenewalConfirmation && from.number == renewer;
            return true;
        });
        scene.intercept(new SimulatedRegistryStore.WriteInterceptor() {
            @Override
            public boolean fails(int writer, ClusterState content) {
                boolean fails = writer == renewer && requested[0] && !failed[0];
                if (fails) {
                    failed[0] = true;
                    scene.next(() -> scene.leaveAtOnce(renewer));
                }
                return fails;
            }
        });
        scene.await("it has left", () -> !scene.members().contains(renewer));
        assertThat(confirmed[0]).isFalse();
    }

    @Test
    void whenTheOneThatWritesDiesTheOthersKeepTheirLocks() {
        Scene scene = new Scene(4);
        int renewer = renewer(scene);
        Scene.Acquisition held = scene.take(other(renewer), "lock");
        scene.crash(renewer);
        scene.run(3 * LEASE);
        assertThat(held.valid()).isTrue();
        assertThat(scene.members()).hasSize(3).doesNotContain(renewer);
    }

    @Test
    void whenTheOneThatWritesIsPausedTheOthersKeepTheirLocks() {
        Scene scene = new Scene(4);
        int renewer = renewer(scene);
        Scene.Acquisition held = scene.take(other(renewer), "lock");
        scene.pause(renewer, LEASE / 2);
        scene.run(3 * LEASE);
        assertThat(held.valid()).isTrue();
        assertThat(scene.members()).hasSize(4);
    }

    /** Every member holds a lock of its own. */
    private static List<Scene.Acquisition> allHold(Scene scene, int nodes) {
        return IntStream.rangeClosed(1, nodes)
                .mapToObj(node -> scene.take(node, "lock " + node))
                .toList();
    }

    @Test
    void whenTheOneThatWritesIsCutOffFromTheRegistryNobodyLosesALock() {
        Scene scene = new Scene(4);
        List<Scene.Acquisition> held = allHold(scene, 4);
        scene.cutOwnWayToRegistry(renewer(scene));
        scene.run(5 * LEASE);
        assertThat(held).allMatch(Scene.Acquisition::valid);
    }

    /** It reaches the registry, but some packets between it and the others are lost. In the end it steps down. */
    @ParameterizedTest
    @CsvSource({"true, false", "false, true", "true, true"})
    void whenTheOneThatWritesIsCutOffFromTheMembersNoneOfThemLosesALock(boolean from, boolean to) {
        Scene scene = new Scene(4);
        List<Scene.Acquisition> held = allHold(scene, 4);
        int renewer = renewer(scene);
        for (int node = 1; node <= 4; node++) {
            if (from) {
                scene.cut(renewer, node);
            }
            if (to) {
                scene.cut(node, renewer);
            }
        }
        scene.run(2 * LEASE);
        assertThat(held).allMatch(Scene.Acquisition::valid);
        scene.await("it has stepped down", () -> !scene.members().contains(renewer));
        scene.run(2 * LEASE);
        assertThat(held).filteredOn(one -> one.node != renewer).hasSize(3).allMatch(Scene.Acquisition::valid);
    }

    @Test
    void aDeadNodeIsNotRenewed() {
        Scene scene = new Scene(3);
        int dead = other(renewer(scene));
        Scene.Acquisition held = scene.take(dead, "lock");
        long leaseEnd = scene.leaseEnd(dead);
        Scene.Acquisition next = scene.ask(3, "lock");
        scene.crash(dead);
        next.await();
        assertThat(next.grantedAt()).isBetween(leaseEnd, leaseEnd + 3 * RENEWAL + MOMENT);
        assertThat(next.fence()).isGreaterThan(held.fence());
    }

    @Test
    void aRequestFromBeforeTheMachineSleptGivesNoLease() {
        Scene scene = new Scene(2);
        int asleep = other(renewer(scene));
        Scene.Acquisition held = scene.take(asleep, "lock");
        boolean[] slept = {false};
        scene.filter((from, to, packet) -> {
            if (packet instanceof Packet.RenewalConfirmation && to.number == asleep && !slept[0]) {
                slept[0] = true;
                scene.sleep(asleep, SECOND);
            }
            return true;
        });
        scene.await("told", () -> held.loss() != null);
        assertThat(held.loss()).isEqualTo(LossCause.LEASE_EXPIRED);
        scene.run(1);
        assertThat(scene.gate(asleep).state()).isEqualTo(GrantGate.State.NO_LEASE);
        scene.takeTurns("lock", 1, 2);
    }

    @Test
    void nodesThatStartTogetherBecomeMembersInFewViews() {
        Scene scene = new Scene(1);
        long epoch = scene.epoch();
        for (int node = 2; node <= 20; node++) {
            scene.start();
        }
        scene.await("all are members", () -> scene.members().size() == 20);
        assertThat(scene.epoch()).isBetween(epoch + 1, epoch + 9);
    }
}
