package org.peerlock.internal.transport;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.UnknownHostException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.peerlock.internal.cluster.Incarnation;
import org.peerlock.internal.io.netty.bootstrap.Bootstrap;
import org.peerlock.internal.io.netty.channel.Channel;
import org.peerlock.internal.io.netty.channel.ChannelFuture;
import org.peerlock.internal.io.netty.channel.ChannelInitializer;
import org.peerlock.internal.io.netty.channel.ChannelOption;

/** Dials by TCP and by Unix sockets, and asks the name service of the machine. */
final class SocketDialer implements Dialer {

    /** If the network drops everything, the next dial may work sooner than TCP tries again. */
    private static final int CONNECT_TIMEOUT_MILLIS = 2_000;

    private final Transport home;
    private final BackgroundThreads background;

    SocketDialer(Transport home, BackgroundThreads background) {
        this.home = home;
        this.background = background;
    }

    @Override
    public SharedEventLoop loop() {
        return home.loop();
    }

    @Override
    public @Nullable SocketAddress unixSocketOf(Incarnation node) {
        return home.unixSocketOf(node);
    }

    @Override
    public ChannelFuture connect(SocketAddress where, RemotePeer peer) {
        Bootstrap dialing = new Bootstrap()
                .group(loop())
                .channel(loop().dialing(where))
                .option(ChannelOption.ALLOCATOR, home.allocator())
                .option(ChannelOption.RECVBUF_ALLOCATOR, LoopBufferAllocator.READS)
                .option(ChannelOption.WRITE_BUFFER_WATER_MARK, Transport.UNSENT)
                .option(ChannelOption.CONNECT_TIMEOUT_MILLIS, CONNECT_TIMEOUT_MILLIS)
                .handler(new ChannelInitializer<>() {
                    @Override
                    protected void initChannel(Channel channel) {
                        home.opened(channel);
                        new OutboundConnection(home, channel, peer.place(), peer).begin(home.handshakeThreads());
                    }
                });
        if (where instanceof InetSocketAddress) {
            dialing.option(ChannelOption.TCP_NODELAY, true).option(ChannelOption.SO_KEEPALIVE, true);
        }
        return dialing.connect(where);
    }

    @Override
    public void resolve(InetSocketAddress unresolved, int attempt, Consumer<@Nullable InetSocketAddress> onResolved) {
        background.names().execute(() -> {
            InetSocketAddress resolved;
            try {
                InetAddress[] all = InetAddress.getAllByName(unresolved.getHostString());
                resolved = new InetSocketAddress(all[attempt % all.length], unresolved.getPort());
            } catch (UnknownHostException e) {
                resolved = null;
            }
            InetSocketAddress found = resolved;
            home.onLoop(() -> onResolved.accept(found));
        });
    }
}
