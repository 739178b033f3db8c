package org.peerlock.live;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Test;
import org.peerlock.DistributedLock;
import org.peerlock.Election;
import org.peerlock.Grant;
import org.peerlock.LockMeter;
import org.peerlock.Peer;
import org.peerlock.Peerlock;
import org.peerlock.PeerlockListener;

/** The application's executor cannot harm the node. */
class ExecutorsTest {

    private static final Duration LEASE = Duration.ofSeconds(2);
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final UnreliableStore registry = new UnreliableStore();

    @Test
    void anExecutorThatIsShutDownDoesNotStopTheNode() throws Exception {
        ExecutorService executor = Executors.newSingleThreadExecutor();
        try (Peerlock node = Peerlock.builder("live")
                .registry(registry)
                .lease(LEASE)
                .executor(executor)
                .join()) {
            DistributedLock lock = node.lock("a");
            Grant grant = lock.acquire().onLost(reason -> {});
            Grant another = node.lock("b").acquire().onLost(reason -> {});
            executor.shutdownNow();
            CompletableFuture<Grant> waiting = lock.acquireAsync();
            registry.become(UnreliableStore.Mood.FAILS);
            while (grant.isValid() || another.isValid()) {
                Thread.sleep(10);
            }
            registry.become(UnreliableStore.Mood.WORKS);
            assertThatThrownBy(() -> waiting.get(30, TimeUnit.SECONDS))
                    .hasCauseInstanceOf(RejectedExecutionException.class);
            assertThat(lock.tryAcquire(Duration.ofSeconds(30)))
                    .as("it was given back")
                    .isPresent();
        }
    }

    /** An executor with one thread, which does something else until it is told to go on. */
    private static final class BusyExecutor implements AutoCloseable {
        private final ExecutorService thread = Executors.newSingleThreadExecutor();
        private final CountDownLatch done = new CountDownLatch(1);

        BusyExecutor() {
            thread.execute(() -> {
                try {
                    done.await();
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            });
        }

        @Override
        public void close() {
            done.countDown();
            thread.shutdown();
        }
    }

    private Peerlock join(Executor executor) throws InterruptedException {
        return Peerlock.builder("live")
                .registry(registry)
                .lease(LEASE)
                .executor(executor)
                .join();
    }

    private static void assertFree(DistributedLock lock) throws InterruptedException {
        Optional<Grant> grant = lock.tryAcquire(PATIENCE);
        assertThat(grant).isPresent();
        grant.get().close();
    }

    @Test
    void aFutureThatIsCancelledReleasesTheLockAlthoughTheExecutorIsBusy() throws Exception {
        try (BusyExecutor busy = new BusyExecutor();
                Peerlock node = join(busy.thread);
                Peerlock other = join(ForkJoinPool.commonPool())) {
            assertFree(other.lock("a"));
            CompletableFuture<Grant> asked = node.lock("a").acquireAsync();
            awaitHeld(other.lock("a"));
            assertThat(asked.cancel(false)).isTrue();
            assertFree(other.lock("a"));
        }
    }

    /** The grant has arrived, but the executor has not delivered it. */
    private static void awaitHeld(DistributedLock lock) throws InterruptedException {
        while (true) {
            Optional<Grant> grant = lock.tryAcquire();
            if (grant.isEmpty()) {
                return;
            }
            grant.get().close();
        }
    }

    @Test
    void aFutureThatTimesOutReleasesTheLockAlthoughTheExecutorIsBusy() throws Exception {
        try (BusyExecutor busy = new BusyExecutor();
                Peerlock node = join(busy.thread);
                Peerlock other = join(ForkJoinPool.commonPool())) {
            assertFree(other.lock("a"));
            CompletableFuture<Grant> asked = node.lock("a").acquireAsync();
            awaitHeld(other.lock("a"));
            CompletableFuture<Grant> timed = asked.orTimeout(1, TimeUnit.MILLISECONDS);
            assertThatThrownBy(timed::join).hasCauseInstanceOf(TimeoutException.class);
            assertFree(other.lock("a"));
        }
    }

    @Test
    void aClosedElectionReleasesTheLeadershipAlthoughTheExecutorIsBusy() throws Exception {
        try (BusyExecutor busy = new BusyExecutor();
                Peerlock node = join(busy.thread);
                Peerlock other = join(ForkJoinPool.commonPool())) {
            List<Grant> told = new CopyOnWriteArrayList<>();
            Election election = node.elect("leader", told::add, reason -> {});
            awaitHeld(other.lock("leader"));
            election.close();
            assertFree(other.lock("leader"));
            busy.done.countDown();
            busy.thread.shutdown();
            assertThat(busy.thread.awaitTermination(30, TimeUnit.SECONDS)).isTrue();
            assertThat(told).isEmpty();
            assertThat(election.isLeader()).isFalse();
        }
    }

    @Test
    void anExecutorThatThrowsAnErrorCostsNobodyTheNodeOrTheLock() throws Exception {
        Executor failing = task -> {
            throw new OutOfMemoryError("unable to create native thread, on purpose");
        };
        try (Peerlock node = join(failing);
                Peerlock other = join(ForkJoinPool.commonPool())) {
            node.addListener(new PeerlockListener() {});
            assertFree(other.lock("a"));
            assertThatThrownBy(() -> node.lock("a").acquireAsync().get(30, TimeUnit.SECONDS))
                    .hasCauseInstanceOf(OutOfMemoryError.class);
            assertFree(other.lock("a"));
            assertFree(node.lock("a"));
        }
    }

    @Test
    void anExecutorThatBlocksDoesNotStopTheNode() throws Exception {
        CountDownLatch done = new CountDownLatch(1);
        Executor blocking = task -> {
            try {
                done.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        };
        try (Peerlock node = join(blocking);
                Peerlock other = join(ForkJoinPool.commonPool())) {
            assertFree(other.lock("a"));
            CompletableFuture<Grant> blocked = node.lock("a").acquireAsync();
            awaitHeld(other.lock("a"));
            assertFree(node.lock("b"));
            assertFree(other.lock("b"));
            assertFree(node.lock("b"));
            blocked.cancel(false);
            done.countDown();
        }
    }

    @Test
    void aCallbackThatTheExecutorRunsAtOnceMayWait() throws Exception {
        try (Peerlock node = join(Runnable::run)) {
            DistributedLock lock = node.lock("a");
            CompletableFuture<Grant> again = new CompletableFuture<>();
            Grant grant = lock.acquire().onLost(reason -> {
                try {
                    again.complete(lock.acquire());
                } catch (InterruptedException | RuntimeException e) {
                    again.completeExceptionally(e);
                }
            });
            registry.become(UnreliableStore.Mood.FAILS);
            while (grant.isValid()) {
                Thread.onSpinWait();
            }
            registry.become(UnreliableStore.Mood.WORKS);
            again.get(30, TimeUnit.SECONDS).close();
        }
    }

    @Test
    void aMeterThatThrowsAnErrorCostsNobodyTheLock() throws Exception {
        try (Peerlock node = join(ForkJoinPool.commonPool());
                Peerlock other = join(ForkJoinPool.commonPool())) {
            node.addMeter(new LockMeter() {
                @Override
                public void acquired(String lock, long waitedNanos) {
                    throw new AssertionError("on purpose");
                }

                @Override
                public void released(String lock, long heldNanos) {
                    throw new AssertionError("on purpose");
                }
            });
            assertFree(other.lock("a"));
            assertFree(node.lock("a"));
            assertFree(other.lock("a"));
        }
    }

    @Test
    void aListenerThatThrowsAnErrorIsNotTheEndOfItsThread() throws Exception {
        List<Long> views = new CopyOnWriteArrayList<>();
        ExecutorService executor = Executors.newSingleThreadExecutor();
        try (Peerlock node = join(executor)) {
            node.addListener(new PeerlockListener() {
                @Override
                public void viewChanged(long epoch, List<Peer> members) {
                    views.add(Thread.currentThread().getId());
                    throw new AssertionError("on purpose");
                }
            });
            join(ForkJoinPool.commonPool()).close();
            while (views.size() < 2) {
                Thread.onSpinWait();
            }
            assertThat(views.get(1)).isEqualTo(views.get(0));
        } finally {
            executor.shutdown();
        }
    }

    /** Kotlin, Scala and others throw checked exceptions from any method. */
    @SuppressWarnings("unchecked")
    private static <E extends Throwable> void throwUndeclared(Throwable any) throws E {
        throw (E) any;
    }

    @Test
    void anExecutorThatThrowsACheckedExceptionRefuses() throws Exception {
        IOException refusal = new IOException("on purpose");
        try (Peerlock node = join(task -> ExecutorsTest.<RuntimeException>throwUndeclared(refusal))) {
            Grant held = node.lock("a").acquire(PATIENCE);
            CompletableFuture<Grant> waiting = node.lock("a").acquireAsync();
            held.close();
            assertThatThrownBy(() -> waiting.get(PATIENCE.toSeconds(), TimeUnit.SECONDS))
                    .hasCause(refusal);
            assertFree(node.lock("a"));
        }
    }

    /** Calls itself until there is no stack left, and closes the grant on the way back, until that works. */
    @SuppressWarnings("InfiniteRecursion") // on purpose
    private static int overflow(Grant grant) {
        try {
            return overflow(grant) + 1;
        } finally {
            grant.close();
        }
    }

    @Test
    void aGrantThatCouldNotBeClosedForLackOfStackCanBeClosedAgain() throws Exception {
        try (Peerlock node = join(ForkJoinPool.commonPool());
                Peerlock other = join(ForkJoinPool.commonPool())) {
            for (int i = 0; i < 4; i++) {
                Grant grant = node.lock("a").acquire(PATIENCE);
                assertThatThrownBy(() -> overflow(grant)).isInstanceOf(StackOverflowError.class);
                grant.close();
                assertFree(other.lock("a"));
            }
        }
    }
}
