package org.peerlock.internal.transport;

import java.io.DataInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.util.function.Consumer;
import org.peerlock.internal.cluster.Incarnation;
import org.peerlock.internal.io.netty.buffer.ByteBuf;
import org.peerlock.internal.io.netty.buffer.Unpooled;

/** Speaks to a node byte by byte, or as a node that does not do what it should. */
final class RawSocket implements AutoCloseable {

    private static final int PATIENCE_MILLIS = 60_000;

    private final Socket socket;

    RawSocket(int port) throws IOException {
        this(new Socket(InetAddress.getLoopbackAddress(), port));
    }

    RawSocket(Socket socket) throws IOException {
        this.socket = socket;
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

    HandshakeResponse greet(String cluster, Incarnation from, Incarnation to) throws IOException {
        writeFrame(new HandshakeRequest(cluster, from, to)::write);
        return HandshakeResponse.read(readFrame());
    }

    /** Reads until the other end has closed the connection. */
    void awaitEnd() {
        try {
            long read = 0;
            while (read >= 0) {
                read = socket.getInputStream().read(new byte[1024]);
            }
        } catch (SocketTimeoutException e) {
            throw new AssertionError("the connection was not closed", e);
        } catch (IOException e) {
            // a reset is an end, too
        }
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
