package org.peerlock.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.peerlock.AcquireTimeoutException;
import org.peerlock.DistributedLock;
import org.peerlock.FenceGuard;
import org.peerlock.Grant;
import org.peerlock.LockLossReason;
import org.peerlock.LockLostException;
import org.peerlock.NodeFailedException;
import org.peerlock.PeerlockClosedException;
import org.peerlock.StaleFenceException;

/** The cluster for users' tests, and by it the API itself. */
@SuppressWarnings("LockNotBeforeTry") // Some of these tests count how often a thread locks and unlocks.
class PeerlockTestClusterTest {

    private static final Duration MOMENT = Duration.ofSeconds(1);

    private final PeerlockTestCluster cluster = PeerlockTestCluster.start(3);

    @AfterEach
    void end() {
        cluster.close();
    }

    private DistributedLock lock(int node) {
        return cluster.node(node).lock("lock");
    }

    @Test
    void aLockPassesFromNodeToNodeWithGrowingFences() throws InterruptedException {
        List<Long> fences = new ArrayList<>();
        for (int node : List.of(1, 2, 3, 1, 1)) {
            try (Grant grant = lock(node).acquire(MOMENT)) {
                fences.add(grant.fence());
            }
        }
        assertThat(fences).isSorted().doesNotHaveDuplicates();
    }

    @Test
    void aPartitionedHolderLosesTheLockAndItsLateWriteIsRefused() throws InterruptedException {
        FenceGuard store = new FenceGuard();
        List<LockLossReason> losses = new ArrayList<>();
        Grant old = lock(1).acquire(MOMENT);
        old.onLost(losses::add);
        long fence = old.fence();
        cluster.isolate(1);
        try (Grant next = lock(2).acquire(cluster.lease().multipliedBy(3))) {
            store.check(next.fence());
            assertThat(old.isValid()).isFalse();
            assertThat(losses).containsExactly(LockLossReason.LEASE_EXPIRED);
            assertThatThrownBy(() -> store.check(fence)).isInstanceOf(StaleFenceException.class);
            assertThatThrownBy(old::fence).isInstanceOf(LockLostException.class);
            assertThatThrownBy(old::close).isInstanceOf(LockLostException.class);
        }
        cluster.heal();
        assertThat(lock(1).tryAcquire(cluster.lease().multipliedBy(3))).isPresent();
    }

    @Test
    void aThreadThatWaitsForItselfIsToldAndHoldsNothingMore() throws InterruptedException {
        Grant grant = lock(1).acquire();
        assertThatThrownBy(() -> lock(1).acquire()).hasMessageContaining("waiting for itself");
        grant.close();
        assertThat(lock(3).tryAcquire(MOMENT)).isPresent();
    }

    @Test
    void aTimedOutWaiterOwnsNothing() throws InterruptedException {
        Grant grant = lock(1).acquire(MOMENT);
        Duration before = cluster.now();
        assertThat(lock(2).tryAcquire(Duration.ofHours(1))).isEmpty();
        assertThat(cluster.now().minus(before)).isEqualTo(Duration.ofHours(1));
        assertThatThrownBy(() -> lock(2).acquire(MOMENT)).isInstanceOf(AcquireTimeoutException.class);
        grant.close();
        cluster.advance(MOMENT);
        assertThat(lock(3).tryAcquire(MOMENT)).isPresent();
    }

    @Test
    void aCancelledRequestIsNeverGranted() throws InterruptedException {
        Grant grant = lock(1).acquire(MOMENT);
        CompletableFuture<Grant> second = lock(2).acquireAsync();
        CompletableFuture<Grant> third = lock(3).acquireAsync();
        cluster.advance(MOMENT);
        assertThat(second.cancel(true)).isTrue();
        grant.close();
        cluster.advance(MOMENT);
        assertThat(third).isCompleted();
        third.join().close();
        assertThat(lock(1).tryAcquire(MOMENT)).isPresent();
    }

    @Test
    @SuppressWarnings("LockNotBeforeTry") // the test shows what happens without try
    void aThreadMayLockAgainAndHasOneFence() {
        DistributedLock lock = lock(1);
        lock.lock();
        long fence = lock.fence();
        lock.lock();
        assertThat(lock.fence()).isEqualTo(fence);
        lock.unlock();
        assertThat(lock.isHeldByCurrentThread()).isTrue();
        assertThat(lock(2).tryLock()).isFalse();
        lock.unlock();
        assertThat(lock.isHeldByCurrentThread()).isFalse();
        assertThatThrownBy(lock::unlock).isInstanceOf(IllegalMonitorStateException.class);
        assertThat(lock(2).tryLock()).isTrue();
    }

    @Test
    @SuppressWarnings("LockNotBeforeTry") // the test shows what happens without try
    void everyCallReportsThatALockWasLost() {
        DistributedLock lock = lock(1);
        lock.lock();
        lock.lock();
        cluster.pause(1, cluster.lease().multipliedBy(3));
        cluster.advance(cluster.lease().multipliedBy(2));
        assertThatThrownBy(lock::fence).isInstanceOf(LockLostException.class);
        assertThatThrownBy(lock::lock).isInstanceOf(LockLostException.class);
        assertThatThrownBy(lock::unlock).isInstanceOf(LockLostException.class);
        assertThatThrownBy(lock::unlock).isInstanceOf(LockLostException.class);
        assertThatThrownBy(lock::unlock).isInstanceOf(IllegalMonitorStateException.class);
        cluster.advance(cluster.lease().multipliedBy(3));
        lock.lock();
        lock.unlock();
    }

    @Test
    void theLockOfACrashedNodeIsFreeAfterItsLease() throws InterruptedException {
        long fence = lock(1).acquire(MOMENT).fence();
        cluster.crash(1);
        assertThat(lock(2).tryAcquire(cluster.lease().minusSeconds(2))).isEmpty();
        Optional<Grant> next = lock(2).tryAcquire(cluster.lease());
        assertThat(next).hasValueSatisfying(grant -> assertThat(grant.fence()).isGreaterThan(fence));
        assertThatThrownBy(() -> lock(1).acquire())
                .isInstanceOf(NodeFailedException.class)
                .hasMessageContaining("crashed");
    }

    @Test
    void aNodeThatLeavesPassesItsLocksOnAtOnce() throws InterruptedException {
        Grant grant = lock(1).acquire(MOMENT);
        CompletableFuture<Grant> next = lock(2).acquireAsync();
        Duration before = cluster.now();
        grant.close();
        cluster.node(1).close();
        cluster.advance(MOMENT);
        assertThat(next).isCompleted();
        assertThat(cluster.now().minus(before)).isLessThan(cluster.lease());
        assertThatThrownBy(() -> lock(1).acquire()).isInstanceOf(PeerlockClosedException.class);
    }

    @Test
    void aNewNodeTakesPart() throws InterruptedException {
        try (Grant grant = cluster.add().lock("lock").acquire(MOMENT)) {
            assertThat(lock(1).tryAcquire(MOMENT)).isEmpty();
            assertThat(grant.isValid()).isTrue();
        }
        assertThat(lock(1).tryAcquire(MOMENT)).isPresent();
    }

    @Test
    void threadsOfSeveralNodesTakeTurns() throws InterruptedException {
        int[] counter = {0};
        List<Thread> threads = new ArrayList<>();
        for (int node = 1; node <= 3; node++) {
            DistributedLock lock = lock(node);
            threads.add(new Thread(() -> {
                for (int i = 0; i < 50; i++) {
                    lock.lock();
                    try {
                        counter[0]++;
                    } finally {
                        lock.unlock();
                    }
                }
            }));
        }
        threads.forEach(Thread::start);
        for (Thread thread : threads) {
            thread.join();
        }
        assertThat(counter[0]).isEqualTo(150);
    }
}
