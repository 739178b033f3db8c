package org.peerlock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Locks that are acquired together, in one cluster or in two. */
class SeveralLocksTest {

    private static final Duration SHORT = Duration.ofSeconds(1);

    private final Peerlock peerlock = ScheduledRuntime.start();
    private final Peerlock before = ScheduledRuntime.start("earlier");
    private final ScheduledRuntime runtime = ScheduledRuntime.of(peerlock);
    private final DistributedLock a = peerlock.lock("a");
    private final DistributedLock b = peerlock.lock("b");
    private final DistributedLock aBefore = before.lock("a");
    private final List<String> acquired = new ArrayList<>();

    @BeforeEach
    void join() {
        for (Peerlock each : List.of(peerlock, before)) {
            ScheduledRuntime.of(each).becomeMember();
            each.addMeter(new LockMeter() {
                @Override
                public void acquired(String lock, long waitedNanos) {
                    acquired.add(each.cluster() + " " + lock);
                }

                @Override
                public void released(String lock, long heldNanos) {}
            });
        }
    }

    private static void assertFree(DistributedLock lock) throws InterruptedException {
        lock.acquire(SHORT).close();
    }

    @Test
    void theyAreAcquiredInTheSameOrderWhateverTheOrderOfTheArguments() throws InterruptedException {
        peerlock.acquireAll(SHORT, b, a).close();
        peerlock.acquireAll(SHORT, a, b).close();
        assertThat(acquired).containsExactly("scheduled a", "scheduled b", "scheduled a", "scheduled b");
    }

    @Test
    void theClusterCountsBeforeTheName() throws InterruptedException {
        DistributedLock z = before.lock("z");
        peerlock.acquireAll(SHORT, a, z).close();
        peerlock.acquireAll(SHORT, z, a).close();
        assertThat(acquired).containsExactly("earlier z", "scheduled a", "earlier z", "scheduled a");
    }

    @Test
    void locksOfTheSameNameInTwoClustersAreTwoLocks() throws InterruptedException {
        Grants grants = peerlock.acquireAll(SHORT, a, aBefore);
        assertThat(grants.of(a)).isNotSameAs(grants.of(aBefore));
        assertThat(a.tryAcquire(SHORT)).isEmpty();
        assertThat(aBefore.tryAcquire(SHORT)).isEmpty();
        grants.close();
        assertFree(a);
        assertFree(aBefore);
    }

    @Test
    void theReadAndTheWriteLockOfANameAreOneLock() {
        DistributedReadWriteLock shared = peerlock.readWriteLock("rw");
        assertThatThrownBy(() -> peerlock.acquireAll(SHORT, shared.readLock(), shared.writeLock()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("'rw' is given twice, and would wait for itself");
    }

    @Test
    void nothingIsHeldIfOneOfThemIsNotAcquired() throws InterruptedException {
        Grant held = b.acquire();
        assertThat(peerlock.tryAcquireAll(SHORT, a, b)).isEmpty();
        assertThatThrownBy(() -> peerlock.acquireAll(SHORT, a, b))
                .isInstanceOf(AcquireTimeoutException.class)
                .hasMessageContaining("were acquired within 1 s");
        assertFree(a);
        held.close();
        assertFree(b);
    }

    @Test
    void nothingIsHeldIfTheWaitForOneOfThemIsInterrupted() throws InterruptedException {
        Grant held = b.acquire();
        peerlock.addMeter(new LockMeter() {
            @Override
            public void acquired(String lock, long waitedNanos) {
                runtime.interruptNextWait();
            }

            @Override
            public void released(String lock, long heldNanos) {}
        });
        assertThatThrownBy(() -> peerlock.acquireAll(SHORT, a, b)).isInstanceOf(InterruptedException.class);
        assertThat(runtime.interruptsNextWait()).as("the wait for b began").isFalse();
        held.close();
        assertFree(b);
        assertFree(a);
    }

    @Test
    void theTimeoutIsForAllOfThemTogether() throws InterruptedException {
        Grant held = b.acquire();
        peerlock.addMeter(new LockMeter() {
            @Override
            public void acquired(String lock, long waitedNanos) {
                runtime.pass(SHORT.toNanos() / 4);
            }

            @Override
            public void released(String lock, long heldNanos) {}
        });
        long start = runtime.now();
        assertThat(peerlock.tryAcquireAll(SHORT, a, b)).isEmpty();
        assertThat(runtime.now() - start).isEqualTo(SHORT.toNanos());
        held.close();
    }

    @Test
    void anIdleLockIsTakenWithoutAnyTime() throws InterruptedException {
        assertFree(a);
        assertFree(b);
        Optional<Grants> grants = peerlock.tryAcquireAll(Duration.ZERO, a, b);
        assertThat(grants).hasValueSatisfying(Grants::close);
    }

    @Test
    void aLossOfOneIsToldAndTheOthersAreReleased() throws InterruptedException {
        for (boolean firstIsLost : new boolean[] {true, false}) {
            Grants grants = peerlock.acquireAll(SHORT, a, aBefore);
            Peerlock losing = firstIsLost ? before : peerlock;
            ScheduledRuntime.of(losing).expire();
            assertThat(grants.isValid()).isFalse();
            assertThatThrownBy(grants::close)
                    .isInstanceOf(LockLostException.class)
                    .hasMessageContaining("lock 'a'");
            grants.close();
            ScheduledRuntime.of(losing).becomeMember();
            assertFree(a);
            assertFree(aBefore);
        }
    }
}
