package org.peerlock.internal.transport;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.peerlock.internal.transport.TestNode.join;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Queue;
import javax.net.ssl.SSLException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.peerlock.LogLines;
import org.peerlock.internal.cluster.Endpoint;
import org.peerlock.internal.cluster.Incarnation;
import org.peerlock.internal.io.netty.buffer.ByteBuf;
import org.peerlock.internal.io.netty.buffer.Unpooled;
import org.peerlock.internal.io.netty.channel.embedded.EmbeddedChannel;
import org.peerlock.internal.io.netty.handler.ssl.SslHandshakeCompletionEvent;
import org.peerlock.internal.io.netty.util.concurrent.ImmediateExecutor;
import org.peerlock.internal.protocol.Packet;
import org.peerlock.internal.transport.DialProblem.Kind;

/** The two ends of a connection that is encrypted, without sockets: bytes pass through memory when the test says so. */
@SuppressWarnings("FutureReturnValueIgnored") // the channel is closed when the call returns
class ConnectionTlsTest {

    private static final Packet PACKET = new Packet.Probe(3);

    /** One end. */
    private static final class End {

        final TestNode node;
        final EmbeddedChannel channel;
        final Connection connection;

        End(TestNode node, Incarnation dialed) {
            this.node = node;
            channel = node.ask(EmbeddedPeer::newChannel);
            connection = new OutboundConnection(
                    node.transport, channel, "nearby", node.ask(() -> node.transport.peer(dialed)));
            begin();
        }

        End(TestNode node) {
            this.node = node;
            channel = node.ask(EmbeddedPeer::newChannel);
            connection = new InboundConnection(node.transport, channel, "nearby");
            begin();
        }

        private void begin() {
            node.on(() -> {
                connection.begin(ImmediateExecutor.INSTANCE);
                channel.pipeline().fireChannelActive();
            });
        }

        Queue<ByteBuf> takeSent() {
            EmbeddedPeer.awaitEndOfTurn(node);
            return node.ask(() -> {
                Queue<ByteBuf> all = new ArrayDeque<>();
                for (ByteBuf next = channel.readOutbound(); next != null; next = channel.readOutbound()) {
                    all.add(next);
                }
                return all;
            });
        }

        void receive(ByteBuf bytes) {
            node.on(() -> {
                channel.pipeline().fireChannelRead(bytes);
                channel.pipeline().fireChannelReadComplete();
                channel.runPendingTasks();
            });
        }

        void fail(String reason) {
            node.on(() -> channel.pipeline()
                    .fireUserEventTriggered(new SslHandshakeCompletionEvent(new SSLException(reason))));
        }

        boolean isOpen() {
            return node.ask(channel::isOpen);
        }
    }

    private final LogLines lines = new LogLines(Connection.LOG);
    private TestNode dialer;
    private TestNode acceptor;

    @BeforeEach
    void start() throws IOException {
        dialer = new TestNode(5, TlsSecurity.pinned());
        acceptor = new TestNode(7, TlsSecurity.pinned());
        dialer.learn(join(TestNode.empty(), acceptor.id, acceptor.transport.endpoint()));
        acceptor.learn(join(TestNode.empty(), dialer.id, dialer.transport.endpoint()));
    }

    @AfterEach
    void stop() {
        dialer.close();
        acceptor.close();
        lines.close();
    }

    private static Endpoint withOtherCertificate(TestNode node) {
        return new Endpoint(node.transport.endpoint().address(), "a".repeat(64));
    }

    /** Passes bytes until both ends have said all. */
    private static void converse(End one, End other) {
        boolean said = true;
        while (said) {
            Queue<ByteBuf> there = one.takeSent();
            there.forEach(other::receive);
            Queue<ByteBuf> back = other.takeSent();
            back.forEach(one::receive);
            said = !there.isEmpty() || !back.isEmpty();
        }
    }

    @Test
    void nodesWithTheCertificatesThatTheRegistryKnowsExchangePackets() {
        End ours = new End(dialer, acceptor.id);
        End theirs = new End(acceptor);
        converse(ours, theirs);
        assertThat(dialer.events).containsExactly(new TestNode.Event("connected", acceptor.id));
        assertThat(acceptor.events).containsExactly(new TestNode.Event("connected", dialer.id));
        assertThat(ours.connection.kind()).isEqualTo(ConnectionKind.TLS);
        assertThat(ours.connection.binding()).isEqualTo(theirs.connection.binding());
        dialer.send(acceptor, PACKET);
        converse(ours, theirs);
        assertThat(acceptor.received).containsExactly(PACKET);
        acceptor.send(dialer, PACKET);
        converse(ours, theirs);
        assertThat(dialer.received).containsExactly(PACKET);
    }

    @Test
    void aNodeTellsNothingToOneWithAnotherCertificate() {
        dialer.learn(join(TestNode.empty(), acceptor.id, withOtherCertificate(acceptor)));
        End ours = new End(dialer, acceptor.id);
        End theirs = new End(acceptor);
        converse(ours, theirs);
        assertThat(ours.isOpen()).isFalse();
        assertThat(dialer.ask(() -> dialer.transport.dialProblem(acceptor.id)))
                .contains(new DialProblem(
                        Kind.OTHER_CERTIFICATE,
                        "another process listens there: the registry has another certificate of it"));
        assertThat(acceptor.events).isEmpty();
    }

    @Test
    void aNodeRefusesOneWithAnotherCertificate() {
        acceptor.learn(join(TestNode.empty(), dialer.id, withOtherCertificate(dialer)));
        End ours = new End(dialer, acceptor.id);
        End theirs = new End(acceptor);
        converse(ours, theirs);
        assertThat(theirs.isOpen()).isFalse();
        assertThat(acceptor.events).isEmpty();
        assertThat(dialer.events).isEmpty();
        assertThat(lines.warnings())
                .contains("Refused a connection from nearby, which says that it is node " + dialer.id.shortId()
                        + ": the registry has another certificate of it.");
    }

    @Test
    void nothingIsSaidBeforeTheConnectionIsEncrypted() {
        End ours = new End(dialer, acceptor.id);
        int clientHello = 22;
        assertThat(ours.takeSent())
                .singleElement()
                .satisfies(first -> assertThat(first.getByte(0)).isEqualTo((byte) clientHello));
        assertThat(new End(acceptor).takeSent()).isEmpty();
        assertThat(dialer.transport.bytesSent()).isZero();
    }

    @Test
    void whoDoesNotSpeakTlsIsRefusedAndThatIsLogged() {
        End theirs = new End(acceptor);
        theirs.receive(Unpooled.copiedBuffer("GET / HTTP/1.1\r\n\r\n", US_ASCII));
        assertThat(theirs.isOpen()).isFalse();
        assertThat(lines.warnings())
                .singleElement()
                .asString()
                .startsWith("Refused a connection from nearby, because TLS failed: ");
    }

    @Test
    void aNodeThatDialsOneWithoutTlsKnowsWhyThereIsNoConnection() {
        End ours = new End(dialer, acceptor.id);
        ours.receive(Unpooled.copiedBuffer("HTTP/1.1 400 Bad Request\r\n\r\n", US_ASCII));
        assertThat(ours.isOpen()).isFalse();
        assertThat(dialer.ask(() -> dialer.transport.dialProblem(acceptor.id))).hasValueSatisfying(problem -> {
            assertThat(problem.kind()).isEqualTo(Kind.TLS);
            assertThat(problem.reason()).startsWith("TLS failed: ");
        });
    }

    @Test
    void tlsThatFailsIsLoggedOnceAndNotIfTheConnectionHasEndedBefore() {
        End first = new End(acceptor);
        first.fail("one");
        assertThat(first.isOpen()).isFalse();
        first.fail("two");
        acceptor.on(() -> first.channel.pipeline().fireExceptionCaught(new SSLException("three")));
        End gone = new End(acceptor);
        acceptor.on(() -> gone.channel.close());
        gone.fail("four");
        assertThat(lines.warnings())
                .singleElement()
                .asString()
                .startsWith("Refused a connection from nearby, because TLS failed: one.");
    }

    @Test
    void tlsThatFailsAfterTheHandshakeIsABrokenConnection() {
        End ours = new End(dialer, acceptor.id);
        End theirs = new End(acceptor);
        converse(ours, theirs);
        acceptor.on(() -> theirs.channel.pipeline().fireExceptionCaught(new SSLException("bad record")));
        assertThat(theirs.isOpen()).isFalse();
        assertThat(lines.warnings()).isEmpty();
        assertThat(acceptor.count("disconnected")).isEqualTo(1);
    }

    @Test
    void aConnectionThatIsNotEncryptedDoesNotWaitForTls() throws IOException {
        try (TestNode plain = new TestNode(8, PlainText.ON_LOOPBACK)) {
            End end = new End(plain);
            end.fail("no TLS");
            assertThat(end.isOpen()).isTrue();
            assertThat(end.connection.kind()).isEqualTo(ConnectionKind.PLAIN_TCP);
        }
    }
}
