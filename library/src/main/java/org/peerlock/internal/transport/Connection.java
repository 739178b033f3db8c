package org.peerlock.internal.transport;

import java.io.IOException;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.peerlock.internal.io.netty.buffer.ByteBuf;
import org.peerlock.internal.io.netty.channel.Channel;
import org.peerlock.internal.io.netty.channel.ChannelFutureListener;
import org.peerlock.internal.io.netty.channel.ChannelHandlerContext;
import org.peerlock.internal.io.netty.channel.ChannelInboundHandlerAdapter;
import org.peerlock.internal.io.netty.handler.codec.DecoderException;
import org.peerlock.internal.io.netty.handler.codec.TooLongFrameException;
import org.peerlock.internal.io.netty.util.concurrent.Future;
import org.peerlock.internal.protocol.Packet;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One end of a connection: first both say who they are, then packets go to and fro, each a frame with its length before it. */
@SuppressWarnings("FutureReturnValueIgnored") // whatever fails ends the connection, which is told
abstract class Connection extends ChannelInboundHandlerAdapter {

    static final Logger LOG = LoggerFactory.getLogger(Transport.class);

    /** So many bytes are not kept back. */
    private static final int ENOUGH = 64 << 10;

    final Transport home;
    final Channel channel;
    /** Where the other end is. */
    final String place;

    private @Nullable Future<?> deadline;
    /** The node at the other end, once that is sure. */
    private @Nullable RemotePeer peer;

    private long since;
    private boolean closed;
    /** What has come of a frame that is not all there. */
    private @Nullable ByteBuf begun;
    /** Packets that wait to be sent together. */
    private @Nullable ByteBuf unsent;
    /** Whether they will be, when all that there is to do has been done. */
    private boolean flushes;

    private final Runnable lastly = this::lastly;

    Connection(Transport home, Channel channel, String place) {
        this.home = home;
        this.channel = channel;
        this.place = place;
    }

    /** Lets a new channel speak the protocol. */
    final void begin() {
        channel.pipeline().addLast(this);
        deadline = channel.eventLoop().schedule(this::late, home.limits().handshakeMillis(), TimeUnit.MILLISECONDS);
        channel.closeFuture().addListener(ended -> stopWaiting()); // even if nobody was there
    }

    private void late() {
        LOG.debug("Gave up on the connection with {}: no handshake in time", place);
        onLate();
        close();
    }

    abstract void onLate();

    /** Deals with the other's first frame. */
    abstract void shakeHands(ByteBuf frame);

    /** The connection has ended before any packet could be sent. */
    abstract void onFailure();

    /** Whether this node has dialed, not the other. */
    abstract boolean dialed();

    /** Both ends have said who they are: packets may follow. */
    final void establish(RemotePeer other) {
        stopWaiting();
        peer = other;
        since = System.nanoTime();
        LOG.debug("Connected with {} at {}", other.id().shortId(), place);
        other.use(this);
    }

    private void stopWaiting() {
        if (deadline != null) {
            deadline.cancel(false);
        }
    }

    /** For how many nanoseconds packets could be sent so far. */
    final long age() {
        return System.nanoTime() - since;
    }

    final void close() {
        closed = true;
        flush();
        channel.close();
    }

    /** Nothing is sent or received any more. The other end may close it, so that it does not miss it before it has another. */
    final void retire() {
        closed = true;
        channel.eventLoop().schedule(this::close, home.limits().handshakeMillis(), TimeUnit.MILLISECONDS);
    }

    /** Sends a packet, or drops it if too many wait already, or the connection has ended. */
    final void send(Packet packet) {
        if (closed || !channel.isActive()) {
            return;
        }
        if (!channel.isWritable()) {
            home.warnings()
                    .say(
                            WarningLimiter.Kind.TOO_SLOW,
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
                            WarningLimiter.Kind.TOO_LARGE,
                            "A packet of " + size + " bytes for the node at " + place
                                    + " is too large to be sent. Are too many locks held at once?");
        }
        if (out.readableBytes() > ENOUGH) {
            flush();
        }
    }

    /** Where to put what is to be sent when all that there is to do has been done, so that it is sent at once. */
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

    /** Writes this, and then closes the connection. */
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

    /** Appends a frame, whole or not at all; returns how long its content is. */
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
            in.writerIndex(end); // as if this were the last of it
            received(in);
            in.setIndex(end, all);
        }
    }

    /** What is left over waits for more. */
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
    public final void channelInactive(ChannelHandlerContext context) throws Exception {
        try {
            super.channelInactive(context);
        } finally {
            ended();
        }
    }

    private void ended() {
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
        // Whatever is wrong with what came is an exception of its own kind; Netty wraps all others.
        Throwable cause =
                thrown.getClass() == DecoderException.class && thrown.getCause() != null ? thrown.getCause() : thrown;
        if (cause instanceof DecoderException && !closed) {
            complain(cause.getMessage());
        } else if (cause instanceof IOException || cause instanceof DecoderException) {
            LOG.debug("Lost the connection with {}: {}", place, cause.getMessage());
        } else {
            LOG.error(
                    "Closed the connection with {}, for something went wrong here with what came from there",
                    place,
                    cause);
        }
        close();
    }

    private void complain(@Nullable String problem) {
        if (peer == null) {
            home.warnings()
                    .say(
                            WarningLimiter.Kind.NOT_OURS,
                            "Closed the connection with " + place + ", which does not speak Peerlock's protocol: "
                                    + problem + ". Only nodes may connect to this one: find out what else does.");
        } else {
            home.warnings()
                    .say(
                            WarningLimiter.Kind.UNREADABLE,
                            "Closed the connection with node " + peer.id().shortId() + " at " + place
                                    + ", which sent what cannot be read: " + problem
                                    + ". Do both run the same version of Peerlock?");
        }
    }
}
