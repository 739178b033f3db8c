package org.peerlock.internal.runtime;

import java.io.IOException;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.peerlock.internal.cluster.ClusterState;
import org.peerlock.internal.cluster.Incarnation;
import org.peerlock.internal.cluster.View;
import org.peerlock.internal.engine.NodeEngine;
import org.peerlock.internal.engine.effects.EngineEffects;
import org.peerlock.internal.engine.effects.LossCause;
import org.peerlock.internal.engine.effects.LostHold;
import org.peerlock.internal.engine.effects.MembershipChange;
import org.peerlock.internal.engine.effects.RegistryOutcome;
import org.peerlock.internal.engine.effects.RegistryWrite;
import org.peerlock.internal.engine.lockword.GrantGates;
import org.peerlock.internal.engine.settings.NodeSettings;
import org.peerlock.internal.protocol.HolderMap;
import org.peerlock.internal.protocol.Packet;
import org.peerlock.internal.protocol.UnreachableMember;
import org.peerlock.internal.text.DurationText;
import org.peerlock.internal.transport.NetworkSettings;
import org.peerlock.internal.transport.SharedEventLoop;
import org.peerlock.internal.transport.Transport;
import org.peerlock.registry.RegistryStore;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs a node in this process. One thread, the loop, runs the engine: it receives and sends
 * packets, keeps time, and takes the inputs of the application's threads. A second thread reads and
 * writes the registry.
 */
public final class LiveRuntime implements NodeRuntime {

    private static final Logger LOG = LoggerFactory.getLogger(LiveRuntime.class);

    /**
     * When to look whether a node whose connection broke is dead: its process may take a moment to
     * end.
     */
    private static final long[] DEATH_CHECK_DELAYS_MILLIS = {0, 30, 100, 300, 1_000, 3_000, 10_000};

    private static final long STOP_TIMEOUT_MILLIS = 2_000;

    /** Longer than anybody waits: some years. */
    private static final long FOREVER = TimeUnit.DAYS.toNanos(10_000);

    private final NodeSettings settings;
    private final NodeObserver observer;
    private final LongSupplier calendar;
    private final CallbackDispatcher callbacks;
    private final SharedEventLoop loop;
    private final Transport transport;
    private final RegistryWorker registryWorker;
    private final NodeEngine engine;
    private final GrantGates gates;
    private final AdaptiveSpin spin;
    private final UnreachableMembers unreachableMembers = new UnreachableMembers(LOG);
    /** The current incarnation of this node; the loop's. */
    private Incarnation me;
    /** The engine gets no more inputs; the loop's. */
    private boolean finished;
    /** A defect that was found, and not reported yet; the loop's. */
    private @Nullable Throwable failure;
    /** All resources were released; the loop's. */
    private boolean stopped;

    /**
     * Starts a node.
     *
     * @param settings their endpoint is replaced by the one at which the node listens
     * @param network where to listen, and how connections are protected
     * @param closesStore whether the store is closed when the node has stopped
     * @param executor runs the callbacks of the application
     * @throws IOException if it cannot listen there
     */
    public static LiveRuntime start(
            NodeSettings settings,
            NetworkSettings network,
            RegistryStore registryStore,
            boolean closesStore,
            Executor executor,
            NodeObserver nodeObserver)
            throws IOException {
        return start(settings, network, registryStore, closesStore, executor, nodeObserver, NodeClock::calendarMillis);
    }

    /** @param calendar the wall clock, in milliseconds */
    static LiveRuntime start(
            NodeSettings settings,
            NetworkSettings network,
            RegistryStore registryStore,
            boolean closesStore,
            Executor executor,
            NodeObserver nodeObserver,
            LongSupplier calendar)
            throws IOException {
        SharedEventLoop loop = SharedEventLoop.named("peerlock-" + settings.cluster());
        LiveRuntime host;
        try {
            host = new LiveRuntime(
                    settings, network, registryStore, closesStore, executor, nodeObserver, calendar, loop);
        } catch (IOException | RuntimeException e) {
            end(loop);
            throw e;
        }
        host.loop.execute(host::begin);
        return host;
    }

    private LiveRuntime(
            NodeSettings settings,
            NetworkSettings network,
            RegistryStore registryStore,
            boolean closesStore,
            Executor executor,
            NodeObserver nodeObserver,
            LongSupplier calendar,
            SharedEventLoop loop)
            throws IOException {
        this.observer = nodeObserver;
        this.calendar = calendar;
        this.loop = loop;
        spin = new AdaptiveSpin(this::now, loop::helpUntil);
        transport = Transport.bind(loop, network, settings, new PeerListener());
        this.settings = settings.withEndpoint(transport.endpoint());
        registryWorker = new RegistryWorker(
                "peerlock-" + settings.cluster() + "-registry",
                registryStore,
                closesStore,
                loop,
                settings.timing().registryTimeoutNanos(),
                settings.outageMillis() == 0
                        ? "until its lease expires"
                        : "for " + text(settings.outageMillis()) + " at most if all members answer each other",
                new RegistryListener());
        engine = new NodeEngine(this.settings, new SecureRandom(), new EffectExecutor(), now(), calendar.getAsLong());
        gates = engine.gates();
        me = engine.incarnation();
        callbacks = new CallbackDispatcher("peerlock-" + settings.cluster() + "-callbacks", executor);
    }

    private static void end(SharedEventLoop loop) {
        var unused = loop.shutdownGracefully(0, STOP_TIMEOUT_MILLIS, TimeUnit.MILLISECONDS);
    }

    private void begin() {
        transport.setIncarnation(me);
        repeat(0, settings.timing().tickIntervalNanos(), NodeEngine::onTick);
        long patience = settings.timing().unreachableTimeoutNanos();
        repeat(patience, patience, (any, now) -> reportUnreachable(now, patience));
        if (settings.outageMillis() > 0) { // then it may last
            repeat(settings.timing().leaseNanos(), patience, (any, now) -> reportAwaited(now));
        }
    }

    private void repeat(long delayNanos, long intervalNanos, EngineInput each) {
        var unused = loop.scheduleWithFixedDelay(() -> input(each), delayNanos, intervalNanos, TimeUnit.NANOSECONDS);
    }

    private void reportUnreachable(long now, long patience) {
        List<UnreachableMember> silent = engine.unreachableMembers(now).stream()
                .filter(member -> member.silentNanos() >= patience)
                .toList();
        unreachableMembers.update(silent, transport::problem);
    }

    private void reportAwaited(long now) {
        SortedMap<String, Long> awaited = engine.awaitedLeases(now);
        if (!awaited.isEmpty()) {
            long longest =
                    awaited.values().stream().mapToLong(Long::longValue).max().orElseThrow();
            LOG.info(
                    "{} waits to become a member of cluster '{}': there may still be locks of {}, for {} at most",
                    node(me),
                    settings.cluster(),
                    String.join(", ", awaited.keySet()),
                    text(TimeUnit.NANOSECONDS.toMillis(longest)));
        }
    }

    private static String text(long millis) {
        return DurationText.of(millis < 1_000 ? Duration.ofMillis(millis) : Duration.ofSeconds((millis + 999) / 1_000));
    }

    // For the application's threads

    @Override
    public long now() {
        return NodeClock.nanoTime();
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
            LOG.trace("The node has stopped", e);
        }
    }

    @Override
    public void schedule(long nanos, EngineInput engineInput) {
        try {
            var unused = loop.schedule(() -> input(engineInput), nanos, TimeUnit.NANOSECONDS);
        } catch (RejectedExecutionException e) {
            LOG.trace("The node has stopped", e);
        }
    }

    @Override
    public boolean await(CompletableFuture<?> event, long nanos) throws InterruptedException {
        if (loop.inEventLoop() && !event.isDone()) {
            throw new IllegalStateException("this thread runs the node and must not wait for it");
        }
        long start = now();
        if (spin.sees(event, start, nanos)) {
            return true;
        }
        try {
            if (nanos >= FOREVER) {
                event.get(); // cheaper than with a timeout
            } else {
                event.get(nanos, TimeUnit.NANOSECONDS);
            }
            spin.learn(now() - start);
            return true;
        } catch (TimeoutException e) {
            return event.isDone();
        } catch (ExecutionException | CancellationException e) {
            return true; // the caller looks what has happened
        }
    }

    @Override
    public void dispatch(Runnable callback, Consumer<Throwable> onRefused) {
        callbacks.dispatch(callback, onRefused);
    }

    @Override
    public Optional<String> registryProblem() {
        return registryWorker.problem();
    }

    @Override
    public Optional<String> connectionProblem(Incarnation other) {
        return transport.problem(other);
    }

    @Override
    public long bytesSent() {
        return transport.bytesSent();
    }

    /** When it returns, the port is free again, unless the loop is stuck. */
    @Override
    public void stop() {
        try {
            loop.execute(this::releaseResources);
        } catch (RejectedExecutionException e) {
            LOG.trace("The node has stopped before", e);
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
        callbacks.close();
        end(loop);
    }

    /** From now on this node holds and grants nothing. */
    private void expireLease(LossCause reason) {
        finished = true;
        observer.onLeaseExpired(gates.current().generation(), reason);
        gates.expireLease();
    }

    // On the loop

    /** All inputs of the engine come this way. */
    private void input(EngineInput engineInput) {
        if (finished) {
            fail();
            return;
        }
        try {
            long now = now();
            engine.onWake(now, calendar.getAsLong());
            engineInput.apply(engine, now);
        } catch (RuntimeException | Error e) {
            finished = true; // before any call: the stack may be used up
            failure = e;
            fail();
        }
    }

    /**
     * Whatever is wrong, no grant of this node may be valid any more. If this method fails, too,
     * the next input calls it again, on a thread that may have more stack left.
     */
    private void fail() {
        Throwable met = failure;
        if (met == null) {
            return;
        }
        expireLease(LossCause.FAILED);
        try {
            LOG.error("A defect stopped {}. Its locks are lost", node(me), met);
            transport.close();
            observer.onHoldsLost();
        } finally {
            observer.onFailed(met);
            failure = null;
        }
    }

    private static String node(Incarnation incarnation) {
        return "node " + incarnation.shortId();
    }

    /** Passes events of the transport to the engine. */
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

    /** Passes the outcomes of registry operations to the engine. */
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

    /** Does what the engine asks for. */
    private final class EffectExecutor implements EngineEffects {

        /** Those that this process asks for, or was last told that the cluster has. */
        private @Nullable String algorithms = settings.askedAlgorithms();

        @Override
        public void send(Incarnation to, Packet packet) {
            transport.send(to, packet);
        }

        @Override
        public void onClusterState(ClusterState state) {
            transport.updateMembers(state);
            String current = state.settings().algorithms();
            if (algorithms != null && !current.equals(algorithms)) {
                boolean others = settings.asksForThem() && !current.equals(settings.askedAlgorithms());
                LOG.info(
                        "The algorithms of cluster '{}' are {}{}",
                        settings.cluster(),
                        current,
                        others ? "; this process asks for " + settings.askedAlgorithms() : "");
            }
            algorithms = current;
        }

        @Override
        public void readRegistry() {
            registryWorker.read();
        }

        @Override
        public void writeRegistry(String tag, RegistryWrite write) {
            registryWorker.write(me, tag, write);
        }

        @Override
        public void onRegistryOutdated(long revision, long knownRevision) {
            registryWorker.onOutdated(revision, knownRevision);
        }

        @Override
        public void onRegistryCurrent() {
            registryWorker.onCurrent();
        }

        @Override
        public void onLeaseExpired(long generation, LossCause reason) {
            observer.onLeaseExpired(generation, reason);
        }

        @Override
        public void onLocksLost(List<LostHold> lost, LossCause reason) {
            observer.onHoldsLost();
            observer.onLocksLost(lost, reason);
        }

        @Override
        public void onKindConflict(String reason) {
            LOG.warn("{} found a lock that is used as different kinds: {}", node(me), reason);
            observer.onKindConflict(reason);
        }

        @Override
        public void onViewOpened(View view, HolderMap holders, List<MembershipChange> changes) {
            LOG.info(
                    "View {} of cluster '{}' begins at {} ({}): {}; {} members, {} locks held",
                    view.epoch(),
                    settings.cluster(),
                    node(me),
                    settings.address(),
                    changes.isEmpty() ? "no member came or went" : text(changes),
                    view.size(),
                    holders.byLock().size());
            observer.onViewOpened(engine.overview(now()));
        }

        private String text(List<MembershipChange> changes) {
            return changes.stream()
                    .map(change -> (change.id().equals(me) ? "this node" : node(change.id()) + named(change.label()))
                            + " " + change.cause().word())
                    .collect(Collectors.joining(", "));
        }

        private static String named(String label) {
            return label.isEmpty() ? "" : " (" + label + ")";
        }

        @Override
        public void onRejoining(Incarnation now) {
            LOG.warn(
                    "{} lost its membership of cluster '{}', and rejoins as {}",
                    node(me),
                    settings.cluster(),
                    node(now));
            registryWorker.onLeft(me);
            me = now;
            transport.setIncarnation(now);
        }

        @Override
        public void onRefused(String reason) {
            finished = true;
            String sentence = "this node cannot join cluster '" + settings.cluster() + "': " + reason + ". "
                    + NodeSettings.REMEDY;
            LOG.error("Stopped: {}", sentence);
            observer.onRefused(sentence);
        }

        @Override
        public void onStopped() {
            finished = true;
            LOG.info("{} has left cluster '{}'", node(me), settings.cluster());
            registryWorker.onLeft(me);
            observer.onLeft();
        }
    }
}
