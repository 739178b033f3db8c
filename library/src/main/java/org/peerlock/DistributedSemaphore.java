package org.peerlock;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.peerlock.internal.engine.locks.AcquireRequest;

/**
 * A number of permits among all processes of a cluster. Those of a process that has crashed come back when it is dropped.
 *
 * <p>Permits are had as a {@link Grant}, which belongs to no thread, and given back by closing it. Requests are served
 * strictly in the order in which they were made, in whatever process, so that a large one is not overtaken by small ones.
 */
public final class DistributedSemaphore {

    private final LocalNode localNode;
    private final String name;
    private final int permits;
    private final String who;

    DistributedSemaphore(LocalNode localNode, String name, int permits) {
        this(localNode, name, permits, "");
        door(1);
    }

    private DistributedSemaphore(LocalNode localNode, String name, int permits, String who) {
        this.localNode = localNode;
        this.name = name;
        this.permits = permits;
        this.who = who;
    }

    private LockHandle door(int wanted) {
        if (permits < 1 || wanted < 1 || wanted > permits) {
            throw new IllegalArgumentException(
                    "of semaphore '" + name + "' nobody can have " + wanted + " of " + permits + " permits");
        }
        return new LockHandle(localNode, AcquireRequest.permits(name, permits, wanted)).withLabel(who);
    }

    /** The same semaphore, for somebody who wants to be found by this name: see {@link DistributedLock#withLabel}. */
    public DistributedSemaphore withLabel(String other) {
        return new DistributedSemaphore(localNode, name, permits, other);
    }

    /** The same in all processes. */
    public String name() {
        return name;
    }

    /** How many permits there are in all. */
    public int permits() {
        return permits;
    }

    /** Waits for one permit. */
    public Grant acquire() throws InterruptedException {
        return acquire(1);
    }

    /** Waits for so many permits. */
    public Grant acquire(int wanted) throws InterruptedException {
        return localNode.acquire(door(wanted));
    }

    /**
     * Waits for so many permits, but not longer than this.
     *
     * @throws AcquireTimeoutException if they were not had in time
     * @throws RegistryUnavailableException if they were not had in time, and this node could not have granted them
     */
    public Grant acquire(int wanted, Duration patience) throws InterruptedException {
        return localNode.acquire(door(wanted), patience);
    }

    /** So many permits, if they can be had within this time. */
    public Optional<Grant> tryAcquire(int wanted, Duration patience) throws InterruptedException {
        return Optional.ofNullable(localNode.acquire(door(wanted), LocalNode.toNanos(patience)));
    }

    /** Asks for so many permits, and does not wait: see {@link DistributedLock#acquireAsync}. */
    public CompletableFuture<Grant> acquireAsync(int wanted) {
        return localNode.acquireAsync(door(wanted));
    }

    @Override
    public String toString() {
        return "DistributedSemaphore '" + name + "' of " + permits + " permits";
    }
}
