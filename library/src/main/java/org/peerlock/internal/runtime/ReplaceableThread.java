package org.peerlock.internal.runtime;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Does one task after the other on a daemon thread. A task that was interrupted, and has not ended
 * when the next one arrives, is stuck: it is abandoned, and another thread does the tasks from then
 * on. Only a few threads may be stuck at a time; when there are too many, tasks wait until one of
 * them returns.
 *
 * <p>Thread-safe.
 */
final class ReplaceableThread {

    private static final Logger LOG = LoggerFactory.getLogger(LiveRuntime.class);

    /** How many threads may be stuck at a time. */
    static final int MOST_STUCK = 3;

    private final String name;
    private final Deque<Task> waiting = new ArrayDeque<>();
    /** Does the tasks; null before the first one. */
    private @Nullable Thread thread;
    /** The task that {@link #thread} does; null if it does none. */
    private @Nullable Task current;

    /** The tasks that are stuck. */
    private final Set<Task> stuck = new HashSet<>();

    private int started;
    private long executed;
    private boolean closed;

    ReplaceableThread(String name) {
        this.name = name;
    }

    /** A task that waits for its turn, is being done, or has ended. */
    final class Task {

        private final Runnable work;
        private final long number;
        private boolean interrupted;
        private boolean reported;

        private Task(Runnable work, long number) {
            this.work = work;
            this.number = number;
        }

        /** Interrupts its thread. If it waits, it is not done any more; if it has ended, nothing happens. */
        void interrupt() {
            synchronized (ReplaceableThread.this) {
                waiting.remove(this);
                if (current == this && thread != null) {
                    interrupted = true;
                    thread.interrupt();
                }
            }
        }
    }

    /** Does it when all earlier tasks have ended or are stuck. After {@link #close} it is not done. */
    synchronized Task execute(Runnable work) {
        Task task = new Task(work, ++executed);
        if (!closed) {
            waiting.add(task);
            if (current != null && current.interrupted && stuck.size() < MOST_STUCK) {
                stuck.add(current);
                thread = null;
                current = null;
            }
            if (thread == null) {
                start();
            }
            notifyAll();
        }
        return task;
    }

    /**
     * The time of a task is over, or would be. A task that was stuck before it began has had enough time to notice the
     * interrupt, even on a busy machine, or after this process was stopped for a while: it is reported, once.
     */
    synchronized void reportStuck(Task since) {
        for (Task task : stuck) {
            if (!task.reported && task.number < since.number) {
                task.reported = true;
                LOG.warn(
                        "A call of the registry does not return, although it was interrupted; another thread goes on."
                                + " Threads that are stuck: {} of at most {}",
                        stuck.size(),
                        MOST_STUCK);
            }
        }
    }

    /** Tasks that wait are still done; no others are. */
    synchronized void close() {
        closed = true;
        notifyAll();
    }

    private void start() {
        started++;
        Thread made = new Thread(this::run, started == 1 ? name : name + "-" + started);
        made.setDaemon(true);
        thread = made;
        made.start();
    }

    private void run() {
        for (Task task = next(); task != null; task = next()) {
            try {
                task.work.run();
            } catch (RuntimeException | Error e) {
                LOG.debug("A task failed", e);
            }
            if (!end(task)) {
                return;
            }
        }
    }

    /** Waits for the next task; null if there is none any more. */
    private synchronized @Nullable Task next() {
        while (waiting.isEmpty() && !closed) {
            try {
                wait();
            } catch (InterruptedException e) {
                LOG.trace("Nobody interrupts an idle thread", e);
            }
        }
        current = waiting.poll();
        return current;
    }

    /** Returns whether this thread does the next task. */
    private synchronized boolean end(Task task) {
        if (current != task) {
            stuck.remove(task);
            if (task.reported) {
                LOG.info(
                        "A call of the registry that was stuck has returned. Threads that are stuck: {}", stuck.size());
            }
            return false;
        }
        current = null;
        boolean unused = Thread.interrupted(); // it was meant for the task that has ended
        return true;
    }
}
