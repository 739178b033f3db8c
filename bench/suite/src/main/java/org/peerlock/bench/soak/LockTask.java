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
 * What somebody wants to do under a lock.
 *
 * @param kind as what it counts
 * @param timedAcquire where the lock is had
 * @param asyncAcquire where it is asked for without waiting
 * @param action what is done with it
 */
record LockTask(
        CountedEvent kind,
        TimedAcquire timedAcquire,
        Supplier<CompletableFuture<Grant>> asyncAcquire,
        Consumer<Grant> action) {

    interface TimedAcquire {
        Optional<Grant> tryAcquire(Duration patience) throws InterruptedException;
    }

    static LockTask under(DistributedLock lock, CountedEvent kind, Consumer<Grant> deed) {
        return new LockTask(kind, lock::tryAcquire, lock::acquireAsync, deed);
    }

    static LockTask under(DistributedSemaphore semaphore, int permits, CountedEvent kind, Consumer<Grant> deed) {
        return new LockTask(
                kind, patience -> semaphore.tryAcquire(permits, patience), () -> semaphore.acquireAsync(permits), deed);
    }
}
