package org.peerlock;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;
import org.jspecify.annotations.Nullable;
import org.peerlock.algorithm.Mode;

/**
 * A lock among all processes of a cluster: an exclusive one, or one side of a {@link DistributedReadWriteLock}.
 *
 * <p><b>Two ways to own it.</b> As a {@link Lock} it belongs to the thread: {@code lock} and its kin may be called again by the
 * thread that has it, which then has to {@code unlock} as often, and has one {@linkplain #fence() fence} all the time. By
 * {@code acquire} and its kin it belongs to whoever has the {@link Grant}: each is a new ownership, never a second time the same,
 * whatever the thread. So a thread that holds a grant and acquires another of the same lock waits for itself.
 *
 * <p><b>It can be lost</b>: see {@link Grant}. Then {@code unlock}, {@code fence} and a second {@code lock} throw a
 * {@link LockLostException}, from the first call on.
 *
 * <p><b>Waiting</b> ends in time, whatever the other nodes do, and whoever has stopped waiting is never granted anything.
 * {@link #lock()} and {@link #acquire()} wait for as long as it takes, through an outage of the registry, too. A thread that is
 * interrupted while it waits has stopped waiting, but in {@code lock} and {@code tryLock}, which are not interrupted. Once the
 * node has left its cluster, whoever waits or asks gets an {@link PeerlockClosedException}.
 *
 * <p>Order: requests of different nodes are served in an order that the cluster's algorithm says, mostly that of asking; a node may
 * serve some of its own before it passes the lock on, and among those a thread that comes along may overtake one that waits, up
 * to 255 times.
 */
public final class DistributedLock implements Lock {

    private final LockHandle lockHandle;
    private final LocalNode localNode;
    private final String name;
    private final Mode mode;

    DistributedLock(LockHandle lockHandle) {
        this.lockHandle = lockHandle;
        localNode = lockHandle.localNode;
        name = lockHandle.lock();
        mode = lockHandle.acquireRequest.mode();
    }

    /** The same in all processes. */
    public String name() {
        return name;
    }

    /**
     * The same lock, for somebody who wants to be found by another name than that of the thread: what is acquired through it is
     * shown so by {@link Peerlock#inspect}, up to 200 characters of it. It costs nothing, and need not be kept.
     *
     * @param name that of an order, a job, a request: whatever helps whoever asks who holds the lock
     */
    public DistributedLock withLabel(String name) {
        return new DistributedLock(lockHandle.withLabel(name));
    }

    // For one who carries the ownership

    /** Waits until the lock is had. */
    public Grant acquire() throws InterruptedException {
        return localNode.acquire(lockHandle);
    }

    /**
     * Waits until the lock is had, but not longer than this.
     *
     * @throws AcquireTimeoutException if it was not had in time
     * @throws RegistryUnavailableException if it was not had in time, and this node could not have granted it
     */
    public Grant acquire(Duration patience) throws InterruptedException {
        return localNode.acquire(lockHandle, patience);
    }

    /**
     * The lock, if it can be had within this time. With a time of zero nobody is asked: an exclusive lock is had only if this node
     * has it and nobody uses it, another one never.
     */
    public Optional<Grant> tryAcquire(Duration patience) throws InterruptedException {
        return Optional.ofNullable(localNode.acquire(lockHandle, LocalNode.toNanos(patience)));
    }

    /** The lock, if it is free: see {@link #tryLock()}. */
    public Optional<Grant> tryAcquire() {
        return Optional.ofNullable(
                localNode.acquireUninterruptibly(lockHandle, lockHandle.taken() ? 0 : localNode.tryLockTimeoutNanos()));
    }

    /**
     * Asks for the lock, and does not wait. What follows on the future runs on the node's executor, or at once if the lock is had
     * already.
     *
     * <p>Cancelling the future, or completing it in whatever way before the grant is there, withdraws the request. That is to be
     * done to this future: one that was made of it by {@code thenApply} and the like does not pass it on. Whoever gets the grant must
     * close it.
     */
    public CompletableFuture<Grant> acquireAsync() {
        return localNode.acquireAsync(lockHandle);
    }

    // For a thread

    /**
     * Waits until this thread has the lock.
     *
     * @throws LockLostException if this thread has the lock already, and has lost it
     */
    @Override
    public void lock() {
        if (!reenter()) {
            own(localNode.acquireUninterruptibly(lockHandle, LocalNode.FOREVER));
        }
    }

    @Override
    public void lockInterruptibly() throws InterruptedException {
        if (!reenter()) {
            own(acquire());
        }
    }

    /**
     * Takes the lock if it is free. If this node does not have it, that takes some messages, which are waited for, but not
     * longer than a twentieth of the lease, or 300 ms if that is less: so {@code false} means that the lock is held elsewhere, or
     * that the others did not answer in time.
     */
    @Override
    public boolean tryLock() {
        return reenter() || own(tryAcquire().orElse(null));
    }

    @Override
    public boolean tryLock(long time, TimeUnit unit) throws InterruptedException {
        return reenter() || own(localNode.acquire(lockHandle, Math.min(LocalNode.FOREVER, unit.toNanos(time))));
    }

    /**
     * Gives the lock back, if this thread has called so often as it has locked.
     *
     * @throws LockLostException if it was lost; it counts all the same
     * @throws IllegalMonitorStateException if this thread does not have the lock
     */
    @Override
    public void unlock() {
        ThreadHold threadHold = owned();
        boolean lost = threadHold.leave(mode);
        if (threadHold.isReleased()) {
            all().remove(name);
        }
        if (lost) {
            throw threadHold.grant().exception();
        }
    }

    /**
     * The fence with which this thread has the lock: see {@link Grant#fence()}.
     *
     * @throws LockLostException if it was lost
     * @throws IllegalMonitorStateException if this thread does not have the lock
     */
    public long fence() {
        return owned().grant().fence();
    }

    /** Whether this thread has the lock, and has not lost it. */
    public boolean isHeldByCurrentThread() {
        ThreadHold threadHold = all().get(name);
        return threadHold != null && threadHold.has(mode) && threadHold.grant().isValid();
    }

    /**
     * Not supported: a thread that waits for a condition gives the lock back, and would have to be woken by threads of other
     * processes. Wait for messages of your own instead, or ask again after a while.
     */
    @Override
    public Condition newCondition() {
        throw new UnsupportedOperationException(
                "a lock between processes has no conditions: nobody could signal them from another process");
    }

    /** Whether this thread has the lock already, and now once more. */
    private boolean reenter() {
        ThreadHold threadHold = all().get(name);
        if (threadHold != null) {
            threadHold.enter(mode);
        }
        return threadHold != null;
    }

    private boolean own(@Nullable Grant grant) {
        if (grant != null) {
            all().put(name, new ThreadHold(grant, mode));
        }
        return grant != null;
    }

    private ThreadHold owned() {
        ThreadHold threadHold = all().get(name);
        if (threadHold == null || !threadHold.has(mode)) {
            throw new IllegalMonitorStateException("this thread does not have lock '" + name + "'");
        }
        return threadHold;
    }

    /** All locks of this kind that this thread has. */
    private Map<String, ThreadHold> all() {
        return localNode.threadHolds(lockHandle.acquireRequest.capacity().kind());
    }

    LockHandle door() {
        return lockHandle;
    }

    @Override
    public String toString() {
        return "DistributedLock '" + name + "'";
    }
}
