package org.peerlock.transport;

import io.netty.channel.Channel;
import io.netty.channel.IoEventLoopGroup;
import io.netty.channel.IoHandlerFactory;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.ServerChannel;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.epoll.EpollServerSocketChannel;
import io.netty.channel.epoll.EpollSocketChannel;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.channel.socket.nio.NioSocketChannel;

/** The one thread that does all of a node's work: with epoll where it is there, else with NIO. */
public final class EventLoops {

    private EventLoops() {}

    /** A loop of its own, on a daemon thread with this name. */
    public static IoEventLoopGroup single(String threadName) {
        return single(threadName, Epoll.isAvailable() ? EpollIoHandler.newFactory() : NioIoHandler.newFactory());
    }

    static IoEventLoopGroup single(String threadName, IoHandlerFactory factory) {
        return new MultiThreadIoEventLoopGroup(
                1,
                work -> {
                    Thread thread = new Thread(work, threadName);
                    thread.setDaemon(true);
                    return thread;
                },
                factory);
    }

    static Class<? extends ServerChannel> listening(IoEventLoopGroup loops) {
        return loops.isIoType(EpollIoHandler.class) ? EpollServerSocketChannel.class : NioServerSocketChannel.class;
    }

    static Class<? extends Channel> dialing(IoEventLoopGroup loops) {
        return loops.isIoType(EpollIoHandler.class) ? EpollSocketChannel.class : NioSocketChannel.class;
    }
}
