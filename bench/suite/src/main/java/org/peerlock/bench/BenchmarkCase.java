package org.peerlock.bench;

import java.util.List;
import org.peerlock.bench.harness.LockWorkload;

/** A workload of the benchmark, with the number of processes that run it. */
record BenchmarkCase(String id, String title, int processes, LockWorkload workload) {

    static final BenchmarkCase RETAINED =
            new BenchmarkCase("W1", "one process re-acquires one lock", 1, LockWorkload.exclusive(1, 1));
    static final BenchmarkCase CONTENDED =
            new BenchmarkCase("W2", "3 processes × 1 thread, one lock", 3, LockWorkload.exclusive(1, 1));
    static final BenchmarkCase THREADS =
            new BenchmarkCase("W3", "one process × 16 threads, one lock", 1, LockWorkload.exclusive(16, 1));
    static final BenchmarkCase MANY_LOCKS =
            new BenchmarkCase("W4", "3 processes × 4 threads, 1000 locks", 3, LockWorkload.exclusive(4, 1000));
    static final BenchmarkCase READ_WRITE =
            new BenchmarkCase("W5", "3 processes × 4 threads, 90 % reads", 3, LockWorkload.readWrite(4, 90));
    static final BenchmarkCase SEMAPHORE =
            new BenchmarkCase("W6", "3 processes × 4 threads, 3 permits", 3, LockWorkload.semaphore(4, 3));

    static final List<BenchmarkCase> ALL = List.of(RETAINED, CONTENDED, THREADS, MANY_LOCKS, READ_WRITE, SEMAPHORE);
}
