package org.peerlock.live;

import io.netty.bootstrap.ChannelInitializerExtension;
import io.netty.channel.Channel;
import io.netty.channel.ChannelOption;
import io.netty.channel.group.ChannelGroup;
import io.netty.channel.group.DefaultChannelGroup;
import io.netty.util.concurrent.GlobalEventExecutor;

/**
 * Knows all connections of a process, and breaks them. Netty finds it as a service, if {@link #prepare} was called before it made
 * its first connection.
 */
public final class Resets extends ChannelInitializerExtension {

    private static final ChannelGroup ALL = new DefaultChannelGroup(GlobalEventExecutor.INSTANCE);

    static void prepare() {
        System.setProperty(EXTENSIONS_SYSTEM_PROPERTY, "serviceload");
    }

    /** Resets all connections, so that what is under way in either direction is lost; returns how many there were. */
    static int reset() {
        int connections = ALL.size();
        for (Channel channel : ALL) {
            channel.config().setOption(ChannelOption.SO_LINGER, 0);
        }
        ALL.close().awaitUninterruptibly();
        return connections;
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
