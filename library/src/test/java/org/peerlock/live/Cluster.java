package org.peerlock.live;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.peerlock.internal.registry.Children;
import org.peerlock.internal.registry.Children.Child;

/** Nodes that meet in one directory, each in a process of its own. */
final class Cluster implements AutoCloseable {

    private final Path directory;
    private final Duration lease;
    private final int cohort;
    private final Children children = new Children();

    Cluster(Path directory, Duration lease, int cohort) {
        this.directory = directory;
        this.lease = lease;
        this.cohort = cohort;
    }

    /** Starts so many nodes; all of them are members when it returns. */
    List<Child> start(int nodes) throws IOException {
        List<Child> started = new ArrayList<>();
        for (int i = 0; i < nodes; i++) {
            started.add(children.start(
                    NodeChild.class, directory.toString(), String.valueOf(lease.toMillis()), String.valueOf(cohort)));
        }
        for (Child child : started) {
            assertThat(child.hear()).isEqualTo("joined");
        }
        return started;
    }

    /** What a node answers to a command. */
    static String ask(Child child, String command) throws IOException {
        child.tell(command);
        return child.hear();
    }

    /** The fence with which it has got a lock: it was told to get it. */
    static long hearFence(Child child) throws IOException {
        String answer = child.hear();
        assertThat(answer).startsWith("fence ");
        return Long.parseLong(answer.substring("fence ".length()));
    }

    /** Lets a node get a lock as a grant, and waits until it has it. */
    static long acquire(Child child, String lock) throws IOException {
        child.tell("acquire " + lock);
        return hearFence(child);
    }

    /**
     * Stops a node, at a moment at which it does not write into the registry: that would keep all others from writing, as its
     * documentation tells.
     */
    void stop(Child child) throws IOException, InterruptedException {
        child.signal("STOP");
        while (!canBeWritten()) {
            child.signal("CONT");
            Thread.sleep(20);
            child.signal("STOP");
        }
    }

    /** Whether one who wants to write gets its turn. */
    private boolean canBeWritten() throws IOException, InterruptedException {
        try (FileChannel lock = FileChannel.open(directory.resolve("cluster-state.lock"), StandardOpenOption.WRITE)) {
            long begin = System.nanoTime();
            boolean busy = true;
            while (busy && System.nanoTime() - begin < TimeUnit.MILLISECONDS.toNanos(300)) {
                busy = lock.tryLock() == null;
                if (busy) {
                    Thread.sleep(5);
                }
            }
            return !busy;
        }
    }

    @Override
    public void close() {
        children.close();
    }
}
