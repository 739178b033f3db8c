package org.peerlock.internal.observer;

import java.io.IOException;
import java.security.SecureRandom;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.peerlock.internal.cluster.ClusterState;
import org.peerlock.internal.cluster.Endpoint;
import org.peerlock.internal.cluster.Incarnation;
import org.peerlock.internal.cluster.MemberRecord;
import org.peerlock.internal.engine.settings.NodeSettings;
import org.peerlock.internal.transport.NetworkOptions;
import org.peerlock.internal.transport.NetworkSettings;
import org.peerlock.internal.transport.SharedEventLoop;
import org.peerlock.internal.transport.Transport;

/** The connections of a process that asks members and is none, with an event loop and an incarnation of their own. */
public final class ObserverTransport implements AutoCloseable {

    /** How members are dialed. */
    public enum Way {
        /** As members dial each other: a Unix socket first, then TCP. */
        AS_MEMBERS,
        TCP_ONLY
    }

    private static final long STOP_TIMEOUT_MILLIS = 1_000;

    private final SharedEventLoop loop;
    private final Transport transport;
    private final Incarnation me = Incarnation.draw(new SecureRandom());

    private ObserverTransport(SharedEventLoop loop, Transport transport) {
        this.loop = loop;
        this.transport = transport;
        loop.execute(() -> transport.setIncarnation(me));
    }

    /**
     * Dials nobody yet. Connections are protected as the members protect theirs.
     *
     * @param options what the user has said about the network
     * @throws IOException if a file with a certificate cannot be used
     */
    public static ObserverTransport open(
            NodeSettings settings, ClusterState state, NetworkOptions options, Way way, Transport.Listener listener)
            throws IOException {
        List<Endpoint> members =
                state.members().values().stream().map(MemberRecord::endpoint).toList();
        NetworkSettings network = options.forObserver(members);
        SharedEventLoop loop = SharedEventLoop.named("peerlock-" + settings.cluster() + "-observer");
        try {
            Transport transport = way == Way.TCP_ONLY
                    ? Transport.bindTcp(loop, network, settings, listener)
                    : Transport.bind(loop, network, settings, listener);
            return new ObserverTransport(loop, transport);
        } catch (IOException | RuntimeException e) {
            stop(loop);
            throw e;
        }
    }

    /** This process, as the members see it. */
    public Incarnation me() {
        return me;
    }

    /** For tasks on the {@link #loop} only. */
    public Transport transport() {
        return transport;
    }

    public SharedEventLoop loop() {
        return loop;
    }

    @Override
    public void close() {
        loop.execute(() -> {
            transport.close();
            stop(loop);
        });
        loop.terminationFuture().awaitUninterruptibly(STOP_TIMEOUT_MILLIS);
    }

    private static void stop(SharedEventLoop loop) {
        var unused = loop.shutdownGracefully(0, STOP_TIMEOUT_MILLIS, TimeUnit.MILLISECONDS);
    }
}
