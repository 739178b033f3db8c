package org.peerlock.cli.client;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.peerlock.AcquireTimeoutException;
import org.peerlock.DistributedLock;
import org.peerlock.DistributedReadWriteLock;
import org.peerlock.DistributedSemaphore;
import org.peerlock.Grant;
import org.peerlock.Inspection;
import org.peerlock.LockLossReason;
import org.peerlock.LockUse;
import org.peerlock.Member;
import org.peerlock.Peerlock;

/** A client that has joined the cluster. */
public record MemberClient(Peerlock peerlock) implements ClusterClient {

    /** How long the other members may take to say whether a lock is free. */
    public static final Duration TRY_LOCK_TIMEOUT = Duration.ofMillis(300);

    /** How long the other members may take to say which locks they use. */
    private static final Duration INSPECTION_TIMEOUT = Duration.ofSeconds(1);

    @Override
    public Optional<ClientGrant> acquire(LockRequest request, Duration timeout) throws InterruptedException {
        return grant(request, timeout).map(MemberGrant::new);
    }

    private Optional<Grant> grant(LockRequest request, Duration timeout) throws InterruptedException {
        try {
            return switch (request.kind()) {
                case EXCLUSIVE -> acquireWithin(readWrite(request).writeLock(), timeout);
                case SHARED -> acquireWithin(readWrite(request).readLock(), timeout);
                case PERMITS -> permits(request, timeout);
            };
        } catch (AcquireTimeoutException e) {
            return Optional.empty();
        }
    }

    private Optional<Grant> permits(LockRequest request, Duration timeout) throws InterruptedException {
        DistributedSemaphore semaphore =
                peerlock.semaphore(request.lock(), request.of()).withLabel(request.label());
        return timeout.isZero()
                ? semaphore.tryAcquire(request.permits(), TRY_LOCK_TIMEOUT)
                : Optional.of(semaphore.acquire(request.permits(), timeout));
    }

    /** Requests a lock and does not wait: see {@link DistributedLock#acquireAsync}. */
    public CompletableFuture<Grant> acquireAsync(LockRequest request) {
        return switch (request.kind()) {
            case EXCLUSIVE -> readWrite(request).writeLock().acquireAsync();
            case SHARED -> readWrite(request).readLock().acquireAsync();
            case PERMITS ->
                peerlock.semaphore(request.lock(), request.of())
                        .withLabel(request.label())
                        .acquireAsync(request.permits());
        };
    }

    private DistributedReadWriteLock readWrite(LockRequest request) {
        return peerlock.readWriteLock(request.lock()).withLabel(request.label());
    }

    private static Optional<Grant> acquireWithin(DistributedLock lock, Duration timeout) throws InterruptedException {
        return timeout.isZero() ? lock.tryAcquire() : Optional.of(lock.acquire(timeout));
    }

    @Override
    public Inspection inspect(String lock) throws InterruptedException {
        return peerlock.inspect(lock);
    }

    @Override
    public List<Member> members() {
        return peerlock.members();
    }

    @Override
    public List<LockUse> locks() throws InterruptedException {
        return peerlock.clusterLocks(INSPECTION_TIMEOUT);
    }

    @Override
    public void close() {
        peerlock.close();
    }

    private record MemberGrant(Grant grant) implements ClientGrant {

        @Override
        public long fence() {
            return grant.fence();
        }

        @Override
        public CompletionStage<String> lost() {
            return grant.lost().thenApply(LockLossReason::description);
        }

        @Override
        public void close() {
            grant.close();
        }
    }
}
