package org.peerlock.bench;

import java.util.List;
import org.peerlock.bench.harness.Load;

/** What is measured. */
record Workload(String id, String title, int processes, Load load) {

    static final Workload RETAINED = new Workload("W1", "one process re-acquires one lock", 1, Load.exclusive(1, 1));
    static final Workload CONTENDED =
            new Workload("W2", "three processes, one thread each, one lock", 3, Load.exclusive(1, 1));
    static final Workload THREADS = new Workload("W3", "one process, 16 threads, one lock", 1, Load.exclusive(16, 1));
    static final Workload NAMES =
            new Workload("W4", "three processes × 4 threads, 1000 locks", 3, Load.exclusive(4, 1000));
    static final Workload READERS =
            new Workload("W5", "three processes × 4 threads, 90 % readers", 3, Load.readWrite(4, 90));
    static final Workload PERMITS =
            new Workload("W6", "three processes × 4 threads, 3 permits", 3, Load.semaphore(4, 3));

    static final List<Workload> ALL = List.of(RETAINED, CONTENDED, THREADS, NAMES, READERS, PERMITS);
}
