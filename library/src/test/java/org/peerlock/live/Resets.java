package org.peerlock.live;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.peerlock.internal.io.netty.bootstrap.ChannelInitializerExtension;
import org.peerlock.internal.io.netty.channel.Channel;
import org.peerlock.internal.io.netty.channel.ChannelOption;
import org.peerlock.internal.io.netty.channel.group.ChannelGroup;
import org.peerlock.internal.io.netty.channel.group.DefaultChannelGroup;
import org.peerlock.internal.io.netty.util.concurrent.GlobalEventExecutor;

/**
 * Knows all connections of a process, and breaks them. Netty finds it as a service, if {@link #prepare} was called before it made
 * its first connection.
 */
public final class Resets extends ChannelInitializerExtension {

    private static final ChannelGroup ALL = new DefaultChannelGroup(GlobalEventExecutor.INSTANCE);
    private static final AtomicInteger RESETS = new AtomicInteger();

    static void prepare() {
        System.setProperty(EXTENSIONS_SYSTEM_PROPERTY, "serviceload");
    }

    /** From now on resets all connections again and again, so that data in transit in either direction is lost. */
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

    @SuppressWarnings("FutureReturnValueIgnored") // a reset connection needs no further care
    private static void reset() {
        for (Channel channel : ALL) {
            channel.config().setOption(ChannelOption.SO_LINGER, 0);
            channel.close().awaitUninterruptibly();
            RESETS.incrementAndGet();
        }
    }

    /** How many connections were reset so far. */
    static int count() {
        return RESETS.get();
    }

    @Override
    public void postInitializeClientChannel(Channel channel) {
        ALL.add(channel);
    }

    @Override
    public void postInitializeServerChildChannel(Channel channel) {
        ALL.add(channel);
    }
}
