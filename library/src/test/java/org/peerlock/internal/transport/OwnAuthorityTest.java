package org.peerlock.internal.transport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.peerlock.internal.transport.TestNode.await;
import static org.peerlock.internal.transport.TestNode.id;
import static org.peerlock.internal.transport.TestNode.join;
import static org.peerlock.internal.transport.TestNode.registry;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.SecureRandom;
import java.util.List;
import javax.net.ssl.SSLServerSocket;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.peerlock.LogLines;
import org.peerlock.internal.cluster.Endpoint;
import org.peerlock.internal.cluster.RegistrySecret;
import org.peerlock.internal.protocol.Packet;

/** Nodes whose certificates an authority of the user has signed. */
class OwnAuthorityTest {

    private static final String NAME = "locks.example.com";

    @TempDir
    static Path directory;

    private static Certificates certificates;

    private final LogLines lines = new LogLines(Connection.LOG);
    private TestNode node;

    @BeforeAll
    static void makeCertificates() throws Exception {
        certificates = new Certificates(directory);
        certificates.authority("authority");
        certificates.signed("node", "authority", NAME);
        certificates.signed("another-node", "authority", NAME);
        certificates.signed("other-service", "authority", "shop.example.com");
        certificates.authority("foreign-authority");
        certificates.signed("foreign", "foreign-authority", NAME);
    }

    @BeforeEach
    void start() throws IOException {
        node = new TestNode(1, security("node"));
    }

    @AfterEach
    void stop() {
        node.close();
        lines.close();
    }

    private static TlsSecurity security(String alias) throws IOException {
        return TlsSecurity.signed(certificates.files(alias, "authority", NAME));
    }

    private void assertRefused(RawSocket stranger) {
        assertThat(stranger.awaitEnd()).isZero();
        await("says so", () -> !lines.warnings().isEmpty());
        assertThat(node.events).isEmpty();
    }

    @Test
    void nodesOfTheAuthorityTalkAndTheRegistrySaysThatThereIsOne() throws IOException {
        try (TestNode two = new TestNode(2, security("node"))) {
            assertThat(two.transport.endpoint().certificate()).isEqualTo(Endpoint.AUTHORITY);
            node.learn(registry(node, two));
            two.learn(registry(node, two));
            node.send(two, new Packet.Probe(1));
            two.awaitReceived(new Packet.Probe(1));
            assertThat(lines.warnings()).isEmpty();
        }
    }

    @Test
    void aCertificateOfTheAuthorityWithoutTheRequiredNameIsRefused() throws IOException {
        try (RawSocket stranger = certificates.sockets("other-service").dial(node.port())) {
            assertRefused(stranger);
        }
        assertThat(lines.warnings()).hasSize(1);
        assertThat(lines.warnings().get(0)).contains("its certificate lacks the name " + NAME);
    }

    @Test
    void aCertificateOfAnotherAuthorityIsRefused() throws IOException {
        try (RawSocket stranger = certificates.sockets("foreign").dial(node.port())) {
            assertRefused(stranger);
        }
        assertThat(lines.warnings().get(0)).contains("because TLS failed");
    }

    @Test
    void aCertificateThatNobodyHasSignedIsRefused() throws IOException {
        try (RawSocket stranger = new TlsSockets().dial(node.port())) {
            assertRefused(stranger);
        }
    }

    @Test
    void theSecretIsDemandedToo() throws IOException {
        try (RawSocket stranger = certificates.sockets("node").dial(node.port())) {
            RegistrySecret guess = RegistrySecret.draw(new SecureRandom());
            assertThat(stranger.greet(guess, "orders", id(3), node.id)).isInstanceOf(HandshakeResponse.Refused.class);
        }
        assertThat(node.events).isEmpty();
    }

    @Test
    void aNodeSaysNothingToAServerWithoutTheRequiredName() throws IOException {
        TlsSockets other = certificates.sockets("other-service");
        try (SSLServerSocket server = other.listen()) {
            node.learn(join(
                    TestNode.empty(), id(2), new Endpoint("127.0.0.1:" + server.getLocalPort(), Endpoint.AUTHORITY)));
            node.on(() -> node.transport.send(id(2), new Packet.Probe(1)));
            try (RawSocket caught = other.accept(server)) {
                assertThat(caught.awaitEnd()).isZero();
            }
            await(
                    "knows why",
                    () -> node.ask(() -> node.transport.problem(id(2))).isPresent());
            assertThat(node.ask(() -> node.transport.problem(id(2))))
                    .contains("TLS failed: its certificate lacks the name " + NAME);
        }
    }

    /** The one in the middle has a good certificate, and relays all frames. Both proofs name its certificate on one side only. */
    @Test
    void aNodeInTheMiddleCannotRelayTheProofs() throws IOException {
        TlsSockets middle = certificates.sockets("node");
        try (TestNode far = new TestNode(2, security("another-node"));
                SSLServerSocket server = middle.listen()) {
            node.learn(join(
                    TestNode.empty(), far.id, new Endpoint("127.0.0.1:" + server.getLocalPort(), Endpoint.AUTHORITY)));
            node.send(far, new Packet.Probe(1));
            try (RawSocket fromNode = middle.accept(server);
                    RawSocket toFar = middle.dial(far.port())) {
                HandshakeResponse challenge = toFar.say(fromNode.readHello());
                assertThat(challenge).isInstanceOf(HandshakeResponse.Challenge.class);
                fromNode.writeFrame(challenge::write);
                assertThat(fromNode.awaitEnd()).isZero(); // it does not say who it is
            }
            assertThat(far.events).isEmpty();
        }
        assertThat(node.events).isEmpty();
    }

    @Test
    void changedFilesAreReadAgain() throws Exception {
        Path now = Files.createDirectory(directory.resolve("now"));
        PemFiles first = copy(certificates.files("other-service", "authority", NAME), now);
        try (TestNode two = new TestNode(2, TlsSecurity.signed(first))) {
            node.learn(registry(node, two));
            two.learn(registry(node, two));
            two.send(node, new Packet.Probe(1));
            await("is refused", () -> !lines.warnings().isEmpty());
            copy(certificates.files("node", "authority", NAME), now);
            await("is accepted", () -> {
                two.send(node, new Packet.Probe(2));
                return node.received.contains(new Packet.Probe(2));
            });
        }
    }

    private static PemFiles copy(PemFiles from, Path to) throws IOException {
        PemFiles copy = new PemFiles(
                to.resolve("certificate"), to.resolve("key"), to.resolve("authorities"), from.requiredName());
        Files.copy(from.key(), copy.key(), StandardCopyOption.REPLACE_EXISTING);
        Files.copy(from.certificate(), copy.certificate(), StandardCopyOption.REPLACE_EXISTING);
        Files.copy(from.authorities(), copy.authorities(), StandardCopyOption.REPLACE_EXISTING);
        return copy;
    }

    @Test
    void filesThatCannotBeReadAnyMoreAreReportedAndTheFormerOnesUsed() throws Exception {
        Path now = Files.createDirectory(directory.resolve("broken"));
        PemFiles files = copy(certificates.files("node", "authority", NAME), now);
        try (TestNode two = new TestNode(2, TlsSecurity.signed(files))) {
            node.learn(registry(node, two));
            two.learn(registry(node, two));
            Files.writeString(files.certificate(), "broken");
            await("says so", () -> {
                two.on(() -> two.transport.security().open(true, Runnable::run));
                return !lines.warnings().isEmpty();
            });
            assertThat(lines.warnings().get(0)).startsWith("Still uses the certificates that were read before");
            two.send(node, new Packet.Probe(1));
            node.awaitReceived(new Packet.Probe(1));
        }
    }

    @Test
    void filesThatCannotBeUsedAreRefusedAtTheStart() throws IOException {
        PemFiles good = certificates.files("node", "authority", NAME);
        Path text = Files.writeString(directory.resolve("text"), "no certificate");
        for (PemFiles bad : List.of(
                new PemFiles(text, good.key(), good.authorities(), NAME),
                new PemFiles(good.certificate(), text, good.authorities(), NAME),
                new PemFiles(good.certificate(), good.key(), text, NAME))) {
            assertThatThrownBy(() -> TlsSecurity.signed(bad)).hasMessageContaining("text");
        }
        assertThatThrownBy(() -> TlsSecurity.signed(
                        new PemFiles(directory.resolve("none"), good.key(), good.authorities(), NAME)))
                .isInstanceOf(IOException.class);
    }
}
