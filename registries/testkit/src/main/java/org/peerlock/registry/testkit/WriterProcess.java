package org.peerlock.registry.testkit;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Semaphore;

/** A {@link Writer} in a process of its own, whose history is taken down as it goes on. */
final class WriterProcess {

    private final JavaProcess process;
    private final History history;
    /** A permit for each acknowledged write that it has told of. */
    private final Semaphore written = new Semaphore(0);

    WriterProcess(String url, String cluster, String name, int times, Duration timeout, History history)
            throws IOException {
        this.history = history;
        process = new JavaProcess(
                Writer.class,
                List.of(url, cluster, name, String.valueOf(times), String.valueOf(timeout.toMillis())),
                this::take);
    }

    private void take(String line) {
        Event event = Event.parse(line);
        history.add(event);
        if (event.kind() == Event.Kind.WRITTEN) {
            written.release();
        }
    }

    /** Waits until it has told of so many more acknowledged writes. */
    void awaitWritten(int times) throws InterruptedException {
        written.drainPermits();
        written.acquire(times);
    }

    /** Waits until it ends, and has told everything. Returns its exit code. */
    int awaitEnd() throws InterruptedException {
        return process.awaitEnd();
    }

    /** Kills it as {@code kill -9} does. What it has told by then is taken down. */
    void kill() throws InterruptedException {
        process.kill();
    }
}
