package org.peerlock.internal.transport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.peerlock.internal.transport.EmbeddedPeer.frame;
import static org.peerlock.internal.transport.TestNode.id;

import java.io.IOException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.peerlock.LogLines;
import org.peerlock.algorithm.Capacity;
import org.peerlock.algorithm.permission.RicartAgrawala;
import org.peerlock.algorithm.token.SuzukiKasami;
import org.peerlock.internal.io.netty.buffer.ByteBuf;
import org.peerlock.internal.io.netty.buffer.Unpooled;
import org.peerlock.internal.io.netty.handler.codec.DecoderException;
import org.peerlock.internal.protocol.Packet;

/** Frames, limits and the end of one connection. */
@SuppressWarnings("FutureReturnValueIgnored") // the channel is closed when the call returns
class ConnectionTest {

    private static final ConnectionLimits LIMITS = new ConnectionLimits(256, 1024, 5_000, false);

    private final LogLines lines = new LogLines(Connection.LOG);
    private TestNode node;

    @BeforeEach
    void start() throws IOException {
        node = new TestNode(5, "orders", LIMITS);
    }

    @AfterEach
    void stop() {
        node.close();
        lines.close();
    }

    private EmbeddedPeer dialing() {
        return EmbeddedPeer.dialing(node, id(7));
    }

    private static Packet.Data data(String lock) {
        return new Packet.Data(1, 1, 0, lock, Capacity.mutex(), "ricart-agrawala", new RicartAgrawala.Message.Reply(1));
    }

    // A network that drops everything

    private void probe(int times) {
        for (int i = 0; i < times; i++) {
            node.on(() -> node.transport.send(id(7), new Packet.Probe(1)));
        }
    }

    @Test
    void aConnectionOnWhichNoProbeIsAnsweredIsClosed() {
        EmbeddedPeer peer = dialing();
        probe(7); // something has arrived before the first
        assertThat(peer.isOpen()).isTrue();
        probe(1);
        assertThat(peer.isOpen()).isFalse();
        assertThat(node.count("disconnected")).isEqualTo(1);
    }

    @Test
    void anyPacketShowsThatTheOtherEndIsThere() {
        EmbeddedPeer peer = dialing();
        for (int i = 0; i < 10; i++) {
            probe(7);
            peer.write(frame(new Packet.Ack(1, 1)));
        }
        assertThat(peer.isOpen()).isTrue();
    }

    // Frames that arrive

    @Test
    void aFrameThatArrivesByteByByteIsReadOnce() {
        EmbeddedPeer peer = dialing();
        ByteBuf bytes = frame(new Packet.ProbeReply(1, "label", "1.0"));
        while (bytes.isReadable()) {
            assertThat(node.received).isEmpty();
            peer.write(Unpooled.wrappedBuffer(new byte[] {bytes.readByte()}));
        }
        assertThat(node.received).containsExactly(new Packet.ProbeReply(1, "label", "1.0"));
        assertThat(peer.allocator.metric().usedHeapMemory()).isZero();
    }

    @Test
    void framesThatArriveTogetherAreReadInOrderAndTheRestWhenItIsComplete() {
        EmbeddedPeer peer = dialing();
        ByteBuf last = frame(new Packet.Probe(3));
        int half = last.readableBytes() / 2;
        peer.write(
                Unpooled.wrappedBuffer(frame(new Packet.Probe(1)), frame(new Packet.Probe(2)), last.readBytes(half)));
        assertThat(node.received).containsExactly(new Packet.Probe(1), new Packet.Probe(2));
        peer.write(Unpooled.wrappedBuffer(last, frame(new Packet.Probe(4))));
        assertThat(node.received)
                .containsExactly(new Packet.Probe(1), new Packet.Probe(2), new Packet.Probe(3), new Packet.Probe(4));
    }

    @Test
    void aFrameMayNotReadOnInTheNextOne() {
        EmbeddedPeer peer = dialing();
        ByteBuf both = Unpooled.buffer();
        both.writeBytes(frame(out -> out.writeByte(frame(new Packet.Probe(1)).getByte(4)))); // without its number
        both.writeBytes(frame(new Packet.Probe(2)));
        peer.write(both);
        assertThat(node.received).isEmpty();
        assertThat(peer.isOpen()).isFalse();
    }

    @Test
    void aStrangerMayAnnounceAsMuchAsAHandshakeHasAndNoMore() {
        EmbeddedPeer small = EmbeddedPeer.stranger(node, id(7));
        small.write(Unpooled.buffer().writeInt(ConnectionLimits.STRANGERS_FRAME));
        assertThat(small.isOpen()).isTrue();
        EmbeddedPeer large = EmbeddedPeer.stranger(node, id(8));
        large.write(Unpooled.buffer().writeInt(ConnectionLimits.STRANGERS_FRAME + 1));
        assertThat(large.isOpen()).isFalse();
    }

    @Test
    void aNodeMayAnnounceAsMuchAsAPacketHasAndNoMore() {
        EmbeddedPeer small = dialing();
        small.write(Unpooled.buffer().writeInt(ConnectionLimits.FRAME));
        assertThat(small.isOpen()).isTrue();
        EmbeddedPeer large = EmbeddedPeer.dialing(node, id(8));
        large.write(Unpooled.buffer().writeInt(ConnectionLimits.FRAME + 1));
        assertThat(large.isOpen()).isFalse();
    }

    @Test
    void nothingBehindAFrameThatEndsTheConnectionIsRead() {
        EmbeddedPeer peer = dialing();
        peer.write(Unpooled.wrappedBuffer(frame(out -> out.writeByte(42)), frame(new Packet.Probe(2))));
        peer.write(frame(new Packet.Probe(3)));
        assertThat(node.received).isEmpty();
    }

    // Packets that leave

    @Test
    void packetsOfOneTurnAreSentTogetherAtItsEnd() {
        EmbeddedPeer peer = dialing();
        int early = node.ask(() -> {
            for (int i = 1; i <= 3; i++) {
                node.transport.send(peer.id, new Packet.Probe(i));
            }
            return peer.takeSent();
        });
        assertThat(early).isZero();
        TestNode.await("sends them", () -> node.ask(peer::takeSent) == 1);
        for (int i = 1; i <= 3; i++) {
            assertThat(peer.awaitPacket()).isEqualTo(new Packet.Probe(i));
        }
    }

    @Test
    void whatIsEnoughForASendIsSentBeforeTheEndOfTheTurn() {
        EmbeddedPeer peer = dialing();
        int early = node.ask(() -> {
            node.transport.send(peer.id, data("x".repeat(60_000)));
            assertThat(peer.takeSent()).isZero();
            node.transport.send(peer.id, data("y".repeat(60_000)));
            return peer.takeSent();
        });
        assertThat(early).isEqualTo(1);
        assertThat(peer.awaitPacket()).isEqualTo(data("x".repeat(60_000)));
        assertThat(peer.awaitPacket()).isEqualTo(data("y".repeat(60_000)));
        node.on(() -> node.transport.send(peer.id, new Packet.Probe(1)));
        assertThat(peer.awaitPacket()).isEqualTo(new Packet.Probe(1));
    }

    @Test
    void aPacketThatCannotBeEncodedLeavesNoTrace() {
        EmbeddedPeer peer = dialing();
        Packet foreign =
                new Packet.Data(1, 1, 0, "a", Capacity.mutex(), "ricart-agrawala", new SuzukiKasami.Message.Request(1));
        node.on(() -> {
            assertThatThrownBy(() -> node.transport.send(peer.id, foreign))
                    .isInstanceOf(IllegalArgumentException.class);
            node.transport.send(peer.id, new Packet.Probe(1));
        });
        assertThat(peer.awaitPacket()).isEqualTo(new Packet.Probe(1));
    }

    @Test
    void aPacketThatIsTooLargeIsNotSentAndIsLogged() {
        EmbeddedPeer peer = dialing();
        node.on(() -> {
            node.transport.send(peer.id, data("x".repeat(ConnectionLimits.FRAME)));
            node.transport.send(peer.id, new Packet.Probe(1));
        });
        assertThat(peer.awaitPacket()).isEqualTo(new Packet.Probe(1));
        assertThat(lines.warnings()).singleElement().asString().contains("for the node at nearby is too large");
    }

    @Test
    void packetsThatTheOtherEndDoesNotTakeAreLeftOutAndThatIsLogged() {
        EmbeddedPeer peer = dialing();
        setWritable(peer, false);
        node.on(() -> node.transport.send(peer.id, new Packet.Probe(1)));
        setWritable(peer, true);
        node.on(() -> node.transport.send(peer.id, new Packet.Probe(2)));
        assertThat(peer.awaitPacket()).isEqualTo(new Packet.Probe(2));
        assertThat(lines.warnings())
                .singleElement()
                .asString()
                .contains("The node at nearby takes packets more slowly");
    }

    private void setWritable(EmbeddedPeer peer, boolean writable) {
        node.on(() -> peer.channel.unsafe().outboundBuffer().setUserDefinedWritability(1, writable));
    }

    @Test
    void theBytesOfTheHandshakeAndOfPacketsAreCounted() {
        EmbeddedPeer peer = dialing();
        long before = node.transport.bytesSent();
        assertThat(before).isPositive();
        node.on(() -> node.transport.send(peer.id, new Packet.Probe(1)));
        assertThat(peer.awaitPacket()).isEqualTo(new Packet.Probe(1));
        assertThat(node.transport.bytesSent() - before)
                .isEqualTo(frame(new Packet.Probe(1)).readableBytes());
    }

    // The end

    @Test
    void aHandshakeThatTakesTooLongEndsTheConnection() {
        EmbeddedPeer peer = EmbeddedPeer.stranger(node, id(7));
        peer.pass(LIMITS.handshakeMillis() - 1);
        assertThat(peer.isOpen()).isTrue();
        peer.pass(1);
        assertThat(peer.isOpen()).isFalse();
        assertThat(lines.warnings()).singleElement().asString().contains("did not say who it is for 5 s");
    }

    @Test
    void afterTheHandshakeAConnectionMayBeSilentForAsLongAsItWants() {
        EmbeddedPeer inbound = dialing();
        EmbeddedPeer outbound = EmbeddedPeer.dialed(node, id(8));
        inbound.pass(100 * LIMITS.handshakeMillis());
        outbound.pass(100 * LIMITS.handshakeMillis());
        assertThat(inbound.isOpen()).isTrue();
        assertThat(outbound.isOpen()).isTrue();
    }

    @Test
    void aConnectionThatIsClosedDuringTheHandshakeIsNotLateAfterwards() {
        EmbeddedPeer peer = EmbeddedPeer.stranger(node, id(7));
        node.on(() -> peer.channel.unsafe().close(peer.channel.newPromise())); // its timers go on
        peer.pass(LIMITS.handshakeMillis());
        assertThat(lines.warnings()).isEmpty();
    }

    @Test
    void aRetiredConnectionNeitherSendsNorReceivesAndEndsLater() {
        EmbeddedPeer peer = dialing();
        node.on(peer.connection::retire);
        node.on(() -> peer.connection.send(new Packet.Probe(1)));
        peer.write(frame(new Packet.Probe(2)));
        assertThat(node.received).isEmpty();
        peer.pass(LIMITS.handshakeMillis() - 1);
        assertThat(peer.isOpen()).isTrue();
        peer.pass(1);
        assertThat(peer.isOpen()).isFalse();
        assertThat(node.ask(peer::hasFrame)).isFalse();
    }

    @Test
    void aConnectionThatEndsGivesAllItsMemoryBack() {
        EmbeddedPeer peer = dialing();
        ByteBuf half = frame(new Packet.Probe(1)).readBytes(5);
        peer.write(half);
        node.on(() -> {
            node.transport.send(peer.id, new Packet.Probe(2));
            peer.channel.close(); // before the end of the turn
        });
        node.on(peer::takeSent);
        assertThat(half.refCnt()).isZero();
        assertThat(peer.allocator.metric().usedHeapMemory()).isZero();
    }

    @Test
    void aNodeThatSendsAPacketWhileTheConnectionEndsIsNotDisturbed() {
        EmbeddedPeer peer = dialing();
        peer.close();
        node.on(() -> peer.connection.send(new Packet.Probe(1)));
        assertThat(node.ask(peer::hasFrame)).isFalse();
        assertThat(peer.allocator.metric().usedHeapMemory()).isZero();
        assertThat(node.count("disconnected")).isEqualTo(1);
    }

    // Failures

    private void fail(EmbeddedPeer peer, Throwable failure) {
        node.on(() -> peer.channel.pipeline().fireExceptionCaught(failure));
        assertThat(peer.isOpen()).isFalse();
    }

    @Test
    void aBrokenConnectionIsNoLine() {
        fail(dialing(), new IOException("Connection reset"));
        assertThat(lines.warnings()).isEmpty();
    }

    @Test
    void malformedInputIsBlamedOnTheOtherEnd() {
        fail(EmbeddedPeer.stranger(node, id(8)), new DecoderException("no frame"));
        fail(dialing(), new DecoderException("no packet"));
        assertThat(lines.warnings())
                .hasSize(2)
                .anyMatch(line -> line.contains("does not speak Peerlock's protocol: no frame"))
                .anyMatch(line -> line.contains("sent what cannot be read: no packet"));
    }

    @Test
    void aFailureOfThisNodeIsNotBlamedOnTheOtherEnd() {
        fail(dialing(), new DecoderException(new IllegalStateException("a defect")));
        assertThat(lines.warnings())
                .containsExactly("Closed the connection with nearby, because this node could not process what it sent");
    }

    @Test
    void malformedInputOnAConnectionThatWasClosedIsNoLine() {
        EmbeddedPeer peer = dialing();
        node.on(peer.connection::close);
        fail(peer, new DecoderException("no packet"));
        assertThat(lines.warnings()).isEmpty();
    }
}
