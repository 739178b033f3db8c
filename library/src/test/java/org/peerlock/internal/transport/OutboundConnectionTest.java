package org.peerlock.internal.transport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.peerlock.internal.transport.TestNode.id;
import static org.peerlock.internal.transport.TestNode.join;

import ch.qos.logback.classic.Level;
import java.io.IOException;
import java.security.SecureRandom;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.peerlock.LogLines;
import org.peerlock.internal.cluster.Endpoint;
import org.peerlock.internal.cluster.Incarnation;
import org.peerlock.internal.cluster.ProtocolRange;
import org.peerlock.internal.cluster.RegistrySecret;
import org.peerlock.internal.protocol.Packet;
import org.peerlock.internal.transport.DialProblem.Kind;

/** What a node says to another that it has dialed, and whom it believes. */
class OutboundConnectionTest {

    private static final Incarnation OTHER = id(7);

    private final LogLines lines = new LogLines(Connection.LOG, Level.DEBUG);
    private TestNode node;

    @BeforeEach
    void start() throws IOException {
        node = new TestNode(5, "orders", TestNode.BY_TCP);
        node.learn(join(TestNode.empty(), OTHER, 7000));
    }

    @AfterEach
    void stop() {
        node.close();
        lines.close();
    }

    private void assertProblem(Kind kind, String reason) {
        assertThat(node.ask(() -> node.transport.dialProblem(OTHER))).contains(new DialProblem(kind, reason));
        assertThat(node.events).isEmpty();
    }

    private void assertEndsUnproven(EmbeddedPeer peer) {
        assertThat(peer.isOpen()).isFalse();
        assertThat(lines.all()).contains("What listens at nearby did not prove to be node " + OTHER.shortId());
        assertThat(node.events).isEmpty();
    }

    @Test
    void theNodeThatDialsSpeaksFirstAndSaysWhoItIsWhenTheOtherHasProvedWhoItIs() {
        EmbeddedPeer peer = EmbeddedPeer.listening(node, OTHER);
        HandshakeProof.Context context = peer.challenge();
        assertThat(HandshakeRequest.Identity.read(peer.awaitFrame()))
                .isEqualTo(new HandshakeRequest.Identity(node.id, context.byDialer(node.id)));
        assertThat(node.events).isEmpty();
        peer.welcome();
        assertThat(node.events).containsExactly(new TestNode.Event("connected", OTHER));
        assertThat(lines.all()).containsExactly("Connected with " + OTHER.shortId() + " at nearby");
    }

    @Test
    void whoDoesNotKnowTheSecretOfTheRegistryIsNotToldWhoDials() {
        EmbeddedPeer peer = EmbeddedPeer.listening(node, OTHER);
        peer.challenge(RegistrySecret.draw(new SecureRandom()));
        assertThat(node.ask(peer::hasFrame)).isFalse();
        assertEndsUnproven(peer);
        assertProblem(Kind.UNPROVEN, "another process listens there");
    }

    @Test
    void aNodeThatDoesNotKnowTheSecretBelievesNobody() throws IOException {
        try (TestNode ignorant = new TestNode(6, "orders", TestNode.BY_TCP, TestNode.Knowledge.NOTHING)) {
            EmbeddedPeer peer = EmbeddedPeer.listening(ignorant, OTHER);
            peer.challenge();
            assertThat(ignorant.ask(peer::hasFrame)).isFalse();
            assertThat(peer.isOpen()).isFalse();
        }
    }

    @Test
    void aWelcomeWithoutAProofIsNone() {
        EmbeddedPeer peer = EmbeddedPeer.listening(node, OTHER);
        peer.welcome();
        assertEndsUnproven(peer);
    }

    @Test
    void theOtherNodeProvesWhoItIsOnce() {
        EmbeddedPeer peer = EmbeddedPeer.listening(node, OTHER);
        HandshakeProof.Context context = peer.challenge();
        peer.awaitFrame(); // who the node is
        peer.say(new HandshakeResponse.Challenge(context.protocols(), context.nonce(), context.byAcceptor()));
        assertThat(node.ask(peer::hasFrame)).isFalse();
        assertEndsUnproven(peer);
    }

    @Test
    void anOrdinaryRefusalIsNoWarning() {
        EmbeddedPeer peer = EmbeddedPeer.listening(node, OTHER);
        peer.say(new HandshakeResponse.Refused(true, "not\nnow"));
        assertThat(peer.isOpen()).isFalse();
        assertProblem(Kind.REFUSED, "it refused the connection: not?now");
        assertThat(lines.all()).containsExactly("nearby refused the connection of this node: not?now");
        assertThat(lines.warnings()).isEmpty();
    }

    @Test
    void anotherRefusalIsAWarningThatSaysWhatThisNodeIs() {
        EmbeddedPeer peer = EmbeddedPeer.listening(node, OTHER);
        peer.say(new HandshakeResponse.Refused(false, "wrong cluster."));
        assertThat(peer.isOpen()).isFalse();
        assertProblem(Kind.REFUSED, "it refused the connection: wrong cluster.");
        assertThat(lines.warnings())
                .containsExactly("nearby refused the connection of this node, which speaks the protocols "
                        + ProtocolRange.OF_LIBRARY + " and belongs to cluster 'orders': wrong cluster.");
    }

    @Test
    void aNodeMayRefuseAfterItHasProvedWhoItIs() {
        EmbeddedPeer peer = EmbeddedPeer.challenging(node, OTHER);
        peer.say(new HandshakeResponse.Refused(true, "there is another connection already"));
        assertThat(peer.isOpen()).isFalse();
        assertProblem(Kind.REFUSED, "it refused the connection: there is another connection already");
    }

    @Test
    void aNodeThatDoesNotAnswerInTimeIsSilent() {
        EmbeddedPeer peer = EmbeddedPeer.listening(node, OTHER);
        peer.pass(TestNode.BY_TCP.handshakeMillis() - 1);
        assertThat(peer.isOpen()).isTrue();
        peer.pass(1);
        assertThat(peer.isOpen()).isFalse();
        assertProblem(Kind.SILENT, "it does not answer");
        assertThat(lines.all()).containsExactly("Gave up on the connection with nearby: no handshake in time");
    }

    @Test
    void aNodeWithAnotherCertificateThanTheRegistrySaysIsToldNothing() {
        node.learn(join(TestNode.empty(), OTHER, new Endpoint("127.0.0.1:7000", "a".repeat(64))));
        EmbeddedPeer peer = EmbeddedPeer.listening(node, OTHER);
        assertThat(node.ask(peer::hasFrame)).isFalse();
        assertEndsUnproven(peer);
        assertProblem(
                Kind.OTHER_CERTIFICATE,
                "another process listens there: the registry demands encrypted connections of it");
    }

    @Test
    void afterTheHandshakeComePackets() {
        EmbeddedPeer peer = EmbeddedPeer.dialed(node, OTHER);
        peer.write(EmbeddedPeer.frame(new Packet.Probe(3)));
        assertThat(node.received).containsExactly(new Packet.Probe(3));
        peer.welcome();
        assertThat(peer.isOpen()).isFalse();
        assertThat(lines.warnings())
                .singleElement()
                .asString()
                .startsWith("Closed the connection with node " + OTHER.shortId() + " at nearby");
    }
}
