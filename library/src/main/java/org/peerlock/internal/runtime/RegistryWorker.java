package org.peerlock.internal.runtime;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
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
import org.peerlock.internal.io.netty.util.concurrent.EventExecutor;
import org.peerlock.registry.DeathDetector;
import org.peerlock.registry.RegistryStore;
import org.peerlock.registry.VersionedBytes;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Does for a node what may take long: operations on the cell, and looking who is dead. It does one thing after the other, on a
 * thread of its own, and answers on the loop; what takes too long is interrupted, and its outcome is unknown.
 */
final class RegistryWorker {

    /** What the node hears, on its loop. */
    interface Client {

        void onOutcome(RegistryOutcome outcome);

        void onProvenDeaths(SortedSet<Incarnation> dead);

        /** The cell can be used no more, for this reason; null: it can again. */
        void onProblem(@Nullable String reason);
    }

    /** Something that takes its time. */
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
    private volatile @Nullable String problem;
    /** When the trouble began; the loop's. */
    private long problemSince;
    /** Counts the operations, so that no late answer is taken for that of another; the loop's. */
    private long operation;

    RegistryWorker(
            String threadName, RegistryStore registryStore, EventExecutor loop, long patienceNanos, Client client) {
        this.registryStore = registryStore;
        this.deathDetector = registryStore.deathDetector();
        this.loop = loop;
        this.timeoutNanos = patienceNanos;
        this.client = client;
        thread = Executors.newSingleThreadExecutor(task -> {
            Thread made = new Thread(task, threadName);
            made.setDaemon(true);
            return made;
        });
    }

    /** Why the last operation failed, if it did; for any thread. */
    Optional<String> problem() {
        return Optional.ofNullable(problem);
    }

    void read() {
        perform(() -> {
            VersionedBytes versionedBytes = registryStore.read();
            if (versionedBytes.version() == VersionedBytes.EMPTY.version()) {
                return new RegistryOutcome.Empty(deathDetector.noneAlive());
            }
            ClusterState clusterState = ClusterStateText.read(versionedBytes.content());
            reportDeaths(clusterState);
            return new RegistryOutcome.Read(versionedBytes.version(), clusterState);
        });
    }

    /** @param me has to be known as alive before it stands in the cell */
    void compareAndSet(Incarnation me, long version, ClusterState content) {
        perform(() -> {
            if (content.isRegistered(me)) {
                deathDetector.register(me.toString());
            }
            return registryStore.compareAndSet(version, ClusterStateText.write(content))
                    ? new RegistryOutcome.Written()
                    : new RegistryOutcome.Unknown();
        });
    }

    /** Looks whether somebody has died: there is reason to think so. */
    void detectDeaths() {
        thread.execute(() -> {
            try {
                tell(parse(deathDetector.dead()));
            } catch (IOException e) {
                LOG.debug("Cannot look who is dead", e);
            }
        });
    }

    /** A node of this process holds nothing any more. */
    void onLeft(Incarnation node) {
        thread.execute(() -> {
            try {
                deathDetector.unregister(node.toString());
            } catch (IOException e) {
                LOG.debug("Cannot take back that {} lives", node.shortId(), e);
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
        tell(parse(dead));
    }

    private static SortedSet<Incarnation> parse(Set<String> members) {
        return members.stream().map(Incarnation::parse).collect(Collectors.toCollection(TreeSet::new));
    }

    private void tell(SortedSet<Incarnation> dead) {
        if (dead.isEmpty()) {
            return;
        }
        try {
            loop.execute(() -> client.onProvenDeaths(Collections.unmodifiableSortedSet(dead)));
        } catch (RejectedExecutionException e) {
            LOG.trace("Too late", e); // the node has stopped
        }
    }

    private void perform(Work work) {
        long mine = ++operation;
        Future<?> task = thread.submit(() -> {
            RegistryOutcome outcome;
            String problem = null;
            try {
                outcome = work.perform();
            } catch (IOException | CorruptRegistryException e) {
                outcome = new RegistryOutcome.Unknown();
                problem = describe(e);
            } catch (RuntimeException | Error e) { // whatever it is, the node waits for an answer
                outcome = new RegistryOutcome.Unknown();
                problem = e.toString();
            }
            RegistryOutcome result = outcome;
            String reason = problem;
            loop.execute(() -> complete(mine, result, reason));
        });
        var unused = loop.schedule(
                () -> {
                    if (operation == mine && task.cancel(true)) {
                        complete(
                                mine,
                                new RegistryOutcome.Unknown(),
                                "no answer within " + timeoutNanos / 1_000_000 + " ms");
                    }
                },
                timeoutNanos,
                TimeUnit.NANOSECONDS);
    }

    /** Many a message of the system is but a path. */
    private static String describe(Exception problem) {
        String message = problem.getMessage();
        if (problem instanceof AccessDeniedException) {
            return "permission denied: " + message;
        } else if (problem instanceof NoSuchFileException) {
            return "there is no " + message;
        }
        boolean onlyPath = problem instanceof FileSystemException file && file.getReason() == null;
        return message == null || onlyPath ? problem.toString() : message;
    }

    private void complete(long mine, RegistryOutcome outcome, @Nullable String problem) {
        if (operation != mine) {
            return;
        }
        operation++;
        logProblem(problem);
        client.onOutcome(outcome);
    }

    /** One line when trouble begins, and one when it ends. */
    private void logProblem(@Nullable String problem) {
        String before = this.problem;
        this.problem = problem;
        if (problem != null && before == null) {
            problemSince = System.nanoTime();
            LOG.warn(
                    "The registry cannot be used ({}); locks are kept until the lease ends, and it is tried again",
                    problem);
            client.onProblem(problem);
        } else if (problem == null && before != null) {
            LOG.info("The registry can be used again, after {} ms", (System.nanoTime() - problemSince) / 1_000_000);
            client.onProblem(null);
        }
    }
}
