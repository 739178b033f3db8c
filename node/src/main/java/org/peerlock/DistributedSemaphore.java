package org.peerlock;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.peerlock.brain.Demand;

/**
 * A number of permits among all processes of a cluster. Those of a process that has crashed come back when it is dropped.
 *
 * <p>Permits are had as a {@link Grant}, which belongs to no thread, and given back by closing it. Requests are served
 * strictly in the order in which they were made, in whatever process, so that a large one is not overtaken by small ones.
 */
public final class DistributedSemaphore {

    private final Node node;
    private final String name;
    private final int permits;
    private final String who;

    DistributedSemaphore(Node node, String name, int permits) {
        this(node, name, permits, "");
        door(1);
    }

    private DistributedSemaphore(Node node, String name, int permits, String who) {
        this.node = node;
        this.name = name;
        this.permits = permits;
        this.who = who;
    }

    private Door door(int wanted) {
        if (permits < 1 || wanted < 1 || wanted > permits) {
            throw new IllegalArgumentException(
                    "of semaphore '" + name + "' nobody can have " + wanted + " of " + permits + " permits");
        }
        return new Door(node, Demand.permits(name, permits, wanted)).as(who);
    }

    /** The same semaphore, for somebody who wants to be found by this name: see {@link DistributedLock#as}. */
    public DistributedSemaphore as(String other) {
        return new DistributedSemaphore(node, name, permits, other);
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
        return node.acquire(door(wanted));
    }

    /**
     * Waits for so many permits, but not longer than this.
     *
     * @throws AcquireTimeoutException if they were not had in time
     * @throws RegistryUnavailableException if they were not had in time, and this node could not have granted them
     */
    public Grant acquire(int wanted, Duration patience) throws InterruptedException {
        return node.acquire(door(wanted), patience);
    }

    /** So many permits, if they can be had within this time. */
    public Optional<Grant> tryAcquire(int wanted, Duration patience) throws InterruptedException {
        return Optional.ofNullable(node.acquire(door(wanted), Node.nanos(patience)));
    }

    /** Asks for so many permits, and does not wait: see {@link DistributedLock#acquireAsync}. */
    public CompletableFuture<Grant> acquireAsync(int wanted) {
        return node.acquireAsync(door(wanted));
    }

    @Override
    public String toString() {
        return "DistributedSemaphore '" + name + "' of " + permits + " permits";
    }
}
