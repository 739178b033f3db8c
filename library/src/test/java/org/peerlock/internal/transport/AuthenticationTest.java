package org.peerlock.internal.transport;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.peerlock.internal.transport.TestNode.await;
import static org.peerlock.internal.transport.TestNode.id;
import static org.peerlock.internal.transport.TestNode.join;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.peerlock.LogLines;
import org.peerlock.internal.cluster.Incarnation;
import org.peerlock.internal.cluster.ProtocolRange;
import org.peerlock.internal.cluster.RegistrySecret;
import org.peerlock.internal.io.netty.buffer.ByteBuf;
import org.peerlock.internal.io.netty.buffer.ByteBufUtil;
import org.peerlock.internal.io.netty.buffer.Unpooled;
import org.peerlock.internal.protocol.Packet;

/** Another user of the machine can dial a node, and can listen where a node has listened. Neither is worth anything. */
class AuthenticationTest {

    private static final Incarnation INTRUDER = id(66);

    private final LogLines lines = new LogLines(Connection.LOG);
    private TestNode node;

    @BeforeEach
    void start() throws IOException {
        node = new TestNode(1, "orders", TestNode.BY_TCP);
    }

    @AfterEach
    void stop() {
        node.close();
        lines.close();
    }

    private void assertIntruderIsNotHeard() {
        assertThat(node.received).isEmpty();
        assertThat(node.events).isEmpty();
    }

    @Test
    void aStrangerWithoutTheSecretIsRefused() throws IOException {
        try (RawSocket stranger = new RawSocket(node.port())) {
            RegistrySecret guess = RegistrySecret.draw(new SecureRandom());
            assertThat(stranger.greet(guess, "orders", INTRUDER, node.id))
                    .isInstanceOf(HandshakeResponse.Refused.class);
            stranger.awaitEnd();
        }
        assertIntruderIsNotHeard();
        assertThat(lines.warnings()).hasSize(1);
        assertThat(lines.warnings().get(0)).contains("does not know the secret of the registry");
    }

    @Test
    void nobodyCanSendTheNodesOwnProofBackToIt() throws IOException {
        try (RawSocket stranger = new RawSocket(node.port())) {
            HandshakeResponse.Challenge challenge = (HandshakeResponse.Challenge) stranger.say(RawSocket.newHello());
            stranger.writeFrame(new HandshakeRequest.Identity(INTRUDER, challenge.proof())::write);
            assertThat(HandshakeResponse.read(stranger.readFrame())).isInstanceOf(HandshakeResponse.Refused.class);
            stranger.awaitEnd();
        }
        assertIntruderIsNotHeard();
    }

    @Test
    void aProofIsValidOnce() throws IOException {
        HandshakeRequest.Hello hello = RawSocket.newHello();
        HandshakeRequest.Identity used;
        try (RawSocket honest = new RawSocket(node.port())) {
            HandshakeResponse.Challenge challenge = (HandshakeResponse.Challenge) honest.say(hello);
            HandshakeProof.Context context = RawSocket.context(TestNode.SECRET, "orders", hello, challenge, node.id);
            used = new HandshakeRequest.Identity(id(2), context.byDialer(id(2)));
            honest.writeFrame(used::write);
            assertThat(HandshakeResponse.read(honest.readFrame())).isEqualTo(new HandshakeResponse.Welcome());
        }
        await("misses it", () -> node.count("disconnected") == 1);
        try (RawSocket replaying = new RawSocket(node.port())) {
            assertThat(replaying.say(hello)).isInstanceOf(HandshakeResponse.Challenge.class);
            replaying.writeFrame(used::write);
            assertThat(HandshakeResponse.read(replaying.readFrame())).isInstanceOf(HandshakeResponse.Refused.class);
        }
        assertThat(node.count("connected")).isEqualTo(1);
    }

    @Test
    void aProofIsThatOfOneNodeOnly() throws IOException {
        try (RawSocket stranger = new RawSocket(node.port())) {
            HandshakeRequest.Hello hello = RawSocket.newHello();
            HandshakeResponse.Challenge challenge = (HandshakeResponse.Challenge) stranger.say(hello);
            HandshakeProof.Context context = RawSocket.context(TestNode.SECRET, "orders", hello, challenge, node.id);
            stranger.writeFrame(new HandshakeRequest.Identity(INTRUDER, context.byDialer(id(2)))::write);
            assertThat(HandshakeResponse.read(stranger.readFrame())).isInstanceOf(HandshakeResponse.Refused.class);
        }
        assertIntruderIsNotHeard();
    }

    @Test
    void packetsBeforeTheProofAreNotRead() throws IOException {
        try (RawSocket stranger = new RawSocket(node.port())) {
            assertThat(stranger.say(RawSocket.newHello())).isInstanceOf(HandshakeResponse.Challenge.class);
            stranger.writeFrame(out -> new PacketCodec().write(out, new Packet.Probe(5)));
            stranger.awaitEnd();
        }
        assertIntruderIsNotHeard();
    }

    @Test
    void aNodeThatHasNotReadTheRegistryHearsNobody() throws IOException {
        try (TestNode ignorant = new TestNode(3, "orders", TestNode.BY_TCP, TestNode.Knowledge.NOTHING);
                RawSocket caller = new RawSocket(ignorant.port())) {
            assertThat(caller.greet(INTRUDER, ignorant.id))
                    .isInstanceOfSatisfying(
                            HandshakeResponse.Refused.class,
                            refused -> assertThat(refused.ordinary()).isTrue());
            assertThat(ignorant.events).isEmpty();
        }
    }

    @Test
    void aSecretThatWasWithheldProvesNothing() {
        assertThatThrownBy(() -> new HandshakeProof.Context(
                        RegistrySecret.WITHHELD,
                        "orders",
                        RawSocket.newHello(),
                        ProtocolRange.OF_LIBRARY,
                        Nonce.draw(),
                        node.id,
                        ChannelBinding.NONE))
                .isInstanceOf(IllegalArgumentException.class);
    }

    /** The port of a node that has ended, with somebody else behind it. */
    private ServerSocket takePortOf(Incarnation ended) throws IOException {
        ServerSocket squatter = new ServerSocket(0, 10, InetAddress.getLoopbackAddress());
        node.learn(join(TestNode.empty(), ended, squatter.getLocalPort()));
        node.on(() -> node.transport.send(ended, new Packet.Probe(1)));
        return squatter;
    }

    @Test
    void aNodeTellsNothingOfItselfToWhomItDialsBeforeThatOneHasProvedItself() throws IOException {
        Incarnation ended = id(2);
        try (ServerSocket squatter = takePortOf(ended);
                RawSocket caught = new RawSocket(squatter.accept())) {
            String said = ByteBufUtil.hexDump(caught.readFrame());
            assertThat(said)
                    .doesNotContain(node.id.toString(), ended.toString())
                    .doesNotContain(ByteBufUtil.hexDump("orders".getBytes(US_ASCII)));
            caught.writeFrame(new HandshakeResponse.Welcome()::write);
            caught.awaitEnd();
        }
        assertIntruderIsNotHeard();
    }

    @Test
    void aSquatterWhoGuessesIsHungUpOn() throws IOException {
        try (ServerSocket squatter = takePortOf(id(2));
                RawSocket caught = new RawSocket(squatter.accept())) {
            caught.readHello();
            ByteBuf zeros = Unpooled.buffer().writeZero(32);
            caught.writeFrame(new HandshakeResponse.Challenge(
                    ProtocolRange.OF_LIBRARY, Nonce.draw(), HandshakeProof.read(zeros))::write);
            caught.awaitEnd();
        }
        assertIntruderIsNotHeard();
    }

    /** The stranger has no secret, but can ask a node that has. */
    @Test
    void aSquatterCannotPassTheChallengeOnToAnotherNode() throws IOException {
        try (TestNode honest = new TestNode(3, "orders", TestNode.BY_TCP);
                ServerSocket squatter = takePortOf(id(2));
                RawSocket caught = new RawSocket(squatter.accept());
                RawSocket relay = new RawSocket(honest.port())) {
            HandshakeResponse answer = relay.say(caught.readHello());
            assertThat(answer).isInstanceOf(HandshakeResponse.Challenge.class);
            caught.writeFrame(answer::write);
            caught.awaitEnd(); // without having said who it is
            assertThat(honest.events).isEmpty();
        }
        assertIntruderIsNotHeard();
    }

    @Test
    void theSecondChallengeIsNotAnswered() throws IOException {
        Incarnation other = id(2);
        try (ServerSocket larger = takePortOf(other);
                RawSocket accepted = new RawSocket(larger.accept())) {
            assertThat(accepted.challenge(other).from()).isEqualTo(node.id);
            ByteBuf zeros = Unpooled.buffer().writeZero(32);
            accepted.writeFrame(new HandshakeResponse.Challenge(
                    ProtocolRange.OF_LIBRARY, Nonce.draw(), HandshakeProof.read(zeros))::write);
            accepted.awaitEnd();
        }
        assertIntruderIsNotHeard();
    }

    /** Strangers reopen their connections as soon as they are closed; a node gets through all the same. */
    @Test
    void silentStrangersDoNotKeepNodesOut() throws IOException {
        List<RawSocket> strangers = new ArrayList<>();
        try {
            for (int i = 0; i < 400; i++) {
                strangers.add(new RawSocket(node.port()));
            }
            for (int i = 0; i < 20; i++) {
                try (TestNode joiner = new TestNode(100 + i, "orders", TestNode.BY_TCP)) {
                    joiner.learn(TestNode.registry(node, joiner));
                    joiner.send(node, new Packet.Probe(i));
                    node.awaitReceived(new Packet.Probe(i));
                }
                strangers.add(new RawSocket(node.port()));
            }
        } finally {
            for (RawSocket each : strangers) {
                each.close();
            }
        }
    }
}
