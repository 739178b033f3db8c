package org.peerlock.internal.transport;

import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.peerlock.internal.cluster.Incarnation;
import org.peerlock.internal.io.netty.channel.ChannelFuture;
import org.peerlock.internal.io.netty.channel.ChannelPromise;
import org.peerlock.internal.io.netty.channel.EventLoop;
import org.peerlock.internal.io.netty.channel.embedded.EmbeddedChannel;

/** Dials without sockets: a test says what becomes of each dial and each lookup, and when time passes. */
@SuppressWarnings("FutureReturnValueIgnored") // the channel is closed when the call returns
final class EmbeddedDialer implements Dialer {

    /** A dial that was begun. */
    final class Dial {

        final SocketAddress where;
        final EmbeddedChannel channel = EmbeddedPeer.newChannel();
        private final ChannelPromise outcome = channel.newPromise();
        private final OutboundConnection connection;

        private Dial(SocketAddress where, RemotePeer whom) {
            this.where = where;
            connection = new OutboundConnection(node.transport, channel, "nearby", whom);
            connection.begin(Runnable::run);
        }

        /** Nothing is reached. */
        void fail(Throwable cause) {
            node.on(() -> outcome.setFailure(cause));
        }

        /** Somebody is there. Returns the far end, which has heard nothing yet. */
        EmbeddedPeer succeed(Incarnation id) {
            node.on(() -> {
                outcome.setSuccess();
                channel.pipeline().fireChannelActive();
            });
            return new EmbeddedPeer(node, id, channel, connection);
        }

        /** The connection breaks. */
        void close() {
            node.on(() -> channel.close());
        }

        boolean isOpen() {
            return node.ask(channel::isOpen);
        }
    }

    /** A lookup that was begun. */
    record Lookup(String host, int attempt, Consumer<@Nullable InetSocketAddress> onResolved) {}

    final List<Dial> dials = new ArrayList<>();
    final List<Lookup> lookups = new ArrayList<>();
    /** Where all nodes listen on this machine. */
    @Nullable SocketAddress near;

    private final TestNode node;
    private final EmbeddedChannel clock;

    EmbeddedDialer(TestNode node) {
        this.node = node;
        clock = EmbeddedPeer.newChannel();
    }

    @Override
    public EventLoop loop() {
        return clock.eventLoop();
    }

    @Override
    public @Nullable SocketAddress unixSocketOf(Incarnation other) {
        return near;
    }

    @Override
    public ChannelFuture connect(SocketAddress where, RemotePeer peer) {
        Dial dial = new Dial(where, peer);
        dials.add(dial);
        return dial.outcome;
    }

    @Override
    public void resolve(InetSocketAddress unresolved, int attempt, Consumer<@Nullable InetSocketAddress> onResolved) {
        lookups.add(new Lookup(unresolved.getHostString(), attempt, onResolved));
    }

    /** Time passes, and what is due is done. */
    void pass(long time, TimeUnit unit) {
        node.on(() -> {
            clock.advanceTimeBy(time, unit);
            clock.runScheduledPendingTasks();
        });
    }

    /** What is due now is done; returns how many dials have begun so far. */
    int dialsByNow() {
        pass(0, TimeUnit.NANOSECONDS);
        return dials.size();
    }

    Dial last() {
        return dials.get(dials.size() - 1);
    }
}
