package org.peerlock;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import org.peerlock.internal.engine.locks.AcquireRequest;

/**
 * A semaphore that all processes of a cluster share: a fixed number of permits. It is thread-safe.
 *
 * <p>Permits are acquired as a {@link Grant}, which belongs to no thread, and are returned by
 * closing it. The permits of a process that has died return when its lease has expired. Unlike
 * {@link java.util.concurrent.Semaphore}, nobody can return a permit that was not acquired.
 *
 * <p>Requests are served strictly first come, first served, among all processes, so that small
 * requests never starve a large one. The {@code tryAcquire} methods do not overtake waiting
 * requests either.
 *
 * <p>Waiting, timeouts, interrupts and exceptions are those of {@link DistributedLock}. Every
 * method throws an {@link IllegalArgumentException} if it is asked for fewer permits than 1 or for
 * more than {@link #permits()}.
 */
public final class DistributedSemaphore {

    private final LocalNode localNode;
    private final String name;
    private final int permits;
    private final String label;

    DistributedSemaphore(LocalNode localNode, String name, int permits) {
        this(localNode, name, permits, "");
        handle(1);
    }

    private DistributedSemaphore(LocalNode localNode, String name, int permits, String label) {
        this.localNode = localNode;
        this.name = name;
        this.permits = permits;
        this.label = label;
    }

    private LockHandle handle(int wanted) {
        if (permits < 1 || wanted < 1 || wanted > permits) {
            throw new IllegalArgumentException(
                    "cannot acquire " + wanted + " of the " + permits + " permits of semaphore '" + name + "'");
        }
        return new LockHandle(localNode, AcquireRequest.permits(name, permits, wanted)).withLabel(label);
    }

    /**
     * Returns this semaphore with a label for {@link Peerlock#inspect}: see
     * {@link DistributedLock#withLabel}.
     */
    public DistributedSemaphore withLabel(String other) {
        return new DistributedSemaphore(localNode, name, permits, other);
    }

    /** The semaphore's name, which is the same in all processes. */
    public String name() {
        return name;
    }

    /** How many permits there are in all. */
    public int permits() {
        return permits;
    }

    /**
     * Waits until one permit is granted.
     *
     * @return the grant, which the caller must close
     * @throws InterruptedException if the thread is interrupted before or while it waits; nothing
     *     is held then
     */
    public Grant acquire() throws InterruptedException {
        return acquire(1);
    }

    /**
     * Waits until the wanted permits are granted, all together.
     *
     * @return the grant, which the caller must close
     * @throws InterruptedException if the thread is interrupted before or while it waits; nothing
     *     is held then
     */
    public Grant acquire(int wanted) throws InterruptedException {
        return localNode.acquire(handle(wanted));
    }

    /**
     * Waits until one permit is granted, at most for the timeout.
     *
     * @return the grant, which the caller must close
     * @throws AcquireTimeoutException if it was not granted in time
     * @throws RegistryUnavailableException if it was not granted in time, because this process has
     *     no lease
     * @throws InterruptedException if the thread is interrupted before or while it waits; nothing
     *     is held then
     */
    public Grant acquire(Duration timeout) throws InterruptedException {
        return acquire(1, timeout);
    }

    /**
     * Waits until the wanted permits are granted, all together, at most for the timeout.
     *
     * @return the grant, which the caller must close
     * @throws AcquireTimeoutException if they were not granted in time
     * @throws RegistryUnavailableException if they were not granted in time, because this process
     *     has no lease
     * @throws InterruptedException if the thread is interrupted before or while it waits; nothing
     *     is held then
     */
    public Grant acquire(int wanted, Duration timeout) throws InterruptedException {
        return localNode.acquire(handle(wanted), timeout);
    }

    /**
     * Acquires one permit if one is free. Does not wait for a holder to return one. If the other
     * processes must be asked, that takes about one round trip: see
     * {@link DistributedLock#tryLock()}.
     *
     * @return the grant, which the caller must close; empty if no permit is free
     */
    public Optional<Grant> tryAcquire() {
        return tryAcquire(1);
    }

    /**
     * Acquires the wanted permits, all together, if they are free: see {@link #tryAcquire()}.
     *
     * @return the grant, which the caller must close; empty if not enough permits are free
     */
    public Optional<Grant> tryAcquire(int wanted) {
        return Optional.ofNullable(localNode.tryAcquire(handle(wanted)));
    }

    /**
     * Acquires one permit if that is possible within the timeout. With a timeout of zero or less
     * nobody is asked, and the result is always empty: call {@link #tryAcquire()} to find out
     * whether a permit is free.
     *
     * @return the grant, which the caller must close; empty if the timeout ended
     * @throws InterruptedException if the thread is interrupted before or while it waits; nothing
     *     is held then
     */
    public Optional<Grant> tryAcquire(Duration timeout) throws InterruptedException {
        return tryAcquire(1, timeout);
    }

    /**
     * Acquires the wanted permits, all together, if that is possible within the timeout: see
     * {@link #tryAcquire(Duration)}.
     *
     * @return the grant, which the caller must close; empty if the timeout ended
     * @throws InterruptedException if the thread is interrupted before or while it waits; nothing
     *     is held then
     */
    public Optional<Grant> tryAcquire(int wanted, Duration timeout) throws InterruptedException {
        return Optional.ofNullable(localNode.acquire(handle(wanted), Timeouts.toNanos(timeout)));
    }

    /** Requests one permit, and does not wait: see {@link DistributedLock#acquireAsync}. */
    public CompletableFuture<Grant> acquireAsync() {
        return acquireAsync(1);
    }

    /**
     * Requests the wanted permits, all together, and does not wait: see
     * {@link DistributedLock#acquireAsync}.
     */
    public CompletableFuture<Grant> acquireAsync(int wanted) {
        return localNode.acquireAsync(handle(wanted));
    }

    // Held while an action runs

    /**
     * Waits for one permit, runs the action, and returns the permit. An action that runs another
     * action of the same semaphore needs a second permit. What happens if the permit is lost is
     * described at {@link DistributedLock#run(Runnable)}.
     *
     * @throws LockLostException if the permit was lost before the action ended
     * @throws InterruptedException if the thread is interrupted before or while it waits; the
     *     action does not run then
     */
    public void run(Runnable action) throws InterruptedException {
        run(acquire(), action);
    }

    /**
     * Waits for one permit at most for the timeout, then does the same as {@link #run(Runnable)}.
     *
     * @throws AcquireTimeoutException if no permit was granted in time; the action does not run
     *     then
     * @throws RegistryUnavailableException if no permit was granted in time, because this process
     *     has no lease
     * @throws LockLostException if the permit was lost before the action ended
     * @throws InterruptedException if the thread is interrupted before or while it waits; the
     *     action does not run then
     */
    public void run(Duration timeout, Runnable action) throws InterruptedException {
        run(acquire(timeout), action);
    }

    /**
     * Runs the action if a permit is free, as {@link #tryAcquire()} finds out.
     *
     * @return whether the action ran
     * @throws LockLostException if the permit was lost before the action ended
     */
    public boolean runIfFree(Runnable action) {
        Optional<Grant> grant = tryAcquire();
        grant.ifPresent(permit -> run(permit, action));
        return grant.isPresent();
    }

    /**
     * Waits for one permit, calls the action, returns the permit, and returns the result.
     *
     * @throws LockLostException if the permit was lost before the action ended; the result is
     *     discarded
     * @throws InterruptedException if the thread is interrupted before or while it waits; the
     *     action is not called then
     * @throws Exception if the action throws it
     */
    public <T> T call(Callable<T> action) throws Exception {
        return call(acquire(), action);
    }

    /**
     * Waits for one permit at most for the timeout, then does the same as {@link #call(Callable)}.
     *
     * @throws AcquireTimeoutException if no permit was granted in time; the action is not called
     *     then
     * @throws RegistryUnavailableException if no permit was granted in time, because this process
     *     has no lease
     * @throws LockLostException if the permit was lost before the action ended; the result is
     *     discarded
     * @throws InterruptedException if the thread is interrupted before or while it waits; the
     *     action is not called then
     * @throws Exception if the action throws it
     */
    public <T> T call(Duration timeout, Callable<T> action) throws Exception {
        return call(acquire(timeout), action);
    }

    @SuppressWarnings("try") // it is only closed
    private static void run(Grant grant, Runnable action) {
        try (grant) {
            action.run();
        }
    }

    @SuppressWarnings("try") // it is only closed
    private static <T> T call(Grant grant, Callable<T> action) throws Exception {
        try (grant) {
            return action.call();
        }
    }

    @Override
    public String toString() {
        return "DistributedSemaphore '" + name + "' of " + permits + " permits";
    }
}
