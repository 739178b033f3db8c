package org.peerlock.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.peerlock.algorithm.Capacity;
import org.peerlock.internal.cluster.ClusterState;
import org.peerlock.internal.cluster.Incarnation;
import org.peerlock.internal.cluster.RegistryCommand;
import org.peerlock.internal.cluster.RegistrySecret;
import org.peerlock.internal.protocol.Packet;

/** What another node says never ends a membership: only the registry does. It may be a reason to read the registry. */
class HearsayTest {

    private static void tell(Scene scene, int node, ClusterState state) {
        SimulatedNode told = scene.node(node);
        Incarnation from = scene.incarnation(2);
        scene.next(() -> told.engine().onPacket(told.now(), from, new Packet.StateUpdate(state)));
    }

    private static void assertKeepsItsLock(Scene scene, Scene.Acquisition held, ClusterState lie) {
        Incarnation before = scene.incarnation(1);
        tell(scene, 1, lie);
        scene.run(10 * Scene.LEASE);
        assertThat(held.loss()).isNull();
        assertThat(scene.incarnation(1)).isEqualTo(before);
        scene.awaitMembers(1, 2, 3);
        scene.takeTurns("b", 1, 2, 3);
    }

    @Test
    void anotherRegistryIsNotBelieved() {
        Scene scene = new Scene(3);
        Scene.Acquisition held = scene.take(1, "a");
        ClusterState now = scene.registry();
        ClusterState another = ClusterState.create(
                new Incarnation(6, 6), RegistrySecret.WITHHELD, now.cluster(), now.settings(), 1, null);
        assertKeepsItsLock(scene, held, another);
    }

    @Test
    void anEvictionIsNotBelieved() {
        Scene scene = new Scene(3);
        Scene.Acquisition held = scene.take(1, "a");
        ClusterState without = scene.registry()
                .apply(new RegistryCommand.Leave(scene.incarnation(1)))
                .orElseThrow();
        assertKeepsItsLock(scene, held, without);
    }

    @Test
    void aNodeThatHearsOfAViewItDoesNotKnowReadsTheRegistryAtOnce() {
        Scene scene = new Scene(2);
        long epoch = scene.epoch();
        assertThat(readsAfter(scene, new Packet.ReportSummary(epoch, new TreeSet<>(), false)))
                .isZero();
        assertThat(readsAfter(scene, new Packet.ReportSummary(epoch + 1, new TreeSet<>(), false)))
                .isEqualTo(1);
        assertThat(readsAfter(scene, data(epoch))).isZero();
        assertThat(readsAfter(scene, data(epoch + 1))).isEqualTo(1);
    }

    private static Packet data(long epoch) {
        return new Packet.Data(epoch, 9, 0, "lock", Capacity.mutex(), "ricart-agrawala", "an early message");
    }

    /** How often node 1 reads the registry because of a packet. */
    private static long readsAfter(Scene scene, Packet packet) {
        scene.run(Scene.MOMENT); // an earlier read has ended
        SimulatedNode node = scene.node(1);
        SimulatedRegistryStore store = scene.cluster().registryStore();
        long before = store.reads();
        node.happen(() -> node.engine().onPacket(node.now(), scene.incarnation(2), packet));
        return store.reads() - before;
    }

    @Test
    void theSecretOfTheRegistryIsInNoPacket() {
        Scene scene = new Scene(3);
        assertThat(scene.registry().secret()).isNotEqualTo(RegistrySecret.WITHHELD);
        scene.filter((from, to, packet) -> {
            if (packet instanceof Packet.StateUpdate update) {
                assertThat(update.state().secret()).isEqualTo(RegistrySecret.WITHHELD);
            }
            return true;
        });
        scene.start();
        scene.awaitMembers(1, 2, 3, 4);
    }
}
