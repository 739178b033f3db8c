package org.peerlock;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.peerlock.registry.InMemoryRegistryStore;

/** Which listeners are told of a loss. */
class LossNotifierTest {

    @Test
    void aGrantThatIsClosedWhileAnotherThreadBeginsToListenIsNotLost() throws InterruptedException {
        List<LockLossReason> told = new ArrayList<>();
        try (Peerlock node = Peerlock.builder("orders")
                .registry(new InMemoryRegistryStore())
                .executor(Runnable::run)
                .join()) {
            Grant grant = node.lock("a").acquire().onLost(told::add);
            LossNotifier lossNotifier = new LossNotifier();
            grant.close();
            lossNotifier.watch(grant); // as by a thread that has seen it open, and was slow
            lossNotifier.tell();
        }
        assertThat(told).isEmpty();
    }

    @Test
    void aGrantThatIsClosedWhileAnotherThreadBeginsToListenIsNotKept() throws InterruptedException {
        LossNotifier lossNotifier = new LossNotifier();
        try (Peerlock node =
                Peerlock.builder("orders").registry(new InMemoryRegistryStore()).join()) {
            WeakReference<Grant> closed = watchClosed(lossNotifier, node.lock("a"));
            assertThat(Collected.isCollected(closed)).isTrue();
        }
        lossNotifier.tell();
    }

    private static WeakReference<Grant> watchClosed(LossNotifier lossNotifier, DistributedLock lock)
            throws InterruptedException {
        Grant grant = lock.acquire();
        grant.close();
        lossNotifier.watch(grant);
        return new WeakReference<>(grant);
    }

    @Test
    void aReasonIsRememberedUntilAThousandOthersHaveFollowed() {
        LossNotifier lossNotifier = new LossNotifier();
        lossNotifier.onLeaseExpired(1, LockLossReason.EVICTED);
        for (int generation = 2; generation <= 1_000; generation++) {
            lossNotifier.onLeaseExpired(generation, LockLossReason.LEFT);
        }
        assertThat(lossNotifier.reason(1)).isEqualTo(LockLossReason.EVICTED);
        lossNotifier.onLeaseExpired(1_001, LockLossReason.FAILED);
        assertThat(lossNotifier.reason(1)).as("forgotten").isEqualTo(LockLossReason.LEASE_EXPIRED);
        assertThat(lossNotifier.reason(2)).isEqualTo(LockLossReason.LEFT);
        assertThat(lossNotifier.reason(1_001)).isEqualTo(LockLossReason.FAILED);
    }

    @Test
    void aListenerIsToldOfALossThatHasHappenedAlready() throws Exception {
        CompletableFuture<LockLossReason> told = new CompletableFuture<>();
        Peerlock node =
                Peerlock.builder("orders").registry(new InMemoryRegistryStore()).join();
        Grant grant = node.lock("a").acquire();
        node.lock("a").handle().localNode.leave(0, TimeUnit.MINUTES.toNanos(1));
        grant.onLost(told::complete);
        assertThat(told.get(60, TimeUnit.SECONDS)).isEqualTo(LockLossReason.LEFT);
    }
}
