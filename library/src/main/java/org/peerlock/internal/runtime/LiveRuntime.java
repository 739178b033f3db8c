package org.peerlock.internal.runtime;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.security.SecureRandom;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.peerlock.internal.cluster.ClusterState;
import org.peerlock.internal.cluster.Incarnation;
import org.peerlock.internal.cluster.View;
import org.peerlock.internal.engine.NodeEngine;
import org.peerlock.internal.engine.effects.EngineEffects;
import org.peerlock.internal.engine.effects.LossCause;
import org.peerlock.internal.engine.effects.MembershipChange;
import org.peerlock.internal.engine.effects.RegistryOutcome;
import org.peerlock.internal.engine.lockword.GrantGates;
import org.peerlock.internal.engine.settings.NodeSettings;
import org.peerlock.internal.io.netty.util.NetUtil;
import org.peerlock.internal.protocol.HolderMap;
import org.peerlock.internal.protocol.Packet;
import org.peerlock.internal.transport.SharedEventLoop;
import org.peerlock.internal.transport.Transport;
import org.peerlock.registry.RegistryStore;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A node among other processes. One thread, the loop, does all that the brain has to do with: it receives, sends, keeps time and
 * takes what the application's threads want. A second one waits for the cell.
 */
public final class LiveRuntime implements NodeRuntime {

    private static final Logger LOG = LoggerFactory.getLogger(LiveRuntime.class);

    /** When to look whether a node whose connection broke is dead: its process may need a moment to be gone. */
    private static final long[] DEATH_CHECK_DELAYS_MILLIS = {0, 30, 100, 300, 1_000, 3_000, 10_000};

    private static final long STOP_TIMEOUT_MILLIS = 2_000;

    /** Nobody waits that long: some years. */
    private static final long FOREVER = TimeUnit.DAYS.toNanos(10_000);

    private final NodeSettings settings;
    private final NodeObserver observer;
    private final Executor executor;
    private final SharedEventLoop loop;
    private final Transport transport;
    private final RegistryWorker registryWorker;
    private final NodeEngine engine;
    private final GrantGates gates;
    private final AdaptiveSpin spin;
    /** As the others know this node; the loop's. */
    private Incarnation me;
    /** Nothing is to happen any more; the loop's. */
    private boolean finished;
    /** What cannot be was met, and is not told yet; the loop's. */
    private @Nullable Throwable failure;
    /** All was given back; the loop's. */
    private boolean stopped;

    /**
     * Starts a node.
     *
     * @param settings its address is replaced by the one at which it listens
     * @param address where to listen; port 0 for any
     * @param executor runs what the application wants to be called
     * @throws IOException if it cannot listen there
     */
    public static LiveRuntime start(
            NodeSettings settings,
            InetSocketAddress address,
            RegistryStore registryStore,
            Executor executor,
            NodeObserver nodeObserver)
            throws IOException {
        SharedEventLoop loop = SharedEventLoop.named("peerlock-" + settings.cluster());
        LiveRuntime host;
        try {
            host = new LiveRuntime(settings, address, registryStore, executor, nodeObserver, loop);
        } catch (IOException | RuntimeException e) {
            end(loop);
            throw e;
        }
        host.loop.execute(host::begin);
        return host;
    }

    private LiveRuntime(
            NodeSettings settings,
            InetSocketAddress address,
            RegistryStore registryStore,
            Executor executor,
            NodeObserver nodeObserver,
            SharedEventLoop loop)
            throws IOException {
        this.observer = nodeObserver;
        this.executor = executor;
        this.loop = loop;
        spin = new AdaptiveSpin(this::now, loop::helpUntil);
        transport = Transport.bind(loop, address, settings.cluster(), settings.algorithms(), new PeerListener());
        this.settings = settings.withAddress(NetUtil.toSocketAddressString(transport.address()));
        registryWorker = new RegistryWorker(
                "peerlock-" + settings.cluster() + "-registry",
                registryStore,
                loop,
                settings.timing().registryTimeoutNanos(),
                new RegistryListener());
        engine = new NodeEngine(
                this.settings, new SecureRandom(), new EffectExecutor(), now(), System.currentTimeMillis());
        gates = engine.gates();
        me = engine.incarnation();
    }

    private static void end(SharedEventLoop loop) {
        var unused = loop.shutdownGracefully(0, STOP_TIMEOUT_MILLIS, TimeUnit.MILLISECONDS);
    }

    private void begin() {
        transport.setIncarnation(me);
        long tick = settings.timing().tickIntervalNanos();
        var unused = loop.scheduleWithFixedDelay(() -> input(NodeEngine::onTick), 0, tick, TimeUnit.NANOSECONDS);
    }

    // For the application's threads

    @Override
    public long now() {
        return System.nanoTime();
    }

    @Override
    public GrantGates gates() {
        return gates;
    }

    @Override
    public void submit(EngineInput engineInput) {
        try {
            loop.execute(() -> input(engineInput));
        } catch (RejectedExecutionException e) {
            // It has stopped: nobody wants to know any more.
            LOG.trace("Too late", e);
        }
    }

    @Override
    public boolean await(CompletableFuture<?> event, long nanos) throws InterruptedException {
        if (loop.inEventLoop() && !event.isDone()) {
            throw new IllegalStateException(
                    "nothing would ever happen: this thread does the node's work at the moment, and the"
                            + " executor has run here what it should have run on another thread");
        }
        long start = now();
        if (spin.sees(event, start, nanos)) {
            return true;
        }
        try {
            if (nanos >= FOREVER) {
                event.get(); // costs less than to wait for a time
            } else {
                event.get(nanos, TimeUnit.NANOSECONDS);
            }
            spin.learn(now() - start);
            return true;
        } catch (TimeoutException e) {
            return event.isDone();
        } catch (ExecutionException | CancellationException e) {
            return true; // it is for the caller to look what has happened
        }
    }

    @Override
    public Executor executor() {
        return executor;
    }

    @Override
    public Optional<String> registryProblem() {
        return registryWorker.problem();
    }

    @Override
    public long bytesSent() {
        return transport.bytesSent();
    }

    /** The port is free again when it returns, unless the loop is stuck. */
    @Override
    public void stop() {
        try {
            loop.execute(this::releaseResources);
        } catch (RejectedExecutionException e) {
            LOG.trace("Stopped before", e);
        }
        if (!loop.inEventLoop()) {
            loop.terminationFuture().awaitUninterruptibly(STOP_TIMEOUT_MILLIS);
        }
    }

    private void releaseResources() {
        if (stopped) {
            return;
        }
        stopped = true;
        if (!finished) { // it could not leave in time
            expireLease(LossCause.LEFT);
            observer.onHoldsLost();
        }
        registryWorker.onLeft(me);
        registryWorker.close();
        transport.close();
        end(loop);
    }

    /** From now on nothing is held or granted here. */
    private void expireLease(LossCause reason) {
        finished = true;
        observer.onLeaseExpired(gates.current().generation(), reason);
        gates.lapse();
    }

    // On the loop

    /** Everything that the brain is told comes this way, and time comes first. */
    private void input(EngineInput engineInput) {
        if (finished) {
            fail();
            return;
        }
        try {
            long now = now();
            engine.onWake(now, System.currentTimeMillis());
            engineInput.apply(engine, now);
        } catch (RuntimeException | Error e) {
            finished = true; // before any call: the stack may be used up
            failure = e;
            fail();
        }
    }

    /**
     * Whatever is wrong, nobody may take a lock for his own any more on the word of this node. If that fails, too, it is done with the
     * next input, by a thread that may have more of a stack.
     */
    private void fail() {
        Throwable met = failure;
        if (met == null) {
            return;
        }
        expireLease(LossCause.FAILED);
        try {
            LOG.error("{} has met what cannot be, and stops. Its locks are lost", shortly(me), met);
            transport.close();
            observer.onHoldsLost();
        } finally {
            observer.onFailed(met);
            failure = null;
        }
    }

    /** Enough of it for a reader. */
    private static String shortly(Incarnation incarnation) {
        return "node " + incarnation.shortId();
    }

    /** What comes from other nodes. */
    private final class PeerListener implements Transport.Listener {

        @Override
        public void received(Incarnation from, Packet packet) {
            input((engine, now) -> engine.onPacket(now, from, packet));
        }

        @Override
        public void connected(Incarnation other) {
            input((engine, now) -> engine.onConnected(now, other));
        }

        @Override
        public void disconnected(Incarnation other) {
            for (long delay : DEATH_CHECK_DELAYS_MILLIS) {
                var unused = loop.schedule(this::lookForDead, delay, TimeUnit.MILLISECONDS);
            }
        }

        private void lookForDead() {
            if (!finished) {
                registryWorker.detectDeaths();
            }
        }
    }

    /** What comes from the cell. */
    private final class RegistryListener implements RegistryWorker.Client {

        @Override
        public void onOutcome(RegistryOutcome outcome) {
            input((engine, now) -> engine.onRegistryOutcome(now, outcome));
        }

        @Override
        public void onProvenDeaths(SortedSet<Incarnation> dead) {
            input((engine, now) -> engine.onProvenDeaths(now, dead));
        }

        @Override
        public void onProblem(@Nullable String reason) {
            observer.onRegistryProblem(reason);
        }
    }

    /** What the brain wants done. */
    private final class EffectExecutor implements EngineEffects {

        @Override
        public void send(Incarnation to, Packet packet) {
            transport.send(to, packet);
        }

        @Override
        public void onClusterState(ClusterState state) {
            transport.updateMembers(state);
        }

        @Override
        public void readRegistry() {
            registryWorker.read();
        }

        @Override
        public void writeRegistry(long version, ClusterState content) {
            registryWorker.compareAndSet(me, version, content);
        }

        @Override
        public void onLeaseExpired(long generation, LossCause reason) {
            observer.onLeaseExpired(generation, reason);
        }

        @Override
        public void onLockLost(String lock, long fence, LossCause reason) {
            observer.onHoldsLost();
            observer.onLockLost(lock, fence, reason);
        }

        @Override
        public void onKindConflict(Incarnation other, String reason) {
            LOG.warn("{} and {} disagree: {}", shortly(me), shortly(other), reason);
            observer.onKindConflict(reason);
        }

        @Override
        public void onViewOpened(View view, HolderMap holders, List<MembershipChange> changes) {
            LOG.info(
                    "View {} of cluster '{}' begins at {} ({}): {}; {} members, {} locks held",
                    view.epoch(),
                    settings.cluster(),
                    shortly(me),
                    settings.address(),
                    changes.isEmpty() ? "no member came or went" : text(changes),
                    view.size(),
                    holders.byLock().size());
            observer.onViewOpened(engine.overview(now()));
        }

        private String text(List<MembershipChange> changes) {
            return changes.stream()
                    .map(change -> (change.id().equals(me) ? "this node" : shortly(change.id()) + named(change.label()))
                            + " " + change.cause().word())
                    .collect(Collectors.joining(", "));
        }

        private static String named(String label) {
            return label.isEmpty() ? "" : " (" + label + ")";
        }

        @Override
        public void onRejoining(Incarnation now) {
            LOG.warn("{} is no member any more; it comes back as {}", shortly(me), shortly(now));
            registryWorker.onLeft(me);
            me = now;
            transport.setIncarnation(now);
        }

        @Override
        public void onRefused(String reason) {
            finished = true;
            String sentence = "this node cannot join cluster '" + settings.cluster() + "': " + reason
                    + ". Use the same settings in all processes; to change them, end all processes of the cluster"
                    + " first";
            LOG.error("Stopped: {}", sentence);
            observer.onRefused(sentence);
        }

        @Override
        public void onStopped() {
            finished = true;
            LOG.info("{} has left cluster '{}'", shortly(me), settings.cluster());
            registryWorker.onLeft(me);
            observer.onLeft();
        }
    }
}
