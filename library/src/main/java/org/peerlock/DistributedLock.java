package org.peerlock;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;
import org.jspecify.annotations.Nullable;
import org.peerlock.algorithm.Mode;
import org.peerlock.internal.os.StackRoom;

/**
 * A lock that all processes of a cluster share: an exclusive lock, or one side of a
 * {@link DistributedReadWriteLock}. It is thread-safe.
 *
 * <h2>Two ways to hold it</h2>
 *
 * <p><b>By a thread</b>, as with every {@link Lock}: {@link #lock}, {@link #tryLock()},
 * {@link #run} and the like. The lock is <em>reentrant</em>: the thread that holds it may lock it
 * again, and must unlock it as often. All the while it has one {@linkplain #fence() fencing token}.
 *
 * <p><b>By a {@link Grant}</b>: {@link #acquire()}, {@link #tryAcquire()}, {@link #acquireAsync()}.
 * A grant belongs to no thread. Any thread may use it, and any may close it. Grants are
 * <em>not</em> reentrant: a thread that has a grant and acquires the same lock again waits for
 * itself.
 *
 * <h2>It can be lost</h2>
 *
 * <p>A process that is paused, or cannot reach the registry, for longer than its lease loses its
 * locks: see {@link Grant}. From then on {@code unlock}, {@code fence} and a reentrant {@code lock}
 * throw a {@link LockLostException}.
 *
 * <h2>Waiting</h2>
 *
 * <p>{@link #lock}, {@link #lockInterruptibly}, {@link #acquire()} and {@link #run(Runnable)} wait
 * without a limit, even while the registry is unavailable. An interrupt ends every wait except
 * those of {@link #lock} and {@link #tryLock()}. A request that was given up is never granted
 * later. Every method that acquires the lock throws
 *
 * <ul>
 *   <li>{@link PeerlockClosedException} if this process has left the cluster, or leaves it while
 *       the method waits;
 *   <li>{@link LockRefusedException} if the name is in use for another kind of lock;
 *   <li>{@link NodeFailedException} if a defect has stopped the library in this process.
 * </ul>
 *
 * <h2>Ways to try</h2>
 *
 * <table>
 * <caption>What the methods do if the lock is not free</caption>
 * <tr><th>call</th><th>asks other processes</th><th>waits for a holder to release</th></tr>
 * <tr><td>{@code tryLock()}, {@code tryAcquire()}, {@code runIfFree(action)}</td>
 *     <td>yes: about one round trip</td><td>no</td></tr>
 * <tr><td>{@code tryLock(time, unit)}, {@code tryAcquire(timeout)}</td>
 *     <td>yes</td><td>up to the timeout</td></tr>
 * <tr><td>the same with a timeout of zero or less</td><td>no</td><td>no</td></tr>
 * </table>
 *
 * <h2>Order</h2>
 *
 * <p>The cluster's algorithm decides in which order the requests of different processes are served,
 * mostly first come, first served. A process may serve a few of its own requests before it passes
 * the lock on ({@link PeerlockBuilder#cohort}). Among those, a thread that arrives may overtake one
 * that waits, up to 255 times.
 *
 * <h2>Memory effects</h2>
 *
 * <p>Within one process, what a thread did before it released the lock <i>happens before</i> what
 * the next holder does, as for every {@code Lock}. Between processes there is no shared memory; the
 * lock orders their actions in time.
 */
public final class DistributedLock implements Lock {

    private final LockHandle handle;
    private final LocalNode localNode;
    private final String name;
    private final Mode mode;

    DistributedLock(LockHandle handle) {
        this.handle = handle;
        localNode = handle.localNode;
        name = handle.lock();
        mode = handle.request.mode();
    }

    /** The lock's name, which is the same in all processes. */
    public String name() {
        return name;
    }

    /**
     * Returns this lock with a label. {@link Peerlock#inspect} shows the label, instead of the
     * thread's name, for everything that is acquired through the returned object. The object is
     * cheap, and need not be kept. Both objects are the same lock: a thread that has locked one
     * holds the other, too.
     *
     * @param label who or what needs the lock, such as the number of an order; only the first 200
     *     characters are shown
     */
    public DistributedLock withLabel(String label) {
        return new DistributedLock(handle.withLabel(label));
    }

    // Held by a grant

    /**
     * Waits until the lock is granted.
     *
     * @return the grant, which the caller must close
     * @throws InterruptedException if the thread is interrupted before or while it waits; nothing
     *     is held then
     */
    public Grant acquire() throws InterruptedException {
        return localNode.acquire(handle);
    }

    /**
     * Waits until the lock is granted, at most for the timeout.
     *
     * @return the grant, which the caller must close
     * @throws AcquireTimeoutException if the lock was not granted in time, because it was in use,
     *     perhaps by this process itself
     * @throws RegistryUnavailableException if the lock was not granted in time, because this
     *     process has no lease
     * @throws InterruptedException if the thread is interrupted before or while it waits; nothing
     *     is held then
     */
    public Grant acquire(Duration timeout) throws InterruptedException {
        return localNode.acquire(handle, timeout);
    }

    /**
     * Acquires the lock if that is possible within the timeout.
     *
     * <p>With a timeout of zero or less it does not wait for anything, not even for a message: an
     * exclusive lock is granted only if this process had it last and no thread uses it, a read or
     * write lock never. To ask the other processes whether the lock is free, call
     * {@link #tryAcquire()}.
     *
     * @return the grant, which the caller must close; empty if the timeout ended
     * @throws InterruptedException if the thread is interrupted before or while it waits; nothing
     *     is held then
     */
    public Optional<Grant> tryAcquire(Duration timeout) throws InterruptedException {
        return Optional.ofNullable(localNode.acquire(handle, Timeouts.toNanos(timeout)));
    }

    /**
     * Acquires the lock if it is free. Does not wait for a holder to release it: see
     * {@link #tryLock()}.
     *
     * @return the grant, which the caller must close; empty if the lock is not free
     */
    public Optional<Grant> tryAcquire() {
        return Optional.ofNullable(localNode.tryAcquire(handle));
    }

    /**
     * Requests the lock, and does not wait. Dependents of the future run on the
     * {@linkplain PeerlockBuilder#executor executor}, or on the calling thread if the lock is
     * granted at once.
     *
     * <p>Cancelling this future, or completing it in any other way before the grant arrives,
     * withdraws the request. Cancelling a future that was derived from it, as by {@code thenApply},
     * does not. The receiver of the grant must close it.
     */
    public CompletableFuture<Grant> acquireAsync() {
        return localNode.acquireAsync(handle);
    }

    // Held while an action runs

    /**
     * Waits for the lock, runs the action while the current thread holds it, and unlocks.
     *
     * <p>The lock may be lost while the action runs. The action is not interrupted then; it may ask
     * {@link #isHeldByCurrentThread}, or {@link #fence()} before it writes. When the action has
     * returned, this method throws a {@link LockLostException}: what the action did may have
     * overlapped with another holder. If the action throws an exception itself, that one is thrown,
     * and a {@code LockLostException} is added to it as suppressed. The same holds for the other
     * methods that take an action.
     *
     * @throws LockLostException if the lock was lost before the action ended
     * @throws InterruptedException if the thread is interrupted before or while it waits; the
     *     action does not run then
     */
    public void run(Runnable action) throws InterruptedException {
        lockInterruptibly();
        runAndUnlock(action);
    }

    /**
     * Waits for the lock at most for the timeout, then does the same as {@link #run(Runnable)}. The
     * timeout does not limit the action.
     *
     * @throws AcquireTimeoutException if the lock was not granted in time; the action does not run
     *     then
     * @throws RegistryUnavailableException if the lock was not granted in time, because this
     *     process has no lease
     * @throws LockLostException if the lock was lost before the action ended
     * @throws InterruptedException if the thread is interrupted before or while it waits; the
     *     action does not run then
     */
    public void run(Duration timeout, Runnable action) throws InterruptedException {
        lock(timeout);
        runAndUnlock(action);
    }

    /**
     * Runs the action if the lock is free, as {@link #tryLock()} finds out.
     *
     * @return whether the action ran
     * @throws LockLostException if the lock was lost before the action ended: see
     *     {@link #run(Runnable)}
     */
    public boolean runIfFree(Runnable action) {
        boolean free = tryLock();
        if (free) {
            runAndUnlock(action);
        }
        return free;
    }

    /**
     * Waits for the lock, calls the action while the current thread holds it, unlocks, and returns
     * the result.
     *
     * @throws LockLostException if the lock was lost before the action ended; the result is
     *     discarded. See {@link #run(Runnable)}
     * @throws InterruptedException if the thread is interrupted before or while it waits; the
     *     action is not called then
     * @throws Exception if the action throws it
     */
    public <T> T call(Callable<T> action) throws Exception {
        lockInterruptibly();
        return callAndUnlock(action);
    }

    /**
     * Waits for the lock at most for the timeout, then does the same as {@link #call(Callable)}.
     * The timeout does not limit the action.
     *
     * @throws AcquireTimeoutException if the lock was not granted in time; the action is not called
     *     then
     * @throws RegistryUnavailableException if the lock was not granted in time, because this
     *     process has no lease
     * @throws LockLostException if the lock was lost before the action ended; the result is
     *     discarded
     * @throws InterruptedException if the thread is interrupted before or while it waits; the
     *     action is not called then
     * @throws Exception if the action throws it
     */
    public <T> T call(Duration timeout, Callable<T> action) throws Exception {
        lock(timeout);
        return callAndUnlock(action);
    }

    private void lock(Duration timeout) throws InterruptedException {
        if (!reenter()) {
            hold(acquire(timeout));
        }
    }

    /** What {@code try} closes. */
    private interface Unlock extends AutoCloseable {
        @Override
        void close();
    }

    @SuppressWarnings("try") // it is only closed
    private void runAndUnlock(Runnable action) {
        try (Unlock held = this::unlock) {
            action.run();
        }
    }

    @SuppressWarnings("try") // it is only closed
    private <T> T callAndUnlock(Callable<T> action) throws Exception {
        try (Unlock held = this::unlock) {
            return action.call();
        }
    }

    // Held by a thread

    /**
     * Waits until the current thread holds the lock. An interrupt does not end the wait; the
     * thread's interrupt status is set again before this method returns.
     *
     * @throws LockLostException if this thread already held the lock, and has lost it
     */
    @Override
    public void lock() {
        if (!reenter()) {
            hold(localNode.acquireUninterruptibly(handle));
        }
    }

    /**
     * Waits until the current thread holds the lock.
     *
     * @throws LockLostException if this thread already held the lock, and has lost it
     * @throws InterruptedException if the thread is interrupted before or while it waits; it does
     *     not hold the lock then
     */
    @Override
    public void lockInterruptibly() throws InterruptedException {
        if (!reenter()) {
            hold(acquire());
        }
    }

    /**
     * Takes the lock if it is free. If this process does not have it, the method asks the other
     * processes, and returns as soon as the lock arrives or one of them replies that it holds the
     * lock: that takes about one round trip.
     *
     * <p>{@code false} means that the lock was held at some moment during the call, perhaps by a
     * grant of this thread, or that no clear reply came within a twentieth of the lease, at most
     * 300 ms: a process does not respond, or the lock was passed between others all the time.
     *
     * @throws LockLostException if this thread already held the lock, and has lost it
     */
    @Override
    public boolean tryLock() {
        return reenter() || hold(localNode.tryAcquire(handle));
    }

    /**
     * Takes the lock if that is possible within the given time. With a time of zero or less it does
     * not wait for anything, not even for a message: see {@link #tryAcquire(Duration)}.
     *
     * @throws LockLostException if this thread already held the lock, and has lost it
     * @throws InterruptedException if the thread is interrupted before or while it waits; it does
     *     not hold the lock then
     */
    @Override
    public boolean tryLock(long time, TimeUnit unit) throws InterruptedException {
        return reenter() || hold(localNode.acquire(handle, Timeouts.toNanos(time, unit)));
    }

    /**
     * Unlocks once. The lock is released when the thread has unlocked it as often as it has locked
     * it.
     *
     * @throws LockLostException if the lock was lost; the call counts all the same
     * @throws IllegalMonitorStateException if the current thread does not hold the lock
     */
    @Override
    public void unlock() {
        StackRoom.RELEASE.require();
        ThreadHold hold = requireHold();
        boolean lost = hold.leave(mode);
        if (hold.isReleased()) {
            threadHolds().remove(name);
        }
        if (lost) {
            throw hold.grant().exception();
        }
    }

    /**
     * The fencing token with which the current thread holds the lock: see {@link Grant#fence()}.
     *
     * @throws LockLostException if the lock was lost
     * @throws IllegalMonitorStateException if the current thread does not hold the lock
     */
    public long fence() {
        return requireHold().grant().fence();
    }

    /** Whether the current thread has locked this lock, and has not lost it. */
    public boolean isHeldByCurrentThread() {
        ThreadHold hold = threadHolds().get(name);
        return hold != null && hold.has(mode) && hold.grant().isValid();
    }

    /**
     * Not supported, because threads of other processes could not signal the condition.
     *
     * @throws UnsupportedOperationException always
     */
    @Override
    public Condition newCondition() {
        throw new UnsupportedOperationException(
                "a lock between processes has no conditions: a thread of another process could not signal them");
    }

    /** Locks once more if the current thread holds the lock: whether it does. */
    private boolean reenter() {
        ThreadHold hold = threadHolds().get(name);
        if (hold != null) {
            hold.enter(mode);
        }
        return hold != null;
    }

    private boolean hold(@Nullable Grant grant) {
        if (grant != null) {
            threadHolds().put(name, new ThreadHold(grant, mode));
        }
        return grant != null;
    }

    private ThreadHold requireHold() {
        ThreadHold hold = threadHolds().get(name);
        if (hold == null || !hold.has(mode)) {
            throw new IllegalMonitorStateException("this thread does not hold lock '" + name + "'");
        }
        return hold;
    }

    private Map<String, ThreadHold> threadHolds() {
        return localNode.threadHolds(handle.request.capacity().kind());
    }

    LockHandle handle() {
        return handle;
    }

    @Override
    public String toString() {
        return "DistributedLock '" + name + "'";
    }
}
