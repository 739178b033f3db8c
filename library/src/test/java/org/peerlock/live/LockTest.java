package org.peerlock.live;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.peerlock.AcquireTimeoutException;
import org.peerlock.DistributedLock;
import org.peerlock.Grant;

/** Locks of two nodes that live in this process, as threads use them. */
class LockTest {

    private static Nodes nodes;

    @BeforeAll
    static void start() throws InterruptedException, ExecutionException {
        nodes = Nodes.join(2, builder -> builder.lease(Duration.ofSeconds(10)));
    }

    @AfterAll
    static void end() {
        nodes.close();
    }

    /** The lock must be granted, because no other holder keeps it. */
    private static Grant granted(CompletableFuture<Grant> coming) throws Exception {
        return coming.get(30, TimeUnit.SECONDS);
    }

    private static void assertWaits(CompletableFuture<?> coming) {
        assertThat(coming.copy().completeOnTimeout(null, 100, TimeUnit.MILLISECONDS))
                .succeedsWithin(30, TimeUnit.SECONDS);
        assertThat(coming).isNotDone();
    }

    @Test
    void twoNodesInOneProcessExcludeEachOther() throws Exception {
        Grant first = nodes.lock(0, "two").acquire();
        CompletableFuture<Grant> coming = nodes.lock(1, "two").acquireAsync();
        assertWaits(coming);
        long fence = first.fence();
        first.close();
        try (Grant second = granted(coming)) {
            assertThat(second.fence()).isGreaterThan(fence);
        }
    }

    @Test
    void aTryThatMeetsTheReleaseNeverLeavesAGrantBehind() throws Exception {
        DistributedLock here = nodes.lock(0, "meet");
        DistributedLock there = nodes.lock(1, "meet");
        for (int round = 0; round < 300; round++) {
            Grant held = here.acquire();
            CompletableFuture<Optional<Grant>> trying = CompletableFuture.supplyAsync(there::tryAcquire);
            held.close();
            Optional<Grant> grant = trying.get(30, TimeUnit.SECONDS);
            grant.ifPresent(Grant::close);
            here.acquire(Duration.ofSeconds(30)).close();
        }
        granted(there.acquireAsync()).close();
    }

    @Test
    @SuppressWarnings("LockNotBeforeTry") // a failure ends the test
    void onlyAFreeLockIsAcquiredWithoutWaiting() throws Exception {
        DistributedLock here = nodes.lock(0, "try");
        DistributedLock there = nodes.lock(1, "try");
        there.lock();
        assertThat(here.tryLock()).isFalse();
        assertThat(here.tryAcquire()).isEmpty();
        assertThat(CompletableFuture.supplyAsync(there::tryLock).get()).isFalse();
        there.unlock();
        // tryLock asks for a limited time only, and this machine may be busy for longer.
        long begin = System.nanoTime();
        boolean had = false;
        while (!had && System.nanoTime() - begin < TimeUnit.SECONDS.toNanos(30)) {
            had = here.tryLock();
        }
        assertThat(had).isTrue();
        assertThat(here.tryLock()).as("once more by the same thread").isTrue();
        here.unlock();
        here.unlock();
        assertThatThrownBy(here::unlock).isInstanceOf(IllegalMonitorStateException.class);
    }

    @Test
    void aRequestThatTimedOutIsNotGrantedLater() throws Exception {
        Grant held = nodes.lock(0, "timeout").acquire();
        assertThatThrownBy(() -> nodes.lock(1, "timeout").acquire(Duration.ofMillis(50)))
                .isInstanceOf(AcquireTimeoutException.class)
                .hasMessageContaining("lock 'timeout' was not acquired within 50 ms");
        held.close();
        granted(nodes.lock(1, "timeout").acquireAsync()).close();
        granted(nodes.lock(0, "timeout").acquireAsync()).close();
    }

    @Test
    void aWaiterThatIsInterruptedStopsWaiting() throws Exception {
        Grant held = nodes.lock(0, "interrupt").acquire();
        CompletableFuture<Throwable> stopped = new CompletableFuture<>();
        Thread waiter = new Thread(() -> {
            try {
                nodes.lock(1, "interrupt").lockInterruptibly();
                stopped.completeExceptionally(new AssertionError("it was held"));
            } catch (InterruptedException e) {
                stopped.complete(e);
            }
        });
        waiter.start();
        while (waiter.getState() != Thread.State.WAITING) {
            Thread.sleep(1);
        }
        waiter.interrupt();
        assertThat(stopped.get(30, TimeUnit.SECONDS)).isInstanceOf(InterruptedException.class);
        held.close();
        granted(nodes.lock(1, "interrupt").acquireAsync()).close();
        granted(nodes.lock(0, "interrupt").acquireAsync()).close();
    }

    @Test
    void aCancelledRequestIsNeverGranted() throws Exception {
        Grant held = nodes.lock(0, "cancel").acquire();
        CompletableFuture<Grant> cancelled = nodes.lock(1, "cancel").acquireAsync();
        CompletableFuture<Grant> behind = nodes.lock(1, "cancel").acquireAsync();
        assertThat(cancelled.cancel(false)).isTrue();
        held.close();
        granted(behind).close();
        granted(nodes.lock(0, "cancel").acquireAsync()).close();
        assertThat(cancelled).isCancelled();
    }

    @Test
    void aGrantMayBeClosedByAnotherThread() throws Exception {
        Grant grant = nodes.lock(0, "bearer").acquire();
        CompletableFuture<Grant> coming = nodes.lock(1, "bearer").acquireAsync();
        CompletableFuture.runAsync(grant::close).get(30, TimeUnit.SECONDS);
        assertThat(grant.isValid()).isFalse();
        try (Grant next = granted(coming)) {
            grant.close();
            assertThat(next.isValid()).as("a second close does nothing").isTrue();
        }
    }

    @Test
    void manyLocksAreHeldAtOnce() throws Exception {
        int names = 200;
        List<Grant> grants = new ArrayList<>();
        List<CompletableFuture<Grant>> coming = new ArrayList<>();
        for (int i = 0; i < names; i++) {
            grants.add(nodes.lock(i % 2, "many-" + i).acquire());
            coming.add(nodes.lock(1 - i % 2, "many-" + i).acquireAsync());
        }
        assertThat(grants).allMatch(Grant::isValid);
        assertThat(coming).noneMatch(CompletableFuture::isDone);
        for (Grant grant : grants) {
            grant.close();
        }
        for (CompletableFuture<Grant> one : coming) {
            granted(one).close();
        }
    }
}
