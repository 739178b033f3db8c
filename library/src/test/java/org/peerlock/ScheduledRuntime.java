package org.peerlock;

import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Queue;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.peerlock.algorithm.catalogue.Catalogue;
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
import org.peerlock.internal.engine.settings.AlgorithmSelection;
import org.peerlock.internal.engine.settings.NodeSettings;
import org.peerlock.internal.engine.settings.Timing;
import org.peerlock.internal.protocol.HolderMap;
import org.peerlock.internal.protocol.Packet;
import org.peerlock.internal.runtime.NodeObserver;
import org.peerlock.internal.runtime.NodeRuntime;
import org.peerlock.schedule.Schedule;

/**
 * A node for tests that choose the order in which threads run: the real engine, the only member of its cluster. It has no thread
 * of its own. A thread that submits an input runs the loop, unless another thread runs it; then that one takes the input. Time
 * passes only when a test says so. A wait that is shorter than the lease does not sleep: the event is there, or the time is over.
 */
final class ScheduledRuntime implements NodeRuntime, EngineEffects {

    static final Timing TIMING = new Timing(6_000_000_000L, 0);

    /** A class of its own, so that using it is no step. */
    private static final class State {
        private long now;
        private boolean interruptsNextWait;
        private boolean refusesCallbacks;
        private @Nullable Error nextSubmit;
        private int dispatched;
        private int submitted;
        private boolean stalled;
        private Optional<String> registryProblem = Optional.empty();
        /** The content of the registry, and its version. */
        private @Nullable ClusterState registered;

        private long version;
        /** The engine gets no more inputs. */
        private boolean finished;
        /** Inputs for later, by their time. */
        private final NavigableMap<Long, List<EngineInput>> scheduled = new TreeMap<>();

        void pass(long nanos) {
            now += nanos;
        }

        List<EngineInput> takeDue() {
            NavigableMap<Long, List<EngineInput>> due = scheduled.headMap(now, true);
            List<EngineInput> inputs =
                    due.values().stream().flatMap(List::stream).toList();
            due.clear();
            return inputs;
        }
    }

    private final NodeObserver observer;
    private final NodeEngine engine;
    private final Queue<EngineInput> inputs = new ConcurrentLinkedQueue<>();
    private final Queue<Runnable> callbacks = new ConcurrentLinkedQueue<>();
    /** How many inputs were submitted and are not processed yet: the thread that makes it 1 runs the loop. */
    private final AtomicInteger unprocessed = new AtomicInteger();

    private final State state = new State();

    ScheduledRuntime(NodeObserver observer) {
        this.observer = observer;
        NodeSettings settings = new NodeSettings(
                "scheduled",
                AlgorithmSelection.of(Catalogue.find("ricart-agrawala").orElseThrow()),
                TIMING,
                "nowhere",
                1,
                100);
        engine = new NodeEngine(settings, new Random(1), this, 0, 0);
    }

    /** A process with such a node, which is no member yet. */
    static Peerlock start() {
        return start("scheduled");
    }

    static Peerlock start(String cluster) {
        return new Peerlock(cluster, TIMING, ShutdownSettings.usual(TIMING), ScheduledRuntime::new);
    }

    /** The node of a process that {@link #start} has made. */
    static ScheduledRuntime of(Peerlock peerlock) {
        return (ScheduledRuntime) peerlock.lock("any").handle().localNode.runtime();
    }

    // What a test does

    /** Lets time pass in small steps, until the node is a member and may grant. */
    void becomeMember() {
        for (int ticks = 0; !gates().current().open(); ticks++) {
            if (ticks > 1_000) {
                throw new IllegalStateException("the node does not become a member");
            }
            pass(TIMING.tickIntervalNanos());
        }
    }

    /** Waits until the node may grant, as a thread of a race. */
    void awaitMembership() {
        Schedule.await(() -> gates().current().open());
    }

    /** So much time passes, and the loop notices. */
    void pass(long nanos) {
        state.pass(nanos);
        submit(NodeEngine::onTick);
        state.takeDue().forEach(this::submit);
    }

    /** So much time passes, and the loop has no time to notice. */
    void passUnnoticed(long nanos) {
        state.pass(nanos);
    }

    /** The lease ends; threads may notice that before the loop does. */
    void expire() {
        state.pass(TIMING.leaseNanos());
        Schedule.point("the lease has ended");
        pass(0);
    }

    /** The thread that waits next is interrupted while it waits. */
    void interruptNextWait() {
        state.interruptsNextWait = true;
    }

    /** Whether {@link #interruptNextWait} has had no effect, because no thread has waited since. */
    boolean interruptsNextWait() {
        return state.interruptsNextWait;
    }

    /** From now on the application's executor refuses all callbacks. */
    void refuseCallbacks() {
        state.refusesCallbacks = true;
    }

    /** The next input is not accepted: this error ends the call. */
    void failNextSubmit(Error error) {
        state.nextSubmit = error;
    }

    /** From now on the registry cannot be used, for this reason. */
    void haveRegistryProblem(String reason) {
        state.registryProblem = Optional.of(reason);
    }

    /** From now on the loop does nothing. */
    void stall() {
        state.stalled = true;
    }

    /** How many inputs were submitted so far. */
    int submitted() {
        return state.submitted;
    }

    /** How many callbacks were dispatched so far. */
    int dispatched() {
        return state.dispatched;
    }

    /** Runs all callbacks that were dispatched, as a thread of the application's executor. */
    void runCallbacks() {
        boolean more = runCallback();
        while (more) {
            more = runCallback();
        }
    }

    /** Runs a callback that was dispatched. Returns whether there was one. */
    boolean runCallback() {
        Runnable callback = callbacks.poll();
        if (callback != null) {
            callback.run();
        }
        return callback != null;
    }

    // NodeRuntime

    @Override
    public long now() {
        return state.now;
    }

    @Override
    public GrantGates gates() {
        return engine.gates();
    }

    @Override
    public void submit(EngineInput engineInput) {
        Error failure = state.nextSubmit;
        if (failure != null) {
            state.nextSubmit = null;
            throw failure;
        }
        state.submitted++;
        inputs.add(engineInput);
        if (!state.stalled && unprocessed.getAndIncrement() == 0) {
            do {
                EngineInput next = inputs.poll();
                if (next != null && !state.finished) {
                    next.apply(engine, state.now);
                }
            } while (unprocessed.decrementAndGet() > 0);
        }
    }

    @Override
    public void schedule(long nanos, EngineInput engineInput) {
        state.scheduled
                .computeIfAbsent(state.now + nanos, any -> new ArrayList<>())
                .add(engineInput);
    }

    @Override
    public boolean await(CompletableFuture<?> event, long nanos) throws InterruptedException {
        Thread me = Thread.currentThread();
        if (state.interruptsNextWait) {
            state.interruptsNextWait = false;
            me.interrupt();
        }
        if (nanos >= TIMING.leaseNanos()) {
            boolean interrupted = me.isInterrupted(); // the flag of a thread that stands still tells nothing
            Schedule.await(() -> interrupted || event.isDone());
        }
        if (!event.isDone() && Thread.interrupted()) {
            throw new InterruptedException();
        }
        boolean done = event.isDone();
        if (!done) {
            state.pass(nanos);
        }
        return done;
    }

    @Override
    public void dispatch(Runnable callback, Consumer<Throwable> onRefused) {
        state.dispatched++;
        if (state.refusesCallbacks) {
            onRefused.accept(new RejectedExecutionException());
        } else {
            callbacks.add(callback);
        }
    }

    @Override
    public Optional<String> connectionProblem(Incarnation other) {
        return Optional.empty();
    }

    @Override
    public Optional<String> registryProblem() {
        return state.registryProblem;
    }

    @Override
    public long bytesSent() {
        return 0;
    }

    @Override
    public void stop() {
        submit((stopping, at) -> {
            state.finished = true;
            observer.onLeaseExpired(gates().current().generation(), LossCause.LEFT);
            gates().expireLease();
            observer.onHoldsLost();
        });
    }

    // EngineEffects

    @Override
    public void send(Incarnation to, Packet packet) {
        throw new AssertionError("there is no other node");
    }

    @Override
    public void onClusterState(ClusterState state) {}

    @Override
    public void readRegistry() {
        ClusterState content = state.registered;
        outcome(
                content == null
                        ? new RegistryOutcome.Empty("", OptionalLong.of(0))
                        : new RegistryOutcome.Read(String.valueOf(state.version), content));
    }

    @Override
    public void writeRegistry(String expected, RegistryWrite write) {
        state.registered = write.content();
        state.version++;
        outcome(new RegistryOutcome.Written(write.content()));
    }

    private void outcome(RegistryOutcome outcome) {
        submit((running, at) -> running.onRegistryOutcome(at, outcome));
    }

    @Override
    public void onRegistryOutdated(long revision, long knownRevision) {
        throw new AssertionError("nobody else writes the registry");
    }

    @Override
    public void onRegistryCurrent() {}

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
        observer.onKindConflict(reason);
    }

    @Override
    public void onViewOpened(View view, HolderMap holders, List<MembershipChange> changes) {
        observer.onViewOpened(engine.overview(state.now));
    }

    @Override
    public void onRejoining(Incarnation incarnation) {
        throw new AssertionError("there is nobody who could evict this node");
    }

    @Override
    public void onRefused(String reason) {
        throw new AssertionError(reason);
    }

    @Override
    public void onStopped() {
        state.finished = true;
        observer.onLeft();
    }
}
