package org.peerlock.internal.runtime;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.time.Duration;
import java.util.Collections;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.peerlock.internal.cluster.ClusterState;
import org.peerlock.internal.cluster.ClusterStateText;
import org.peerlock.internal.cluster.CorruptRegistryException;
import org.peerlock.internal.cluster.Incarnation;
import org.peerlock.internal.engine.effects.RegistryOutcome;
import org.peerlock.internal.engine.effects.RegistryWrite;
import org.peerlock.internal.io.netty.util.concurrent.EventExecutor;
import org.peerlock.internal.text.DurationText;
import org.peerlock.registry.DeathDetector;
import org.peerlock.registry.RegistryStore;
import org.peerlock.registry.VersionedBytes;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Does the blocking work of a node: reads and writes the registry, and looks for dead members. It
 * does one thing after the other on a thread of its own, and reports on the loop. An operation that
 * takes too long is interrupted, and its outcome is unknown.
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
        RegistryOutcome perform() throws IOException;
    }

    private static final Logger LOG = LoggerFactory.getLogger(LiveRuntime.class);

    private final RegistryStore registryStore;
    private final DeathDetector deathDetector;
    private final EventExecutor loop;
    private final long timeoutNanos;
    private final Client client;
    private final ExecutorService thread;
    private final RegistryProblem problem;
    /**
     * The number of the current operation, so that a late report is not taken for that of another;
     * the loop's.
     */
    private long operation;

    RegistryWorker(
            String threadName, RegistryStore registryStore, EventExecutor loop, long timeoutNanos, Client client) {
        this.registryStore = registryStore;
        this.deathDetector = registryStore.deathDetector();
        this.loop = loop;
        this.timeoutNanos = timeoutNanos;
        this.client = client;
        problem = new RegistryProblem(System::nanoTime, LOG, client::onProblem);
        thread = Executors.newSingleThreadExecutor(task -> {
            Thread made = new Thread(task, threadName);
            made.setDaemon(true);
            return made;
        });
    }

    /** Why the registry cannot be used, if so; for any thread. */
    Optional<String> problem() {
        return problem.reason();
    }

    void read() {
        perform(RegistryProblem.Operation.READ, () -> {
            VersionedBytes versionedBytes = registryStore.read();
            if (isEmpty(versionedBytes)) {
                return new RegistryOutcome.Empty(deathDetector.longestLease().stream()
                        .mapToLong(Duration::toMillis)
                        .findFirst());
            }
            ClusterState clusterState = ClusterStateText.read(versionedBytes.content());
            reportDeaths(clusterState);
            return new RegistryOutcome.Read(versionedBytes.version(), clusterState);
        });
    }

    /**
     * @param me must be registered with the death detector before it is in the registry; its lease
     *     is that of every registry which has a record of it
     */
    void write(Incarnation me, long version, RegistryWrite write) {
        long begin = System.nanoTime();
        perform(RegistryProblem.Operation.WRITE, () -> {
            long expected = version;
            Optional<ClusterState> content = Optional.of(write.content());
            while (content.isPresent() && System.nanoTime() - begin < timeoutNanos) { // later nobody expects a write
                if (compareAndSet(me, expected, content.get())) {
                    return new RegistryOutcome.Written(content.get());
                }
                VersionedBytes newer = registryStore.read();
                expected = newer.version();
                content = isEmpty(newer) ? Optional.empty() : write.onTopOf(ClusterStateText.read(newer.content()));
            }
            return new RegistryOutcome.Unknown();
        });
    }

    private boolean compareAndSet(Incarnation me, long version, ClusterState content) throws IOException {
        if (content.isRegistered(me)) {
            deathDetector.register(me.toString(), Duration.ofMillis(content.leaseMillis()));
        }
        return registryStore.compareAndSet(version, ClusterStateText.write(content));
    }

    private static boolean isEmpty(VersionedBytes versionedBytes) {
        return versionedBytes.version() == VersionedBytes.EMPTY.version();
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
        thread.shutdown();
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
        Future<?> task = thread.submit(() -> {
            RegistryOutcome outcome;
            String failure = null;
            try {
                outcome = work.perform();
            } catch (IOException | CorruptRegistryException e) {
                outcome = new RegistryOutcome.Unknown();
                failure = describe(e);
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
                    if (operation == mine && task.cancel(true)) {
                        complete(
                                mine,
                                kind,
                                new RegistryOutcome.Unknown(),
                                "no answer within " + DurationText.of(Duration.ofMillis(timeoutNanos / 1_000_000)));
                    }
                },
                timeoutNanos,
                TimeUnit.NANOSECONDS);
    }

    /** The messages of some exceptions are only a path. */
    private static String describe(Exception failure) {
        String message = failure.getMessage();
        if (failure instanceof AccessDeniedException) {
            return "permission denied: " + message;
        } else if (failure instanceof NoSuchFileException) {
            return "there is no " + message;
        }
        boolean onlyPath = failure instanceof FileSystemException file && file.getReason() == null;
        return message == null || onlyPath ? failure.toString() : message;
    }

    private void complete(
            long mine, RegistryProblem.Operation kind, RegistryOutcome outcome, @Nullable String failure) {
        if (operation != mine) {
            return;
        }
        operation++;
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
