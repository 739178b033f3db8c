package org.peerlock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.peerlock.algorithm.catalogue.Catalogue;
import org.peerlock.internal.cluster.Incarnation;
import org.peerlock.internal.engine.lockword.GrantGates;
import org.peerlock.internal.engine.settings.AlgorithmSelection;
import org.peerlock.internal.engine.settings.NodeSettings;
import org.peerlock.internal.engine.settings.Timing;
import org.peerlock.internal.runtime.LiveRuntime;
import org.peerlock.internal.runtime.NodeObserver;
import org.peerlock.internal.runtime.NodeRuntime;
import org.peerlock.internal.transport.NetworkSettings;
import org.peerlock.registry.InMemoryRegistryStore;

/** What a waiting thread gets when something else happens at the same moment. */
@Timeout(120)
class LocalNodeTest {

    private static final Timing TIMING = new Timing(TimeUnit.HOURS.toNanos(1), 10_000);
    private static final Duration LONG = Duration.ofMinutes(1);

    /** Something that happens to a thread. */
    private interface Event {
        void happen() throws InterruptedException;
    }

    /** A live node, to whose callers something happens once, at an exact moment. */
    private static final class EventfulRuntime implements NodeRuntime {
        private static final Event NOTHING = () -> {};

        private final NodeRuntime live;
        private Event beforeAsking = NOTHING;
        private Event beforeWaiting = NOTHING;
        private Event afterWaiting = NOTHING;
        private final List<EngineInput> inputsUntilWaiting = new ArrayList<>();
        private boolean collectsInputs;

        EventfulRuntime(NodeObserver observer) {
            NodeSettings settings = new NodeSettings(
                    "eventful",
                    AlgorithmSelection.of(Catalogue.find("ricart-agrawala").orElseThrow()),
                    TIMING,
                    "",
                    1,
                    1_000);
            try {
                live = LiveRuntime.start(
                        settings,
                        NetworkSettings.LOOPBACK,
                        new InMemoryRegistryStore(),
                        false,
                        ForkJoinPool.commonPool(),
                        observer);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        @Override
        public long now() {
            Event event = beforeAsking;
            beforeAsking = NOTHING;
            try {
                event.happen();
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
            return live.now();
        }

        @Override
        public void schedule(long nanos, EngineInput engineInput) {
            live.schedule(nanos, engineInput);
        }

        @Override
        public boolean await(CompletableFuture<?> event, long nanos) throws InterruptedException {
            Event first = beforeWaiting;
            beforeWaiting = NOTHING;
            first.happen();
            inputsUntilWaiting.forEach(live::submit);
            inputsUntilWaiting.clear();
            collectsInputs = false;
            Event last = afterWaiting;
            afterWaiting = NOTHING;
            boolean seen = live.await(event, nanos);
            last.happen();
            return seen;
        }

        @Override
        public GrantGates gates() {
            return live.gates();
        }

        @Override
        public void submit(EngineInput engineInput) {
            if (collectsInputs) {
                inputsUntilWaiting.add(engineInput);
            } else {
                live.submit(engineInput);
            }
        }

        /** The engine gets no input before a thread waits, so nothing can be granted earlier. */
        void collectInputsUntilWaiting() {
            collectsInputs = true;
        }

        @Override
        public void dispatch(Runnable callback, Consumer<Throwable> onRefused) {
            live.dispatch(callback, onRefused);
        }

        @Override
        public Optional<String> connectionProblem(Incarnation other) {
            return live.connectionProblem(other);
        }

        @Override
        public Optional<String> registryProblem() {
            return live.registryProblem();
        }

        @Override
        public long bytesSent() {
            return live.bytesSent();
        }

        @Override
        public void stop() {
            live.stop();
        }
    }

    @SuppressWarnings("NullAway.Init") // the factory sets it, before join returns
    private EventfulRuntime runtime;

    private Peerlock peerlock;
    private DistributedLock lock;

    @BeforeEach
    void join() throws InterruptedException {
        peerlock = new Peerlock("eventful", TIMING, ShutdownSettings.usual(TIMING), observer -> {
                    runtime = new EventfulRuntime(observer);
                    return runtime;
                })
                .joined(LONG, System.nanoTime());
        lock = peerlock.lock("a");
    }

    @AfterEach
    void leave() {
        lock.handle().localNode.leave(0, LONG.toNanos());
        peerlock.close();
    }

    private static void interrupt() throws InterruptedException {
        throw new InterruptedException("on purpose");
    }

    private static void fail() {
        throw new IllegalStateException("on purpose");
    }

    // Interrupts

    @Test
    void anInterruptThatComesWithTheGrantIsNotForgotten() throws InterruptedException {
        runtime.afterWaiting = LocalNodeTest::interrupt;
        Grant grant = lock.acquire(LONG);
        assertThat(Thread.interrupted()).isTrue();
        assertThat(grant.isValid()).isTrue();
        grant.close();
    }

    @Test
    void anInterruptThatComesBeforeTheGrantWithdrawsTheRequest() throws InterruptedException {
        Grant held = lock.acquire();
        runtime.beforeWaiting = LocalNodeTest::interrupt;
        assertThatThrownBy(() -> lock.acquire(LONG)).isInstanceOf(InterruptedException.class);
        assertThat(Thread.interrupted()).isFalse();
        held.close();
        assertFree();
    }

    @Test
    void anInterruptDuringAnUninterruptibleWaitIsNotForgottenAndDoesNotEndIt() {
        runtime.beforeWaiting = LocalNodeTest::interrupt;
        lock.lock();
        try {
            assertThat(Thread.interrupted()).isTrue();
        } finally {
            lock.unlock();
        }
    }

    @Test
    void anInterruptedThreadGetsNothingAndIsToldOnce() throws InterruptedException {
        Thread.currentThread().interrupt();
        assertThatThrownBy(() -> lock.acquire(LONG)).isInstanceOf(InterruptedException.class);
        assertThat(Thread.interrupted()).isFalse();
        assertFree();
    }

    private void assertFree() throws InterruptedException {
        Optional<Grant> grant = lock.tryAcquire(LONG);
        assertThat(grant).isPresent();
        grant.get().close();
    }

    // The end of the node

    @Test
    void aNodeThatIsClosedWhileAThreadBeginsToWaitTellsIt() {
        runtime.beforeAsking = peerlock::close;
        assertThatThrownBy(() -> lock.acquire(LONG)).isInstanceOf(PeerlockClosedException.class);
    }

    @Test
    void aNodeThatIsClosedWhileAThreadWaitsTellsIt() throws InterruptedException {
        try (Grant held = lock.acquire()) {
            assertThat(held.isValid()).isTrue();
            runtime.beforeWaiting = () -> lock.handle().localNode.leave(0, LONG.toNanos());
            assertThatThrownBy(() -> lock.acquire(LONG)).isInstanceOf(PeerlockClosedException.class);
            assertThatThrownBy(lock::acquire).isInstanceOf(PeerlockClosedException.class);
            assertThatThrownBy(held::close)
                    .isInstanceOf(LockLostException.class)
                    .extracting(lost -> ((LockLostException) lost).reason())
                    .isEqualTo(LockLossReason.LEFT);
        }
    }

    @Test
    void aThreadThatWasAskingWhenTheNodeFailedIsToldOfTheDefect() throws InterruptedException {
        Grant held = lock.acquire();
        runtime.beforeWaiting = () -> runtime.submit((engine, now) -> fail());
        assertThatThrownBy(() -> lock.acquire(LONG))
                .isInstanceOf(NodeFailedException.class)
                .hasMessageContaining("on purpose")
                .cause()
                .hasMessage("on purpose");
        assertThatThrownBy(held::close).isInstanceOf(LockLostException.class);
        assertThatThrownBy(() -> peerlock.inspect("a", LONG)).isInstanceOf(NodeFailedException.class);
    }

    // Waits that fail

    /** A way to wait for the lock. */
    private interface Acquisition {
        Object of(DistributedLock lock) throws InterruptedException;
    }

    static List<Acquisition> acquisitions() {
        return List.of(DistributedLock::acquire, wanted -> {
            wanted.lock();
            return wanted;
        });
    }

    static List<Acquisition> acquisitionsOfAFreeLock() {
        List<Acquisition> all = new ArrayList<>(acquisitions());
        all.add(DistributedLock::tryAcquire);
        return all;
    }

    @ParameterizedTest
    @MethodSource("acquisitionsOfAFreeLock")
    void aGrantForAThreadWhoseWaitFailsIsReleased(Acquisition acquisition) throws InterruptedException {
        runtime.collectInputsUntilWaiting();
        runtime.afterWaiting = LocalNodeTest::fail;
        assertThatThrownBy(() -> acquisition.of(lock)).hasMessage("on purpose");
        assertFree();
    }

    @ParameterizedTest
    @MethodSource("acquisitions")
    void theRequestOfAThreadWhoseWaitFailsIsWithdrawn(Acquisition acquisition) throws InterruptedException {
        Grant held = lock.acquire();
        runtime.beforeWaiting = LocalNodeTest::fail;
        assertThatThrownBy(() -> acquisition.of(lock)).hasMessage("on purpose");
        held.close();
        assertFree();
    }

    @Test
    void theRequestOfAThreadWhoseAttemptFailsIsWithdrawn() throws InterruptedException {
        DistributedSemaphore semaphore = peerlock.semaphore("s", 1);
        Grant held = semaphore.acquire();
        runtime.beforeWaiting = LocalNodeTest::fail;
        assertThatThrownBy(semaphore::tryAcquire).hasMessage("on purpose");
        held.close();
        Optional<Grant> grant = semaphore.tryAcquire(LONG);
        assertThat(grant).isPresent();
        grant.get().close();
    }
}
