package org.peerlock.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.peerlock.testkit.Scene.LEASE;
import static org.peerlock.testkit.Scene.MOMENT;
import static org.peerlock.testkit.Scene.RENEWAL;
import static org.peerlock.testkit.Scene.SECOND;

import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.peerlock.algorithm.Capacity;
import org.peerlock.algorithm.catalogue.CatalogueEntry;
import org.peerlock.internal.cluster.ClusterState;
import org.peerlock.internal.cluster.Incarnation;
import org.peerlock.internal.engine.settings.LiveAlgorithms;
import org.peerlock.internal.protocol.Packet;
import org.peerlock.testkit.Scene.Installed;

/** Nodes that are known to be dead, not only silent: no node waits until their lease has expired. */
class ProvenDeathScenariosTest {

    /** Long enough to read the registry and change it twice; and far less than the rest of a lease. */
    private static final long SOON = RENEWAL;

    static List<CatalogueEntry<?, ?>> algorithms() {
        return LiveAlgorithms.all(Capacity.Kind.MUTEX);
    }

    /** Dies, and all learn of it. */
    private static void die(Scene scene, int node) {
        scene.crash(node);
        scene.proveDeath(node);
    }

    @ParameterizedTest
    @MethodSource("algorithms")
    void aDeadHolderIsFollowedLongBeforeItsLeaseWouldHaveEnded(CatalogueEntry<?, ?> algorithm) {
        Scene scene = new Scene(Scene.settings(algorithm, 10_000, 1, 1_000), 3);
        Scene.Acquisition held = scene.take(1, "lock");
        Scene.Acquisition next = scene.ask(2, "lock");
        scene.run(2 * SECOND);
        long epoch = scene.epoch();
        long leaseEnd = scene.leaseEnd(1);
        long died = scene.now();
        die(scene, 1);
        next.await();
        assertThat(next.grantedAt()).isLessThan(died + SOON).isLessThan(leaseEnd);
        assertThat(scene.members()).containsExactly(2, 3);
        assertThat(next.epoch()).isEqualTo(epoch + 1);
        assertThat(next.fence()).isGreaterThan(held.fence());
    }

    @Test
    void aHolderKeepsItsLockAndFenceWhenAnotherIsDead() {
        Scene scene = new Scene(3);
        Scene.Acquisition held = scene.take(1, "lock");
        long died = scene.now();
        die(scene, 3);
        scene.awaitMembers(1, 2);
        assertThat(scene.now()).isLessThan(died + SOON);
        assertThat(held.valid()).isTrue();
        assertThat(held.write()).isTrue();
    }

    @Test
    void aRenewalRightBeforeADeathDelaysNothing() {
        Scene scene = new Scene(2);
        Scene.Acquisition held = scene.take(1, "lock");
        scene.renewsAlone(1);
        long[] died = {0};
        scene.onWrite((node, content) -> {
            if (node == 1) {
                died[0] = scene.now();
                die(scene, 1);
            }
        });
        Scene.Acquisition next = scene.take(2, "lock");
        assertThat(next.grantedAt()).isLessThan(died[0] + SOON);
        assertThat(next.fence()).isGreaterThan(held.fence());
    }

    @Test
    void aLateWriteOfADeadNodeDoesNotBringItBack() {
        Scene scene = new Scene(3);
        Incarnation first = scene.incarnation(1);
        scene.renewsAlone(1);
        boolean[] sent = {false};
        scene.intercept(new SimulatedRegistryStore.WriteInterceptor() {
            @Override
            public long delay(int node, ClusterState content) {
                if (node != 1) {
                    return 0;
                }
                sent[0] = true;
                scene.next(() -> die(scene, 1));
                return LEASE;
            }
        });
        scene.await("a renewal is under way", () -> sent[0]);
        scene.awaitMembers(2, 3);
        scene.run(2 * LEASE);
        assertThat(scene.registry().isRegistered(first)).isFalse();
        assertThat(scene.members()).containsExactly(2, 3);
    }

    @Test
    void theLastOneGoesOnAlone() {
        Scene scene = new Scene(3);
        Scene.Acquisition held = scene.take(1, "lock");
        Scene.Acquisition next = scene.ask(3, "lock");
        long died = scene.now();
        die(scene, 1);
        die(scene, 2);
        next.await();
        assertThat(next.grantedAt()).isLessThan(died + SOON);
        assertThat(next.fence()).isGreaterThan(held.fence());
        scene.awaitMembers(3);
    }

    @Test
    void whenAllAreDeadANewNodeNeedNotWait() {
        Scene scene = new Scene(3);
        Scene.Acquisition held = scene.take(1, "lock");
        long leaseEnd = scene.leaseEnd(1);
        for (int node = 1; node <= 3; node++) {
            scene.crash(node);
        }
        scene.start();
        scene.start();
        for (int node = 1; node <= 3; node++) {
            scene.proveDeath(node);
        }
        Scene.Acquisition next = scene.take(4, "lock");
        assertThat(next.grantedAt()).isLessThan(leaseEnd);
        assertThat(next.fence()).isGreaterThan(held.fence());
        scene.awaitMembers(4, 5);
    }

    @Test
    void oneNodeThatKnowsIsEnough() {
        Scene scene = new Scene(4);
        long epoch = scene.epoch();
        long died = scene.now();
        scene.crash(1);
        scene.node(3).learnsDeath(new TreeSet<>(Set.of(scene.incarnation(1))));
        scene.awaitMembers(2, 3, 4);
        assertThat(scene.now()).isLessThan(died + SOON);
        assertThat(scene.epoch()).isEqualTo(epoch + 1);
    }

    // Joining nodes

    @Test
    void aDeadJoinerKeepsNoOtherOut() {
        Scene scene = new Scene(2);
        Scene.Acquisition held = scene.take(1, "lock");
        scene.onWrite((node, content) -> {
            if (node == 3) {
                scene.crash(3); // registered, and in no view
            }
        });
        scene.start();
        Incarnation joiner = scene.incarnation(3);
        scene.await("it has joined", () -> scene.registry().isRegistered(joiner));
        long died = scene.now();
        scene.start();
        scene.proveDeath(3);
        scene.awaitMembers(1, 2, 4);
        assertThat(scene.now()).isLessThan(died + 2 * SOON);
        assertThat(scene.registry().isRegistered(joiner)).isFalse();
        assertThat(held.valid()).isTrue();
    }

    @Test
    void aJoinerThatIsDeadByTheTimeItsViewBeginsIsDroppedFromItAtOnce() {
        Scene scene = new Scene(2);
        Scene.Acquisition held = scene.take(1, "lock");
        long epoch = scene.epoch();
        long[] died = {0};
        scene.onWrite((node, content) -> {
            if (died[0] == 0 && content.next() != null) {
                died[0] = scene.now();
                die(scene, 3);
            }
        });
        scene.start();
        scene.await("the joiner is dropped", () -> scene.epoch() == epoch + 2 && scene.open(1) && scene.open(2));
        assertThat(scene.now()).isLessThan(died[0] + SOON);
        assertThat(scene.installedAfter(epoch))
                .containsExactly(new Installed(epoch + 1, Set.of(1, 2, 3)), new Installed(epoch + 2, Set.of(1, 2)));
        assertThat(held.valid()).isTrue();
    }

    // While a view changes

    @Test
    void whenASurvivorIsDeadBeforeItReportsAnotherViewIsProposedAtOnce() {
        Scene scene = new Scene(3);
        Scene.Acquisition held = scene.take(1, "lock");
        long epoch = scene.epoch();
        long[] died = {0};
        int[] dead = {0};
        scene.onWrite((node, content) -> {
            if (died[0] == 0 && content.next() != null) {
                died[0] = scene.now();
                dead[0] = node == 3 ? 2 : 3;
                die(scene, dead[0]);
            }
        });
        scene.start();
        scene.await("a view", () -> scene.epoch() > epoch);
        assertThat(scene.now()).isLessThan(died[0] + SOON);
        assertThat(scene.epoch()).isEqualTo(epoch + 2);
        scene.awaitMembers(1, 5 - dead[0], 4);
        assertThat(scene.monitor().holders(epoch + 1)).isEmpty();
        assertThat(held.valid()).isTrue();
    }

    @Test
    void whenASurvivorIsDeadAfterItHasReportedTheViewBeginsAndDropsItAtOnce() {
        Scene scene = new Scene(3);
        Scene.Acquisition held = scene.take(3, "lock");
        Scene.Acquisition next = scene.ask(1, "lock");
        long epoch = scene.epoch();
        Incarnation third = scene.incarnation(3);
        long[] died = {0};
        scene.filter((from, to, packet) -> {
            boolean reports =
                    packet instanceof Packet.ReportPart part && part.survivor().equals(third);
            if (died[0] == 0 && from.number == 3 && reports) {
                died[0] = scene.now();
                scene.next(() -> scene.crash(3));
            }
            return true;
        });
        scene.start();
        scene.await("the view", () -> scene.epoch() == epoch + 1);
        assertThat(next.granted()).isFalse();
        scene.proveDeath(3);
        next.await();
        assertThat(next.grantedAt()).isLessThan(died[0] + 2 * SOON);
        assertThat(scene.monitor().holders(epoch + 1))
                .hasValueSatisfying(
                        holderMap -> assertThat(holderMap.of("lock")).containsOnlyKeys(third));
        assertThat(scene.installedAfter(epoch))
                .containsExactly(
                        new Installed(epoch + 1, Set.of(1, 2, 3, 4)), new Installed(epoch + 2, Set.of(1, 2, 4)));
        assertThat(next.fence()).isGreaterThan(held.fence());
    }

    @Test
    void whenTheProposerIsDeadTheOthersFinishAtOnce() {
        Scene scene = new Scene(4);
        long epoch = scene.epoch();
        long[] died = {0};
        scene.onWrite((node, content) -> {
            if (died[0] == 0 && content.next() != null) {
                died[0] = scene.now();
                die(scene, node);
            }
        });
        scene.leave(4);
        scene.await("a view", () -> scene.epoch() > epoch);
        assertThat(scene.now()).isLessThan(died[0] + SOON);
        assertThat(scene.members()).hasSize(2);
        scene.run(MOMENT);
        assertThat(scene.epoch()).isEqualTo(epoch + 2);
    }
}
