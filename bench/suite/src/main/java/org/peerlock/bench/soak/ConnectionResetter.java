package org.peerlock.bench.soak;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.peerlock.internal.io.netty.bootstrap.ChannelInitializerExtension;
import org.peerlock.internal.io.netty.channel.Channel;
import org.peerlock.internal.io.netty.channel.ChannelOption;
import org.peerlock.internal.io.netty.channel.group.ChannelGroup;
import org.peerlock.internal.io.netty.channel.group.DefaultChannelGroup;
import org.peerlock.internal.io.netty.util.concurrent.GlobalEventExecutor;

/**
 * Breaks all connections of this process again and again. Netty makes it, as a service, if {@link #prepare} was called before the first
 * connection.
 */
public final class ConnectionResetter extends ChannelInitializerExtension {

    private static final ChannelGroup CONNECTIONS = new DefaultChannelGroup(GlobalEventExecutor.INSTANCE);
    private static final AtomicLong COUNT = new AtomicLong();

    static void prepare() {
        System.setProperty(EXTENSIONS_SYSTEM_PROPERTY, "serviceload");
    }

    /** From now on, until the process ends. */
    static void every(Duration pause) {
        Thread thread = new Thread(
                () -> {
                    while (true) {
                        LockSupport.parkNanos(pause.toNanos());
                        reset();
                    }
                },
                "resets");
        thread.setDaemon(true);
        thread.start();
    }

    /** Without lingering, what is under way in either direction is lost. */
    @SuppressWarnings("FutureReturnValueIgnored") // a reset connection needs no further care
    private static void reset() {
        for (Channel connection : CONNECTIONS) {
            connection.config().setOption(ChannelOption.SO_LINGER, 0);
            connection.close().awaitUninterruptibly();
            COUNT.incrementAndGet();
        }
    }

    /** How many connections were broken here so far. */
    static long count() {
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
