package org.peerlock.internal.transport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.peerlock.internal.transport.TestNode.id;
import static org.peerlock.internal.transport.TestNode.join;

import java.io.IOException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.peerlock.internal.cluster.ClusterState;
import org.peerlock.internal.cluster.Endpoint;
import org.peerlock.internal.cluster.Incarnation;
import org.peerlock.internal.cluster.RegistryCommand;
import org.peerlock.internal.protocol.Packet;

/** Which connection to another node is used, and what becomes of the others. */
class RemotePeerTest {

    /** Dials may cross for the whole test. */
    private static final ConnectionLimits CROSSING = new ConnectionLimits(256, 1024, 600_000, false);

    /** Dials cross for a millisecond. */
    private static final ConnectionLimits SOON_SETTLED = new ConnectionLimits(256, 1024, 1, false);

    private static final Incarnation SMALLER = id(1);
    private static final Incarnation LARGER = id(9);

    private TestNode node;

    @BeforeEach
    void start() throws IOException {
        node = new TestNode(5, "orders", CROSSING);
    }

    @AfterEach
    void stop() {
        node.close();
    }

    private void restart(ConnectionLimits limits) throws IOException {
        node.close();
        node = new TestNode(5, "orders", limits);
    }

    private void assertUses(EmbeddedPeer peer) {
        node.on(() -> node.transport.send(peer.id, new Packet.Probe(77)));
        assertThat(peer.awaitPacket()).isEqualTo(new Packet.Probe(77));
    }

    // Two connections

    @Test
    void ofCrossingDialsTheSmallerNodeKeepsItsOwnAndClosesTheOther() {
        EmbeddedPeer theirs = EmbeddedPeer.dialing(node, LARGER);
        EmbeddedPeer ours = EmbeddedPeer.dialed(node, LARGER);
        assertUses(ours);
        assertThat(theirs.isOpen()).isFalse();
    }

    @Test
    void ofCrossingDialsTheLargerNodeKeepsTheOtherAndLeavesItsOwnToBeClosed() {
        EmbeddedPeer ours = EmbeddedPeer.dialed(node, SMALLER);
        EmbeddedPeer theirs = EmbeddedPeer.dialing(node, SMALLER);
        assertUses(theirs);
        assertThat(ours.isOpen()).isTrue();
        ours.pass(CROSSING.handshakeMillis());
        assertThat(ours.isOpen()).isFalse();
        assertThat(node.count("disconnected")).isZero();
    }

    @Test
    void theLargerNodeDoesNotUseItsOwnDialBesideThatOfTheSmaller() {
        EmbeddedPeer theirs = EmbeddedPeer.dialing(node, SMALLER);
        EmbeddedPeer ours = EmbeddedPeer.dialed(node, SMALLER);
        assertUses(theirs);
        assertThat(node.count("connected")).isEqualTo(1);
        assertThat(ours.isOpen()).isTrue();
        ours.pass(CROSSING.handshakeMillis());
        assertThat(ours.isOpen()).isFalse();
    }

    @Test
    void theSmallerNodeRefusesADialThatCrossesItsOwn() {
        EmbeddedPeer ours = EmbeddedPeer.dialed(node, LARGER);
        EmbeddedPeer theirs = EmbeddedPeer.stranger(node, LARGER);
        assertThat(theirs.greet())
                .isEqualTo(new HandshakeResponse.Refused(true, "there is another connection already"));
        assertUses(ours);
    }

    @Test
    void onceDialsNoLongerCrossANodeThatDialsHasLostTheConnectionThatSeemsToExist() throws IOException {
        restart(SOON_SETTLED);
        EmbeddedPeer ours = EmbeddedPeer.dialed(node, LARGER);
        ours.pass(2);
        EmbeddedPeer theirs = EmbeddedPeer.dialing(node, LARGER);
        assertUses(theirs);
        assertThat(ours.isOpen()).isFalse();
    }

    @Test
    void aNodeThatDialsAgainHasLostItsFirstConnection() {
        EmbeddedPeer first = EmbeddedPeer.dialing(node, LARGER);
        EmbeddedPeer second = EmbeddedPeer.dialing(node, LARGER);
        assertUses(second);
        assertThat(first.isOpen()).isFalse();
    }

    @Test
    void theEndOfAConnectionThatWasReplacedIsNotTold() {
        EmbeddedPeer first = EmbeddedPeer.dialing(node, SMALLER);
        EmbeddedPeer second = EmbeddedPeer.dialing(node, SMALLER);
        first.close();
        assertThat(node.count("connected")).isEqualTo(2);
        assertThat(node.count("disconnected")).isZero();
        assertUses(second);
        second.close();
        assertThat(node.count("disconnected")).isEqualTo(1);
    }

    // A node that is forgotten

    @Test
    void aHandshakeThatEndsAfterTheNodeWasForgottenLeadsToNothing() {
        EmbeddedPeer peer = EmbeddedPeer.challenging(node, SMALLER);
        node.on(() -> node.transport.peer(SMALLER).forget());
        peer.welcome();
        assertThat(node.events).isEmpty();
        assertThat(peer.isOpen()).isFalse();
    }

    @Test
    void aNodeThatBecomesAnotherIncarnationClosesItsConnections() {
        EmbeddedPeer inbound = EmbeddedPeer.dialing(node, LARGER);
        EmbeddedPeer outbound = EmbeddedPeer.dialed(node, SMALLER);
        node.on(() -> node.transport.setIncarnation(id(6)));
        assertThat(inbound.isOpen()).isFalse();
        assertThat(outbound.isOpen()).isFalse();
    }

    @Test
    void aNodeThatTheRegistryDoesNotHaveIsForgottenWithItsConnection() {
        RemotePeer before = node.ask(() -> node.transport.peer(LARGER));
        EmbeddedPeer.dialing(node, LARGER).close();
        assertThat(node.ask(() -> node.transport.peer(LARGER))).isNotSameAs(before);
    }

    @Test
    void aNodeThatTheRegistryHasIsKeptWithoutAConnection() {
        node.learn(join(TestNode.empty(), LARGER, 1));
        RemotePeer before = node.ask(() -> node.transport.peer(LARGER));
        EmbeddedPeer.dialing(node, LARGER).close();
        assertThat(node.ask(() -> node.transport.peer(LARGER))).isSameAs(before);
    }

    @Test
    void nothingIsKeptForANodeWithoutAnAddress() {
        node.on(() -> node.transport.peer(LARGER).send(new Packet.Probe(1)));
        EmbeddedPeer peer = EmbeddedPeer.dialing(node, LARGER);
        assertUses(peer);
    }

    // What the registry says of a node that is connected

    @Test
    void aConnectionThatIsNotEncryptedIsClosedWhenTheRegistryDemandsThat() {
        EmbeddedPeer peer = EmbeddedPeer.dialing(node, LARGER);
        node.learn(join(TestNode.empty(), LARGER, new Endpoint("127.0.0.1:1", "a".repeat(64))));
        assertThat(peer.isOpen()).isFalse();
    }

    @Test
    void aConnectionOfANodeThatIsRegisteredLaterIsKept() {
        EmbeddedPeer peer = EmbeddedPeer.dialing(node, LARGER);
        node.learn(join(TestNode.empty(), LARGER, 1));
        assertUses(peer);
        assertThat(node.ask(() -> node.transport.peer(LARGER).place())).isEqualTo("127.0.0.1:1");
    }

    @Test
    void aConnectionWithoutTlsIsPlain() {
        assertThat(node.ask(() -> node.transport.connectionKind(LARGER))).isEmpty();
        EmbeddedPeer.dialing(node, LARGER);
        assertThat(node.ask(() -> node.transport.connectionKind(LARGER))).contains(ConnectionKind.PLAIN_TCP);
    }

    @Test
    void aNodeThatIsGoneFromTheRegistryKeepsTheConnectionThatItDialedAndLosesTheOther() {
        node.learn(join(join(TestNode.empty(), SMALLER, 1), LARGER, 1));
        EmbeddedPeer theirs = EmbeddedPeer.dialing(node, LARGER);
        EmbeddedPeer ours = EmbeddedPeer.dialed(node, SMALLER);
        node.learn(gone(gone(join(join(TestNode.empty(), SMALLER, 1), LARGER, 1), SMALLER), LARGER));
        assertUses(theirs);
        assertThat(ours.isOpen()).isFalse();
    }

    private static ClusterState gone(ClusterState from, Incarnation left) {
        return from.apply(new RegistryCommand.Leave(left)).orElseThrow();
    }

    // Dialing again

    private int failures(Incarnation other) {
        return node.ask(() -> node.transport.peer(other).failures());
    }

    @Test
    void aConnectionThatLastsOnlyAMomentCountsAsAFailureUntilOneLasts() {
        node.learn(join(TestNode.empty(), SMALLER, 1));
        EmbeddedPeer.dialing(node, SMALLER).close();
        EmbeddedPeer.dialing(node, SMALLER).close();
        assertThat(failures(SMALLER)).isEqualTo(2);
        EmbeddedPeer lasting = EmbeddedPeer.dialing(node, SMALLER);
        lasting.pass(1_000);
        lasting.close();
        assertThat(failures(SMALLER)).isZero();
    }
}
