package org.peerlock.internal.transport;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.peerlock.internal.cluster.ClusterState;
import org.peerlock.internal.cluster.Incarnation;
import org.peerlock.internal.cluster.MemberRecord;
import org.peerlock.internal.engine.settings.AlgorithmSelection;
import org.peerlock.internal.io.netty.bootstrap.Bootstrap;
import org.peerlock.internal.io.netty.bootstrap.ServerBootstrap;
import org.peerlock.internal.io.netty.channel.Channel;
import org.peerlock.internal.io.netty.channel.ChannelFuture;
import org.peerlock.internal.io.netty.channel.ChannelInitializer;
import org.peerlock.internal.io.netty.channel.ChannelOption;
import org.peerlock.internal.io.netty.channel.WriteBufferWaterMark;
import org.peerlock.internal.io.netty.channel.epoll.EpollDomainSocketChannel;
import org.peerlock.internal.io.netty.channel.group.ChannelGroup;
import org.peerlock.internal.io.netty.channel.group.DefaultChannelGroup;
import org.peerlock.internal.io.netty.util.NetUtil;
import org.peerlock.internal.protocol.Packet;

/**
 * Carries packets between this node and the others of its cluster, by TCP or by the {@link UnixSocket}. A packet may be lost, and one
 * that was sent on an old connection may come after one on a new one; otherwise they arrive once, and in order.
 *
 * <p>All methods are to be called on the event loop, and {@link Listener} is called there, unless they say otherwise.
 */
@SuppressWarnings("FutureReturnValueIgnored") // a channel that is closed tells so itself
public final class Transport {

    /** Is told what happens. It may call the transport, at once. */
    public interface Listener {

        /** A packet has come. */
        void received(Incarnation from, Packet packet);

        /** The connection to another node is new: what was under way on an old one may be lost. */
        void connected(Incarnation other);

        /** There is no connection to another node any more, which may have died. */
        void disconnected(Incarnation other);
    }

    /** Unsent bytes on one connection: above the greater number packets are dropped, until there are fewer than the lesser. */
    private static final WriteBufferWaterMark UNSENT = new WriteBufferWaterMark(2 << 20, 8 << 20);

    private static final int LONGEST_CLUSTER_NAME = 200;

    private final SharedEventLoop loop;
    private final String cluster;
    private final PacketCodec codec;
    private final ConnectionLimits connectionLimits;
    private final Listener listener;
    private final WarningLimiter warnings = new WarningLimiter(Connection.LOG, System::nanoTime);
    private final LoopBufferAllocator loopBufferAllocator = new LoopBufferAllocator();
    private final ChannelGroup all;
    private final ChannelGroup accepted;
    private final ChannelGroup unidentified;
    private final Channel server;
    private final InetSocketAddress address;
    private @Nullable Channel shortWay;

    /** Written on the loop alone. */
    private final AtomicLong bytesSent = new AtomicLong();

    private @Nullable Incarnation me;
    private @Nullable ClusterState known;
    private final Map<Incarnation, RemotePeer> peers = new LinkedHashMap<>();
    private boolean closed;

    /**
     * Listens at an address, port 0 being any that is free. Blocks, so not to be called on the loop.
     *
     * @param algorithms whose messages are carried
     * @throws IOException if that address cannot be listened at
     * @throws IllegalArgumentException if it can be reached from other machines: traffic is not secured yet
     */
    public static Transport bind(
            SharedEventLoop loop,
            InetSocketAddress address,
            String cluster,
            AlgorithmSelection algorithms,
            Listener listener)
            throws IOException {
        return bind(loop, address, cluster, algorithms, listener, ConnectionLimits.NORMAL);
    }

    static Transport bind(
            SharedEventLoop loop,
            InetSocketAddress address,
            String cluster,
            AlgorithmSelection algorithms,
            Listener listener,
            ConnectionLimits connectionLimits)
            throws IOException {
        AddressText.requireLoopback(address);
        requireShort(cluster);
        return new Transport(loop, address, cluster, new PacketCodec(algorithms), listener, connectionLimits);
    }

    private static void requireShort(String cluster) {
        if (WireFormat.utf8(cluster).remaining() > LONGEST_CLUSTER_NAME) {
            throw new IllegalArgumentException("the name of a cluster has at most " + LONGEST_CLUSTER_NAME
                    + " bytes, so this is too long: " + cluster);
        }
    }

    private Transport(
            SharedEventLoop loop,
            InetSocketAddress where,
            String cluster,
            PacketCodec codec,
            Listener listener,
            ConnectionLimits connectionLimits)
            throws IOException {
        this.loop = loop;
        this.cluster = cluster;
        this.codec = codec;
        this.listener = listener;
        this.connectionLimits = connectionLimits;
        all = new DefaultChannelGroup(loop);
        accepted = new DefaultChannelGroup(loop);
        unidentified = new DefaultChannelGroup(loop);
        server = listen(where);
        address = (InetSocketAddress) server.localAddress();
    }

    private Channel listen(InetSocketAddress address) throws IOException {
        ChannelFuture bound = listening(address)
                .childOption(ChannelOption.TCP_NODELAY, true)
                .childOption(ChannelOption.SO_KEEPALIVE, true)
                .bind(address)
                .awaitUninterruptibly();
        if (!bound.isSuccess()) {
            throw new IOException("cannot listen at " + text(address), bound.cause());
        }
        return bound.channel();
    }

    private ServerBootstrap listening(SocketAddress at) {
        return new ServerBootstrap()
                .group(loop)
                .channel(loop.listening(at))
                .childOption(ChannelOption.ALLOCATOR, loopBufferAllocator)
                .childOption(ChannelOption.RECVBUF_ALLOCATOR, LoopBufferAllocator.READS)
                .childOption(ChannelOption.WRITE_BUFFER_WATER_MARK, UNSENT)
                .childHandler(new ChannelInitializer<>() {
                    @Override
                    protected void initChannel(Channel channel) {
                        accept(channel);
                    }
                });
    }

    /** Lets those who are on the same machine come by the short way; if that cannot be, they come by the other. */
    private void openShortWay(Incarnation now) {
        closeUnixSocket();
        SocketAddress at = shortWayTo(now);
        if (at != null && !closed) {
            ChannelFuture bound = listening(at).bind(at);
            shortWay = bound.channel();
            bound.addListener(opened -> {
                if (!opened.isSuccess()) {
                    Connection.LOG.debug("Listens by TCP alone: {}", String.valueOf(opened.cause()));
                }
            });
        }
    }

    private void closeUnixSocket() {
        if (shortWay != null) {
            close(shortWay);
            shortWay = null;
        }
    }

    /** A channel that could not be made, for want of files say, cannot be closed. */
    static void close(Channel channel) {
        if (channel.isRegistered()) {
            channel.close();
        }
    }

    /** Where to dial another node if it is on this machine; null if that cannot be. */
    @Nullable SocketAddress shortWayTo(Incarnation node) {
        return connectionLimits.unixSockets() && loop.hasEpoll() ? UnixSocket.to(node) : null;
    }

    private void accept(Channel channel) {
        String place = origin(channel);
        if (closed) {
            channel.close();
        } else if (unidentified.size() >= connectionLimits.maxUnidentified()
                || accepted.size() >= connectionLimits.maxInbound()) {
            warnings.say(
                    WarningLimiter.Kind.TOO_MANY,
                    "Closed a connection from " + place + " at once, for there are " + accepted.size()
                            + " already, on " + unidentified.size()
                            + " of which nobody has said who it is. Only nodes may connect to this one: find out what else does.");
            channel.close();
        } else {
            all.add(channel);
            accepted.add(channel);
            unidentified.add(channel);
            new InboundConnection(this, channel, place).begin();
        }
    }

    /** Opens a connection to another node; what comes of it, the peer is told. */
    ChannelFuture connect(SocketAddress where, RemotePeer peer) {
        Bootstrap dialing = new Bootstrap()
                .group(loop)
                .channel(loop.dialing(where))
                .option(ChannelOption.ALLOCATOR, loopBufferAllocator)
                .option(ChannelOption.RECVBUF_ALLOCATOR, LoopBufferAllocator.READS)
                .option(ChannelOption.WRITE_BUFFER_WATER_MARK, UNSENT)
                .handler(new ChannelInitializer<>() {
                    @Override
                    protected void initChannel(Channel channel) {
                        all.add(channel);
                        new OutboundConnection(Transport.this, channel, peer.place(), peer).begin();
                    }
                });
        if (where instanceof InetSocketAddress) {
            dialing.option(ChannelOption.TCP_NODELAY, true).option(ChannelOption.SO_KEEPALIVE, true);
        }
        return dialing.connect(where);
    }

    /** Where a connection has come from, for a reader. */
    private static String origin(Channel accepted) {
        if (accepted instanceof EpollDomainSocketChannel near) {
            try {
                return "process " + near.peerCredentials().pid() + " of this machine";
            } catch (IOException e) {
                return "this machine"; // it is gone already
            }
        }
        return text(accepted.remoteAddress());
    }

    static String text(@Nullable SocketAddress address) {
        return address instanceof InetSocketAddress inet ? NetUtil.toSocketAddressString(inet) : "nowhere";
    }

    /**
     * Where this node listens. May be called on any thread. {@link NetUtil#toSocketAddressString(InetSocketAddress)} writes it as
     * {@link #updateMembers} expects it in a registry.
     */
    public InetSocketAddress address() {
        return address;
    }

    /**
     * From now on this node is this one: it takes part as no other any more, and all connections that it had as another are closed.
     * Before the first call it sends and receives nothing.
     */
    public void setIncarnation(Incarnation now) {
        assert loop.inEventLoop();
        if (!now.equals(me)) {
            List.copyOf(peers.values()).forEach(RemotePeer::forget);
            peers.clear();
            me = now;
            openShortWay(now);
            if (known != null) {
                updateMembers(known);
            }
        }
    }

    /**
     * Says where the others are. Whoever is not in the registry is dialed no more; only if it has dialed itself, it may be
     * one who wants to join, and is heard. An older registry than one that is known says nothing new: what others send may come
     * late.
     */
    public void updateMembers(ClusterState clusterState) {
        assert loop.inEventLoop();
        if (known != null
                && known.registryId().equals(clusterState.registryId())
                && clusterState.revision() < known.revision()) {
            return;
        }
        known = clusterState;
        if (me == null || closed) {
            return;
        }
        for (RemotePeer peer : List.copyOf(peers.values())) {
            if (!clusterState.members().containsKey(peer.id()) && !peer.unlearn()) {
                peer.forget();
                peers.remove(peer.id());
            }
        }
        for (Map.Entry<Incarnation, MemberRecord> member :
                clusterState.members().entrySet()) {
            Incarnation id = member.getKey();
            if (!id.equals(me) && !id.equals(Incarnation.GENESIS)) {
                peer(id).learn(parse(id, member.getValue().address()));
            }
        }
    }

    private @Nullable InetSocketAddress parse(Incarnation id, String address) {
        try {
            return AddressText.requireLoopback(AddressText.parse(address));
        } catch (IllegalArgumentException e) {
            warnings.say(
                    WarningLimiter.Kind.BAD_ADDRESS, "Node " + id.shortId() + " cannot be dialed: " + e.getMessage());
            return null;
        }
    }

    /**
     * Sends a packet, as well as can be: it is dropped if there is no way to the other, or too much waits for it already.
     *
     * @throws IllegalArgumentException if it cannot be written, for it has a message of another algorithm, or the name of its
     *     lock is no proper text
     */
    public void send(Incarnation to, Packet packet) {
        assert loop.inEventLoop();
        RemotePeer peer = peers.get(to);
        if (peer != null) {
            peer.send(packet);
        }
    }

    /** How many bytes were handed to connections to be sent so far. May be called on any thread. */
    public long bytesSent() {
        return bytesSent.get();
    }

    /** Ends all connections, and listens no more. */
    public void close() {
        assert loop.inEventLoop();
        closed = true;
        List.copyOf(peers.values()).forEach(RemotePeer::forget);
        peers.clear();
        server.close();
        closeUnixSocket();
        all.close();
        loopBufferAllocator.close();
    }

    // For connections and peers

    void onLoop(Runnable work) {
        if (loop.inEventLoop()) {
            work.run();
        } else {
            loop.execute(work);
        }
    }

    void sent(int bytes) {
        bytesSent.lazySet(bytesSent.get() + bytes);
    }

    SharedEventLoop loop() {
        return loop;
    }

    ConnectionLimits limits() {
        return connectionLimits;
    }

    WarningLimiter warnings() {
        return warnings;
    }

    PacketCodec codec() {
        return codec;
    }

    Listener listener() {
        return listener;
    }

    String cluster() {
        return cluster;
    }

    @Nullable Incarnation me() {
        return me;
    }

    HandshakeRequest hello(Incarnation to) {
        return new HandshakeRequest(cluster, Objects.requireNonNull(me, "nobody dials before it is somebody"), to);
    }

    RemotePeer peer(Incarnation id) {
        return peers.computeIfAbsent(id, any -> new RemotePeer(this, any));
    }

    void remove(RemotePeer peer) {
        peers.remove(peer.id(), peer);
    }

    /** It has said who it is. */
    void known(Connection connection) {
        unidentified.remove(connection.channel);
    }

    /** How many connections others have open, and this node. */
    int open() {
        return all.size();
    }
}
