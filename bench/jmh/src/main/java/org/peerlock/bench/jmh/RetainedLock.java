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
 * To acquire a lock and to release it, where the node has it already and nobody else wants it: no message is sent. The node is alone in its
 * cluster; the JDK's {@link ReentrantLock} stands beside it. Nothing is done while the lock is held. Times are those of one thread
 * for one acquisition and its release, with the wait for other threads if there are any.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@SuppressWarnings("NullAway.Init") // JMH calls join before anything else
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

    /** The node may still be about to take its own file away: what is not there any more does not matter. */
    private static void delete(File file) {
        File[] content = file.listFiles();
        if (content != null) {
            Arrays.stream(content).forEach(RetainedLock::delete);
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
    @SuppressWarnings("LockNotBeforeTry") // nothing is done in between that could fail
    public void lockAndUnlock() {
        lock.lock();
        lock.unlock();
    }

    @Benchmark
    @SuppressWarnings("LockNotBeforeTry") // nothing is done in between that could fail
    public void reentrantLock() {
        local.lock();
        local.unlock();
    }
}
