package org.peerlock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.ref.WeakReference;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What a grant says and keeps while it is valid, and afterwards. */
class GrantTest {

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

    /** So many names have been used, and are idle, that a new view forgets them. */
    private void beginAnotherView() throws InterruptedException {
        long epoch = runtime.gates().current().epoch();
        for (int name = 0; runtime.gates().current().epoch() == epoch; name++) {
            assertThat(name).as("names used").isLessThan(1_000);
            peerlock.lock("idle " + name).acquire(SHORT).close();
            runtime.pass(ScheduledRuntime.TIMING.tickIntervalNanos());
        }
        runtime.becomeMember();
    }

    // Fencing tokens

    @Test
    void theFenceOfPermitsGrowsWithTheViewWhileTheyAreHeld() throws InterruptedException {
        Grant permits = semaphore.acquire();
        Grant exclusive = lock.acquire();
        long granted = permits.fence();
        long fence = exclusive.fence();
        beginAnotherView();
        assertThat(permits.fence())
                .isGreaterThan(granted)
                .isEqualTo(runtime.gates().current().epoch() << 32);
        assertThat(exclusive.fence()).isEqualTo(fence);
        permits.close();
        assertThat(permits.fence()).as("that with which it was granted").isEqualTo(granted);
        exclusive.close();
        assertThat(exclusive.fence()).isEqualTo(fence);
    }

    @Test
    void theFenceOfPermitsIsNotSmallerThanThatWithWhichTheyWereGranted() throws InterruptedException {
        long last = 0;
        for (int i = 0; i < 3; i++) {
            Grant permits = semaphore.acquire();
            assertThat(permits.fence()).isGreaterThanOrEqualTo(last);
            last = permits.fence();
            permits.close();
            assertThat(permits.fence()).isLessThanOrEqualTo(last);
        }
    }

    // The rest of the lease

    @Test
    void theRemainingTimeIsTheRestOfTheLease() throws InterruptedException {
        Grant grant = lock.acquire();
        Duration before = grant.remaining();
        assertThat(before)
                .isEqualTo(Duration.ofNanos(runtime.gates().current().until() - runtime.now()))
                .isLessThanOrEqualTo(Duration.ofNanos(ScheduledRuntime.TIMING.leaseNanos()));
        runtime.passUnnoticed(1_000);
        assertThat(grant.remaining()).isEqualTo(before.minusNanos(1_000));
    }

    // Losses

    @Test
    void aGrantWhoseLeaseEndsBeforeItIsDeliveredIsLost() throws InterruptedException {
        lock.acquire().close(); // so that the lock is idle
        CompletableFuture<Boolean> lost = new CompletableFuture<>();
        peerlock.addMeter(new LockMeter() {
            @Override
            public void acquired(String name, long waitedNanos) {
                if (lost.complete(true)) {
                    runtime.expire();
                    runtime.becomeMember();
                }
            }

            @Override
            public void released(String name, long heldNanos) {}
        });
        Grant late = lock.acquire();
        assertThat(lost).isCompleted();
        assertThat(late.isValid()).isFalse();
        Grant next = lock.acquire(SHORT);
        assertThatThrownBy(late::fence).isInstanceOf(LockLostException.class);
        assertThatThrownBy(late::close).isInstanceOf(LockLostException.class);
        assertThat(next.isValid()).isTrue();
        assertThat(lock.tryAcquire(SHORT)).isEmpty();
    }

    @Test
    void everyKindOfGrantIsLostByItsOwnGenerationOnly() throws InterruptedException {
        for (Grant grant : List.of(
                lock.acquire(), shared.readLock().acquire(), shared.readLock().acquire(), semaphore.acquire(2))) {
            assertThat(grant.isLost()).isFalse();
            long generation = grant.generation();
            assertThat(generation).isEqualTo(runtime.gates().current().generation());
        }
        Grant before = peerlock.lock("b").acquire();
        runtime.expire();
        runtime.becomeMember();
        Grant after = peerlock.lock("b").acquire(SHORT);
        assertThat(before.isLost()).isTrue();
        assertThat(after.isLost()).isFalse();
        assertThat(after.generation()).isGreaterThan(before.generation());
        after.close();
        assertThat(after.isLost()).as("closed in time").isFalse();
    }

    @Test
    void aListenerIsToldOnceAndTheGrantReturnsItself() throws InterruptedException {
        List<LockLossReason> told = new ArrayList<>();
        Grant grant = lock.acquire();
        assertThat(grant.onLost(told::add)).isSameAs(grant);
        assertThat(grant.onLost(told::add)).isSameAs(grant);
        int before = runtime.dispatched();
        runtime.expire();
        assertThat(runtime.dispatched() - before).as("callbacks for one grant").isEqualTo(1);
        runtime.runCallbacks();
        assertThat(told).containsExactly(LockLossReason.LEASE_EXPIRED, LockLossReason.LEASE_EXPIRED);
        runtime.becomeMember();
        runtime.expire();
        runtime.runCallbacks();
        assertThat(told).hasSize(2);
    }

    @Test
    void aGrantThatIsClosedInTimeTellsNobodyOfALoss() throws InterruptedException {
        List<LockLossReason> told = new ArrayList<>();
        lock.acquire().onLost(told::add).close();
        shared.readLock().acquire().onLost(told::add).close();
        runtime.expire();
        runtime.runCallbacks();
        assertThat(told).isEmpty();
    }

    @Test
    void aGrantThatIsClosedIsNotKept() throws InterruptedException {
        List<LockLossReason> told = new ArrayList<>();
        WeakReference<Grant> exclusive =
                new WeakReference<>(closed(lock.acquire().onLost(told::add)));
        WeakReference<Grant> write =
                new WeakReference<>(closed(shared.writeLock().acquire().onLost(told::add)));
        WeakReference<Grant> downgraded = new WeakReference<>(downgraded(told));
        assertThat(List.of(exclusive, write, downgraded)).allMatch(Collected::isCollected);
        assertThat(told).isEmpty();
    }

    private static Grant closed(Grant grant) {
        grant.close();
        return grant;
    }

    private Grant downgraded(List<LockLossReason> told) throws InterruptedException {
        Grant writer = shared.writeLock().acquire().onLost(told::add);
        writer.downgrade().close();
        return writer;
    }

    // Release

    @Test
    void aReleaseThatAnErrorEndsCanBeRepeated() throws InterruptedException {
        for (DistributedLock each : List.of(lock, shared.writeLock())) {
            List<LockLossReason> told = new ArrayList<>();
            Grant grant = each.acquire().onLost(told::add);
            CompletableFuture<Grant> next = each.acquireAsync();
            runtime.failNextSubmit(new StackOverflowError("on purpose"));
            assertThatThrownBy(grant::close).isInstanceOf(StackOverflowError.class);
            assertThat(next).isNotDone();
            grant.close();
            runtime.runCallbacks();
            assertThat(next).isCompleted();
            next.join().close();
            each.acquire(SHORT).close();
            assertThat(told).isEmpty();
        }
    }

    @Test
    void anIdleLockIsReleasedByTheHolderOfItsFenceOnly() throws InterruptedException {
        Grant first = lock.acquire();
        first.close();
        Grant second = lock.acquire();
        assertThat(first.release()).as("only the first call counts").isTrue();
        assertThat(second.isValid()).isTrue();
        Optional<Grant> third = lock.tryAcquire(SHORT);
        assertThat(third).isEmpty();
        assertThat(second.release()).isTrue();
    }

    @Test
    void theExceptionOfALossSaysWhatWasLostAndWhy() throws InterruptedException {
        Grant grant = lock.acquire();
        long fence = grant.fence();
        runtime.expire();
        assertThatThrownBy(grant::close).isInstanceOfSatisfying(LockLostException.class, loss -> {
            assertThat(loss.lock()).isEqualTo(grant.lock());
            assertThat(loss.fence()).isPositive().isEqualTo(fence);
            assertThat(loss.reason()).isEqualTo(LockLossReason.LEASE_EXPIRED);
        });
    }
}
