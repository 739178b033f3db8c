package org.peerlock;

import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.peerlock.internal.engine.inspection.LockInquiry;
import org.peerlock.internal.engine.inspection.LockInquiryResult;
import org.peerlock.internal.engine.inspection.UsageInquiry;
import org.peerlock.internal.engine.locks.AcquireRequest;
import org.peerlock.internal.engine.settings.Timing;
import org.peerlock.internal.runtime.NodeRuntime;

/**
 * This process as a member of a cluster: a group of processes that share locks, and need no server for it.
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
 * <p>By default a cluster is all processes of one user on one machine that join it by the same name. One such object for each
 * process and cluster is enough; it is safe for use by any number of threads.
 *
 * <p>A process that ends in an orderly way leaves by itself, and what it held passes on at once.
 */
public final class Peerlock implements AutoCloseable {

    /** The longest name of a lock, in bytes of UTF-8. */
    private static final int LONGEST_NAME = 1_000;

    /** How many leases it may take at most to leave: for holders to finish, and for the registry to be reached. */
    private static final int LEASES_TO_LEAVE = 4;

    private final String cluster;
    private final Timing timing;
    private final LocalNode localNode;
    private final LockCache lockCache = new LockCache();
    private final AtomicBoolean closed = new AtomicBoolean();
    private volatile Runnable onClose = () -> {};

    Peerlock(String cluster, Timing timing, NodeRuntime.Factory factory) {
        this.cluster = cluster;
        this.timing = timing;
        localNode = new LocalNode(cluster, timing, factory);
    }

    /**
     * Joins a cluster, with all as it is by default, and waits until this process is a member.
     *
     * @param cluster its name: letters, digits, {@code . _ -}
     * @throws RegistryUnavailableException if that takes too long
     * @throws IncompatibleSettingsException if the cluster uses other settings or another version
     */
    public static Peerlock join(String cluster) throws InterruptedException {
        return builder(cluster).join();
    }

    /** Of which version this library is; {@code development} if the build has not written it down. */
    public static String version() {
        return Version.OF_LIBRARY;
    }

    /** To join a cluster in another way than by default. */
    public static PeerlockBuilder builder(String cluster) {
        return new PeerlockBuilder(cluster);
    }

    /** Waits until it is a member; leaves again if that takes too long. */
    Peerlock joined(Duration timeout) throws InterruptedException {
        Thread hook = new Thread(this::leaveAtOnce, "peerlock-" + cluster + "-leaves");
        try {
            localNode.join(timeout);
            Runtime.getRuntime().addShutdownHook(hook); // refused if the process is ending
        } catch (RuntimeException | InterruptedException e) {
            leaveAtOnce();
            throw e;
        }
        Runnable hide = JmxRegistration.show(this);
        onClose = () -> {
            hide.run();
            remove(hook);
        };
        return this;
    }

    private static void remove(Thread hook) {
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException e) {
            // The process is ending: the hook finds that all is done.
        }
    }

    /** The cluster's name. */
    public String cluster() {
        return cluster;
    }

    /**
     * The exclusive lock of this name. Costs nothing to ask for, and need not be given back.
     *
     * @param name the same in all processes: any text, of at most 1000 bytes as UTF-8
     */
    public DistributedLock lock(String name) {
        return lockCache.get(
                name, any -> new DistributedLock(new LockHandle(localNode, AcquireRequest.exclusive(checked(any)))));
    }

    /**
     * The read-write lock of this name. Costs nothing to ask for, and need not be given back.
     *
     * @param name as for {@link #lock}; no other kind of lock may have it
     */
    public DistributedReadWriteLock readWriteLock(String name) {
        return new DistributedReadWriteLock(localNode, checked(name));
    }

    /**
     * The semaphore of this name. Costs nothing to ask for, and need not be given back.
     *
     * @param name as for {@link #lock}; no other kind of lock may have it
     * @param permits how many there are in all, the same in all processes
     */
    public DistributedSemaphore semaphore(String name, int permits) {
        return new DistributedSemaphore(localNode, checked(name), permits);
    }

    /**
     * All of these locks or none: they may be of any kind that {@link #lock} and {@link #readWriteLock} give, in any order. Whoever
     * acquires several locks in this way only, and holds no other meanwhile, never waits for one that waits for him.
     *
     * @return empty if they could not all be had within this time; nothing is held then
     * @throws IllegalArgumentException if one is there twice
     */
    public Optional<Grants> tryAcquireAll(Duration timeout, DistributedLock... locks) throws InterruptedException {
        return MultiLock.tryAcquire(timeout, locks);
    }

    /**
     * All of these locks: see {@link #tryAcquireAll}.
     *
     * @throws AcquireTimeoutException if they could not all be had within this time; nothing is held then
     */
    public Grants acquireAll(Duration timeout, DistributedLock... locks) throws InterruptedException {
        return tryAcquireAll(timeout, locks)
                .orElseThrow(() -> new AcquireTimeoutException(
                        "not all of " + Arrays.toString(locks) + " were acquired within " + timeout));
    }

    /**
     * Stands for leader, under a name, until what is returned is closed. Whoever has the exclusive lock of that name is leader.
     *
     * @param onElected called when this process has become leader; the fence of the grant tells it from leaders before. It may go on
     *     for as long as the process is leader, if the executor can spare the thread
     * @param onLost called when this process is leader no more, and has not resigned; it may be called while {@code onElected} still
     *     runs. Afterwards it stands for leader again
     */
    public Election elect(String name, Consumer<? super Grant> onElected, Consumer<? super LockLossReason> onLost) {
        Election election = new Election(lock(name), onElected, onLost);
        election.stand();
        return election;
    }

    /**
     * Who has the lock of this name, who waits for it, and why this process does not get it: see {@link Inspection}. All members
     * are asked, and waited for, but not longer than a second.
     *
     * @param name that of a lock of any kind
     */
    public Inspection inspect(String name) throws InterruptedException {
        return inspect(name, Duration.ofSeconds(1));
    }

    /**
     * The same, but the members are not waited for longer than this.
     *
     * @throws PeerlockClosedException if this process has left the cluster
     */
    public Inspection inspect(String name, Duration timeout) throws InterruptedException {
        String lock = checked(name);
        LockInquiryResult result = localNode.inquire(found -> new LockInquiry(lock, found), timeout);
        return Inspector.inspection(result, localNode.runtime().registryProblem());
    }

    /** The locks that are known in this process, the one that was had most often first. Those that nobody uses are forgotten in time. */
    public List<LockUse> locks() {
        return OverviewMapping.locks(localNode.overview().locks());
    }

    /**
     * The locks of the whole cluster, the one that was had most often first. All members are asked, and waited for, but not longer
     * than this; those that have not answered by then, or have left, do not count. Each tells of the 1000 locks that it has had most often since it
     * has joined, even if it has forgotten them otherwise.
     *
     * @throws PeerlockClosedException if this process has left the cluster
     */
    public List<LockUse> clusterLocks(Duration timeout) throws InterruptedException {
        return OverviewMapping.locks(localNode.inquire(UsageInquiry::new, timeout));
    }

    /** All processes that are registered in the cluster, as far as this one knows. */
    public List<Member> members() {
        return OverviewMapping.registered(localNode.overview());
    }

    /** What this process has to do with the cluster, in numbers. */
    public Statistics statistics() {
        return OverviewMapping.statistics(
                localNode.overview(), localNode.runtime().bytesSent());
    }

    /** From now on this one is told what happens to this process as a member of its cluster. */
    public void addListener(PeerlockListener listener) {
        localNode.listeners().add(listener);
    }

    /** From now on this one is told nothing, but for what is under way. */
    public void removeListener(PeerlockListener listener) {
        localNode.listeners().remove(listener);
    }

    /** From now on this one measures every acquisition in this process. */
    public void addMeter(LockMeter meter) {
        localNode.meters().add(meter);
    }

    /** Stops the meter: it is not called any more, except for calls that are running now. */
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
                    "a lock's name must be well-formed Unicode text: half a character"
                            + " would look the same as another half one in other processes",
                    e);
        }
    }

    /**
     * Leaves the cluster. Nothing is granted any more; who holds a lock has the time of a lease to give it back, and loses it then.
     * What this process had passes on without delay. Only the first call does anything.
     */
    @Override
    public void close() {
        if (closed.compareAndSet(false, true)) {
            localNode.leave(false, Duration.ofNanos(LEASES_TO_LEAVE * timing.leaseNanos()));
            onClose.run();
        }
    }

    /** Even if it is about to leave: the process may end before holders have finished. */
    private void leaveAtOnce() {
        closed.set(true);
        localNode.leave(true, Duration.ofNanos(timing.leaveTimeoutNanos()));
    }

    @Override
    public String toString() {
        return "Peerlock in cluster '" + cluster + "'";
    }
}
