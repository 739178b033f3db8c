package org.peerlock.internal.transport;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.peerlock.internal.cluster.ClusterState;
import org.peerlock.internal.cluster.Endpoint;
import org.peerlock.internal.cluster.Incarnation;
import org.peerlock.internal.cluster.MemberRecord;
import org.peerlock.internal.cluster.ProtocolRange;
import org.peerlock.internal.cluster.RegistrySecret;
import org.peerlock.internal.engine.settings.NodeSettings;
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
 * Carries packets between this node and the others of its cluster, by TCP or by
 * {@link UnixSocket}s. A packet may be lost, and one of an old connection may arrive after one of a
 * new connection; otherwise packets arrive once, and in order.
 *
 * <p>All methods must be called on the event loop, and the {@link Listener} is called there, unless
 * they say otherwise.
 */
@SuppressWarnings("FutureReturnValueIgnored") // a closed channel reports it itself
public final class Transport {

    /** Receives events. It may call the transport. */
    public interface Listener {

        /** A packet has arrived. */
        void received(Incarnation from, Packet packet);

        /** There is a new connection to a node. Packets of an old one may be lost. */
        void connected(Incarnation other);

        /** There is no connection to a node any more. It may have died. */
        void disconnected(Incarnation other);

        /** A node could not be dialed; {@link #dialProblem} says why. It is dialed again when something is sent. */
        default void dialFailed(Incarnation other) {}
    }

    /**
     * Unsent bytes on one connection: above the upper mark packets are dropped, until there are
     * fewer than the lower.
     */
    static final WriteBufferWaterMark UNSENT = new WriteBufferWaterMark(2 << 20, 8 << 20);

    private static final int LONGEST_CLUSTER_NAME = 200;

    private final SharedEventLoop loop;
    private final NodeSettings settings;
    private final TransportSecurity security;
    private final PacketCodec codec = new PacketCodec();
    private final ConnectionLimits connectionLimits;
    private final Listener listener;
    private final BackgroundThreads background;
    private final Dialer dialer;
    private final ConnectionWarnings warnings = new ConnectionWarnings(Connection.LOG, System::nanoTime);
    private final LoopBufferAllocator loopBufferAllocator = new LoopBufferAllocator();
    private final ChannelGroup all;
    /** Connections that other nodes have dialed, after the handshake. */
    private final ChannelGroup identified;
    /** Connections of this user's processes, and of root's, by Unix sockets. */
    private final HandshakeQueue friends;
    /** Connections by TCP: nobody knows whose. They cannot take the places of friends. */
    private final HandshakeQueue strangers;

    private final Channel server;
    private final Endpoint endpoint;
    private @Nullable Channel unixSocket;

    /** Written only on the loop. */
    private final AtomicLong bytesSent = new AtomicLong();

    private @Nullable Incarnation me;
    private @Nullable ClusterState known;
    private final Map<Incarnation, RemotePeer> peers = new LinkedHashMap<>();
    private boolean closed;

    /**
     * Listens. Blocks, so it must not be called on the loop.
     *
     * @param settings the cluster, its protocols, and the algorithms whose messages are carried
     * @throws IOException if the address is not available
     */
    public static Transport bind(
            SharedEventLoop loop, NetworkSettings network, NodeSettings settings, Listener listener)
            throws IOException {
        return bind(loop, network, settings, listener, ConnectionLimits.NORMAL);
    }

    /** The same, but uses TCP alone, also between processes of one machine. */
    public static Transport bindTcp(
            SharedEventLoop loop, NetworkSettings network, NodeSettings settings, Listener listener)
            throws IOException {
        return bind(loop, network, settings, listener, ConnectionLimits.NORMAL.withoutUnixSockets());
    }

    static Transport bind(
            SharedEventLoop loop,
            NetworkSettings network,
            NodeSettings settings,
            Listener listener,
            ConnectionLimits connectionLimits)
            throws IOException {
        requireShort(settings.cluster());
        return new Transport(loop, network, settings, listener, connectionLimits);
    }

    private static void requireShort(String cluster) {
        if (WireFormat.utf8(cluster).remaining() > LONGEST_CLUSTER_NAME) {
            throw new IllegalArgumentException("the name of a cluster has at most " + LONGEST_CLUSTER_NAME
                    + " bytes, so this is too long: " + cluster);
        }
    }

    private Transport(
            SharedEventLoop loop,
            NetworkSettings network,
            NodeSettings settings,
            Listener listener,
            ConnectionLimits connectionLimits)
            throws IOException {
        this.loop = loop;
        this.settings = settings;
        security = network.security();
        background = new BackgroundThreads(settings.cluster());
        dialer = new SocketDialer(this, background);
        this.listener = listener;
        this.connectionLimits = connectionLimits;
        all = new DefaultChannelGroup(loop);
        identified = new DefaultChannelGroup(loop);
        friends = new HandshakeQueue(connectionLimits.maxUnidentified());
        strangers = new HandshakeQueue(connectionLimits.maxUnidentified());
        server = listen(network.listen());
        int port = network.advertisedPort() == 0
                ? ((InetSocketAddress) server.localAddress()).getPort()
                : network.advertisedPort();
        endpoint = new Endpoint(AddressText.of(network.advertisedHost(), port), security.certificate());
    }

    /** Listens at the first free port of the range. */
    private Channel listen(ListenAddress where) throws IOException {
        InetSocketAddress first = where.first();
        Throwable problem = null;
        for (int port = where.firstPort(); port <= where.lastPort(); port++) {
            InetSocketAddress address = new InetSocketAddress(first.getAddress(), port);
            ChannelFuture bound = listening(address)
                    .childOption(ChannelOption.TCP_NODELAY, true)
                    .childOption(ChannelOption.SO_KEEPALIVE, true)
                    .bind(address)
                    .awaitUninterruptibly();
            if (bound.isSuccess()) {
                return bound.channel();
            }
            problem = bound.cause();
        }
        throw new IOException("cannot listen at " + where + ": " + problem, problem);
    }

    private ServerBootstrap listening(SocketAddress at) {
        return new ServerBootstrap()
                .group(loop)
                .channel(loop.listening(at))
                .handler(new AcceptPause(warnings))
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

    /** Listens at a Unix socket, too, for nodes on this machine. If that fails, they use TCP. */
    private void openUnixSocket(Incarnation now) {
        closeUnixSocket();
        SocketAddress at = unixSocketOf(now);
        if (at != null && !closed) {
            ChannelFuture bound = listening(at).bind(at);
            unixSocket = bound.channel();
            bound.addListener(opened -> {
                if (!opened.isSuccess()) {
                    Connection.LOG.debug("Listens by TCP alone: {}", String.valueOf(opened.cause()));
                }
            });
        }
    }

    private void closeUnixSocket() {
        if (unixSocket != null) {
            close(unixSocket);
            unixSocket = null;
        }
    }

    /** A channel that could not be opened, as without free file descriptors, cannot be closed. */
    static void close(Channel channel) {
        if (channel.isRegistered()) {
            channel.close();
        }
    }

    /** The Unix socket of another node, if it is on this machine; null if it is not used. */
    @Nullable SocketAddress unixSocketOf(Incarnation node) {
        return connectionLimits.unixSockets() && loop.hasEpoll() ? UnixSocket.to(node) : null;
    }

    private void accept(Channel channel) {
        String place = origin(channel);
        if (closed) {
            channel.close();
        } else if (!UnixSocket.isSameUser(channel)) {
            warnings.say(
                    ConnectionWarnings.Kind.OTHER_USER,
                    "Closed a connection from " + place + ", which belongs to another user."
                            + " Only nodes may connect to this one: find out what else does.");
            channel.close();
        } else {
            opened(channel);
            InboundConnection fresh = new InboundConnection(this, channel, place);
            HandshakeQueue queue = channel instanceof EpollDomainSocketChannel ? friends : strangers;
            InboundConnection oldest = queue.add(fresh);
            channel.closeFuture().addListener(ended -> queue.remove(fresh));
            fresh.begin(handshakeThreads());
            if (oldest != null) {
                warnings.say(
                        ConnectionWarnings.Kind.TOO_MANY,
                        "Closed a connection from " + oldest.place + ", the oldest of more than "
                                + connectionLimits.maxUnidentified()
                                + " on which nobody has proved who it is. Only nodes may connect to this one: find out what"
                                + " else does.");
                oldest.close();
            }
        }
    }

    /** Where a connection comes from, for messages. */
    private static String origin(Channel accepted) {
        if (accepted instanceof EpollDomainSocketChannel near) {
            try {
                return "process " + near.peerCredentials().pid() + " of this machine";
            } catch (IOException e) {
                return "this machine"; // the process has ended
            }
        }
        return text(accepted.remoteAddress());
    }

    static String text(@Nullable SocketAddress address) {
        return address instanceof InetSocketAddress inet ? NetUtil.toSocketAddressString(inet) : "nowhere";
    }

    /** Where the others reach this node, for its record in the registry. Thread-safe. */
    public Endpoint endpoint() {
        return endpoint;
    }

    /** Why there is no connection to a node; empty if there is one, or none was tried yet. */
    public Optional<String> problem(Incarnation other) {
        return dialProblem(other).map(DialProblem::reason);
    }

    /** The same, for programs. */
    public Optional<DialProblem> dialProblem(Incarnation other) {
        assert loop.inEventLoop();
        return Optional.ofNullable(peers.get(other)).flatMap(RemotePeer::problem);
    }

    /** What carries the packets between this node and another; empty if there is no connection. */
    public Optional<ConnectionKind> connectionKind(Incarnation other) {
        assert loop.inEventLoop();
        return Optional.ofNullable(peers.get(other)).flatMap(RemotePeer::connectionKind);
    }

    /**
     * Sets the incarnation of this node, and closes all connections of the former one. Before the
     * first call nothing is sent or received.
     */
    public void setIncarnation(Incarnation now) {
        assert loop.inEventLoop();
        if (!now.equals(me)) {
            List.copyOf(peers.values()).forEach(RemotePeer::forget);
            peers.clear();
            me = now;
            openUnixSocket(now);
            if (known != null) {
                updateMembers(known);
            }
        }
    }

    /**
     * Sets the addresses of the other nodes. A node that is not in the registry is not dialed; if
     * it has dialed this node, it may be about to join, and is heard. A state that is older than
     * the known one is ignored: packets may arrive late.
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
                learn(peer(id), member.getValue().endpoint());
            }
        }
    }

    private void learn(RemotePeer peer, Endpoint where) {
        String problem;
        try {
            problem = security.refusal(where).orElse(null);
            peer.learn(where, problem == null ? AddressText.parse(where.address()) : null);
        } catch (IllegalArgumentException e) {
            problem = e.getMessage();
            peer.learn(where, null);
        }
        if (problem != null) {
            peer.onDialProblem(DialProblem.Kind.SETTINGS, problem);
            warnings.say(
                    ConnectionWarnings.Kind.BAD_ADDRESS,
                    "Node " + peer.id().shortId() + " at " + where.address() + " cannot be dialed: " + problem
                            + ". Use the same settings for connections in all processes.");
        }
    }

    /** Why the node at the other end of a connection is not the one that the registry knows, if it is not. */
    Optional<String> mismatch(Incarnation id, Connection connection) {
        MemberRecord registered = known == null ? null : known.members().get(id);
        return registered == null ? Optional.empty() : connection.mismatch(registered.endpoint());
    }

    /**
     * Sends a packet. It is dropped if the other node cannot be reached, or too much is waiting for
     * it already.
     *
     * @throws IllegalArgumentException if it cannot be encoded: its message belongs to another
     *     algorithm, or the lock's name is not well-formed
     */
    public void send(Incarnation to, Packet packet) {
        assert loop.inEventLoop();
        RemotePeer peer = peers.get(to);
        if (peer != null) {
            peer.send(packet);
        }
    }

    /** How many bytes were passed to connections so far. Thread-safe. */
    public long bytesSent() {
        return bytesSent.get();
    }

    /** Closes all connections, and stops listening. */
    public void close() {
        assert loop.inEventLoop();
        closed = true;
        List.copyOf(peers.values()).forEach(RemotePeer::forget);
        peers.clear();
        server.close();
        closeUnixSocket();
        all.close();
        loopBufferAllocator.close();
        background.close();
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

    TransportSecurity security() {
        return security;
    }

    Executor handshakeThreads() {
        return background.handshakes();
    }

    LoopBufferAllocator allocator() {
        return loopBufferAllocator;
    }

    Dialer dialer() {
        return dialer;
    }

    ConnectionWarnings warnings() {
        return warnings;
    }

    PacketCodec codec() {
        return codec;
    }

    Listener listener() {
        return listener;
    }

    String cluster() {
        return settings.cluster();
    }

    ProtocolRange protocols() {
        return settings.protocols();
    }

    @Nullable Incarnation me() {
        return me;
    }

    /** The secret of the registry; null before this node has read it. */
    @Nullable RegistrySecret secret() {
        return known == null || known.secret().equals(RegistrySecret.WITHHELD) ? null : known.secret();
    }

    RemotePeer peer(Incarnation id) {
        return peers.computeIfAbsent(id, any -> new RemotePeer(this, dialer, any));
    }

    void remove(RemotePeer peer) {
        peers.remove(peer.id(), peer);
    }

    /** Whether one more node may connect to this one. */
    boolean hasRoom() {
        return identified.size() < connectionLimits.maxInbound();
    }

    /** The node at the other end of a connection has proved who it is. */
    void identified(InboundConnection connection) {
        identified.add(connection.channel);
        friends.remove(connection);
        strangers.remove(connection);
    }

    /** There is a new connection, in either direction. */
    void opened(Channel channel) {
        all.add(channel);
    }

    /** How many connections there are, in both directions. */
    int open() {
        return all.size();
    }
}
