package org.peerlock.bench.soak;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.peerlock.DistributedLock;
import org.peerlock.DistributedSemaphore;
import org.peerlock.Grant;

/**
 * An action that runs under a lock.
 *
 * @param event counted after the action
 * @param timedAcquire acquires the lock and waits for it
 * @param asyncAcquire acquires the lock without waiting
 * @param action what to do with the lock
 */
record LockTask(
        CountedEvent event,
        TimedAcquire timedAcquire,
        Supplier<CompletableFuture<Grant>> asyncAcquire,
        Consumer<Grant> action) {

    interface TimedAcquire {
        Optional<Grant> tryAcquire(Duration timeout) throws InterruptedException;
    }

    static LockTask under(DistributedLock lock, CountedEvent event, Consumer<Grant> action) {
        return new LockTask(event, lock::tryAcquire, lock::acquireAsync, action);
    }

    static LockTask under(DistributedSemaphore semaphore, int permits, CountedEvent event, Consumer<Grant> action) {
        return new LockTask(
                event,
                timeout -> semaphore.tryAcquire(permits, timeout),
                () -> semaphore.acquireAsync(permits),
                action);
    }
}
