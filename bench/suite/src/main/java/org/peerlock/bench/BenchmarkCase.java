package org.peerlock.bench;

import java.util.List;
import org.peerlock.bench.harness.LockWorkload;

/** What is measured. */
record BenchmarkCase(String id, String title, int processes, LockWorkload load) {

    static final BenchmarkCase RETAINED =
            new BenchmarkCase("W1", "one process re-acquires one lock", 1, LockWorkload.exclusive(1, 1));
    static final BenchmarkCase CONTENDED =
            new BenchmarkCase("W2", "three processes, one thread each, one lock", 3, LockWorkload.exclusive(1, 1));
    static final BenchmarkCase THREADS =
            new BenchmarkCase("W3", "one process, 16 threads, one lock", 1, LockWorkload.exclusive(16, 1));
    static final BenchmarkCase NAMES =
            new BenchmarkCase("W4", "three processes × 4 threads, 1000 locks", 3, LockWorkload.exclusive(4, 1000));
    static final BenchmarkCase READERS =
            new BenchmarkCase("W5", "three processes × 4 threads, 90 % readers", 3, LockWorkload.readWrite(4, 90));
    static final BenchmarkCase PERMITS =
            new BenchmarkCase("W6", "three processes × 4 threads, 3 permits", 3, LockWorkload.semaphore(4, 3));

    static final List<BenchmarkCase> ALL = List.of(RETAINED, CONTENDED, THREADS, NAMES, READERS, PERMITS);
}
