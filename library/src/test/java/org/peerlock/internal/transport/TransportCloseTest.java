package org.peerlock.internal.transport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.peerlock.internal.transport.TestNode.id;
import static org.peerlock.internal.transport.TestNode.join;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.concurrent.ExecutorService;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.peerlock.internal.protocol.Packet;

/** What is left of a transport that is closed, while its loop goes on. */
class TransportCloseTest {

    private TestNode node;

    @BeforeEach
    void start() throws IOException {
        node = new TestNode(1, "orders", TestNode.BY_TCP);
    }

    @AfterEach
    void stop() {
        node.close();
    }

    @Test
    void aTransportThatIsClosedEndsItsThreads() {
        node.on(node.transport::close);
        assertThat(((ExecutorService) node.transport.handshakeThreads()).isShutdown())
                .isTrue();
    }

    @Test
    void aTransportThatIsClosedDoesNotMakeTheDialsThatItHasPlanned() throws IOException {
        try (ServerSocket other = new ServerSocket(0, 10, InetAddress.getLoopbackAddress())) {
            node.learn(join(TestNode.empty(), id(7), other.getLocalPort()));
            node.on(() -> {
                node.transport.send(id(7), new Packet.Probe(1));
                node.transport.close();
            });
            node.on(() -> {}); // in a later turn
            assertThat(node.ask(node.transport::open)).isZero();
        }
    }
}
