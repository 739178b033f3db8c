package org.peerlock.transport;

import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.handler.codec.DecoderException;
import io.netty.handler.codec.LengthFieldBasedFrameDecoder;
import io.netty.handler.codec.TooLongFrameException;
import io.netty.handler.flush.FlushConsolidationHandler;
import io.netty.util.concurrent.Future;
import java.io.IOException;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.peerlock.brain.Packet;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One end of a connection: first both say who they are, then packets go to and fro, each a frame with its length before it. */
@SuppressWarnings("FutureReturnValueIgnored") // whatever fails ends the connection, which is told
abstract class Connection extends SimpleChannelInboundHandler<ByteBuf> {

    static final Logger LOG = LoggerFactory.getLogger(Transport.class);

    private static final int FLUSHES = 256;

    final Transport home;
    final Channel channel;
    /** Where the other end is. */
    final String place;

    private @Nullable Future<?> deadline;
    /** The node at the other end, once that is sure. */
    private @Nullable Peer peer;

    private long since;
    private boolean closed;

    Connection(Transport home, Channel channel, String place) {
        this.home = home;
        this.channel = channel;
        this.place = place;
    }

    /** Lets a new channel speak the protocol. */
    final void begin() {
        channel.pipeline().addLast(new FlushConsolidationHandler(FLUSHES, true), frames(Limits.STRANGERS_FRAME), this);
        deadline = channel.eventLoop().schedule(this::late, home.limits().handshakeMillis(), TimeUnit.MILLISECONDS);
    }

    private static LengthFieldBasedFrameDecoder frames(int longest) {
        return new LengthFieldBasedFrameDecoder(longest, 0, Integer.BYTES, 0, Integer.BYTES);
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
    final void establish(Peer other) {
        stopWaiting();
        peer = other;
        since = System.nanoTime();
        LOG.debug("Connected with {} at {}", other.id().shortly(), place);
        other.use(this);
        // Last, for it lets those packets in that have come already.
        channel.pipeline().replace(LengthFieldBasedFrameDecoder.class, null, frames(Limits.FRAME));
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
            home.complaints()
                    .say(
                            Complaints.Kind.TOO_SLOW,
                            "The node at " + place
                                    + " takes packets more slowly than they are sent, so some are left out"
                                    + " and sent again later. Is it overloaded, or the network?");
            return;
        }
        ByteBuf frame = frame(out -> home.codec().write(out, packet));
        if (frame.readableBytes() > Limits.FRAME) {
            home.complaints()
                    .say(
                            Complaints.Kind.TOO_LARGE,
                            "A packet of " + frame.readableBytes() + " bytes for the node at " + place
                                    + " is too large to be sent. Are too many locks held at once?");
            frame.release();
            return;
        }
        channel.writeAndFlush(frame, channel.voidPromise());
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
            frame.writeInt(0);
            content.accept(frame);
            frame.setInt(0, frame.readableBytes() - Integer.BYTES);
            return frame;
        } catch (RuntimeException e) {
            frame.release();
            throw e;
        }
    }

    @Override
    protected final void channelRead0(ChannelHandlerContext context, ByteBuf frame) {
        if (closed) {
            return;
        }
        if (peer == null) {
            shakeHands(frame);
        } else {
            home.listener().received(peer.id(), home.codec().read(frame));
        }
    }

    @Override
    public final void channelInactive(ChannelHandlerContext context) {
        stopWaiting();
        if (peer == null) {
            onFailure();
        } else {
            peer.lost(this);
        }
    }

    @Override
    public final void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
        if (cause instanceof DecoderException && !closed) {
            complain(cause instanceof TooLongFrameException ? "it announces more than may come" : cause.getMessage());
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
            home.complaints()
                    .say(
                            Complaints.Kind.NOT_OURS,
                            "Closed the connection with " + place + ", which does not speak Peerlock's protocol: "
                                    + problem + ". Only nodes may use this port: find out what else does.");
        } else {
            home.complaints()
                    .say(
                            Complaints.Kind.UNREADABLE,
                            "Closed the connection with node " + peer.id().shortly() + " at " + place
                                    + ", which sent what cannot be read: " + problem
                                    + ". Do both run the same version of Peerlock?");
        }
    }
}
