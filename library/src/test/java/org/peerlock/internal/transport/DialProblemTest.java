package org.peerlock.internal.transport;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.peerlock.internal.transport.TestNode.await;
import static org.peerlock.internal.transport.TestNode.id;
import static org.peerlock.internal.transport.TestNode.join;
import static org.peerlock.internal.transport.TestNode.registry;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.peerlock.internal.cluster.ClusterState;
import org.peerlock.internal.cluster.Endpoint;
import org.peerlock.internal.cluster.RegistrySecret;
import org.peerlock.internal.protocol.Packet;
import org.peerlock.internal.transport.DialProblem.Kind;

/** Why a dial failed, for programs that tell an operator what to do. */
@Timeout(120)
class DialProblemTest {

    private static final InetAddress LOOPBACK = InetAddress.getLoopbackAddress();

    private final List<AutoCloseable> open = new ArrayList<>();

    private <T extends AutoCloseable> T keep(T resource) {
        open.add(0, resource);
        return resource;
    }

    @AfterEach
    void closeAll() throws Exception {
        for (AutoCloseable resource : open) {
            resource.close();
        }
    }

    /** Dials node 7, which is there according to this state. */
    private static void assertFails(TestNode node, ClusterState state, Kind kind, String reason) {
        node.learn(state);
        node.on(() -> node.transport.send(id(7), new Packet.Probe(1)));
        await("fails", () -> problem(node).isPresent());
        assertThat(problem(node)).hasValueSatisfying(problem -> {
            assertThat(problem.kind()).isEqualTo(kind);
            assertThat(problem.reason()).contains(reason);
        });
        assertThat(node.ask(() -> node.transport.problem(id(7))))
                .isEqualTo(problem(node).map(DialProblem::reason));
        assertThat(node.ask(() -> node.transport.connectionKind(id(7)))).isEmpty();
    }

    private static Optional<DialProblem> problem(TestNode node) {
        return node.ask(() -> node.transport.dialProblem(id(7)));
    }

    private TestNode plain() throws IOException {
        return keep(new TestNode(1, PlainText.ON_LOOPBACK));
    }

    private static ClusterState at(int port) {
        return join(TestNode.empty(), id(7), port);
    }

    @Test
    void aPortThatIsClosed() throws IOException {
        Socket owner = keep(new Socket()); // nobody else can take the port
        owner.bind(new InetSocketAddress(LOOPBACK, 0));
        assertFails(plain(), at(owner.getLocalPort()), Kind.NOBODY_LISTENS, "Connection refused");
    }

    @Test
    void aHostWithoutAnAddress() throws IOException {
        TestNode node = keep(new TestNode(1, PlainText.EVERYWHERE));
        ClusterState state = join(TestNode.empty(), id(7), Endpoint.plain("no-such-host.invalid:7000"));
        assertFails(node, state, Kind.UNKNOWN_HOST, "there is no host no-such-host.invalid");
    }

    /** As behind a firewall that drops packets: the system answers no more connections than fit into the queue. */
    private ServerSocket listenInVain() throws IOException {
        ServerSocket full = keep(new ServerSocket(0, 1, LOOPBACK));
        for (boolean room = true; room; ) {
            try {
                keep(new Socket()).connect(full.getLocalSocketAddress(), 500);
            } catch (SocketTimeoutException e) {
                room = false;
            }
        }
        return full;
    }

    @Test
    void aPortFromWhichNothingComesBack() throws IOException {
        assertFails(plain(), at(listenInVain().getLocalPort()), Kind.NO_REPLY, "timed out");
    }

    /** That there is no Unix socket of that node on this machine tells nothing. */
    @Test
    void aUnixSocketThatIsNotThereIsNoProblem() throws IOException {
        TestNode node = keep(new TestNode(1));
        assertFails(node, at(listenInVain().getLocalPort()), Kind.NO_REPLY, "timed out");
    }

    @Test
    void aProcessThatSaysNothing() throws IOException {
        ServerSocket silent = keep(new ServerSocket(0, 10, LOOPBACK));
        ConnectionLimits impatient = new ConnectionLimits(256, 1024, 100, false);
        TestNode node = keep(new TestNode(1, "orders", impatient));
        assertFails(node, at(silent.getLocalPort()), Kind.SILENT, "it does not answer");
    }

    @Test
    void aProcessThatClosesTheConnection() throws IOException {
        ServerSocket server = keep(new ServerSocket(0, 10, LOOPBACK));
        TestNode node = plain();
        node.learn(at(server.getLocalPort()));
        node.on(() -> node.transport.send(id(7), new Packet.Probe(1)));
        server.accept().close();
        assertFails(node, at(server.getLocalPort()), Kind.CLOSED, "it closed the connection");
    }

    @Test
    void aNodeThatRefuses() throws IOException {
        ServerSocket server = keep(new ServerSocket(0, 10, LOOPBACK));
        TestNode node = plain();
        node.learn(at(server.getLocalPort()));
        node.on(() -> node.transport.send(id(7), new Packet.Probe(1)));
        try (RawSocket other = new RawSocket(server.accept())) {
            other.readFrame();
            other.writeFrame(new HandshakeResponse.Refused(true, "this node speaks the protocols 8-9.")::write);
            assertFails(
                    node,
                    at(server.getLocalPort()),
                    Kind.REFUSED,
                    "it refused the connection: this node speaks the protocols 8-9.");
        }
    }

    @Test
    void aNodeWithAnotherSecret() throws IOException {
        TestNode other = keep(new TestNode(7, PlainText.ON_LOOPBACK));
        other.learn(registry(other));
        TestNode node = keep(new TestNode(1, "orders", TestNode.BY_TCP, TestNode.Knowledge.NOTHING));
        ClusterState state = registry(other).withSecret(RegistrySecret.draw(new SecureRandom()));
        assertFails(node, state, Kind.UNPROVEN, "another process listens there");
    }

    @Test
    void aNodeWithAnotherCertificate() throws IOException {
        TestNode other = keep(new TestNode(7, TlsSecurity.pinned()));
        TestNode node = keep(new TestNode(1, TlsSecurity.pinned()));
        ClusterState state = join(
                TestNode.empty(),
                id(7),
                new Endpoint(
                        other.transport.endpoint().address(),
                        node.transport.endpoint().certificate()));
        assertFails(node, state, Kind.OTHER_CERTIFICATE, "the registry has another certificate of it");
    }

    @Test
    void aProcessThatDoesNotSpeakTls() throws IOException {
        ServerSocket server = keep(new ServerSocket(0, 10, LOOPBACK));
        TestNode node = keep(new TestNode(1, TlsSecurity.pinned()));
        ClusterState state = join(
                TestNode.empty(),
                id(7),
                new Endpoint(
                        "127.0.0.1:" + server.getLocalPort(),
                        node.transport.endpoint().certificate()));
        node.learn(state);
        node.on(() -> node.transport.send(id(7), new Packet.Probe(1)));
        try (Socket other = server.accept()) {
            other.getOutputStream().write("HTTP/1.1 400 Bad Request\r\n\r\n".getBytes(US_ASCII));
            assertFails(node, state, Kind.TLS, "TLS failed");
        }
    }

    @Test
    void aNodeThatMustNotBeDialed() throws IOException {
        TestNode node = keep(new TestNode(1, TlsSecurity.pinned()));
        assertFails(node, at(7000), Kind.SETTINGS, "it does not encrypt its connections");
    }

    /** Of a failed dial by a Unix socket nothing is left when TCP works. */
    @Test
    void aConnectionHasAKindAndNoProblem() throws IOException {
        for (TransportSecurity security : List.of(PlainText.ON_LOOPBACK, TlsSecurity.pinned())) {
            TestNode other = keep(new TestNode(7, security));
            TestNode node = keep(new TestNode(1, security));
            other.learn(registry(other));
            node.learn(registry(other));
            node.send(other, new Packet.Probe(1));
            other.awaitReceived(new Packet.Probe(1));
            assertThat(problem(node)).isEmpty();
            assertThat(node.ask(() -> node.transport.connectionKind(id(7))))
                    .contains(security instanceof PlainText ? ConnectionKind.PLAIN_TCP : ConnectionKind.TLS);
        }
    }
}
