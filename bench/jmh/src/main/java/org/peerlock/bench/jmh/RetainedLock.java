package org.peerlock.bench.jmh;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.peerlock.DistributedLock;
import org.peerlock.Grant;
import org.peerlock.Peerlock;

/**
 * Acquires and releases a lock that the node already has, so that no message is sent. The node is
 * alone in its cluster. The JDK's {@link ReentrantLock} is measured for comparison. The threads do
 * nothing while they hold the lock. A time is that of one thread for one acquisition and its
 * release; it includes waiting for the other threads, if there are any.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@SuppressWarnings("NullAway.Init") // JMH calls join first
public abstract class RetainedLock {

    private final ReentrantLock local = new ReentrantLock();
    private Path directory;
    private Peerlock peerlock;
    private DistributedLock lock;

    @Setup
    public void join() throws IOException, InterruptedException {
        directory = Files.createTempDirectory("peerlock-bench");
        peerlock = Peerlock.builder("bench").directory(directory).join();
        lock = peerlock.lock("retained");
        lock.acquire().close();
    }

    @TearDown
    public void leave() {
        peerlock.close();
        delete(directory.toFile());
    }

    /** Ignores files that are already gone: the node may still be deleting its own. */
    private static void delete(File file) {
        File[] children = file.listFiles();
        if (children != null) {
            Arrays.stream(children).forEach(RetainedLock::delete);
        }
        file.delete();
    }

    @Benchmark
    public long acquireAndClose() throws InterruptedException {
        try (Grant grant = lock.acquire()) {
            return grant.fence();
        }
    }

    @Benchmark
    @SuppressWarnings("LockNotBeforeTry") // nothing in between can fail
    public void lockAndUnlock() {
        lock.lock();
        lock.unlock();
    }

    @Benchmark
    @SuppressWarnings("LockNotBeforeTry") // nothing in between can fail
    public void reentrantLock() {
        local.lock();
        local.unlock();
    }
}
