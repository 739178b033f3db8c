package org.peerlock.internal.transport;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.peerlock.internal.cluster.Incarnation;
import org.peerlock.internal.cluster.ProtocolRange;
import org.peerlock.internal.cluster.RegistrySecret;
import org.peerlock.internal.io.netty.buffer.ByteBuf;
import org.peerlock.internal.io.netty.buffer.Unpooled;
import org.peerlock.internal.io.netty.buffer.UnpooledByteBufAllocator;
import org.peerlock.internal.io.netty.channel.embedded.EmbeddedChannel;
import org.peerlock.internal.protocol.Packet;

/** The far end of a connection without a socket: bytes only pass through memory, and its time passes only when a test says so. */
@SuppressWarnings("FutureReturnValueIgnored") // the channel is closed when the call returns
final class EmbeddedPeer implements AutoCloseable {

    private static final PacketCodec CODEC = new PacketCodec();

    final TestNode node;
    final Incarnation id;
    final EmbeddedChannel channel;
    final Connection connection;
    final UnpooledByteBufAllocator allocator;
    /** What the node has sent, and nobody has read yet. */
    private final ByteBuf sent = Unpooled.buffer();

    /** The far end of a connection that exists. */
    EmbeddedPeer(TestNode node, Incarnation id, EmbeddedChannel channel, Connection connection) {
        this.node = node;
        this.id = id;
        this.channel = channel;
        this.connection = connection;
        allocator = (UnpooledByteBufAllocator) channel.alloc();
    }

    /** Its time passes only when a test says so. */
    static EmbeddedChannel newChannel() {
        EmbeddedChannel fresh = new EmbeddedChannel();
        fresh.freezeTime();
        fresh.config().setAllocator(new UnpooledByteBufAllocator(false));
        return fresh;
    }

    private EmbeddedPeer begin() {
        node.on(() -> {
            connection.begin(Runnable::run);
            channel.pipeline().fireChannelActive();
        });
        return this;
    }

    /** It has dialed the node, and nobody has said anything. */
    static EmbeddedPeer stranger(TestNode node, Incarnation id) {
        EmbeddedChannel channel = node.ask(EmbeddedPeer::newChannel);
        return new EmbeddedPeer(node, id, channel, new InboundConnection(node.transport, channel, "nearby")).begin();
    }

    /** It has dialed the node, and both have shaken hands. */
    static EmbeddedPeer dialing(TestNode node, Incarnation id) {
        EmbeddedPeer peer = stranger(node, id);
        if (!(peer.greet() instanceof HandshakeResponse.Welcome)) {
            throw new AssertionError("it is not welcome");
        }
        return peer;
    }

    /** The node has dialed it, and nobody has read what the node says. */
    static EmbeddedPeer listening(TestNode node, Incarnation id) {
        EmbeddedChannel channel = node.ask(EmbeddedPeer::newChannel);
        RemotePeer whom = node.ask(() -> node.transport.peer(id));
        return new EmbeddedPeer(node, id, channel, new OutboundConnection(node.transport, channel, "nearby", whom))
                .begin();
    }

    /** The node has dialed it, and it has proved who it is, but the node has not been welcomed. */
    static EmbeddedPeer challenging(TestNode node, Incarnation id) {
        EmbeddedPeer peer = listening(node, id);
        peer.challenge();
        HandshakeRequest.Identity.read(peer.awaitFrame());
        return peer;
    }

    /** Proves who it is. */
    HandshakeProof.Context challenge() {
        return challenge(TestNode.SECRET);
    }

    HandshakeProof.Context challenge(RegistrySecret secret) {
        HandshakeRequest.Hello hello = awaitHello();
        HandshakeProof.Context context = new HandshakeProof.Context(
                secret, "orders", hello, ProtocolRange.OF_LIBRARY, Nonce.draw(), id, ChannelBinding.NONE);
        say(new HandshakeResponse.Challenge(context.protocols(), context.nonce(), context.byAcceptor()));
        return context;
    }

    private HandshakeRequest.Hello awaitHello() {
        ByteBuf frame = awaitFrame();
        return HandshakeRequest.Hello.read(HandshakeRequest.Hello.readProtocols(frame), frame);
    }

    /** The node has dialed it, and both have shaken hands. */
    static EmbeddedPeer dialed(TestNode node, Incarnation id) {
        EmbeddedPeer peer = challenging(node, id);
        peer.welcome();
        return peer;
    }

    void welcome() {
        say(new HandshakeResponse.Welcome());
    }

    void say(HandshakeResponse response) {
        write(response::write);
    }

    HandshakeResponse greet() {
        return identify(hello());
    }

    /** Says hello as a node; returns what it needs to say who it is. */
    HandshakeProof.Context hello() {
        HandshakeRequest.Hello hello = RawSocket.newHello();
        write(hello::write);
        HandshakeResponse.Challenge challenge = (HandshakeResponse.Challenge) awaitResponse();
        return RawSocket.context(TestNode.SECRET, "orders", hello, challenge, node.id);
    }

    /** Says who it is, and proves it. */
    HandshakeResponse identify(HandshakeProof.Context context) {
        write(new HandshakeRequest.Identity(id, context.byDialer(id))::write);
        return awaitResponse();
    }

    HandshakeResponse awaitResponse() {
        return HandshakeResponse.read(awaitFrame());
    }

    static ByteBuf frame(Consumer<ByteBuf> content) {
        ByteBuf frame = Unpooled.buffer().writeInt(0);
        content.accept(frame);
        return frame.setInt(0, frame.readableBytes() - Integer.BYTES);
    }

    static ByteBuf frame(Packet packet) {
        return frame(out -> CODEC.write(out, packet));
    }

    void write(Consumer<ByteBuf> content) {
        write(frame(content));
    }

    /** The bytes arrive at the node. */
    void write(ByteBuf bytes) {
        node.on(() -> channel.pipeline().fireChannelRead(bytes));
    }

    /** The next packet that the node has sent. */
    Packet awaitPacket() {
        return CODEC.read(awaitFrame());
    }

    ByteBuf awaitFrame() {
        awaitEndOfTurn(node);
        if (!node.ask(this::hasFrame)) {
            throw new AssertionError("the node has sent no frame");
        }
        return sent.readRetainedSlice(sent.readInt());
    }

    /** After it, all that the node wanted to send is sent. */
    static void awaitEndOfTurn(TestNode node) {
        CompletableFuture<Void> end = new CompletableFuture<>();
        node.on(() -> node.loops.executeAfterEventLoopIteration(() -> end.complete(null)));
        end.join();
    }

    boolean hasFrame() {
        takeSent();
        return sent.readableBytes() >= Integer.BYTES
                && sent.readableBytes() >= Integer.BYTES + sent.getInt(sent.readerIndex());
    }

    /** How many times the node has written since the last look. Must be called on its loop. */
    int takeSent() {
        int writes = 0;
        for (ByteBuf next = channel.readOutbound(); next != null; next = channel.readOutbound()) {
            sent.writeBytes(next);
            next.release();
            writes++;
        }
        return writes;
    }

    void pass(long millis) {
        node.on(() -> {
            channel.advanceTimeBy(millis, TimeUnit.MILLISECONDS);
            channel.runScheduledPendingTasks();
        });
    }

    boolean isOpen() {
        return node.ask(channel::isOpen);
    }

    /** The connection breaks. */
    @Override
    public void close() {
        node.on(() -> channel.close());
    }
}
