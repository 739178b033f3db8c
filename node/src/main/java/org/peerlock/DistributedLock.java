package org.peerlock;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;
import org.jspecify.annotations.Nullable;
import org.peerlock.brain.word.Gate;
import org.peerlock.brain.word.Gates;
import org.peerlock.brain.word.LockWord;

/**
 * An exclusive lock among all processes of a cluster.
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
 * node has left its cluster, whoever waits or asks gets an {@link IllegalStateException}.
 *
 * <p>Order: requests of different nodes are served in an order that the cluster's algorithm says, mostly that of asking; a node may
 * serve some of its own before it passes the lock on, and among those a thread that comes along may overtake one that waits, a
 * few times.
 */
public final class DistributedLock implements Lock {

    private final Node node;
    private final String name;
    private final long glance;
    /** Where the lock can be had at once, if this node has it; it may be out of use, and refuses then. */
    private volatile @Nullable LockWord word;

    /** @param glance for how long, in nanoseconds, it is waited to see whether the lock is free */
    DistributedLock(Node node, String name, long glance) {
        this.node = node;
        this.name = name;
        this.glance = glance;
    }

    /** The same in all processes. */
    public String name() {
        return name;
    }

    // For one who carries the ownership

    /** Waits until the lock is had. */
    public Grant acquire() throws InterruptedException {
        Grant grant = node.acquire(this, Node.FOREVER);
        if (grant == null) {
            throw new AssertionError("it waits for ever");
        }
        return grant;
    }

    /**
     * Waits until the lock is had, but not longer than this.
     *
     * @throws AcquireTimeoutException if it was not had in time
     * @throws RegistryUnavailableException if it was not had in time, and this node could not have granted it
     */
    public Grant acquire(Duration patience) throws InterruptedException {
        Grant grant = node.acquire(this, Node.nanos(patience));
        if (grant == null) {
            throw node.tooLate(name, patience);
        }
        return grant;
    }

    /** The lock, if it can be had within this time. With a time of zero, only if this node has it and nobody uses it. */
    public Optional<Grant> tryAcquire(Duration patience) throws InterruptedException {
        return Optional.ofNullable(node.acquire(this, Node.nanos(patience)));
    }

    /** The lock, if it is free: see {@link #tryLock()}. */
    public Optional<Grant> tryAcquire() {
        LockWord known = word;
        boolean heldHere = known != null && known.held();
        return Optional.ofNullable(node.acquireUninterruptibly(this, heldHere ? 0 : glance));
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
        return node.acquireAsync(this);
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
            own(node.acquireUninterruptibly(this, Node.FOREVER));
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
     * longer than a twentieth of the lease: so {@code false} means that the lock is held elsewhere, or that the others did not
     * answer in time.
     */
    @Override
    public boolean tryLock() {
        return reenter() || own(tryAcquire().orElse(null));
    }

    @Override
    public boolean tryLock(long time, TimeUnit unit) throws InterruptedException {
        return reenter() || own(node.acquire(this, Math.min(Node.FOREVER, unit.toNanos(time))));
    }

    /**
     * Gives the lock back, if this thread has called so often as it has locked.
     *
     * @throws LockLostException if it was lost; it counts all the same
     * @throws IllegalMonitorStateException if this thread does not have the lock
     */
    @Override
    public void unlock() {
        Map<String, Node.Owned> all = node.owned();
        Node.Owned owned = owned(all);
        boolean last = --owned.depth == 0;
        if (last) {
            all.remove(name);
        }
        if (last ? !owned.grant.release() : !owned.grant.isValid()) {
            throw owned.grant.exception();
        }
    }

    /**
     * The fence with which this thread has the lock: see {@link Grant#fence()}.
     *
     * @throws LockLostException if it was lost
     * @throws IllegalMonitorStateException if this thread does not have the lock
     */
    public long fence() {
        return owned(node.owned()).grant.fence();
    }

    /** Whether this thread has the lock, and has not lost it. */
    public boolean isHeldByCurrentThread() {
        Node.Owned owned = node.owned().get(name);
        return owned != null && owned.grant.isValid();
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
        Node.Owned owned = node.owned().get(name);
        if (owned == null) {
            return false;
        }
        if (!owned.grant.isValid()) {
            throw owned.grant.exception();
        }
        owned.depth = Math.addExact(owned.depth, 1);
        return true;
    }

    private boolean own(@Nullable Grant grant) {
        if (grant != null) {
            node.owned().put(name, new Node.Owned(grant));
        }
        return grant != null;
    }

    private Node.Owned owned(Map<String, Node.Owned> all) {
        Node.Owned owned = all.get(name);
        if (owned == null) {
            throw new IllegalMonitorStateException("this thread does not have lock '" + name + "'");
        }
        return owned;
    }

    // For the rest of the package

    Node node() {
        return node;
    }

    /** The lock, if this node has it and nobody uses it. */
    @Nullable Grant takeIdle() {
        LockWord known = word;
        if (known == null) {
            return null;
        }
        Gates gates = node.host().gates();
        Gate gate = gates.current();
        long fence = known.tryAcquire(gates, gate, node.host().now());
        if (fence == LockWord.NONE_TELL) {
            node.released(name);
        }
        return fence > LockWord.NONE ? new Grant(this, known, fence, gate.generation()) : null;
    }

    void remember(LockWord known) {
        word = known;
    }

    @Override
    public String toString() {
        return "DistributedLock '" + name + "'";
    }
}
