package org.peerlock.cli.resident;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.EventLoop;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.ServerChannel;
import io.netty.channel.group.ChannelGroup;
import io.netty.channel.group.DefaultChannelGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioServerDomainSocketChannel;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.handler.codec.http.HttpServerCodec;
import io.netty.handler.ssl.SslContext;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.nio.file.Files;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.peerlock.Peerlock;
import org.peerlock.cli.client.MemberClient;
import org.peerlock.cli.client.ResidentFiles;
import org.peerlock.internal.os.OpenFiles;

/**
 * Serves the locks of a member to programs of its user: at a Unix-domain socket in the directory of the cluster, and optionally
 * at a port, encrypted if it is not of the loopback address.
 */
@SuppressWarnings("FutureReturnValueIgnored") // closing needs no result
final class NodeServer implements AutoCloseable {

    /**
     * For the socket and the port each: every user of the machine can connect to the port, and must not block the socket, nor
     * use up the file descriptors of this process.
     */
    static final int MAX_CONNECTIONS = OpenFiles.share(4, 1_000);

    /** An inspection takes a second at most. */
    private static final int WORKERS = 4;

    private final Peerlock peerlock;
    private final ResidentFiles residentFiles;
    private final BearerToken bearerToken;
    private final MultiThreadIoEventLoopGroup group;
    private final ExecutorService workers;
    /** Computes the handshakes of TLS. Strangers that keep it busy do not hold up clients that have connected. */
    private final ExecutorService handshakes;

    private final ChannelGroup listening;
    private final ChannelGroup open;
    private final HttpApi httpApi;

    /** @throws IOException if the token or the socket cannot be created */
    NodeServer(Peerlock peerlock, ResidentFiles residentFiles) throws IOException {
        this.peerlock = peerlock;
        this.residentFiles = residentFiles;
        bearerToken = BearerToken.write(residentFiles.token());
        group = new MultiThreadIoEventLoopGroup(
                1, new DefaultThreadFactory("peerlock-http", true), NioIoHandler.newFactory());
        workers = Executors.newFixedThreadPool(WORKERS, new DefaultThreadFactory("peerlock-worker", true));
        handshakes = Executors.newSingleThreadExecutor(new DefaultThreadFactory("peerlock-tls", true));
        EventLoop loop = group.next();
        listening = new DefaultChannelGroup(loop);
        open = new DefaultChannelGroup(loop);
        httpApi = new HttpApi(new MemberClient(peerlock), loop, workers);
        httpApi.warmUp();
        try {
            Files.deleteIfExists(residentFiles.socket()); // that of a node that was killed
            listen(NioServerDomainSocketChannel.class, residentFiles.address(), null);
            if (Files.getFileStore(residentFiles.socket()).supportsFileAttributeView("posix")) {
                Files.setPosixFilePermissions(residentFiles.socket(), PosixFilePermissions.fromString("rw-------"));
            }
        } catch (IOException e) {
            stop();
            throw e;
        }
    }

    /**
     * Listens at an address, too.
     *
     * @param address port 0 for any free port
     * @param tls encrypts the connections; null if they are not encrypted, as on the loopback address only
     * @return the port
     */
    int listenAt(InetSocketAddress address, @Nullable SslContext tls) throws IOException {
        Channel channel = listen(NioServerSocketChannel.class, address, tls);
        return ((InetSocketAddress) channel.localAddress()).getPort();
    }

    private Channel listen(Class<? extends ServerChannel> type, SocketAddress address, @Nullable SslContext tls)
            throws IOException {
        ConnectionLimit limit = new ConnectionLimit(MAX_CONNECTIONS);
        ChannelFuture bound = new ServerBootstrap()
                .group(group)
                .channel(type)
                .handler(new AcceptPause())
                .childHandler(new ChannelInitializer<>() {
                    @Override
                    protected void initChannel(Channel channel) {
                        if (tls != null) {
                            channel.pipeline().addLast(tls.newHandler(channel.alloc(), handshakes));
                        }
                        accept(channel, limit);
                    }
                })
                .bind(address)
                .awaitUninterruptibly();
        if (!bound.isSuccess()) {
            throw new IOException(
                    "cannot listen at " + address + ": " + bound.cause().getMessage(), bound.cause());
        }
        listening.add(bound.channel());
        return bound.channel();
    }

    private void accept(Channel channel, ConnectionLimit limit) {
        boolean crowded = !limit.admit(channel);
        open.add(channel);
        channel.pipeline()
                .addLast(new HttpServerCodec(), new HttpConnectionHandler(httpApi, bearerToken, limit, crowded));
    }

    /**
     * Leaves the cluster. The node grants no more locks. Its clients have the time of a lease to release the locks that they
     * hold. Then the remaining locks are lost, and their clients are told so.
     */
    @Override
    public void close() {
        if (!group.isShuttingDown()) { // close after stop does nothing
            httpApi.beginLeaving();
        }
        peerlock.close(); // clients still connect, to release their locks
        stop();
    }

    /** Stops at once. To its clients it looks as if it were killed. */
    void stop() {
        listening.close().awaitUninterruptibly();
        open.close().awaitUninterruptibly();
        workers.shutdownNow();
        handshakes.shutdownNow();
        group.shutdownGracefully(0, 1, TimeUnit.SECONDS).awaitUninterruptibly();
        try {
            Files.deleteIfExists(residentFiles.token());
        } catch (IOException e) {
            // It is of no use any more.
        }
    }
}
