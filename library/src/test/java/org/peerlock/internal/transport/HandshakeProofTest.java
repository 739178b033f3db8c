package org.peerlock.internal.transport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.peerlock.internal.cluster.Incarnation;
import org.peerlock.internal.cluster.ProtocolRange;
import org.peerlock.internal.cluster.RegistrySecret;
import org.peerlock.internal.io.netty.buffer.ByteBuf;
import org.peerlock.internal.io.netty.buffer.Unpooled;
import org.peerlock.internal.io.netty.handler.codec.CorruptedFrameException;

/** What a proof is about: it is worth nothing in any other handshake. */
class HandshakeProofTest {

    private static final RegistrySecret SECRET = RegistrySecret.draw(new Random(1));
    private static final RegistrySecret OTHER_SECRET = RegistrySecret.draw(new Random(2));
    private static final ProtocolRange VERSIONS = new ProtocolRange(1, 2);
    private static final ProtocolRange OTHER_VERSIONS = new ProtocolRange(1, 3);
    private static final Nonce DIALED = new Nonce(1, 2, 3, 4);
    private static final Nonce ACCEPTED = new Nonce(5, 6, 7, 8);
    private static final Nonce OTHER_NONCE = new Nonce(1, 2, 3, 5);
    private static final Incarnation ACCEPTOR = new Incarnation(1, 1);
    private static final Incarnation DIALER = new Incarnation(1, 2);
    private static final Incarnation OTHER = new Incarnation(1, 3);
    private static final ChannelBinding TLS = new ChannelBinding("a".repeat(64), "b".repeat(64));

    private static HandshakeRequest.Hello hello(ProtocolRange protocols, Nonce nonce) {
        return new HandshakeRequest.Hello(protocols, nonce);
    }

    private static HandshakeProof.Context context(
            RegistrySecret secret,
            String cluster,
            HandshakeRequest.Hello hello,
            ProtocolRange protocols,
            Nonce nonce,
            Incarnation acceptor,
            ChannelBinding binding) {
        return new HandshakeProof.Context(secret, cluster, hello, protocols, nonce, acceptor, binding);
    }

    private static HandshakeProof.Context usual() {
        return context(SECRET, "orders", hello(VERSIONS, DIALED), VERSIONS, ACCEPTED, ACCEPTOR, TLS);
    }

    @Test
    void bothEndsOfTheSameHandshakeComputeTheSameProof() {
        assertThat(usual().byAcceptor()).isEqualTo(usual().byAcceptor()).hasSameHashCodeAs(usual().byAcceptor());
        assertThat(usual().byDialer(DIALER)).isEqualTo(usual().byDialer(DIALER));
    }

    @Test
    void aProofIsWorthNothingIfAnythingThatItIsAboutDiffers() {
        HandshakeRequest.Hello hello = hello(VERSIONS, DIALED);
        List<HandshakeProof.Context> others = List.of(
                context(OTHER_SECRET, "orders", hello, VERSIONS, ACCEPTED, ACCEPTOR, TLS),
                context(SECRET, "others", hello, VERSIONS, ACCEPTED, ACCEPTOR, TLS),
                context(SECRET, "orders", hello(OTHER_VERSIONS, DIALED), VERSIONS, ACCEPTED, ACCEPTOR, TLS),
                context(SECRET, "orders", hello(VERSIONS, OTHER_NONCE), VERSIONS, ACCEPTED, ACCEPTOR, TLS),
                context(SECRET, "orders", hello, OTHER_VERSIONS, ACCEPTED, ACCEPTOR, TLS),
                context(SECRET, "orders", hello, VERSIONS, OTHER_NONCE, ACCEPTOR, TLS),
                context(SECRET, "orders", hello, VERSIONS, ACCEPTED, OTHER, TLS),
                context(SECRET, "orders", hello, VERSIONS, ACCEPTED, ACCEPTOR, ChannelBinding.NONE),
                context(
                        SECRET,
                        "orders",
                        hello,
                        VERSIONS,
                        ACCEPTED,
                        ACCEPTOR,
                        new ChannelBinding("c".repeat(64), TLS.acceptor())),
                context(
                        SECRET,
                        "orders",
                        hello,
                        VERSIONS,
                        ACCEPTED,
                        ACCEPTOR,
                        new ChannelBinding(TLS.dialer(), "c".repeat(64))));
        for (HandshakeProof.Context other : others) {
            assertThat(other.byAcceptor()).as("by the acceptor: %s", other).isNotEqualTo(usual().byAcceptor());
            assertThat(other.byDialer(DIALER)).as("by the dialer: %s", other).isNotEqualTo(usual().byDialer(DIALER));
        }
        assertThat(usual().byDialer(OTHER)).isNotEqualTo(usual().byDialer(DIALER));
    }

    @Test
    void theProofOfOneEndIsNotThatOfTheOther() {
        assertThat(usual().byDialer(DIALER)).isNotEqualTo(usual().byAcceptor());
    }

    @Test
    void aSecretThatEverybodyKnowsProvesNothing() {
        assertThatThrownBy(() -> context(
                        RegistrySecret.WITHHELD, "orders", hello(VERSIONS, DIALED), VERSIONS, ACCEPTED, ACCEPTOR, TLS))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void aProofIsReadAsItWasWrittenAndNotIfItEndsTooEarly() {
        HandshakeProof proof = usual().byAcceptor();
        ByteBuf written = Unpooled.buffer();
        proof.write(written);
        assertThat(HandshakeProof.read(written.copy())).isEqualTo(proof);
        ByteBuf cut = written.copy(0, written.readableBytes() - 1);
        assertThatThrownBy(() -> HandshakeProof.read(cut))
                .isInstanceOf(CorruptedFrameException.class)
                .hasMessageContaining("it ends too early");
    }

    @Test
    void aFrameThatGoesOnAfterItsEndIsRefused() {
        HandshakeProof proof = usual().byAcceptor();
        ByteBuf nonce = Unpooled.buffer();
        DIALED.write(nonce);
        ByteBuf identity = Unpooled.buffer();
        new HandshakeRequest.Identity(DIALER, proof).write(identity);
        ByteBuf welcome = Unpooled.buffer();
        new HandshakeResponse.Welcome().write(welcome);
        assertThat(HandshakeRequest.Hello.read(VERSIONS, nonce.copy())).isEqualTo(hello(VERSIONS, DIALED));
        assertThat(HandshakeRequest.Identity.read(identity.copy()))
                .isEqualTo(new HandshakeRequest.Identity(DIALER, proof));
        assertThat(HandshakeResponse.read(welcome.copy())).isEqualTo(new HandshakeResponse.Welcome());
        assertGoesOn(() -> HandshakeRequest.Hello.read(VERSIONS, nonce.writeByte(0)));
        assertGoesOn(() -> HandshakeRequest.Identity.read(identity.writeByte(0)));
        assertGoesOn(() -> HandshakeResponse.read(welcome.writeByte(0)));
    }

    private static void assertGoesOn(Runnable reading) {
        assertThatThrownBy(reading::run)
                .isInstanceOf(CorruptedFrameException.class)
                .hasMessageContaining("it goes on for 1 bytes after its end");
    }

    @Test
    void aHelloThatEndsBeforeItsFirstNumberIsRefused() {
        assertThatThrownBy(() ->
                        HandshakeRequest.Hello.readProtocols(Unpooled.buffer().writeByte(0)))
                .isInstanceOf(CorruptedFrameException.class)
                .hasMessageContaining("it ends too early");
    }
}
