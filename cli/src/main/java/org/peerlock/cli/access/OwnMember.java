package org.peerlock.cli.access;

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
import org.peerlock.LockUse;
import org.peerlock.Member;
import org.peerlock.Peerlock;
import org.peerlock.brain.Loss;

/** This process as a member of the cluster. */
public record OwnMember(Peerlock peerlock) implements Access {

    /** For how long others are waited for who have to say whether permits are free. */
    public static final Duration GLANCE = Duration.ofMillis(300);

    /** For how long others are waited for who have to say which locks they use. */
    private static final Duration PATIENCE = Duration.ofSeconds(1);

    @Override
    public Optional<Held> acquire(Wish wish, Duration patience) throws InterruptedException {
        return grant(wish, patience).map(Owned::new);
    }

    /** A glance does not tell whether others have it or the registry cannot be reached; who has waited is told. */
    private Optional<Grant> grant(Wish wish, Duration patience) throws InterruptedException {
        try {
            return switch (wish.kind()) {
                case EXCLUSIVE -> of(readWrite(wish).writeLock(), patience);
                case SHARED -> of(readWrite(wish).readLock(), patience);
                case PERMITS -> permits(wish, patience);
            };
        } catch (AcquireTimeoutException e) {
            return Optional.empty();
        }
    }

    private Optional<Grant> permits(Wish wish, Duration patience) throws InterruptedException {
        DistributedSemaphore semaphore =
                peerlock.semaphore(wish.lock(), wish.of()).as(wish.who());
        return patience.isZero()
                ? semaphore.tryAcquire(wish.permits(), GLANCE)
                : Optional.of(semaphore.acquire(wish.permits(), patience));
    }

    /** Asks for it, and does not wait: see {@link DistributedLock#acquireAsync}. */
    public CompletableFuture<Grant> ask(Wish wish) {
        return switch (wish.kind()) {
            case EXCLUSIVE -> readWrite(wish).writeLock().acquireAsync();
            case SHARED -> readWrite(wish).readLock().acquireAsync();
            case PERMITS ->
                peerlock.semaphore(wish.lock(), wish.of()).as(wish.who()).acquireAsync(wish.permits());
        };
    }

    private DistributedReadWriteLock readWrite(Wish wish) {
        return peerlock.readWriteLock(wish.lock()).as(wish.who());
    }

    private static Optional<Grant> of(DistributedLock lock, Duration patience) throws InterruptedException {
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
        return peerlock.locksEverywhere(PATIENCE);
    }

    @Override
    public void close() {
        peerlock.close();
    }

    private record Owned(Grant grant) implements Held {

        @Override
        public long fence() {
            return grant.fence();
        }

        @Override
        public CompletionStage<String> lost() {
            return grant.lost().thenApply(Loss::sentence);
        }

        @Override
        public void close() {
            grant.close();
        }
    }
}
