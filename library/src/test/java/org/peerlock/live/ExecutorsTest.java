package org.peerlock.live;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.peerlock.DistributedLock;
import org.peerlock.Grant;
import org.peerlock.Peerlock;

/** What an application's executor does is no matter of the node. */
class ExecutorsTest {

    private static final Duration LEASE = Duration.ofSeconds(2);

    private final UnreliableStore cell = new UnreliableStore();

    @Test
    void anExecutorThatIsShutDownCostsNobodyTheNode() throws Exception {
        ExecutorService executor = Executors.newSingleThreadExecutor();
        try (Peerlock node = Peerlock.builder("live")
                .registry(cell)
                .lease(LEASE)
                .executor(executor)
                .join()) {
            DistributedLock lock = node.lock("a");
            Grant grant = lock.acquire().onLost(reason -> {});
            Grant another = node.lock("b").acquire().onLost(reason -> {});
            executor.shutdownNow();
            CompletableFuture<Grant> waiting = lock.acquireAsync();
            cell.become(UnreliableStore.Mood.FAILS);
            while (grant.isValid() || another.isValid()) {
                Thread.sleep(10);
            }
            cell.become(UnreliableStore.Mood.WORKS);
            assertThatThrownBy(() -> waiting.get(30, TimeUnit.SECONDS))
                    .hasCauseInstanceOf(RejectedExecutionException.class);
            assertThat(lock.tryAcquire(Duration.ofSeconds(30)))
                    .as("it was given back")
                    .isPresent();
        }
    }

    @Test
    void whoWaitsOnTheNodesOwnThreadIsRefused() throws Exception {
        try (Peerlock node = Peerlock.builder("live")
                .registry(cell)
                .lease(LEASE)
                .executor(Runnable::run)
                .join()) {
            DistributedLock lock = node.lock("a");
            CompletableFuture<Grant> again = new CompletableFuture<>();
            Grant grant = lock.acquire().onLost(reason -> {
                try {
                    again.complete(lock.acquire());
                } catch (InterruptedException | RuntimeException e) {
                    again.completeExceptionally(e);
                }
            });
            cell.become(UnreliableStore.Mood.FAILS);
            assertThatThrownBy(() -> again.get(30, TimeUnit.SECONDS))
                    .hasCauseInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("this thread runs the node and must not wait for it");
            assertThat(grant.isValid()).isFalse();
            cell.become(UnreliableStore.Mood.WORKS);
            assertThat(lock.tryAcquire(Duration.ofSeconds(30))).isPresent();
        }
    }
}
