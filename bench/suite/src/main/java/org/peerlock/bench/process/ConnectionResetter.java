package org.peerlock.bench.process;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.peerlock.internal.io.netty.bootstrap.ChannelInitializerExtension;
import org.peerlock.internal.io.netty.channel.Channel;
import org.peerlock.internal.io.netty.channel.ChannelException;
import org.peerlock.internal.io.netty.channel.ChannelOption;
import org.peerlock.internal.io.netty.channel.group.ChannelGroup;
import org.peerlock.internal.io.netty.channel.group.DefaultChannelGroup;
import org.peerlock.internal.io.netty.util.concurrent.GlobalEventExecutor;

/**
 * Resets all connections of this process. Netty creates it as a service, if
 * {@link #enable} was called before the first connection.
 */
public final class ConnectionResetter extends ChannelInitializerExtension {

    private static final ChannelGroup CONNECTIONS = new DefaultChannelGroup(GlobalEventExecutor.INSTANCE);
    private static final AtomicLong COUNT = new AtomicLong();

    public static void enable() {
        System.setProperty(EXTENSIONS_SYSTEM_PROPERTY, "serviceload");
    }

    /** Resets all connections at this interval, until the process exits. */
    public static void start(Duration interval) {
        Thread thread = new Thread(
                () -> {
                    while (true) {
                        LockSupport.parkNanos(interval.toNanos());
                        reset();
                    }
                },
                "connection-resetter");
        thread.setDaemon(true);
        thread.start();
    }

    /** Resets all connections once. With a linger time of 0, the data in flight is lost in both directions. */
    @SuppressWarnings("FutureReturnValueIgnored") // a reset connection needs no further care
    public static void reset() {
        for (Channel connection : CONNECTIONS) {
            try {
                connection.config().setOption(ChannelOption.SO_LINGER, 0);
                connection.close().awaitUninterruptibly();
                COUNT.incrementAndGet();
            } catch (ChannelException e) {
                // The other end has closed it meanwhile.
            }
        }
    }

    /** The number of connections that were reset so far. */
    public static long count() {
        return COUNT.get();
    }

    @Override
    public void postInitializeClientChannel(Channel channel) {
        CONNECTIONS.add(channel);
    }

    @Override
    public void postInitializeServerChildChannel(Channel channel) {
        CONNECTIONS.add(channel);
    }
}
