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

    /** Starts this many nodes. All of them are members when it returns. */
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

    /** The answer of a node to a command. */
    static String ask(Child child, String command) throws IOException {
        child.tell(command);
        return child.hear();
    }

    /** The fence of a lock that a node was told to acquire. */
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
     * Stops a node, at a moment at which it does not write to the registry: otherwise no other node could write, as the
     * documentation of the registry says.
     */
    void stop(Child child) throws IOException, InterruptedException {
        child.signal("STOP");
        while (!canBeWritten()) {
            child.signal("CONT");
            Thread.sleep(20);
            child.signal("STOP");
        }
    }

    /** Whether a waiting writer is served. */
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
