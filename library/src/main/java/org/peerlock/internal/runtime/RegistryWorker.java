package org.peerlock.internal.runtime;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.time.Duration;
import java.util.Collections;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.peerlock.internal.cluster.ClusterState;
import org.peerlock.internal.cluster.ClusterStateText;
import org.peerlock.internal.cluster.CorruptRegistryException;
import org.peerlock.internal.cluster.Incarnation;
import org.peerlock.internal.cluster.MemberRecord;
import org.peerlock.internal.engine.effects.RegistryOutcome;
import org.peerlock.internal.engine.effects.RegistryWrite;
import org.peerlock.internal.io.netty.util.concurrent.EventExecutor;
import org.peerlock.internal.text.DurationText;
import org.peerlock.internal.text.FailureText;
import org.peerlock.registry.Deadline;
import org.peerlock.registry.DeathDetector;
import org.peerlock.registry.RegistryStore;
import org.peerlock.registry.TaggedBytes;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Does the blocking work of a node: reads and writes the registry, and looks for dead members. It
 * does one thing after the other on a thread of its own, and reports on the loop. An operation that
 * takes too long is interrupted, and its outcome is unknown. If its thread is stuck all the same,
 * another thread takes its place.
 */
final class RegistryWorker {

    /** Receives the reports, on the loop. */
    interface Client {

        void onOutcome(RegistryOutcome outcome);

        void onProvenDeaths(SortedSet<Incarnation> dead);

        /** The registry cannot be used, for this reason; null: it can be used again. */
        void onProblem(@Nullable String reason);
    }

    private interface Work {
        RegistryOutcome perform(Deadline deadline) throws IOException;
    }

    private static final Logger LOG = LoggerFactory.getLogger(LiveRuntime.class);

    /**
     * The time limit of the first operation, unless the usual one is longer: a driver that is loaded and
     * connects for the first time takes longer than later.
     */
    private static final long FIRST_CONTACT_NANOS = TimeUnit.SECONDS.toNanos(5);

    /** After so many writes in a row that came too late, the pause after the next one grows no more. */
    private static final int MOST_DOUBLINGS = 6;

    private final RegistryStore registryStore;
    private final boolean closesStore;
    private final DeathDetector deathDetector;
    private final EventExecutor loop;
    private final long timeoutNanos;
    private final Client client;
    private final ReplaceableThread thread;
    private final RegistryProblem problem;
    /** Whether an operation has succeeded. */
    private volatile boolean contacted;
    /**
     * The time limit of the next operation; the loop's. It is doubled by a failure and halved by a
     * success: if many processes connect to a busy server, and each gives up too early and connects
     * again, then none of them ever succeeds.
     */
    private long limitNanos;
    /** How many writes in a row came too late; the worker thread's. */
    private volatile int writesRefused;
    /**
     * The number of the current operation, so that a late report is not taken for that of another;
     * the loop's.
     */
    private long operation;

    /**
     * @param closesStore whether the store is closed together with this worker
     * @param keepsLocks for how long this process keeps its locks if the registry cannot be used
     */
    RegistryWorker(
            String threadName,
            RegistryStore registryStore,
            boolean closesStore,
            EventExecutor loop,
            long timeoutNanos,
            String keepsLocks,
            Client client) {
        this.registryStore = registryStore;
        this.closesStore = closesStore;
        this.deathDetector = registryStore.deathDetector();
        this.loop = loop;
        this.timeoutNanos = timeoutNanos;
        limitNanos = longestLimitNanos();
        this.client = client;
        problem = new RegistryProblem(System::nanoTime, LOG, keepsLocks, client::onProblem);
        thread = new ReplaceableThread(threadName);
    }

    /** Why the registry cannot be used, if so; for any thread. */
    Optional<String> problem() {
        return problem.reason()
                .or(() -> contacted ? Optional.empty() : Optional.of("no answer yet from " + registryStore.describe()));
    }

    void read() {
        perform(RegistryProblem.Operation.READ, deadline -> {
            TaggedBytes stored = registryStore.read(remaining(deadline));
            if (stored.isEmpty()) {
                OptionalLong longestLeaseMillis = deathDetector.longestLease().stream()
                        .mapToLong(Duration::toMillis)
                        .findFirst();
                return new RegistryOutcome.Empty(stored.tag(), longestLeaseMillis);
            }
            ClusterState clusterState = ClusterStateText.read(stored.content());
            reportDeaths(clusterState);
            return new RegistryOutcome.Read(stored.tag(), clusterState);
        });
    }

    /**
     * @param me must be registered with the death detector, with its lease, before it is in the
     *     registry
     */
    void write(Incarnation me, String tag, RegistryWrite write) {
        perform(RegistryProblem.Operation.WRITE, deadline -> {
            String expected = tag;
            Optional<ClusterState> content = Optional.of(write.content());
            Deadline lastTry = deadline.first(2); // so that also a slow one ends in time
            while (content.isPresent() && !lastTry.passed()) {
                long begin = System.nanoTime();
                if (compareAndSet(me, expected, content.get(), deadline)) {
                    writesRefused = 0;
                    return new RegistryOutcome.Written(content.get());
                }
                pauseAfterRefusal(System.nanoTime() - begin, lastTry);
                TaggedBytes newer = registryStore.read(remaining(deadline));
                expected = newer.tag();
                content = newer.isEmpty() ? Optional.empty() : write.onTopOf(ClusterStateText.read(newer.content()));
            }
            return new RegistryOutcome.Unknown();
        });
    }

    /**
     * Another process has written first. If many write, each waits for some time, and the longer the more
     * often it was late: otherwise all try at the same moment again, and all but one are refused.
     */
    private void pauseAfterRefusal(long writeNanos, Deadline lastTry) throws IOException {
        long longest = Math.min(writeNanos << writesRefused, lastTry.leftNanos());
        writesRefused = Math.min(writesRefused + 1, MOST_DOUBLINGS);
        try {
            TimeUnit.NANOSECONDS.sleep(ThreadLocalRandom.current().nextLong(longest + 1));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("interrupted before another try");
        }
    }

    private boolean compareAndSet(Incarnation me, String tag, ClusterState content, Deadline deadline)
            throws IOException {
        MemberRecord own = content.members().get(me);
        if (own != null) {
            deathDetector.register(
                    me.toString(),
                    Duration.ofMillis(
                            content.settings().longestHold(own.lease()).longestMillis()));
        }
        return registryStore.compareAndSet(tag, ClusterStateText.write(content), remaining(deadline));
    }

    /** The registry has an older content than the node knows; on the loop. */
    void onOutdated(long revision, long knownRevision) {
        problem.onFailure(
                RegistryProblem.Operation.USE,
                "it has gone back to revision " + revision + ", and this process has seen revision " + knownRevision
                        + ". Has somebody restored a backup? Delete the registry instead");
    }

    /** The registry's content is not older than what the node knows, after it has been; on the loop. */
    void onCurrent() {
        problem.onSuccess(RegistryProblem.Operation.USE);
    }

    /** Looks for dead members now, because there is reason to suspect one. */
    void detectDeaths() {
        thread.execute(() -> {
            try {
                report(parse(deathDetector.dead()));
            } catch (IOException | RuntimeException e) {
                LOG.debug("Could not look for dead members", e);
            }
        });
    }

    /** A node of this process holds nothing any more. */
    void onLeft(Incarnation node) {
        thread.execute(() -> {
            try {
                deathDetector.unregister(node.toString());
            } catch (IOException | RuntimeException e) {
                LOG.debug("Could not unregister {} from the death detector", node.shortId(), e);
            }
        });
    }

    void close() {
        if (closesStore) {
            thread.execute(registryStore::close);
        }
        thread.close();
    }

    private void reportDeaths(ClusterState clusterState) throws IOException {
        Set<String> dead = deathDetector.dead();
        Set<String> unknown = new TreeSet<>(dead);
        clusterState.members().keySet().forEach(member -> unknown.remove(member.toString()));
        deathDetector.forget(unknown);
        report(parse(dead));
    }

    private static SortedSet<Incarnation> parse(Set<String> members) {
        return members.stream().map(Incarnation::parse).collect(Collectors.toCollection(TreeSet::new));
    }

    private void report(SortedSet<Incarnation> dead) {
        if (dead.isEmpty()) {
            return;
        }
        try {
            loop.execute(() -> client.onProvenDeaths(Collections.unmodifiableSortedSet(dead)));
        } catch (RejectedExecutionException e) {
            LOG.trace("The node has stopped", e);
        }
    }

    private void perform(RegistryProblem.Operation kind, Work work) {
        long mine = ++operation;
        Duration limit = Duration.ofNanos(limitNanos);
        Deadline deadline = Deadline.in(limit);
        ReplaceableThread.Task task = thread.execute(() -> {
            RegistryOutcome outcome;
            String failure = null;
            try {
                outcome = work.perform(deadline);
            } catch (IOException | CorruptRegistryException e) {
                outcome = new RegistryOutcome.Unknown();
                failure = e instanceof IOException expected ? FailureText.of(expected) : e.getMessage();
            } catch (RuntimeException | Error e) { // the node waits for an outcome, whatever happens
                outcome = new RegistryOutcome.Unknown();
                failure = e.toString();
            }
            RegistryOutcome result = outcome;
            String reason = failure;
            loop.execute(() -> complete(mine, kind, result, reason));
        });
        var unused = loop.schedule(
                () -> {
                    thread.reportStuck(task);
                    if (operation == mine) {
                        task.interrupt();
                        complete(
                                mine,
                                kind,
                                new RegistryOutcome.Unknown(),
                                "no answer within " + DurationText.ofMillis(limit.toMillis()));
                    }
                },
                limit.toNanos(),
                TimeUnit.NANOSECONDS);
    }

    private long longestLimitNanos() {
        return Math.max(timeoutNanos, FIRST_CONTACT_NANOS);
    }

    /** At least a millisecond: for many clients zero means for ever. */
    private static Duration remaining(Deadline deadline) {
        return Duration.ofNanos(Math.max(1_000_000, deadline.leftNanos()));
    }

    private void complete(
            long mine, RegistryProblem.Operation kind, RegistryOutcome outcome, @Nullable String failure) {
        if (operation != mine) {
            return;
        }
        operation++;
        if (failure == null) {
            contacted = true;
            limitNanos = Math.max(limitNanos / 2, timeoutNanos);
        } else {
            limitNanos = Math.min(2 * limitNanos, longestLimitNanos());
        }
        if (failure != null) {
            problem.onFailure(kind, failure);
        } else if (!(outcome instanceof RegistryOutcome.Unknown)) { // a refused write does not show that writes work
            problem.onSuccess(kind);
        }
        long ended = operation;
        client.onOutcome(outcome);
        if (kind == RegistryProblem.Operation.READ && failure == null && operation == ended) {
            problem.onNothingToWrite();
        }
    }
}
