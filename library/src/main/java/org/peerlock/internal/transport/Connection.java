package org.peerlock.internal.transport;

import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;
import org.peerlock.internal.cluster.Endpoint;
import org.peerlock.internal.io.netty.buffer.ByteBuf;
import org.peerlock.internal.io.netty.channel.Channel;
import org.peerlock.internal.io.netty.channel.ChannelFutureListener;
import org.peerlock.internal.io.netty.channel.ChannelHandlerContext;
import org.peerlock.internal.io.netty.channel.ChannelInboundHandlerAdapter;
import org.peerlock.internal.io.netty.channel.epoll.EpollDomainSocketChannel;
import org.peerlock.internal.io.netty.handler.codec.DecoderException;
import org.peerlock.internal.io.netty.handler.codec.TooLongFrameException;
import org.peerlock.internal.io.netty.handler.ssl.SslHandshakeCompletionEvent;
import org.peerlock.internal.io.netty.util.concurrent.Future;
import org.peerlock.internal.protocol.Packet;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One end of a connection. First both ends shake hands; then they exchange packets, each in a frame
 * with its length first. It is the last handler of its channel, so it passes no event on.
 */
@SuppressWarnings("FutureReturnValueIgnored") // a failure closes the connection, and that is reported
abstract class Connection extends ChannelInboundHandlerAdapter {

    static final Logger LOG = LoggerFactory.getLogger(Transport.class);

    /** With so many unsent bytes, they are sent at once. */
    private static final int ENOUGH = 64 << 10;

    /** Probes are sent ten times in the time of a lease. */
    private static final int MOST_UNANSWERED = 6;

    final Transport home;
    final Channel channel;
    /** The address of the other end, for messages. */
    final String place;

    /** Encrypts; null if the connection is not encrypted. */
    private @Nullable ConnectionTls tls;

    private ChannelBinding binding = ChannelBinding.NONE;
    private @Nullable Future<?> deadline;
    /** The node at the other end, after the handshake. */
    private @Nullable RemotePeer peer;

    private long since;
    private boolean closed;
    /** The beginning of a frame that has not arrived completely. */
    private @Nullable ByteBuf begun;
    /** Packets that wait to be sent together. */
    private @Nullable ByteBuf unsent;
    /** Whether they will be sent at the end of this turn of the loop. */
    private boolean flushes;

    /** Whether something has arrived since the last probe was sent. */
    private boolean heard;
    /** How many probes were sent since something arrived. */
    private int unanswered;

    private final Runnable lastly = this::lastly;

    Connection(Transport home, Channel channel, String place) {
        this.home = home;
        this.channel = channel;
        this.place = place;
    }

    /**
     * Starts the protocol on a new channel.
     *
     * @param handshakeThreads compute the handshake of TLS
     */
    final void begin(Executor handshakeThreads) {
        TlsChannel encryption = isUnixSocket() ? null : home.security().open(dialed(), handshakeThreads);
        if (encryption != null) {
            tls = new ConnectionTls(channel, encryption, handshakeThreads);
        }
        channel.pipeline().addLast(this);
        deadline = channel.eventLoop().schedule(this::late, home.limits().handshakeMillis(), TimeUnit.MILLISECONDS);
        channel.closeFuture().addListener(ended -> stopWaiting()); // even if it was never connected
    }

    /** TLS is ready, or has failed. This comes before anything that the other end sends by TLS. */
    @Override
    public final void userEventTriggered(ChannelHandlerContext context, Object event) {
        if (event instanceof SslHandshakeCompletionEvent completed && tls != null && !closed) {
            if (completed.isSuccess()) {
                onEncrypted(tls);
            } else if (channel.isActive()) {
                failTls(completed.cause().getMessage());
            }
        }
    }

    private void failTls(@Nullable String reason) {
        if (!closed) {
            onTlsFailure(String.valueOf(reason));
            close();
        }
    }

    private void onEncrypted(ConnectionTls encrypted) {
        binding = encrypted.binding(dialed());
        Optional<String> missing = home.security().missingName(encrypted.peerCertificate());
        if (missing.isPresent()) {
            failTls("its certificate lacks the name " + missing.get());
        } else {
            onReady();
        }
    }

    @Override
    public final void channelActive(ChannelHandlerContext context) {
        if (tls == null) {
            onReady();
        }
    }

    /** What is sent from now on is protected, if anything is. */
    abstract void onReady();

    /** The other end does not speak TLS, or its certificate is not accepted. */
    abstract void onTlsFailure(String reason);

    /** To what the proofs on this connection are bound. */
    final ChannelBinding binding() {
        return binding;
    }

    final boolean isUnixSocket() {
        return channel instanceof EpollDomainSocketChannel;
    }

    final ConnectionKind kind() {
        if (isUnixSocket()) {
            return ConnectionKind.UNIX_SOCKET;
        }
        return tls == null ? ConnectionKind.PLAIN_TCP : ConnectionKind.TLS;
    }

    /** Why the other end is not the node that the registry knows, if it is not. On Unix sockets the kernel vouches for it. */
    final Optional<String> mismatch(Endpoint registered) {
        return isUnixSocket()
                ? Optional.empty()
                : home.security().mismatch(registered, dialed() ? binding.acceptor() : binding.dialer());
    }

    private void late() {
        LOG.debug("Gave up on the connection with {}: no handshake in time", place);
        onLate();
        close();
    }

    abstract void onLate();

    /** Handles the first frame of the other end. */
    abstract void shakeHands(ByteBuf frame);

    /** The connection ended before the handshake was complete. */
    abstract void onFailure();

    /** Whether this node dialed, and not the other. */
    abstract boolean dialed();

    /** The handshake is complete, and packets may follow. */
    final void establish(RemotePeer other) {
        stopWaiting();
        peer = other;
        since = now();
        LOG.debug("Connected with {} at {}", other.id().shortId(), place);
        other.use(this);
    }

    private void stopWaiting() {
        if (deadline != null) {
            deadline.cancel(false);
        }
    }

    /** For how many nanoseconds the connection has been usable. */
    final long age() {
        return now() - since;
    }

    private long now() {
        return channel.eventLoop().ticker().nanoTime();
    }

    final void close() {
        closed = true;
        flush();
        channel.close();
    }

    /** Stops sending and receiving. The other end closes the connection when it has another one. */
    final void retire() {
        closed = true;
        channel.eventLoop().schedule(this::close, home.limits().handshakeMillis(), TimeUnit.MILLISECONDS);
    }

    /** Sends a packet, or drops it if too many wait already, or the connection has ended. */
    final void send(Packet packet) {
        if (closed || !channel.isActive()) {
            return;
        }
        if (packet instanceof Packet.Probe && !isUnixSocket() && isSilent()) {
            LOG.debug("Closed the connection with {}: nothing arrives on it any more", place);
            close();
            return;
        }
        if (!channel.isWritable()) {
            home.warnings()
                    .say(
                            ConnectionWarnings.Kind.TOO_SLOW,
                            "The node at " + place
                                    + " takes packets more slowly than they are sent, so some are left out"
                                    + " and sent again later. Is it overloaded, or the network?");
            return;
        }
        ByteBuf out = unsent();
        int start = out.writerIndex();
        int size = append(out, to -> home.codec().write(to, packet));
        if (size > ConnectionLimits.FRAME) {
            out.writerIndex(start);
            home.warnings()
                    .say(
                            ConnectionWarnings.Kind.TOO_LARGE,
                            "A packet of " + size + " bytes for the node at " + place
                                    + " is too large to be sent. That is a defect: please report it.");
        }
        if (out.readableBytes() > ENOUGH) {
            flush();
        }
    }

    /**
     * Whether the other end has not answered several probes. A network that drops everything leaves a connection that looks
     * open for many minutes, and would still be slow long after the network is repaired. A new one works at once.
     */
    private boolean isSilent() {
        unanswered = heard ? 0 : unanswered + 1;
        heard = false;
        return unanswered > MOST_UNANSWERED;
    }

    /**
     * The buffer that is sent at the end of this turn of the loop, so that all packets of a turn go
     * out together.
     */
    private ByteBuf unsent() {
        ByteBuf buffer = unsent;
        if (buffer == null) {
            buffer = channel.alloc().buffer();
            unsent = buffer;
            if (!flushes) {
                flushes = true;
                home.loop().executeAfterEventLoopIteration(lastly);
            }
        }
        return buffer;
    }

    private void lastly() {
        flushes = false;
        flush();
    }

    private void flush() {
        ByteBuf buffer = unsent;
        unsent = null;
        if (buffer != null) {
            home.sent(buffer.readableBytes());
            channel.writeAndFlush(buffer, channel.voidPromise());
        }
    }

    final void write(Consumer<ByteBuf> content) {
        channel.writeAndFlush(frame(content), channel.voidPromise());
    }

    /** Writes a last frame, and closes the connection. */
    final void writeLast(Consumer<ByteBuf> content) {
        channel.writeAndFlush(frame(content)).addListener(ChannelFutureListener.CLOSE);
    }

    private ByteBuf frame(Consumer<ByteBuf> content) {
        ByteBuf frame = channel.alloc().buffer();
        try {
            append(frame, content);
            home.sent(frame.readableBytes());
            return frame;
        } catch (RuntimeException | Error e) {
            frame.release();
            throw e;
        }
    }

    /** Appends a complete frame, or nothing; returns the length of its content. */
    private static int append(ByteBuf out, Consumer<ByteBuf> content) {
        int start = out.writerIndex();
        try {
            out.writeInt(0);
            content.accept(out);
            int length = out.writerIndex() - start - Integer.BYTES;
            out.setInt(start, length);
            return length;
        } catch (RuntimeException | Error e) {
            out.writerIndex(start);
            throw e;
        }
    }

    @Override
    public final void channelRead(ChannelHandlerContext context, Object message) {
        ByteBuf came = (ByteBuf) message;
        heard = true;
        try {
            ByteBuf in = begun == null ? came : begun.discardReadBytes().writeBytes(came);
            cut(in);
            keep(in);
        } finally {
            came.release();
        }
    }

    private void cut(ByteBuf in) {
        while (!closed && in.readableBytes() >= Integer.BYTES) {
            long length = in.getUnsignedInt(in.readerIndex());
            if (length > (peer == null ? ConnectionLimits.STRANGERS_FRAME : ConnectionLimits.FRAME)) {
                throw new TooLongFrameException("it announces more than may come");
            }
            if (in.readableBytes() < Integer.BYTES + length) {
                return;
            }
            in.skipBytes(Integer.BYTES);
            int all = in.writerIndex();
            int end = in.readerIndex() + (int) length;
            in.writerIndex(end); // hides the frames behind this one from the reader
            received(in);
            in.setIndex(end, all);
        }
    }

    /** Keeps the rest of the input until more arrives. */
    private void keep(ByteBuf rest) {
        if (closed || !rest.isReadable()) {
            forget();
        } else if (begun == null) {
            begun = channel.alloc().buffer(rest.readableBytes()).writeBytes(rest);
        }
    }

    private void forget() {
        if (begun != null) {
            begun.release();
            begun = null;
        }
    }

    private void received(ByteBuf frame) {
        if (peer == null) {
            shakeHands(frame);
        } else {
            home.listener().received(peer.id(), home.codec().read(frame));
        }
    }

    @Override
    public final void channelInactive(ChannelHandlerContext context) {
        forget();
        if (unsent != null) {
            unsent.release();
            unsent = null;
        }
        if (peer == null) {
            onFailure();
        } else {
            peer.lost(this);
        }
    }

    @Override
    public final void exceptionCaught(ChannelHandlerContext context, Throwable thrown) {
        // Malformed input throws an exception of its own kind; Netty wraps all others.
        Throwable cause =
                thrown.getClass() == DecoderException.class && thrown.getCause() != null ? thrown.getCause() : thrown;
        if (cause instanceof SSLException && peer == null) {
            failTls(cause.getMessage());
        } else if (cause instanceof DecoderException && !closed) {
            warn(cause.getMessage());
        } else if (cause instanceof IOException || cause instanceof DecoderException) {
            LOG.debug("Lost the connection with {}: {}", place, cause.getMessage());
        } else {
            home.warnings().failed(place, cause);
        }
        close();
    }

    private void warn(@Nullable String problem) {
        if (peer == null) {
            home.warnings()
                    .say(
                            ConnectionWarnings.Kind.NOT_OURS,
                            "Closed the connection with " + place + ", which does not speak Peerlock's protocol: "
                                    + problem + ". Only nodes may connect to this one: find out what else does.");
        } else {
            home.warnings()
                    .say(
                            ConnectionWarnings.Kind.UNREADABLE,
                            "Closed the connection with node " + peer.id().shortId() + " at " + place
                                    + ", which sent what cannot be read: " + problem
                                    + ". Do both run the same version of Peerlock?");
        }
    }
}
