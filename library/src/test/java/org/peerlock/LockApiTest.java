package org.peerlock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What each way to acquire, hold and release does, for one process whose time passes only when a test says so. */
@SuppressWarnings("LockNotBeforeTry") // the tests examine each call
class LockApiTest {

    private static final Duration SHORT = Duration.ofSeconds(1);

    private final Peerlock peerlock = ScheduledRuntime.start();
    private final ScheduledRuntime runtime = ScheduledRuntime.of(peerlock);
    private final DistributedLock lock = peerlock.lock("a");
    private final DistributedReadWriteLock shared = peerlock.readWriteLock("rw");
    private final DistributedSemaphore semaphore = peerlock.semaphore("s", 3);

    @BeforeEach
    void join() {
        runtime.becomeMember();
    }

    private void assertHeld(DistributedLock which) throws InterruptedException {
        assertThat(which.tryAcquire(SHORT)).isEmpty();
    }

    private void assertFree(DistributedLock which) throws InterruptedException {
        which.acquire(SHORT).close();
    }

    private void assertFreePermits(int free) throws InterruptedException {
        semaphore.acquire(free, SHORT).close();
        if (free < semaphore.permits()) {
            assertThat(semaphore.tryAcquire(free + 1, SHORT)).isEmpty();
        }
    }

    // A lock that a thread holds

    @Test
    void aThreadUnlocksAsOftenAsItHasLocked() throws Exception {
        lock.lock();
        lock.lockInterruptibly();
        assertThat(lock.tryLock()).isTrue();
        assertThat(lock.tryLock(0, TimeUnit.SECONDS)).isTrue();
        for (int i = 0; i < 4; i++) {
            assertThat(lock.isHeldByCurrentThread()).isTrue();
            assertHeld(lock);
            lock.unlock();
        }
        assertThat(lock.isHeldByCurrentThread()).isFalse();
        assertFree(lock);
        assertThatThrownBy(lock::unlock).isInstanceOf(IllegalMonitorStateException.class);
        assertThatThrownBy(lock::fence).isInstanceOf(IllegalMonitorStateException.class);
    }

    @Test
    void aLockThatIsHeldByAGrantIsNotLockedByItsThread() throws Exception {
        Grant grant = lock.acquire();
        assertThat(lock.isHeldByCurrentThread()).isFalse();
        assertThat(lock.tryLock()).isFalse();
        assertThat(lock.tryLock(1, TimeUnit.SECONDS)).isFalse();
        assertThat(lock.runIfFree(() -> {})).isFalse();
        assertThatThrownBy(() -> lock.run(SHORT, () -> {})).isInstanceOf(AcquireTimeoutException.class);
        assertThatThrownBy(() -> lock.acquire(SHORT))
                .isInstanceOf(AcquireTimeoutException.class)
                .hasMessageContaining("was not acquired within 1 s");
        grant.close();
        assertFree(lock);
    }

    @Test
    void theFenceOfALockThatAThreadHoldsGrowsFromHolderToHolder() {
        lock.lock();
        long first = lock.fence();
        lock.unlock();
        lock.lock();
        assertThat(lock.fence()).isGreaterThan(first);
        lock.unlock();
    }

    @Test
    void aThreadThatHasLostALockIsToldOnEachUse() {
        lock.lock();
        lock.lock();
        runtime.expire();
        assertThat(lock.isHeldByCurrentThread()).isFalse();
        assertThatThrownBy(lock::fence).isInstanceOf(LockLostException.class);
        assertThatThrownBy(lock::lock).isInstanceOf(LockLostException.class);
        assertThatThrownBy(lock::unlock).isInstanceOf(LockLostException.class);
        assertThatThrownBy(lock::unlock).isInstanceOf(LockLostException.class);
        assertThatThrownBy(lock::unlock).isInstanceOf(IllegalMonitorStateException.class);
    }

    @Test
    void aLockHasNoConditions() {
        assertThatThrownBy(lock::newCondition).isInstanceOf(UnsupportedOperationException.class);
    }

    // Actions

    @Test
    void anActionRunsWhileTheThreadHoldsTheLock() throws Exception {
        List<Boolean> held = new ArrayList<>();
        lock.run(() -> held.add(lock.isHeldByCurrentThread()));
        lock.run(SHORT, () -> held.add(lock.isHeldByCurrentThread()));
        assertThat(lock.runIfFree(() -> held.add(lock.isHeldByCurrentThread()))).isTrue();
        held.add(lock.call(lock::isHeldByCurrentThread));
        held.add(lock.call(SHORT, lock::isHeldByCurrentThread));
        assertThat(held).containsExactly(true, true, true, true, true);
        assertFree(lock);
    }

    @Test
    void anActionThatFailsReleasesTheLock() throws Exception {
        assertThatThrownBy(() -> lock.call(() -> {
                    throw new IllegalStateException("on purpose");
                }))
                .hasMessage("on purpose");
        assertFree(lock);
    }

    @Test
    void anActionDuringWhichTheLockIsLostEndsWithAnException() {
        assertThatThrownBy(() -> lock.run(runtime::expire)).isInstanceOf(LockLostException.class);
        runtime.becomeMember();
        assertThatThrownBy(() -> semaphore.run(runtime::expire)).isInstanceOf(LockLostException.class);
    }

    // Read-write locks

    @Test
    void readersShareALockAndAWriterDoesNot() throws InterruptedException {
        Grant reader = shared.readLock().acquire();
        assertFree(shared.readLock());
        assertHeld(shared.writeLock());
        reader.close();
        Grant writer = shared.writeLock().acquire();
        assertHeld(shared.readLock());
        assertHeld(shared.writeLock());
        writer.close();
        assertFree(shared.readLock());
    }

    @Test
    void aWriteGrantBecomesAReadGrantOnce() throws InterruptedException {
        Grant writer = shared.writeLock().acquire();
        Grant reader = writer.downgrade();
        assertThat(writer.isValid()).isFalse();
        assertThat(reader.isValid()).isTrue();
        assertFree(shared.readLock());
        assertHeld(shared.writeLock());
        assertThatThrownBy(writer::downgrade)
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("was closed");
        assertThatThrownBy(reader::downgrade)
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("not a write grant");
        reader.close();
        assertFree(shared.writeLock());
    }

    @Test
    void onlyAWriteGrantCanBeDowngraded() throws InterruptedException {
        assertThatThrownBy(lock.acquire()::downgrade).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(semaphore.acquire()::downgrade).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void aLostWriteGrantCannotBeDowngraded() throws InterruptedException {
        List<LockLossReason> told = new ArrayList<>();
        Grant writer = shared.writeLock().acquire().onLost(told::add);
        runtime.expire();
        assertThatThrownBy(writer::downgrade).isInstanceOf(LockLostException.class);
    }

    @Test
    void aDowngradedGrantIsNotLostByItsOwner() throws InterruptedException {
        List<LockLossReason> told = new ArrayList<>();
        shared.writeLock().acquire().onLost(told::add).downgrade();
        runtime.expire();
        runtime.runCallbacks();
        assertThat(told).isEmpty();
    }

    @Test
    void aThreadThatWritesMayReadAndGoesOnReading() throws InterruptedException {
        shared.writeLock().lock();
        shared.readLock().lock();
        assertHeld(shared.readLock());
        shared.writeLock().unlock();
        assertThat(shared.readLock().isHeldByCurrentThread()).isTrue();
        assertThat(shared.writeLock().isHeldByCurrentThread()).isFalse();
        assertFree(shared.readLock());
        assertHeld(shared.writeLock());
        assertThatThrownBy(shared.writeLock()::lock)
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("cannot upgrade");
        assertThatThrownBy(shared.writeLock()::unlock).isInstanceOf(IllegalMonitorStateException.class);
        shared.readLock().unlock();
        assertFree(shared.writeLock());
    }

    @Test
    void aThreadThatWritesTwiceStaysAWriterAfterTheFirstUnlock() throws InterruptedException {
        shared.writeLock().lock();
        shared.writeLock().lock();
        shared.readLock().lock();
        shared.writeLock().unlock();
        assertHeld(shared.readLock());
        shared.readLock().unlock();
        assertHeld(shared.readLock());
        shared.writeLock().unlock();
        assertFree(shared.writeLock());
    }

    // Semaphores

    @Test
    void permitsAreTakenUntilNoneIsLeft() throws InterruptedException {
        Grant one = semaphore.acquire();
        Grant two = semaphore.acquire(2);
        assertThat(one.permits()).isEqualTo(1);
        assertThat(two.permits()).isEqualTo(2);
        assertThat(semaphore.tryAcquire()).isEmpty();
        assertThat(semaphore.tryAcquire(SHORT)).isEmpty();
        assertThat(semaphore.runIfFree(() -> {})).isFalse();
        assertThatThrownBy(() -> semaphore.acquire(SHORT)).isInstanceOf(AcquireTimeoutException.class);
        two.close();
        assertFreePermits(2);
        one.close();
        assertFreePermits(3);
    }

    @Test
    void everyWayToTakePermitsTakesThem() throws InterruptedException {
        List<Grant> grants = List.of(
                semaphore.tryAcquire().orElseThrow(),
                semaphore.tryAcquire(SHORT).orElseThrow(),
                semaphore.acquire(SHORT));
        assertThat(semaphore.tryAcquire(1)).isEmpty();
        grants.forEach(Grant::close);
        grants = List.of(semaphore.tryAcquire(2).orElseThrow(), semaphore.acquire(1, SHORT));
        assertThat(semaphore.tryAcquire(1, SHORT)).isEmpty();
        grants.forEach(Grant::close);
        assertFreePermits(3);
    }

    @Test
    void permitsThatAreRequestedAsynchronouslyComeThroughTheExecutor() throws InterruptedException {
        CompletableFuture<Grant> one = semaphore.acquireAsync();
        CompletableFuture<Grant> two = semaphore.acquireAsync(2);
        assertThat(one).isNotDone();
        runtime.runCallbacks();
        assertThat(semaphore.tryAcquire()).isEmpty();
        one.join().close();
        two.join().close();
        assertFreePermits(3);
    }

    @Test
    void anActionOfASemaphoreHoldsOnePermit() throws Exception {
        List<Boolean> ran = new ArrayList<>();
        semaphore.run(() -> ran.add(semaphore.tryAcquire(3).isEmpty()));
        semaphore.run(SHORT, () -> ran.add(semaphore.tryAcquire(3).isEmpty()));
        assertThat(semaphore.runIfFree(() -> ran.add(semaphore.tryAcquire(3).isEmpty())))
                .isTrue();
        ran.add(semaphore.call(() -> semaphore.tryAcquire(3).isEmpty()));
        ran.add(semaphore.call(SHORT, () -> semaphore.tryAcquire(3).isEmpty()));
        assertThat(ran).containsExactly(true, true, true, true, true);
        assertFreePermits(3);
    }

    @Test
    void aSemaphoreGivesFromOneToAllOfItsPermits() throws InterruptedException {
        semaphore.acquire(1).close();
        semaphore.acquire(3).close();
        assertThatThrownBy(() -> semaphore.acquire(0)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> semaphore.acquire(4))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("cannot acquire 4 of the 3 permits of semaphore 's'");
        assertThatThrownBy(() -> peerlock.semaphore("t", 0)).isInstanceOf(IllegalArgumentException.class);
        assertThat(peerlock.semaphore("t", 1).permits()).isEqualTo(1);
        assertThat(semaphore.name()).isEqualTo("s");
    }

    // Grants

    @Test
    void aGrantIsClosedOnce() throws InterruptedException {
        Grant grant = lock.acquire();
        assertThat(grant.lock()).isEqualTo("a");
        assertThat(grant.permits()).isEqualTo(1);
        assertThat(grant.remaining()).isPositive().isLessThanOrEqualTo(Duration.ofSeconds(6));
        grant.close();
        assertThat(grant.isValid()).isFalse();
        assertThat(grant.remaining()).isZero();
        Grant next = lock.acquire();
        grant.close();
        assertThat(next.isValid()).isTrue();
        assertThat(next.fence()).isGreaterThan(grant.fence());
        assertHeld(lock);
    }

    @Test
    void aLostGrantThrowsOnceWhenItIsClosed() throws InterruptedException {
        for (Grant grant : List.of(lock.acquire(), shared.readLock().acquire(), semaphore.acquire())) {
            runtime.expire();
            assertThat(grant.isValid()).isFalse();
            assertThat(grant.remaining()).isZero();
            assertThatThrownBy(grant::fence).isInstanceOf(LockLostException.class);
            assertThatThrownBy(grant::close).isInstanceOf(LockLostException.class);
            grant.close();
            runtime.becomeMember();
        }
    }

    @Test
    void theReasonOfALossIsToldThroughTheExecutorToEverybodyWhoAsks() throws InterruptedException {
        Grant grant = lock.acquire();
        List<LockLossReason> told = new ArrayList<>();
        var unused = grant.lost().thenAccept(told::add);
        runtime.expire();
        assertThat(told).isEmpty();
        runtime.runCallbacks();
        assertThat(told).containsExactly(LockLossReason.LEASE_EXPIRED);
        unused = grant.lost().thenAccept(told::add);
        assertThat(told).hasSize(2);
    }

    @Test
    void aListenerThatComesAfterTheLossIsTold() throws InterruptedException {
        Grant grant = lock.acquire();
        runtime.expire();
        List<LockLossReason> told = new ArrayList<>();
        grant.onLost(told::add);
        runtime.runCallbacks();
        assertThat(told).containsExactly(LockLossReason.LEASE_EXPIRED);
    }

    @Test
    void severalLocksAreReleasedTogether() throws InterruptedException {
        DistributedLock other = peerlock.lock("b");
        Grants grants = peerlock.tryAcquireAll(SHORT, lock, other).orElseThrow();
        assertThat(grants.isValid()).isTrue();
        assertThat(grants.of(lock).lock()).isEqualTo("a");
        assertThat(grants.of(other).lock()).isEqualTo("b");
        assertThatThrownBy(() -> grants.of(shared.readLock())).isInstanceOf(IllegalArgumentException.class);
        grants.of(lock).close();
        assertThat(grants.isValid()).isFalse();
        grants.close();
        assertFree(lock);
        assertFree(other);
        assertThatThrownBy(() -> peerlock.tryAcquireAll(SHORT)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> peerlock.tryAcquireAll(SHORT, lock, peerlock.lock("a")))
                .hasMessageContaining("is given twice");
    }

    @Test
    void severalLocksThatWereLostThrowTogether() throws InterruptedException {
        Grants grants = peerlock.acquireAll(SHORT, lock, peerlock.lock("b"));
        runtime.expire();
        assertThatThrownBy(grants::close).isInstanceOf(LockLostException.class);
        grants.close();
    }

    // Futures

    @Test
    void aFutureOfAnIdleLockIsCompleteAtOnce() throws InterruptedException {
        assertFree(lock);
        lock.acquireAsync().getNow(null).close();
        assertFree(lock);
    }

    @Test
    void aCancelledFutureWithdrawsItsRequest() throws InterruptedException {
        Grant first = lock.acquire();
        CompletableFuture<Grant> cancelled = lock.acquireAsync();
        CompletableFuture<Grant> next = lock.acquireAsync();
        cancelled.cancel(false);
        first.close();
        runtime.runCallbacks();
        next.join().close();
        assertFree(lock);
    }

    // An election

    @Test
    void aLeaderThatClosesItsElectionWhenItLosesDoesNotAskAgain() throws InterruptedException {
        List<Election> closed = new ArrayList<>();
        List<Election> elections = new ArrayList<>();
        elections.add(peerlock.elect("a", grant -> {}, reason -> {
            elections.get(0).close();
            closed.addAll(elections);
        }));
        runtime.runCallbacks();
        assertThat(elections.get(0).isLeader()).isTrue();
        runtime.expire();
        runtime.becomeMember();
        while (closed.isEmpty()) {
            runtime.runCallback();
        }
        assertFree(lock); // nothing was granted that would have to be given back
    }

    // A process that has left

    @Test
    void aProcessThatHasLeftAcquiresNothing() {
        peerlock.close();
        assertThatThrownBy(lock::acquire).isInstanceOf(PeerlockClosedException.class);
        assertThatThrownBy(lock::lock).isInstanceOf(PeerlockClosedException.class);
        assertThatThrownBy(lock::tryLock).isInstanceOf(PeerlockClosedException.class);
        assertThatThrownBy(lock::acquireAsync).isInstanceOf(PeerlockClosedException.class);
        assertThatThrownBy(() -> peerlock.inspect("a", SHORT)).isInstanceOf(PeerlockClosedException.class);
    }

    @Test
    void aTimeoutOfNothingTakesOnlyAnIdleLock() throws InterruptedException {
        assertThat(lock.tryAcquire(Duration.ZERO)).isEmpty();
        assertFree(lock);
        Optional<Grant> idle = lock.tryAcquire(Duration.ofSeconds(-1));
        assertThat(idle).isPresent();
        assertThat(lock.tryAcquire(Duration.ZERO)).isEmpty();
    }
}
