package org.peerlock.live;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.peerlock.DistributedLock;
import org.peerlock.Grant;
import org.peerlock.Peerlock;
import org.peerlock.PeerlockClosedException;
import org.peerlock.ShutdownMode;
import org.peerlock.internal.registry.Children.Child;

/**
 * A service in a process of its own. Its threads do jobs under one lock, until the process is told to end. A file marks each job,
 * so a second one at the same time is noticed, and also one that was cut off.
 */
final class JobChild {

    static final String LOCK = "job";
    static final Duration LEASE = Duration.ofSeconds(20);

    private static final int THREADS = 2;

    private final DistributedLock lock;
    private final Path marker;
    private final AtomicBoolean holdsNext = new AtomicBoolean();
    private final Semaphore finish = new Semaphore(0);
    private volatile boolean stopping;

    private JobChild(Peerlock peerlock, Path marker) {
        lock = peerlock.lock(LOCK);
        this.marker = marker;
    }

    /** Its arguments are the directory, the file that marks a job, and what to do when it is told to end. */
    public static void main(String[] arguments) throws Exception {
        NodeChild.dieWithTheParent();
        ShutdownMode mode = ShutdownMode.valueOf(arguments[2]);
        Peerlock peerlock = Peerlock.builder("live")
                .directory(Path.of(arguments[0]))
                .lease(LEASE)
                .cohort(1)
                .shutdown(mode)
                .gracePeriod(Duration.ofMinutes(2))
                .join();
        JobChild child = new JobChild(peerlock, Path.of(arguments[1]));
        List<Thread> threads =
                Stream.generate(() -> new Thread(child::work)).limit(THREADS).toList();
        if (mode == ShutdownMode.AWAIT_CLOSE) {
            Runtime.getRuntime().addShutdownHook(new Thread(() -> child.stop(threads, peerlock)));
        }
        threads.forEach(Thread::start);
        Child.say("joined");
        BufferedReader commands = new BufferedReader(new InputStreamReader(System.in, UTF_8));
        for (String line = commands.readLine(); line != null; line = commands.readLine()) {
            if (line.equals("hold")) {
                child.holdsNext.set(true);
            } else {
                child.finish.release();
            }
        }
    }

    /** An order of its own: first the work ends, then the process leaves. */
    private void stop(List<Thread> threads, Peerlock peerlock) {
        stopping = true;
        for (Thread thread : threads) {
            try {
                thread.join();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }
        peerlock.close();
    }

    private void work() {
        try {
            while (!stopping) {
                try (Grant grant = lock.acquire()) {
                    job(grant);
                }
            }
        } catch (PeerlockClosedException e) {
            // the process ends
        } catch (IOException | InterruptedException | RuntimeException e) {
            say("failed: " + e);
            Runtime.getRuntime().halt(1);
        }
    }

    private void job(Grant grant) throws IOException, InterruptedException {
        Files.createFile(marker);
        if (holdsNext.compareAndSet(true, false)) {
            grant.onStopping(() -> say("told to stop"));
            say("holding");
            finish.acquire();
        }
        long unused = grant.fence(); // throws if the lock was lost
        Files.delete(marker);
    }

    private static void say(String line) {
        try {
            Child.say(line);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
