package org.peerlock.internal.transport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.peerlock.internal.transport.EmbeddedPeer.frame;
import static org.peerlock.internal.transport.TestNode.id;
import static org.peerlock.internal.transport.TestNode.join;

import ch.qos.logback.classic.Level;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.security.SecureRandom;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.peerlock.LogLines;
import org.peerlock.internal.cluster.Endpoint;
import org.peerlock.internal.cluster.Incarnation;
import org.peerlock.internal.cluster.ProtocolRange;
import org.peerlock.internal.cluster.RegistrySecret;
import org.peerlock.internal.io.netty.buffer.Unpooled;
import org.peerlock.internal.io.netty.channel.embedded.EmbeddedChannel;

/** Whom a node lets in, and what it says to the others. */
class InboundConnectionTest {

    private static final Incarnation OTHER = id(7);
    private static final HandshakeResponse NOT_PROVED = new HandshakeResponse.Refused(
            false, "only processes that can read the registry of the cluster may connect.");
    private static final HandshakeResponse NOT_HERE =
            new HandshakeResponse.Refused(true, "the node that was meant is not here, or not any more");

    private final LogLines lines = new LogLines(Connection.LOG, Level.DEBUG);
    private TestNode node;
    private EmbeddedPeer peer;

    @BeforeEach
    void start() throws IOException {
        node = new TestNode(5, "orders", new ConnectionLimits(256, 1, 5_000, false));
        peer = EmbeddedPeer.stranger(node, OTHER);
    }

    @AfterEach
    void stop() {
        node.close();
        lines.close();
    }

    private void assertRefused() {
        assertThat(peer.isOpen()).isFalse();
        assertThat(node.ask(peer::hasFrame)).isFalse();
        assertThat(node.events).isEmpty();
    }

    @Test
    void theNodeThatHasDialedSpeaksFirst() {
        assertThat(node.ask(peer::hasFrame)).isFalse();
        peer.hello();
        assertThat(node.ask(peer::hasFrame)).isFalse();
        assertThat(node.events).isEmpty();
    }

    @Test
    void aNodeThatHasProvedWhoItIsIsWelcome() {
        assertThat(peer.greet()).isEqualTo(new HandshakeResponse.Welcome());
        assertThat(node.events).containsExactly(new TestNode.Event("connected", OTHER));
        assertThat(lines.all()).containsExactly("Connected with " + OTHER.shortId() + " at nearby");
        assertThat(peer.isOpen()).isTrue();
    }

    @Test
    void aNodeWithoutAProtocolInCommonIsRefusedWhateverElseItSays() {
        HandshakeRequest.Hello hello = new HandshakeRequest.Hello(new ProtocolRange(98, 99), Nonce.draw());
        peer.write(Unpooled.wrappedBuffer(frame(hello::write), frame(out -> out.writeByte(42))));
        String reason = "this node speaks the protocols " + ProtocolRange.OF_LIBRARY
                + ". Run versions of Peerlock at all nodes that have one in common.";
        assertThat(peer.awaitResponse()).isEqualTo(new HandshakeResponse.Refused(false, reason));
        assertThat(lines.all())
                .containsExactly("Refused a connection from nearby, which speaks the protocols 98-99: " + reason);
        assertRefused();
    }

    @Test
    void aNodeThatHasNotReadTheRegistryRefusesEverybody() throws IOException {
        try (TestNode ignorant = new TestNode(6, "orders", TestNode.BY_TCP, TestNode.Knowledge.NOTHING)) {
            peer = EmbeddedPeer.stranger(ignorant, OTHER);
            peer.write(RawSocket.newHello()::write);
            assertThat(peer.awaitResponse())
                    .isEqualTo(new HandshakeResponse.Refused(true, "this node has not read the registry yet"));
            assertThat(peer.isOpen()).isFalse();
            assertThat(lines.all())
                    .containsExactly("Refused a connection from nearby: this node has not read the registry yet");
        }
    }

    @Test
    void whoDoesNotKnowTheSecretIsRefusedAndThatIsLogged() {
        HandshakeProof.Context context = peer.hello();
        HandshakeProof.Context guessed = new HandshakeProof.Context(
                RegistrySecret.draw(new SecureRandom()),
                "orders",
                new HandshakeRequest.Hello(context.protocols(), context.nonce()),
                context.protocols(),
                context.nonce(),
                node.id,
                ChannelBinding.NONE);
        assertThat(peer.identify(guessed)).isEqualTo(NOT_PROVED);
        assertThat(lines.warnings())
                .containsExactly("Refused a connection from nearby, which does not know the secret of the registry:"
                        + " only processes that can read the registry of the cluster may connect.");
        assertRefused();
    }

    @Test
    void aNodeWithAnotherCertificateThanTheRegistrySaysIsRefusedAndThatIsLogged() {
        node.learn(join(TestNode.empty(), OTHER, new Endpoint("127.0.0.1:7000", "a".repeat(64))));
        assertThat(peer.greet())
                .isEqualTo(new HandshakeResponse.Refused(false, "the registry demands encrypted connections of it."));
        assertThat(lines.warnings())
                .contains("Refused a connection from nearby, which says that it is node " + OTHER.shortId()
                        + ": the registry demands encrypted connections of it.");
        assertRefused();
    }

    @Test
    void aNodeThatHasBecomeAnotherIncarnationIsNotTheOneThatWasMeant() {
        HandshakeProof.Context context = peer.hello();
        node.on(() -> node.transport.setIncarnation(id(6)));
        assertThat(peer.identify(context)).isEqualTo(NOT_HERE);
        assertRefused();
    }

    @Test
    void aNodeDoesNotConnectWithItself() {
        peer = EmbeddedPeer.stranger(node, node.id);
        assertThat(peer.greet()).isEqualTo(NOT_HERE);
        assertRefused();
    }

    @Test
    void oneNodeTooManyIsRefusedUntilThereIsRoom() {
        EmbeddedPeer first = EmbeddedPeer.dialing(node, id(8));
        String reason = "there are 1 connections already.";
        assertThat(peer.greet()).isEqualTo(new HandshakeResponse.Refused(false, reason));
        assertThat(peer.isOpen()).isFalse();
        assertThat(lines.warnings())
                .containsExactly("Refused a connection from nearby, which is one node too many: " + reason);
        first.close();
        peer = EmbeddedPeer.stranger(node, OTHER);
        assertThat(peer.greet()).isEqualTo(new HandshakeResponse.Welcome());
    }

    @Test
    void aStrangerThatLeavesIsNoEvent() {
        peer.close();
        assertThat(node.events).isEmpty();
        assertThat(lines.all()).isEmpty();
    }

    // From where it comes

    @Test
    void allAddressesOfAnIpv6NetworkAreOneHost() throws IOException {
        assertThat(InboundConnection.host(InetAddress.getByName("10.1.2.3"))).isEqualTo("0a010203");
        assertThat(InboundConnection.host(InetAddress.getByName("2001:db8:1:2:3:4:5:6")))
                .isEqualTo(InboundConnection.host(InetAddress.getByName("2001:db8:1:2::")))
                .isNotEqualTo(InboundConnection.host(InetAddress.getByName("2001:db8:1:3::")));
    }

    @Test
    void aConnectionByTcpComesFromAHostAndOthersFromThisMachine() {
        InetSocketAddress remote = new InetSocketAddress("10.1.2.3", 7000);
        EmbeddedChannel byTcp = new EmbeddedChannel() {
            @Override
            protected SocketAddress remoteAddress0() {
                return remote;
            }
        };
        assertThat(new InboundConnection(node.transport, byTcp, "far").host()).isEqualTo("0a010203");
        assertThat(new InboundConnection(node.transport, new EmbeddedChannel(), "nearby").host())
                .isEmpty();
    }
}
