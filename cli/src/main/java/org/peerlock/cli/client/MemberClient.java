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

/** This process as a member of the cluster. */
public record MemberClient(Peerlock peerlock) implements ClusterClient {

    /** For how long others are waited for who have to say whether permits are free. */
    public static final Duration TRY_LOCK_TIMEOUT = Duration.ofMillis(300);

    /** For how long others are waited for who have to say which locks they use. */
    private static final Duration INSPECTION_TIMEOUT = Duration.ofSeconds(1);

    @Override
    public Optional<ClientGrant> acquire(LockRequest lockRequest, Duration patience) throws InterruptedException {
        return grant(lockRequest, patience).map(MemberGrant::new);
    }

    /** A glance does not tell whether others have it or the registry cannot be reached; who has waited is told. */
    private Optional<Grant> grant(LockRequest lockRequest, Duration patience) throws InterruptedException {
        try {
            return switch (lockRequest.kind()) {
                case EXCLUSIVE -> acquireWithin(readWrite(lockRequest).writeLock(), patience);
                case SHARED -> acquireWithin(readWrite(lockRequest).readLock(), patience);
                case PERMITS -> permits(lockRequest, patience);
            };
        } catch (AcquireTimeoutException e) {
            return Optional.empty();
        }
    }

    private Optional<Grant> permits(LockRequest lockRequest, Duration patience) throws InterruptedException {
        DistributedSemaphore semaphore =
                peerlock.semaphore(lockRequest.lock(), lockRequest.of()).withLabel(lockRequest.who());
        return patience.isZero()
                ? semaphore.tryAcquire(lockRequest.permits(), TRY_LOCK_TIMEOUT)
                : Optional.of(semaphore.acquire(lockRequest.permits(), patience));
    }

    /** Asks for it, and does not wait: see {@link DistributedLock#acquireAsync}. */
    public CompletableFuture<Grant> acquireAsync(LockRequest lockRequest) {
        return switch (lockRequest.kind()) {
            case EXCLUSIVE -> readWrite(lockRequest).writeLock().acquireAsync();
            case SHARED -> readWrite(lockRequest).readLock().acquireAsync();
            case PERMITS ->
                peerlock.semaphore(lockRequest.lock(), lockRequest.of())
                        .withLabel(lockRequest.who())
                        .acquireAsync(lockRequest.permits());
        };
    }

    private DistributedReadWriteLock readWrite(LockRequest lockRequest) {
        return peerlock.readWriteLock(lockRequest.lock()).withLabel(lockRequest.who());
    }

    private static Optional<Grant> acquireWithin(DistributedLock lock, Duration patience) throws InterruptedException {
        return patience.isZero() ? lock.tryAcquire() : Optional.of(lock.acquire(patience));
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
