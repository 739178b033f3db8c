package org.peerlock.bench.storm;

import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.peerlock.Peerlock;
import org.peerlock.bench.storm.StormEvent.Use;

/** The exclusive locks of a trial of an outage. */
final class OutageLocks {

    /** How many locks the processes hold all the time, together. */
    static final int HELD = 1_000;
    /** How many locks go from process to process all the time. */
    static final int PASSED = 2;

    private static final String HELD_NAME = "held-";

    private OutageLocks() {}

    /** The locks that one of several processes holds. */
    static List<StormLock> heldBy(int process, int processes) {
        return IntStream.range(0, HELD)
                .filter(index -> index % processes == process % processes)
                .mapToObj(index -> lock(index, HELD_NAME + index))
                .toList();
    }

    static List<StormLock> passed() {
        return IntStream.range(0, PASSED)
                .mapToObj(index -> lock(HELD + index, "passed-" + index))
                .toList();
    }

    static Stream<StormLock> all() {
        return Stream.concat(heldBy(0, 1).stream(), passed().stream());
    }

    private static StormLock lock(int index, String name) {
        return new StormLock(index, name, StormLock.Kind.EXCLUSIVE, 1);
    }

    /** Whether the name is that of a lock which a process holds all the time. */
    static boolean isHeld(String name) {
        return name.startsWith(HELD_NAME);
    }

    static StormLock.Usage usage(StormLock lock, Peerlock peerlock) {
        return new StormLock.Usage(lock, Use.EXCLUSIVE, lock.capacity(), peerlock.lock(lock.name())::tryAcquire);
    }
}
