package org.peerlock.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.peerlock.testkit.Scene.LEASE;
import static org.peerlock.testkit.Scene.RENEWAL;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.Test;
import org.peerlock.internal.cluster.ClusterState;
import org.peerlock.internal.cluster.ClusterStateText;
import org.peerlock.internal.cluster.MemberRecord;
import org.peerlock.internal.cluster.ProtocolRange;
import org.peerlock.internal.engine.settings.NodeSettings;
import org.peerlock.internal.protocol.Packet;

/** Nodes of an older version and of a newer one work together, and a cluster is upgraded node by node. */
class UpgradeScenariosTest {

    private static final NodeSettings NEW = Scene.settings("ricart-agrawala", 10_000);
    private static final NodeSettings OLD = NEW.withProtocols(new ProtocolRange(1, 1));

    /** Fails if a node gets a packet that its version does not know. */
    private static void watchPackets(Scene scene) {
        scene.filter((from, to, packet) -> {
            boolean known = !(packet instanceof Packet.RenewalRequest || packet instanceof Packet.RenewalConfirmation)
                    || scene.registry().protocol() >= ProtocolRange.DELEGATED_RENEWAL;
            assertThat(known).as("node %s understands %s", to.number, packet).isTrue();
            return true;
        });
    }

    @Test
    void aClusterIsUpgradedNodeByNodeWhileLocksAreHeld() {
        Scene scene = new Scene(OLD, 3);
        watchPackets(scene);
        assertThat(scene.registry().protocol()).isEqualTo(1);
        for (int node = 1; node <= 3; node++) {
            Scene.Acquisition held = scene.take(node + 1, "lock");
            scene.leave(node);
            SimulatedNode added = scene.cluster().add(1, NEW);
            scene.await("it has joined", () -> scene.open(added.number));
            scene.run(2 * LEASE);
            assertThat(held.valid()).isTrue();
            held.release();
        }
        assertThat(scene.registry().protocol()).isEqualTo(2);
        scene.run(2 * LEASE);
    }

    @Test
    void theProtocolDoesNotRiseWhileAnOldNodeIsRegistered() {
        Scene scene = new Scene(OLD, 1);
        watchPackets(scene);
        for (int added = 0; added < 3; added++) {
            SimulatedNode node = scene.cluster().add(1, NEW);
            scene.await("it has joined", () -> scene.open(node.number));
        }
        scene.run(3 * LEASE);
        assertThat(scene.registry().protocol()).isEqualTo(1);
        scene.crash(1);
        scene.await("it is evicted", () -> scene.registry().members().size() == 3);
        scene.await("the protocol rises", () -> scene.registry().protocol() == 2);
        boolean[] requested = {false};
        scene.filter((from, to, packet) -> {
            requested[0] |= packet instanceof Packet.RenewalRequest;
            return true;
        });
        scene.run(3 * RENEWAL);
        assertThat(requested[0])
                .as("members let another one renew their leases")
                .isTrue();
    }

    @Test
    void anOldNodeIsRefusedByAClusterThatSpeaksANewerProtocol() {
        Scene scene = new Scene(NEW, 2);
        Scene.Acquisition held = scene.take(1, "lock");
        SimulatedNode old = scene.cluster().add(1, OLD);
        scene.await("it is refused", old::gone);
        assertThat(old.refusal()).contains("protocol: here 1-1, in the registry 2");
        scene.run(2 * LEASE);
        assertThat(held.valid()).isTrue();
        assertThat(scene.registry().protocol()).isEqualTo(2);
    }

    @Test
    void aNodeThatDoesNotSpeakTheOldProtocolAnyMoreIsRefusedByAnOldCluster() {
        Scene scene = new Scene(OLD, 2);
        SimulatedNode later = scene.cluster().add(1, NEW.withProtocols(new ProtocolRange(2, 3)));
        scene.await("it is refused", later::gone);
        assertThat(later.refusal()).contains("protocol: here 2-3, in the registry 1");
    }

    @Test
    void whenAllHaveLeftAnOldNodeMayUseTheRegistryAgain() {
        Scene scene = new Scene(NEW, 1);
        scene.leave(1);
        scene.await("it has left", () -> scene.registry().members().isEmpty());
        SimulatedNode old = scene.cluster().add(1, OLD);
        scene.await("it works", () -> scene.open(old.number));
        assertThat(scene.registry().protocol()).isEqualTo(1);
    }

    /** An old node registers after a view was proposed without it, and before that view is installed. */
    @Test
    void anOldNodeThatWaitsToBecomeAMemberHoldsTheProtocolBack() {
        Scene scene = new Scene(OLD, 1);
        watchPackets(scene);
        SimulatedNode added = scene.cluster().add(1, NEW);
        scene.await("it has joined", () -> scene.open(added.number));
        scene.leave(1);
        scene.await("it has left", () -> scene.registry().members().size() == 1);
        SimulatedNode old = scene.cluster().add(1, OLD);
        scene.await("it has joined or was refused", () -> old.gone() || scene.open(old.number));
        scene.run(3 * LEASE);
        boolean member = scene.registry().isRegistered(old.engine().incarnation());
        assertThat(scene.registry().protocol()).isEqualTo(member ? 1 : 2);
    }

    @Test
    void linesOfALaterVersionAreKeptByWhoeverWritesTheRegistry() {
        Scene scene = new Scene(NEW, 2);
        ClusterState before = scene.registry();
        String text = new String(ClusterStateText.write(before), StandardCharsets.UTF_8);
        String body = text.substring(0, text.indexOf("crc32c "))
                .replace("current ", "weather \"fine\"\ncurrent ")
                .replaceFirst("(registered [^G]*?stamp [0-9]+\n)", "$1  colour \"blue\"\n");
        ClusterState later = ClusterStateText.read(withChecksum(body));
        scene.cluster().registryStore().restore(later);
        scene.run(3 * LEASE);
        SimulatedNode third = scene.cluster().add(1, NEW);
        scene.await("it has joined", () -> scene.open(third.number));
        assertThat(scene.registry().revision()).isGreaterThan(later.revision());
        assertThat(scene.registry().unknownLines()).containsExactly("weather \"fine\"");
        assertThat(scene.registry().members().values())
                .extracting(MemberRecord::unknownLines)
                .containsOnlyOnce(List.of("  colour \"blue\""));
    }

    private static byte[] withChecksum(String body) {
        CRC32C crc = new CRC32C();
        crc.update(body.getBytes(StandardCharsets.UTF_8));
        return (body + String.format("crc32c %08x\n", crc.getValue())).getBytes(StandardCharsets.UTF_8);
    }
}
