package org.peerlock.internal.transport;

import static org.peerlock.internal.engine.membership.SampleStates.LEASE;

import java.io.IOException;
import java.security.SecureRandom;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Assertions;
import org.peerlock.algorithm.catalogue.Catalogue;
import org.peerlock.internal.cluster.ClusterSettings;
import org.peerlock.internal.cluster.ClusterState;
import org.peerlock.internal.cluster.Endpoint;
import org.peerlock.internal.cluster.Incarnation;
import org.peerlock.internal.cluster.ProtocolRange;
import org.peerlock.internal.cluster.RegistryCommand;
import org.peerlock.internal.cluster.RegistrySecret;
import org.peerlock.internal.engine.settings.AlgorithmSelection;
import org.peerlock.internal.engine.settings.NodeSettings;
import org.peerlock.internal.engine.settings.Timing;
import org.peerlock.internal.protocol.Packet;

/** A node that only sends, and records events. */
@SuppressWarnings("FutureReturnValueIgnored") // the tests wait for the effects
class TestNode implements Transport.Listener, AutoCloseable {

    static final AlgorithmSelection ALGORITHMS =
            AlgorithmSelection.of(Catalogue.find("ricart-agrawala").orElseThrow());

    /** Without Unix sockets: for tests that put something else between the nodes. */
    static final ConnectionLimits BY_TCP = new ConnectionLimits(256, 1024, 5_000, false);

    /** Makes the nodes different from those of other tests on this machine. */
    private static final long RUN = new SecureRandom().nextLong();

    /** What all nodes of a test know, if they have read the registry. */
    static final RegistrySecret SECRET = RegistrySecret.draw(new SecureRandom());

    /** Far more than anything takes. */
    private static final long PATIENCE = TimeUnit.SECONDS.toNanos(60);

    /** An event that the listener was told; without a packet, a connection was made or lost. */
    record Event(String what, Incarnation other) {}

    /** What a node knows at first. */
    enum Knowledge {
        NOTHING,
        /** It has read a registry without members. */
        SECRET
    }

    final Incarnation id;
    final SharedEventLoop loops;
    final Transport transport;
    final List<Event> events = new CopyOnWriteArrayList<>();
    final List<Packet> received = new CopyOnWriteArrayList<>();
    volatile Runnable onConnected = () -> {};

    TestNode(int number) throws IOException {
        this(number, "orders", ConnectionLimits.NORMAL);
    }

    TestNode(int number, String cluster, ConnectionLimits connectionLimits) throws IOException {
        this(number, cluster, connectionLimits, SharedEventLoop.named("node-" + number));
    }

    TestNode(int number, String cluster, ConnectionLimits connectionLimits, SharedEventLoop loops) throws IOException {
        this(number, cluster, connectionLimits, loops, Knowledge.SECRET, PlainText.ON_LOOPBACK);
    }

    TestNode(int number, String cluster, ConnectionLimits connectionLimits, Knowledge knowledge) throws IOException {
        this(
                number,
                cluster,
                connectionLimits,
                SharedEventLoop.named("node-" + number),
                knowledge,
                PlainText.ON_LOOPBACK);
    }

    /** A node that encrypts, or not, and has read the registry. */
    TestNode(int number, TransportSecurity security) throws IOException {
        this(number, "orders", BY_TCP, SharedEventLoop.named("node-" + number), Knowledge.SECRET, security);
    }

    private TestNode(
            int number,
            String cluster,
            ConnectionLimits connectionLimits,
            SharedEventLoop loops,
            Knowledge knowledge,
            TransportSecurity security)
            throws IOException {
        id = id(number);
        this.loops = loops;
        transport = Transport.bind(loops, network(security), settings(cluster), this, connectionLimits);
        on(() -> transport.setIncarnation(id));
        if (knowledge == Knowledge.SECRET) {
            learn(empty());
        }
    }

    static Incarnation id(int number) {
        return new Incarnation(RUN, number);
    }

    static NodeSettings settings(String cluster) {
        return new NodeSettings(cluster, ALGORITHMS, new Timing(6_000_000_000L, 10_000), "", 1, 1);
    }

    /** Any port of the loopback interface. */
    static NetworkSettings network(TransportSecurity security) {
        return new NetworkSettings(ListenAddress.LOOPBACK, "127.0.0.1", 0, security);
    }

    int port() {
        return AddressText.parse(transport.endpoint().address()).getPort();
    }

    /** All of these are registered. */
    static ClusterState registry(TestNode... nodes) {
        ClusterState clusterState = empty();
        for (TestNode node : nodes) {
            clusterState = join(clusterState, node.id, node.transport.endpoint());
        }
        return clusterState;
    }

    static ClusterState empty() {
        return ClusterState.create(id(99), SECRET, "orders", new ClusterSettings(1, "naimi-trehel"), 1, LEASE);
    }

    static ClusterState join(ClusterState clusterState, Incarnation id, int port) {
        return join(clusterState, id, Endpoint.plain("127.0.0.1:" + port));
    }

    static ClusterState join(ClusterState clusterState, Incarnation id, Endpoint endpoint) {
        return clusterState
                .apply(new RegistryCommand.Join(id, endpoint, ProtocolRange.OF_LIBRARY, LEASE, 0))
                .orElseThrow();
    }

    void learn(ClusterState clusterState) {
        on(() -> transport.updateMembers(clusterState));
    }

    void send(TestNode to, Packet packet) {
        on(() -> transport.send(to.id, packet));
    }

    /** Does it on the loop, and waits for it. */
    void on(Runnable work) {
        ask(() -> {
            work.run();
            return true;
        });
    }

    <T> T ask(Callable<T> question) {
        try {
            return loops.submit(question).get();
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }

    long count(String what) {
        return events.stream().filter(event -> event.what().equals(what)).count();
    }

    void awaitReceived(Packet packet) {
        await("receives " + packet, () -> received.contains(packet));
    }

    static void await(String what, BooleanSupplier condition) {
        long start = System.nanoTime();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() - start > PATIENCE) {
                Assertions.fail("it never " + what);
            }
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(2));
        }
    }

    @Override
    public void received(Incarnation from, Packet packet) {
        received.add(packet);
    }

    @Override
    public void connected(Incarnation other) {
        events.add(new Event("connected", other));
        onConnected.run();
    }

    @Override
    public void disconnected(Incarnation other) {
        events.add(new Event("disconnected", other));
    }

    @Override
    public void close() {
        on(transport::close);
        loops.shutdownGracefully(0, 5, TimeUnit.SECONDS).awaitUninterruptibly();
    }
}
