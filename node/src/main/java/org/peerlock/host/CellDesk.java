package org.peerlock.host;

import io.netty.util.concurrent.EventExecutor;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.util.Collections;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.peerlock.brain.CellOutcome;
import org.peerlock.brain.registry.DamagedCellException;
import org.peerlock.brain.registry.Incarnation;
import org.peerlock.brain.registry.Registry;
import org.peerlock.brain.registry.RegistryText;
import org.peerlock.registry.Cell;
import org.peerlock.registry.Snapshot;
import org.peerlock.registry.Witness;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Does for a node what may take long: operations on the cell, and looking who is dead. It does one thing after the other, on a
 * thread of its own, and answers on the loop; what takes too long is interrupted, and its outcome is unknown.
 */
final class CellDesk {

    /** What the node hears, on its loop. */
    interface Client {

        void outcome(CellOutcome outcome);

        void dead(SortedSet<Incarnation> dead);

        /** The cell can be used no more, for this reason; null: it can again. */
        void troubled(@Nullable String reason);
    }

    /** Something that takes its time. */
    private interface Work {
        CellOutcome perform() throws IOException;
    }

    private static final Logger LOG = LoggerFactory.getLogger(LiveHost.class);

    private final Cell cell;
    private final Witness witness;
    private final EventExecutor loop;
    private final long patienceNanos;
    private final Client client;
    private final ExecutorService thread;
    private volatile @Nullable String trouble;
    /** When the trouble began; the loop's. */
    private long troubleSince;
    /** Counts the operations, so that no late answer is taken for that of another; the loop's. */
    private long operation;

    CellDesk(String threadName, Cell cell, EventExecutor loop, long patienceNanos, Client client) {
        this.cell = cell;
        this.witness = cell.witness();
        this.loop = loop;
        this.patienceNanos = patienceNanos;
        this.client = client;
        thread = Executors.newSingleThreadExecutor(task -> {
            Thread made = new Thread(task, threadName);
            made.setDaemon(true);
            return made;
        });
    }

    /** Why the last operation failed, if it did; for any thread. */
    Optional<String> trouble() {
        return Optional.ofNullable(trouble);
    }

    void read() {
        perform(() -> {
            Snapshot snapshot = cell.read();
            if (snapshot.version() == Snapshot.NOTHING.version()) {
                return new CellOutcome.Nothing(witness.nobodyIsThere());
            }
            Registry registry = RegistryText.read(snapshot.content());
            lookAtDead(registry);
            return new CellOutcome.Read(snapshot.version(), registry);
        });
    }

    /** @param me has to be known as alive before it stands in the cell */
    void compareAndSet(Incarnation me, long version, Registry content) {
        perform(() -> {
            if (content.registered(me)) {
                witness.enter(me);
            }
            return cell.compareAndSet(version, RegistryText.write(content))
                    ? new CellOutcome.Written()
                    : new CellOutcome.Unknown();
        });
    }

    /** Looks whether somebody has died: there is reason to think so. */
    void lookForDead() {
        thread.execute(() -> {
            try {
                tell(witness.dead());
            } catch (IOException e) {
                LOG.debug("Cannot look who is dead", e);
            }
        });
    }

    /** A node of this process holds nothing any more. */
    void left(Incarnation node) {
        thread.execute(() -> {
            try {
                witness.leave(node);
            } catch (IOException e) {
                LOG.debug("Cannot take back that {} lives", node.shortly(), e);
            }
        });
    }

    void close() {
        thread.shutdown();
    }

    private void lookAtDead(Registry registry) throws IOException {
        SortedSet<Incarnation> dead = witness.dead();
        SortedSet<Incarnation> unknown = new TreeSet<>(dead);
        unknown.removeAll(registry.members().keySet());
        witness.forget(unknown);
        tell(dead);
    }

    private void tell(SortedSet<Incarnation> dead) {
        if (dead.isEmpty()) {
            return;
        }
        try {
            loop.execute(() -> client.dead(Collections.unmodifiableSortedSet(dead)));
        } catch (RejectedExecutionException e) {
            LOG.trace("Too late", e); // the node has stopped
        }
    }

    private void perform(Work work) {
        long mine = ++operation;
        Future<?> task = thread.submit(() -> {
            CellOutcome outcome;
            String problem = null;
            try {
                outcome = work.perform();
            } catch (IOException | DamagedCellException e) {
                outcome = new CellOutcome.Unknown();
                problem = inWords(e);
            } catch (RuntimeException | Error e) { // whatever it is, the node waits for an answer
                outcome = new CellOutcome.Unknown();
                problem = e.toString();
            }
            CellOutcome result = outcome;
            String reason = problem;
            loop.execute(() -> answer(mine, result, reason));
        });
        var unused = loop.schedule(
                () -> {
                    if (operation == mine && task.cancel(true)) {
                        answer(
                                mine,
                                new CellOutcome.Unknown(),
                                "no answer within " + patienceNanos / 1_000_000 + " ms");
                    }
                },
                patienceNanos,
                TimeUnit.NANOSECONDS);
    }

    /** Many a message of the system is but a path. */
    private static String inWords(Exception problem) {
        String message = problem.getMessage();
        if (problem instanceof AccessDeniedException) {
            return "permission denied: " + message;
        } else if (problem instanceof NoSuchFileException) {
            return "there is no " + message;
        }
        boolean onlyPath = problem instanceof FileSystemException file && file.getReason() == null;
        return message == null || onlyPath ? problem.toString() : message;
    }

    private void answer(long mine, CellOutcome outcome, @Nullable String problem) {
        if (operation != mine) {
            return;
        }
        operation++;
        note(problem);
        client.outcome(outcome);
    }

    /** One line when trouble begins, and one when it ends. */
    private void note(@Nullable String problem) {
        String before = trouble;
        trouble = problem;
        if (problem != null && before == null) {
            troubleSince = System.nanoTime();
            LOG.warn(
                    "The registry cannot be used ({}); locks are kept until the lease ends, and it is tried again",
                    problem);
            client.troubled(problem);
        } else if (problem == null && before != null) {
            LOG.info("The registry can be used again, after {} ms", (System.nanoTime() - troubleSince) / 1_000_000);
            client.troubled(null);
        }
    }
}
