package org.peerlock.internal.transport;

import java.io.DataInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.util.function.Consumer;
import org.peerlock.internal.cluster.Incarnation;
import org.peerlock.internal.cluster.ProtocolRange;
import org.peerlock.internal.cluster.RegistrySecret;
import org.peerlock.internal.io.netty.buffer.ByteBuf;
import org.peerlock.internal.io.netty.buffer.Unpooled;

/** Speaks to a node byte by byte, or as a faulty node. */
final class RawSocket implements AutoCloseable {

    private static final int PATIENCE_MILLIS = 60_000;

    private final Socket socket;
    private final ChannelBinding binding;

    RawSocket(int port) throws IOException {
        this(new Socket(InetAddress.getLoopbackAddress(), port));
    }

    RawSocket(Socket socket) throws IOException {
        this(socket, ChannelBinding.NONE);
    }

    /** @param binding what proofs on this connection name */
    RawSocket(Socket socket, ChannelBinding binding) throws IOException {
        this.socket = socket;
        this.binding = binding;
        socket.setSoTimeout(PATIENCE_MILLIS);
    }

    void write(byte[] bytes) throws IOException {
        socket.getOutputStream().write(bytes);
    }

    void writeFrame(Consumer<ByteBuf> content) throws IOException {
        ByteBuf frame = Unpooled.buffer().writeInt(0);
        content.accept(frame);
        frame.setInt(0, frame.readableBytes() - Integer.BYTES);
        byte[] bytes = new byte[frame.readableBytes()];
        frame.readBytes(bytes);
        write(bytes);
    }

    ByteBuf readFrame() throws IOException {
        DataInputStream in = new DataInputStream(socket.getInputStream());
        byte[] bytes = new byte[in.readInt()];
        in.readFully(bytes);
        return Unpooled.wrappedBuffer(bytes);
    }

    /** Shakes hands as a node would that knows this secret; returns the last answer. */
    HandshakeResponse greet(RegistrySecret secret, String cluster, Incarnation from, Incarnation to)
            throws IOException {
        HandshakeRequest.Hello hello = newHello();
        HandshakeResponse answer = say(hello);
        if (answer instanceof HandshakeResponse.Challenge challenge) {
            HandshakeProof.Context context = context(secret, cluster, hello, challenge, to, binding);
            writeFrame(new HandshakeRequest.Identity(from, context.byDialer(from))::write);
            answer = HandshakeResponse.read(readFrame());
        }
        return answer;
    }

    static HandshakeRequest.Hello newHello() {
        return new HandshakeRequest.Hello(ProtocolRange.OF_LIBRARY, Nonce.draw());
    }

    static HandshakeProof.Context context(
            RegistrySecret secret,
            String cluster,
            HandshakeRequest.Hello hello,
            HandshakeResponse.Challenge challenge,
            Incarnation acceptor) {
        return context(secret, cluster, hello, challenge, acceptor, ChannelBinding.NONE);
    }

    static HandshakeProof.Context context(
            RegistrySecret secret,
            String cluster,
            HandshakeRequest.Hello hello,
            HandshakeResponse.Challenge challenge,
            Incarnation acceptor,
            ChannelBinding binding) {
        return new HandshakeProof.Context(
                secret, cluster, hello, challenge.protocols(), challenge.nonce(), acceptor, binding);
    }

    ChannelBinding binding() {
        return binding;
    }

    HandshakeResponse say(HandshakeRequest.Hello hello) throws IOException {
        writeFrame(hello::write);
        return HandshakeResponse.read(readFrame());
    }

    /** Shakes hands as a node of the cluster. */
    HandshakeResponse greet(Incarnation from, Incarnation to) throws IOException {
        return greet(TestNode.SECRET, "orders", from, to);
    }

    /** Plays the node that was dialed; returns what the dialer says of itself. */
    HandshakeRequest.Identity challenge(Incarnation me) throws IOException {
        HandshakeProof.Context context = new HandshakeProof.Context(
                TestNode.SECRET, "orders", readHello(), ProtocolRange.OF_LIBRARY, Nonce.draw(), me, binding);
        writeFrame(new HandshakeResponse.Challenge(context.protocols(), context.nonce(), context.byAcceptor())::write);
        return HandshakeRequest.Identity.read(readFrame());
    }

    HandshakeRequest.Hello readHello() throws IOException {
        ByteBuf frame = readFrame();
        return HandshakeRequest.Hello.read(HandshakeRequest.Hello.readProtocols(frame), frame);
    }

    /** Reads until the other end has closed the connection; returns how many bytes came. */
    long awaitEnd() {
        long all = 0;
        try {
            for (long read = 0; read >= 0; read = socket.getInputStream().read(new byte[1024])) {
                all += read;
            }
        } catch (SocketTimeoutException e) {
            throw new AssertionError("the connection was not closed", e);
        } catch (IOException e) {
            // a reset is an end, too
        }
        return all;
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
