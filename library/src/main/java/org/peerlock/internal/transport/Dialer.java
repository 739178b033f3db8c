package org.peerlock.internal.transport;

import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.peerlock.internal.cluster.Incarnation;
import org.peerlock.internal.io.netty.channel.ChannelFuture;
import org.peerlock.internal.io.netty.channel.EventLoop;

/** How a node reaches the others. A {@link RemotePeer} decides when it is used; all methods are called on the event loop. */
interface Dialer {

    /** Runs what is delayed, and has the clock. */
    EventLoop loop();

    /** The Unix socket of another node, if it is on this machine; null if it is not used. */
    @Nullable SocketAddress unixSocketOf(Incarnation node);

    /** Dials another node. The peer learns from the connection what becomes of it, unless it cannot be established. */
    ChannelFuture connect(SocketAddress where, RemotePeer peer);

    /**
     * Looks up the host of an address, and passes it on, on the loop; null if there is no such host.
     *
     * @param attempt chooses one of the addresses of a host that has several
     */
    void resolve(InetSocketAddress unresolved, int attempt, Consumer<@Nullable InetSocketAddress> onResolved);
}
