package org.peerlock.internal.transport;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.peerlock.internal.transport.TestNode.await;
import static org.peerlock.internal.transport.TestNode.id;
import static org.peerlock.internal.transport.TestNode.join;
import static org.peerlock.internal.transport.TestNode.registry;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;
import javax.net.ssl.SSLServerSocket;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.peerlock.LogLines;
import org.peerlock.internal.cluster.ClusterState;
import org.peerlock.internal.cluster.Endpoint;
import org.peerlock.internal.cluster.Incarnation;
import org.peerlock.internal.cluster.RegistryCommand;
import org.peerlock.internal.cluster.RegistrySecret;
import org.peerlock.internal.protocol.Packet;

/** Nodes that make their own certificates, and find those of the others in the registry. */
class TlsTest {

    private static final Incarnation INTRUDER = id(66);

    private final LogLines lines = new LogLines(Connection.LOG);
    private TestNode one;
    private TestNode two;

    @BeforeEach
    void start() throws IOException {
        one = new TestNode(1, TlsSecurity.pinned());
        two = new TestNode(2, TlsSecurity.pinned());
    }

    @AfterEach
    void stop() {
        one.close();
        two.close();
        lines.close();
    }

    private void introduce() {
        one.learn(registry(one, two));
        two.learn(registry(one, two));
    }

    private void exchange(long number) {
        one.send(two, new Packet.Probe(number));
        two.awaitReceived(new Packet.Probe(number));
        two.send(one, new Packet.ProbeReply(number, "label", "1.0"));
        one.awaitReceived(new Packet.ProbeReply(number, "label", "1.0"));
    }

    private void assertNobodyWasHeard() {
        assertThat(one.received).isEmpty();
        assertThat(one.events).isEmpty();
    }

    private void assertOnlySaid(String... parts) {
        assertThat(lines.warnings()).hasSize(1);
        assertThat(lines.warnings().get(0)).contains(parts);
    }

    // Nodes of the cluster

    @Test
    void packetsOfAllKindsArrive() {
        introduce();
        Packet first = new Packet.Probe(1);
        one.send(two, first);
        two.awaitReceived(first); // of probes that wait for a dial only the last one is sent
        List<Packet> packets = new Samples(12).packets();
        packets.forEach(packet -> one.send(two, packet));
        packets.forEach(two::awaitReceived);
        assertThat(two.received.subList(1, two.received.size())).containsExactlyElementsOf(packets);
        exchange(1_000);
        assertThat(lines.warnings()).isEmpty();
    }

    @Test
    void aPacketThatWasSentJustBeforeTheEndArrives() {
        introduce();
        exchange(1);
        one.on(() -> {
            one.transport.send(two.id, new Packet.Probe(2));
            one.transport.close();
        });
        two.awaitReceived(new Packet.Probe(2));
    }

    @Test
    void theLoopDoesNotComputeHandshakes() {
        introduce();
        exchange(1);
        assertThat(Thread.getAllStackTraces().keySet())
                .extracting(Thread::getName)
                .contains("peerlock-orders-tls"); // idle threads end later
    }

    /** It has no record yet. The secret is enough. */
    @Test
    void aJoinerIsAnswered() {
        one.learn(registry(one, two)); // but two does not know of one
        exchange(1);
    }

    @Test
    void aCutConnectionIsReplacedWithoutTheRegistry() throws IOException {
        try (Proxy between = new Proxy(two.port())) {
            ClusterState known = join(
                    join(TestNode.empty(), one.id, one.transport.endpoint()),
                    two.id,
                    new Endpoint(
                            "127.0.0.1:" + between.port(),
                            two.transport.endpoint().certificate()));
            one.learn(known);
            two.learn(known);
            exchange(1);
            between.cut();
            await("misses it", () -> one.count("disconnected") == 1);
            await("comes back", () -> {
                one.send(two, new Packet.Probe(2));
                return two.received.contains(new Packet.Probe(2));
            });
        }
    }

    @Test
    void aHostByNameIsLookedUp() {
        ClusterState known = join(
                join(TestNode.empty(), one.id, one.transport.endpoint()),
                two.id,
                new Endpoint("localhost:" + two.port(), two.transport.endpoint().certificate()));
        one.learn(known);
        two.learn(known);
        exchange(1);
    }

    @Test
    void aHostThatDoesNotExistIsNamed() {
        one.learn(join(TestNode.empty(), id(7), new Endpoint("no-such-host.invalid:7000", "a".repeat(64))));
        one.on(() -> one.transport.send(id(7), new Packet.Probe(1)));
        await("knows why", () -> one.ask(() -> one.transport.problem(id(7))).isPresent());
        assertThat(one.ask(() -> one.transport.problem(id(7)))).contains("there is no host no-such-host.invalid");
    }

    // Others

    @Test
    void aStrangerWithAnyCertificateIsRefused() throws IOException {
        try (RawSocket stranger = new TlsSockets().dial(one.port())) {
            RegistrySecret guess = RegistrySecret.draw(new SecureRandom());
            assertThat(stranger.greet(guess, "orders", INTRUDER, one.id)).isInstanceOf(HandshakeResponse.Refused.class);
            stranger.awaitEnd();
        }
        assertNobodyWasHeard();
        assertOnlySaid("Refused a connection from 127.0.0.1:", "does not know the secret of the registry");
    }

    @Test
    void aStrangerWithTheCertificateOfAMemberThatHasLeftIsRefused() throws IOException {
        TlsSockets stolen = new TlsSockets();
        ClusterState before = join(TestNode.empty(), id(3), new Endpoint("127.0.0.1:1", stolen.certificate()));
        one.learn(before);
        one.learn(before.apply(new RegistryCommand.Leave(id(3))).orElseThrow());
        try (RawSocket stranger = stolen.dial(one.port())) {
            RegistrySecret guess = RegistrySecret.draw(new SecureRandom());
            assertThat(stranger.greet(guess, "orders", id(3), one.id)).isInstanceOf(HandshakeResponse.Refused.class);
            stranger.awaitEnd();
        }
        assertNobodyWasHeard();
        assertOnlySaid("does not know the secret of the registry");
    }

    @Test
    void aMemberIsNotTakenForAnotherOne() throws IOException {
        TlsSockets three = new TlsSockets();
        one.learn(join(registry(one, two), id(3), new Endpoint("127.0.0.1:1", three.certificate())));
        try (RawSocket member = three.dial(one.port())) {
            assertThat(member.greet(two.id, one.id))
                    .isInstanceOfSatisfying(
                            HandshakeResponse.Refused.class,
                            refused -> assertThat(refused.ordinary()).isFalse());
            member.awaitEnd();
        }
        assertNobodyWasHeard();
        assertOnlySaid("which says that it is node " + two.id.shortId(), "the registry has another certificate of it");
        try (RawSocket member = three.dial(one.port())) {
            assertThat(member.greet(id(3), one.id)).isEqualTo(new HandshakeResponse.Welcome());
        }
    }

    @Test
    void whatTookTheNameOfANodeBeforeThatWasRegisteredIsClosed() throws IOException {
        try (RawSocket early = new TlsSockets().dial(one.port())) {
            assertThat(early.greet(two.id, one.id)).isEqualTo(new HandshakeResponse.Welcome());
            one.learn(registry(one, two));
            early.awaitEnd();
        }
        two.learn(registry(one, two));
        exchange(1);
    }

    @Test
    void aProofIsValidOnce() throws IOException {
        TlsSockets joiner = new TlsSockets();
        HandshakeRequest.Hello hello = RawSocket.newHello();
        HandshakeRequest.Identity used;
        try (RawSocket honest = joiner.dial(one.port())) {
            HandshakeResponse.Challenge challenge = (HandshakeResponse.Challenge) honest.say(hello);
            used = identity(challenge, hello, honest.binding());
            honest.writeFrame(used::write);
            assertThat(HandshakeResponse.read(honest.readFrame())).isEqualTo(new HandshakeResponse.Welcome());
        }
        await("misses it", () -> one.count("disconnected") == 1);
        try (RawSocket replaying = joiner.dial(one.port())) {
            assertThat(replaying.say(hello)).isInstanceOf(HandshakeResponse.Challenge.class);
            replaying.writeFrame(used::write);
            assertThat(HandshakeResponse.read(replaying.readFrame())).isInstanceOf(HandshakeResponse.Refused.class);
        }
        assertThat(one.count("connected")).isEqualTo(1);
    }

    private HandshakeRequest.Identity identity(
            HandshakeResponse.Challenge challenge, HandshakeRequest.Hello hello, ChannelBinding binding) {
        HandshakeProof.Context context =
                RawSocket.context(TestNode.SECRET, "orders", hello, challenge, one.id, binding);
        return new HandshakeRequest.Identity(id(3), context.byDialer(id(3)));
    }

    /** A stranger in the middle cannot use what a joiner has proved to it: the joiner has proved it for other certificates. */
    @Test
    void aProofIsThatOfOneConnectionOnly() throws IOException {
        String joiner = new TlsSockets().certificate();
        TlsSockets middle = new TlsSockets();
        for (boolean dialer : List.of(true, false)) {
            try (RawSocket relay = middle.dial(one.port())) {
                HandshakeRequest.Hello hello = RawSocket.newHello();
                HandshakeResponse.Challenge challenge = (HandshakeResponse.Challenge) relay.say(hello);
                ChannelBinding real = relay.binding();
                ChannelBinding other = dialer
                        ? new ChannelBinding(joiner, real.acceptor())
                        : new ChannelBinding(real.dialer(), middle.certificate());
                assertThat(challenge.proof())
                        .isNotEqualTo(RawSocket.context(TestNode.SECRET, "orders", hello, challenge, one.id, other)
                                .byAcceptor());
                relay.writeFrame(identity(challenge, hello, other)::write);
                assertThat(HandshakeResponse.read(relay.readFrame())).isInstanceOf(HandshakeResponse.Refused.class);
            }
        }
        assertNobodyWasHeard();
    }

    @Test
    void aNodeSaysNothingToWhatListensAtTheAddressOfAMemberWithAnotherCertificate() throws IOException {
        TlsSockets stale = new TlsSockets();
        try (SSLServerSocket squatter = stale.listen()) {
            one.learn(join(
                    TestNode.empty(),
                    two.id,
                    new Endpoint(
                            "127.0.0.1:" + squatter.getLocalPort(),
                            two.transport.endpoint().certificate())));
            one.send(two, new Packet.Probe(1));
            try (RawSocket caught = stale.accept(squatter)) {
                assertThat(caught.awaitEnd()).isZero();
            }
        }
        assertNobodyWasHeard();
        await("knows why", () -> one.ask(() -> one.transport.problem(two.id)).isPresent());
    }

    @Test
    void aPeerWithoutTlsIsRefused() throws IOException {
        try (RawSocket plain = new RawSocket(one.port())) {
            plain.writeFrame(RawSocket.newHello()::write);
            plain.awaitEnd();
        }
        assertNobodyWasHeard();
        await("says so", () -> !lines.warnings().isEmpty());
        assertOnlySaid("Refused a connection from 127.0.0.1:", "because TLS failed");
    }

    @Test
    void aNodeThatEncryptsDoesNotDialOneThatDoesNot() throws IOException {
        try (ServerSocket plain = new ServerSocket(0, 10, InetAddress.getLoopbackAddress())) {
            one.learn(join(TestNode.empty(), id(7), plain.getLocalPort()));
            one.on(() -> one.transport.send(id(7), new Packet.Probe(1)));
            assertThat(one.ask(() -> one.transport.problem(id(7))))
                    .contains("it does not encrypt its connections, and this node does");
        }
        assertOnlySaid("Node " + id(7).shortId() + " at 127.0.0.1:", "cannot be dialed");
    }

    @Test
    void aNodeThatDoesNotEncryptIsNotTakenForAMemberThatDoes() throws IOException {
        try (TestNode plain = new TestNode(5, PlainText.EVERYWHERE)) {
            plain.learn(registry(one));
            try (RawSocket stranger = new RawSocket(plain.port())) {
                assertThat(stranger.greet(one.id, plain.id)).isInstanceOf(HandshakeResponse.Refused.class);
            }
            assertThat(plain.events).isEmpty();
            assertThat(plain.ask(() -> plain.transport.problem(one.id)))
                    .contains("it encrypts its connections, and this node does not");
        }
        assertThat(lines.warnings())
                .anyMatch(line -> line.contains("the registry demands encrypted connections of it"));
    }

    @Test
    void fiveThousandConnectionsTakeNoMorePlacesThanThereAre() throws IOException {
        introduce();
        exchange(1);
        List<RawSocket> flood = new ArrayList<>();
        try {
            for (int i = 0; i < 5_000; i++) {
                RawSocket stranger = new RawSocket(one.port());
                flood.add(stranger);
                if (i % 2 == 0) {
                    stranger.write("\u0016\u0003\u0001\u0000".getBytes(US_ASCII)); // begins a handshake
                }
                if (i % 500 == 0) {
                    exchange(2 + i);
                    assertThat(one.ask(one.transport::open)).isLessThanOrEqualTo(1 + TestNode.BY_TCP.maxUnidentified());
                }
            }
            try (TestNode joiner = new TestNode(100, TlsSecurity.pinned())) {
                joiner.learn(registry(one, joiner));
                await("gets through", () -> {
                    joiner.send(one, new Packet.Probe(-1));
                    return one.received.contains(new Packet.Probe(-1));
                });
                assertThat(one.ask(one.transport::open)).isLessThanOrEqualTo(2 + TestNode.BY_TCP.maxUnidentified());
            }
        } finally {
            for (RawSocket each : flood) {
                each.close();
            }
        }
        exchange(6_000);
        assertThat(one.count("disconnected")).isEqualTo(1); // the joiner
        assertThat(two.count("disconnected")).isZero();
    }
}
