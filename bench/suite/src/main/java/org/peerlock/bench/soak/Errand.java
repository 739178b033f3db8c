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
 * @param door where the lock is had
 * @param bell where it is asked for without waiting
 * @param deed what is done with it
 */
record Errand(Count kind, Door door, Supplier<CompletableFuture<Grant>> bell, Consumer<Grant> deed) {

    interface Door {
        Optional<Grant> tryAcquire(Duration patience) throws InterruptedException;
    }

    static Errand under(DistributedLock lock, Count kind, Consumer<Grant> deed) {
        return new Errand(kind, lock::tryAcquire, lock::acquireAsync, deed);
    }

    static Errand under(DistributedSemaphore semaphore, int permits, Count kind, Consumer<Grant> deed) {
        return new Errand(
                kind, patience -> semaphore.tryAcquire(permits, patience), () -> semaphore.acquireAsync(permits), deed);
    }
}
