package org.peerlock;

import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.peerlock.internal.engine.inspection.LockInquiry;
import org.peerlock.internal.engine.inspection.LockInquiryResult;
import org.peerlock.internal.engine.inspection.UsageInquiry;
import org.peerlock.internal.engine.locks.AcquireRequest;
import org.peerlock.internal.engine.settings.Timing;
import org.peerlock.internal.runtime.NodeRuntime;
import org.peerlock.internal.text.DurationText;

/**
 * This process as a member of a cluster: a group of processes that share locks, and need no server
 * for it.
 *
 * <pre>{@code
 * try (Peerlock peerlock = Peerlock.join("orders")) {
 *     DistributedLock lock = peerlock.lock("invoice-42");
 *     try (Grant grant = lock.acquire(Duration.ofSeconds(2))) {
 *         store.save(invoice, grant.fence());
 *     }
 * }
 * }</pre>
 *
 * <p>By default a cluster is all processes of one user on one machine that join it by the same
 * name. One object for each process and cluster is enough. It is thread-safe.
 *
 * <p>A process leaves when this object is {@linkplain #close closed}, or when the JVM shuts down in
 * an orderly way: then its locks pass on at once, unless {@link PeerlockBuilder#shutdown} says otherwise. The locks of a
 * process that crashes are free when its death is proved or its lease has expired.
 *
 * <p>Not guaranteed: that a lock cannot be lost. See {@link Grant}.
 */
public final class Peerlock implements AutoCloseable {

    /** The longest name of a lock, in bytes of UTF-8. */
    private static final int LONGEST_NAME = 1_000;

    /** How many leases it may take to leave when holders have finished: time to reach the registry. */
    private static final int LEASES_TO_LEAVE = 3;

    private final String cluster;
    private final Timing timing;
    private final ShutdownSettings shutdown;
    private final LocalNode localNode;
    private final LockCache lockCache = new LockCache();
    private final AtomicBoolean closed = new AtomicBoolean();
    private volatile Runnable onClose = () -> {};

    Peerlock(String cluster, Timing timing, ShutdownSettings shutdown, NodeRuntime.Factory factory) {
        this.cluster = cluster;
        this.timing = timing;
        this.shutdown = shutdown;
        localNode = new LocalNode(cluster, timing, shutdown, factory);
    }

    /**
     * Joins a cluster with the default settings, and waits until this process is a member.
     *
     * @param cluster its name: 1 to 64 letters, digits, {@code . _ -}, not beginning with a dot
     * @throws RegistryUnavailableException if that takes longer than 30 seconds
     * @throws IncompatibleSettingsException if the cluster uses other settings or another version
     */
    public static Peerlock join(String cluster) throws InterruptedException {
        return builder(cluster).join();
    }

    /**
     * Joins the cluster that the configuration of this process names: the system property {@code peerlock.cluster}, the
     * environment variable {@code PEERLOCK_CLUSTER}, or that property in a file. See {@link PeerlockBuilder}.
     *
     * @throws IllegalStateException if no cluster is named
     */
    public static Peerlock join() throws InterruptedException {
        return builder().join();
    }

    /** The version of this library; {@code development} if it was not built by Maven. */
    public static String version() {
        return Version.OF_LIBRARY;
    }

    /** Returns a builder, to join a cluster with other than the default settings. */
    public static PeerlockBuilder builder(String cluster) {
        return new PeerlockBuilder(cluster);
    }

    /** Returns a builder for the cluster that the configuration of this process names, as {@link #join()} does. */
    public static PeerlockBuilder builder() {
        return new PeerlockBuilder(null);
    }

    /**
     * Waits until this process is a member; leaves again if that takes too long.
     *
     * @param begin when the timeout began, as {@link System#nanoTime} says it
     */
    Peerlock joined(Duration timeout, long begin) throws InterruptedException {
        Thread hook = new Thread(this::onShutdown, "peerlock-" + cluster + "-leaves");
        try {
            localNode.join(timeout, begin);
            if (shutdown.mode() != ShutdownMode.NONE) {
                Runtime.getRuntime().addShutdownHook(hook); // refused if the process is ending
            }
        } catch (RuntimeException | InterruptedException e) {
            localNode.leave(0, timing.leaveTimeoutNanos());
            throw e;
        }
        JmxRegistration jmx = JmxRegistration.register(this, localNode.listeners());
        onClose = () -> {
            jmx.close();
            remove(hook);
        };
        return this;
    }

    private static void remove(Thread hook) {
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException e) {
            // The JVM is shutting down: the hook runs, and finds that this process has left.
        }
    }

    /** The cluster's name. */
    public String cluster() {
        return cluster;
    }

    /**
     * Returns the exclusive lock with this name. The object is cheap, and need not be kept or
     * closed.
     *
     * @param name the same in all processes: any text of 1 to 1000 bytes in UTF-8
     */
    public DistributedLock lock(String name) {
        return lockCache.get(
                name, any -> new DistributedLock(new LockHandle(localNode, AcquireRequest.exclusive(checked(any)))));
    }

    /**
     * Returns the read-write lock with this name. The object is cheap, and need not be kept or
     * closed.
     *
     * @param name as for {@link #lock}; no other kind of lock may have the same name
     */
    public DistributedReadWriteLock readWriteLock(String name) {
        return new DistributedReadWriteLock(localNode, checked(name));
    }

    /**
     * Returns the semaphore with this name. The object is cheap, and need not be kept or closed.
     *
     * @param name as for {@link #lock}; no other kind of lock may have the same name
     * @param permits how many permits there are in all, the same in all processes
     * @throws IllegalArgumentException if there is not at least one permit
     */
    public DistributedSemaphore semaphore(String name, int permits) {
        return new DistributedSemaphore(localNode, checked(name), permits);
    }

    /**
     * Acquires several locks, all or none, within the timeout. They may be exclusive locks, read
     * locks and write locks.
     *
     * <p>The locks are acquired in one fixed order, whatever the order of the arguments. Code that
     * acquires several locks only by this method, and holds no other lock meanwhile, cannot
     * deadlock.
     *
     * @return the grants, which the caller must close; empty if the timeout ended, and nothing is
     *     held then
     * @throws IllegalArgumentException if no lock is given, or one is given twice
     */
    public Optional<Grants> tryAcquireAll(Duration timeout, DistributedLock... locks) throws InterruptedException {
        return MultiLock.tryAcquire(timeout, locks);
    }

    /**
     * Acquires several locks, all or none: see {@link #tryAcquireAll}.
     *
     * @throws AcquireTimeoutException if the timeout ended; nothing is held then
     */
    public Grants acquireAll(Duration timeout, DistributedLock... locks) throws InterruptedException {
        return tryAcquireAll(timeout, locks)
                .orElseThrow(() -> new AcquireTimeoutException(
                        "not all of " + Arrays.toString(locks) + " were acquired within " + DurationText.of(timeout)));
    }

    /**
     * Makes this process a candidate for leadership, until the returned election is closed. The
     * leader is the process that holds the exclusive lock with that name.
     *
     * <p>Both callbacks run on the {@linkplain PeerlockBuilder#executor executor}.
     *
     * @param onElected called when this process has become the leader; the grant has the fencing
     *     token of this leadership. It may run as long as the process leads, if the executor can
     *     spare a thread
     * @param onLost called when this process has lost the leadership, or resigns for a while; perhaps
     *     while {@code onElected} still runs. Afterwards the process is a candidate again
     */
    public Election elect(String name, Consumer<? super Grant> onElected, Consumer<? super LockLossReason> onLost) {
        return begun(new Election(lock(name), null, onElected, onLost));
    }

    /**
     * Makes this process a candidate for leadership as long as it is well. A leader that is not well
     * {@linkplain Election#resign resigns}: {@code onLost} is called with {@link LockLossReason#RESIGNED}, and when it has
     * returned, another candidate leads. This process takes part again when it is well.
     *
     * @param healthCheck says whether this process is well. It is called six times in the time of a lease, on the executor;
     *     an exception means no. While a call does not return, nothing changes
     */
    public Election elect(
            String name,
            BooleanSupplier healthCheck,
            Consumer<? super Grant> onElected,
            Consumer<? super LockLossReason> onLost) {
        return begun(new Election(lock(name), healthCheck, onElected, onLost));
    }

    private static Election begun(Election election) {
        election.begin();
        return election;
    }

    /**
     * Shows who holds a lock, who waits for it, and why this process does not get it. Asks all
     * members, and waits for their replies for a second at most.
     *
     * @param name the name of a lock of any kind
     */
    public Inspection inspect(String name) throws InterruptedException {
        return inspect(name, Duration.ofSeconds(1));
    }

    /**
     * The same with another timeout. When it ends, the result shows what is known by then.
     *
     * @throws PeerlockClosedException if this process has left the cluster
     */
    public Inspection inspect(String name, Duration timeout) throws InterruptedException {
        String lock = checked(name);
        LockInquiryResult result = localNode.inquire(found -> new LockInquiry(lock, found), timeout);
        return Inspector.inspection(result, localNode.runtime().registryProblem());
    }

    /**
     * The locks that this process knows, the one that was acquired most often first. Locks that
     * nobody uses are forgotten after a while.
     */
    public List<LockUse> locks() {
        return OverviewMapping.locks(localNode.overview().locks());
    }

    /**
     * The locks of the whole cluster, the one that was acquired most often first. Asks all members,
     * and waits for their replies until the timeout ends; members that have not replied by then do
     * not count. Each member reports the 1000 locks that it has acquired most often since it
     * joined.
     *
     * @throws PeerlockClosedException if this process has left the cluster
     */
    public List<LockUse> clusterLocks(Duration timeout) throws InterruptedException {
        return OverviewMapping.locks(localNode.inquire(UsageInquiry::new, timeout));
    }

    /** All processes that are registered in the cluster, as this process sees them. */
    public List<Member> members() {
        return OverviewMapping.registered(localNode.overview());
    }

    /** Counters and gauges of this process. */
    public Statistics statistics() {
        return OverviewMapping.statistics(
                localNode.overview(), localNode.runtime().bytesSent());
    }

    /** Adds a listener for what happens to this process as a member of its cluster. */
    public void addListener(PeerlockListener listener) {
        localNode.listeners().add(listener);
    }

    /** Removes a listener. Events that are on their way may still reach it. */
    public void removeListener(PeerlockListener listener) {
        localNode.listeners().remove(listener);
    }

    /** Adds a meter, which measures every acquisition in this process from now on. */
    public void addMeter(LockMeter meter) {
        localNode.meters().add(meter);
    }

    /** Removes a meter. Calls that are running now still end. */
    public void removeMeter(LockMeter meter) {
        localNode.meters().remove(meter);
    }

    static String checked(String name) {
        try {
            int length = StandardCharsets.UTF_8
                    .newEncoder()
                    .encode(CharBuffer.wrap(name))
                    .remaining();
            if (length == 0 || length > LONGEST_NAME) {
                throw new IllegalArgumentException(
                        "a lock's name has 1 to " + LONGEST_NAME + " bytes as UTF-8, not " + length);
            }
            return name;
        } catch (CharacterCodingException e) {
            throw new IllegalArgumentException(
                    "a lock's name must be well-formed Unicode text: an unpaired surrogate"
                            + " cannot be sent to other processes",
                    e);
        }
    }

    /**
     * Leaves the cluster as {@link #close(Duration)} does. Holders have the
     * {@linkplain PeerlockBuilder#gracePeriod grace period} to finish: by default the time of a lease.
     */
    @Override
    public void close() {
        close(Duration.ofNanos(shutdown.graceNanos()));
    }

    /**
     * Leaves the cluster, and lets holders finish first. From now on this process acquires nothing, and
     * requests that wait fail with a {@link PeerlockClosedException}. The listeners of
     * {@link Grant#onStopping} are called. Each lock passes on as soon as it is released; what is
     * still held after the time limit is lost.
     *
     * <p>It waits until the process has left: until nothing is held any more, or the limit has passed, and then until the
     * registry is written, for the time of three leases at most. Called again, it also waits, and of all limits the one that ends first counts; when
     * the JVM shuts down, also that of {@link PeerlockBuilder#shutdown}. A thread that holds a lock itself waits for the
     * whole limit.
     *
     * @param limit for how long holders may finish; zero or less: not at all
     */
    public void close(Duration limit) {
        long drainNanos = Timeouts.toNanos(limit);
        localNode.leave(drainNanos, drainNanos + LEASES_TO_LEAVE * timing.leaseNanos());
        if (closed.compareAndSet(false, true)) {
            onClose.run();
        }
    }

    /** The JVM shuts down, perhaps while {@link #close} waits for holders. When this returns, the JVM may halt. */
    private void onShutdown() {
        localNode.onTerminating();
        localNode.awaitEnd(shutdown.delayNanos() + timing.leaveTimeoutNanos());
    }

    @Override
    public String toString() {
        return "Peerlock in cluster '" + cluster + "'";
    }
}
