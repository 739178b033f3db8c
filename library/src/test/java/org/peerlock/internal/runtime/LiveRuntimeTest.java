package org.peerlock.internal.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.peerlock.algorithm.catalogue.Catalogue;
import org.peerlock.internal.engine.lockword.GrantGate;
import org.peerlock.internal.engine.settings.AlgorithmSelection;
import org.peerlock.internal.engine.settings.NodeSettings;
import org.peerlock.internal.engine.settings.Timing;
import org.peerlock.internal.protocol.NodeOverview;
import org.peerlock.internal.transport.ListenAddress;
import org.peerlock.internal.transport.NetworkSettings;
import org.peerlock.internal.transport.PlainText;
import org.peerlock.registry.DeathDetector;
import org.peerlock.registry.ForwardingStore;
import org.peerlock.registry.InMemoryRegistryStore;

/** What becomes of a node's lease, its threads and its port, however the node ends. */
@Timeout(120)
class LiveRuntimeTest {

    private static final String CLUSTER = "runtime";
    private static final long HOUR_MILLIS = TimeUnit.HOURS.toMillis(1);

    /** A registry in memory that also records which members are registered with its death detector. */
    private static final class WatchedStore extends ForwardingStore implements DeathDetector {
        private final BlockingQueue<String> unregistered = new LinkedBlockingQueue<>();

        WatchedStore() {
            super(new InMemoryRegistryStore());
        }

        @Override
        public DeathDetector deathDetector() {
            return this;
        }

        @Override
        public void unregister(String member) {
            unregistered.add(member);
        }

        @Override
        public Optional<Duration> longestLease() {
            return Optional.of(Duration.ZERO);
        }
    }

    private final WatchedStore store = new WatchedStore();
    private final AtomicLong calendar = new AtomicLong(System.currentTimeMillis());
    private final List<LiveRuntime> started = new CopyOnWriteArrayList<>();

    @AfterEach
    void stopAll() {
        started.forEach(LiveRuntime::stop);
    }

    private LiveRuntime start(RecordingObserver recorder, InetSocketAddress address) throws IOException {
        NetworkSettings network = new NetworkSettings(
                new ListenAddress(address.getAddress().getHostAddress(), address.getPort(), address.getPort()),
                "127.0.0.1",
                0,
                PlainText.ON_LOOPBACK);
        NodeSettings settings = new NodeSettings(
                CLUSTER,
                AlgorithmSelection.of(Catalogue.find("ricart-agrawala").orElseThrow()),
                new Timing(TimeUnit.HOURS.toNanos(1), 10_000),
                "",
                1,
                1_000);
        LiveRuntime runtime =
                LiveRuntime.start(settings, network, store, false, Runnable::run, recorder, calendar::get);
        recorder.of = runtime;
        started.add(runtime);
        return runtime;
    }

    /** Starts a node, and waits until it is a member. */
    private LiveRuntime member(RecordingObserver recorder) throws Exception {
        LiveRuntime runtime = start(recorder, anyPort());
        recorder.views.take();
        incarnation(runtime); // the view is open
        return runtime;
    }

    private static InetSocketAddress anyPort() {
        return new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    }

    private static GrantGate.State state(LiveRuntime runtime) {
        return runtime.gates().current().state();
    }

    /** Waits until the node has done what it was told before. */
    private static String incarnation(LiveRuntime runtime) throws Exception {
        CompletableFuture<String> answer = new CompletableFuture<>();
        runtime.submit((engine, now) -> answer.complete(engine.incarnation().toString()));
        return answer.get(60, TimeUnit.SECONDS);
    }

    // Sleep

    @Test
    void aMachineThatHasSleptHasLostItsLease() throws Exception {
        RecordingObserver recorder = new RecordingObserver();
        LiveRuntime runtime = member(recorder);
        assertThat(state(runtime)).isEqualTo(GrantGate.State.OPEN);
        calendar.addAndGet(HOUR_MILLIS);
        incarnation(runtime);
        assertThat(recorder.events).contains("expired: LEASE_EXPIRED, with a lease");
    }

    @Test
    void aMachineThatHasNotSleptKeepsItsLease() throws Exception {
        RecordingObserver recorder = new RecordingObserver();
        LiveRuntime runtime = member(recorder);
        calendar.addAndGet(-HOUR_MILLIS); // somebody has set the clock back
        incarnation(runtime);
        assertThat(state(runtime)).isEqualTo(GrantGate.State.OPEN);
        assertThat(recorder.events).isEmpty();
    }

    // Defects

    @Test
    void aDefectEndsTheLeaseAndThenEverybodyIsTold() throws Exception {
        RecordingObserver recorder = new RecordingObserver();
        LiveRuntime runtime = member(recorder);
        runtime.submit((engine, now) -> {
            throw new IllegalStateException("on purpose");
        });
        assertThat(recorder.end.get(60, TimeUnit.SECONDS)).isEqualTo("on purpose");
        assertThat(state(runtime)).isEqualTo(GrantGate.State.NO_LEASE);
        assertThat(recorder.events)
                .containsExactly("expired: FAILED, with a lease", "lost, without a lease", "failed, without a lease");
    }

    @Test
    void afterADefectTheEngineGetsNothingMore() throws Exception {
        RecordingObserver recorder = new RecordingObserver();
        LiveRuntime runtime = member(recorder);
        CompletableFuture<Boolean> reached = new CompletableFuture<>();
        runtime.submit((engine, now) -> {
            throw new StackOverflowError("on purpose");
        });
        runtime.submit((engine, now) -> reached.complete(true));
        assertThat(recorder.end.get(60, TimeUnit.SECONDS)).isEqualTo("on purpose");
        runtime.stop();
        assertThat(reached).isNotDone();
        assertThat(recorder.events).as("told once").hasSize(3);
    }

    @Test
    void aDefectEndsTheLeaseBeforeTheNodeDoesAnythingElse() throws Exception {
        RecordingObserver recorder = new RecordingObserver();
        LiveRuntime runtime = member(recorder);
        runtime.submit((engine, now) -> {
            throw new IllegalStateException("on purpose");
        });
        runtime.stop();
        assertThat(recorder.end.get(60, TimeUnit.SECONDS)).isEqualTo("on purpose");
        assertThat(state(runtime)).isEqualTo(GrantGate.State.NO_LEASE);
    }

    @Test
    void aDefectWhoseReportFailsIsReportedWithTheNextInput() throws Exception {
        RecordingObserver recorder = new RecordingObserver();
        LiveRuntime runtime = member(recorder);
        recorder.nextError = new StackOverflowError("in the report");
        runtime.submit((engine, now) -> {
            throw new IllegalStateException("on purpose");
        });
        runtime.submit((engine, now) -> recorder.add("the engine got an input"));
        assertThat(recorder.end.get(60, TimeUnit.SECONDS)).isEqualTo("on purpose");
        assertThat(state(runtime)).isEqualTo(GrantGate.State.NO_LEASE);
        assertThat(recorder.events).noneMatch(event -> event.startsWith("the engine"));
    }

    @Test
    void aDefectFreesTheNodesPort() throws Exception {
        RecordingObserver recorder = new RecordingObserver();
        LiveRuntime runtime = start(recorder, anyPort());
        InetSocketAddress address = address(recorder.views.take());
        runtime.submit((engine, now) -> {
            throw new IllegalStateException("on purpose");
        });
        recorder.end.get(60, TimeUnit.SECONDS);
        awaitFree(address);
    }

    // Stopping

    @Test
    void aNodeThatIsStoppedWithoutLeavingHoldsNothing() throws Exception {
        RecordingObserver recorder = new RecordingObserver();
        LiveRuntime runtime = member(recorder);
        String me = incarnation(runtime);
        runtime.stop();
        runtime.stop();
        assertThat(store.unregistered.take()).isEqualTo(me);
        assertThat(state(runtime)).isEqualTo(GrantGate.State.NO_LEASE);
        assertThat(recorder.events).containsExactly("expired: LEFT, with a lease", "lost, without a lease");
    }

    @Test
    void aNodeThatHasLeftIsStoppedWithoutFurtherNotice() throws Exception {
        RecordingObserver recorder = new RecordingObserver();
        LiveRuntime runtime = member(recorder);
        String me = incarnation(runtime);
        runtime.submit((engine, now) -> engine.leave(now, 0));
        assertThat(recorder.end.get(60, TimeUnit.SECONDS)).isEqualTo("left");
        assertThat(store.unregistered.take()).isEqualTo(me);
        int before = recorder.events.size();
        runtime.stop();
        assertThat(recorder.events).hasSize(before).endsWith("left, without a lease");
    }

    @Test
    void aStoppedNodeFreesItsPortAndEndsItsThreads() throws Exception {
        RecordingObserver recorder = new RecordingObserver();
        LiveRuntime runtime = start(recorder, anyPort());
        InetSocketAddress address = address(recorder.views.take());
        assertThat(threads()).hasSize(3);
        runtime.stop();
        awaitFree(address);
        awaitNoThreads();
        runtime.submit((engine, now) -> recorder.add("too late"));
        assertThat(recorder.events).noneMatch(event -> event.startsWith("too late"));
    }

    @Test
    void aNodeThatCannotListenLeavesNoThreadBehind() throws Exception {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            InetSocketAddress address = new InetSocketAddress(taken.getInetAddress(), taken.getLocalPort());
            assertThatThrownBy(() -> start(new RecordingObserver(), address)).isInstanceOf(IOException.class);
        }
        awaitNoThreads();
    }

    private static InetSocketAddress address(NodeOverview overview) {
        String text = overview.members().get(0).address();
        int colon = text.lastIndexOf(':');
        return new InetSocketAddress(text.substring(0, colon), Integer.parseInt(text.substring(colon + 1)));
    }

    private static void awaitFree(InetSocketAddress address) {
        boolean free = false;
        while (!free) {
            try (ServerSocket socket = new ServerSocket(address.getPort(), 1, address.getAddress())) {
                free = socket.isBound();
            } catch (IOException e) {
                Thread.onSpinWait();
            }
        }
    }

    private static List<Thread> threads() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().startsWith("peerlock-" + CLUSTER))
                .toList();
    }

    private static void awaitNoThreads() throws InterruptedException {
        for (Thread thread : threads()) {
            thread.join();
        }
    }

    // Waiting

    @Test
    void aThreadThatRunsTheNodeDoesNotWaitForIt() throws Exception {
        RecordingObserver recorder = new RecordingObserver();
        LiveRuntime runtime = member(recorder);
        CompletableFuture<Boolean> seen = new CompletableFuture<>();
        runtime.submit((engine, now) -> {
            try {
                seen.complete(runtime.await(CompletableFuture.completedFuture(1), 0));
                runtime.await(new CompletableFuture<>(), TimeUnit.HOURS.toNanos(1));
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        });
        assertThat(recorder.end.get(60, TimeUnit.SECONDS))
                .isEqualTo("this thread runs the node and must not wait for it");
        assertThat(seen).as("it need not wait for what has happened").isCompletedWithValue(true);
    }

    @Test
    void aThreadThatSleepsIsWokenByTheEvent() throws Exception {
        LiveRuntime runtime = member(new RecordingObserver());
        for (long timeout : new long[] {TimeUnit.DAYS.toNanos(20_000), TimeUnit.HOURS.toNanos(1)}) {
            CompletableFuture<Integer> event = new CompletableFuture<>();
            Thread waiting = Thread.currentThread();
            Thread other = new Thread(() -> {
                while (waiting.getState() != Thread.State.WAITING && waiting.getState() != Thread.State.TIMED_WAITING) {
                    Thread.onSpinWait();
                }
                event.complete(1);
            });
            other.start();
            assertThat(runtime.await(event, timeout)).isTrue();
            other.join();
        }
    }

    @Test
    void anEventThatComesTogetherWithTheEndOfTheTimeoutIsSeen() throws Exception {
        LiveRuntime runtime = member(new RecordingObserver());
        CompletableFuture<Integer> event = new CompletableFuture<>() {
            @Override
            public Integer get(long timeout, TimeUnit unit) throws TimeoutException {
                complete(1);
                throw new TimeoutException();
            }
        };
        assertThat(runtime.await(event, 1_000_000)).isTrue();
    }

    @Test
    void aCallbackIsRunByTheExecutorOfTheApplication() throws Exception {
        LiveRuntime runtime = member(new RecordingObserver());
        CompletableFuture<Boolean> ran = new CompletableFuture<>();
        runtime.dispatch(() -> ran.complete(true), ran::completeExceptionally);
        assertThat(ran.get(60, TimeUnit.SECONDS)).isTrue();
    }

    @Test
    void aWaitEndsWithTheEventInWhateverWayItCompletesOrWithTheTimeout() throws Exception {
        LiveRuntime runtime = member(new RecordingObserver());
        long forEver = TimeUnit.DAYS.toNanos(20_000);
        long hour = TimeUnit.HOURS.toNanos(1);
        assertThat(runtime.await(CompletableFuture.failedFuture(new IOException()), forEver))
                .isTrue();
        assertThat(runtime.await(new CompletableFuture<>(), 0)).isFalse();
        assertThat(runtime.await(new CompletableFuture<>(), 1_000_000)).isFalse();
        for (long timeout : new long[] {forEver, hour}) {
            CompletableFuture<Object> cancelled = new CompletableFuture<>();
            CompletableFuture<Object> failed = new CompletableFuture<>();
            CompletableFuture<Object> done = new CompletableFuture<>();
            CompletableFuture.delayedExecutor(20, TimeUnit.MILLISECONDS).execute(() -> {
                cancelled.cancel(false);
                failed.completeExceptionally(new IOException());
                done.complete(1);
            });
            assertThat(runtime.await(cancelled, timeout)).isTrue();
            assertThat(runtime.await(failed, timeout)).isTrue();
            assertThat(runtime.await(done, timeout)).isTrue();
        }
    }
}
