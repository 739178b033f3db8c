package org.peerlock.bench.storm;

import java.time.Duration;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.peerlock.DistributedReadWriteLock;
import org.peerlock.Grant;
import org.peerlock.Peerlock;
import org.peerlock.bench.storm.StormEvent.Use;

/**
 * A lock that the processes of a storm use.
 *
 * @param index where its resource is
 * @param capacity how much all valid holders may have together
 */
record StormLock(int index, String name, Kind kind, int capacity) {

    enum Kind {
        EXCLUSIVE,
        READ_WRITE,
        SEMAPHORE
    }

    static final int COUNT = 32;
    private static final int PERMITS = 3;
    /** More readers than there can be. */
    private static final int READERS = 1_000;

    /** Asks for a lock and waits for it. */
    interface TimedAcquire {
        Optional<Grant> tryAcquire(Duration timeout) throws InterruptedException;
    }

    /** A way to use the lock. */
    record Usage(StormLock lock, Use use, int weight, TimedAcquire acquire) {}

    static Stream<StormLock> all() {
        return IntStream.range(0, COUNT).mapToObj(StormLock::of);
    }

    static StormLock of(int index) {
        if (index < COUNT / 2) {
            return new StormLock(index, "exclusive-" + index, Kind.EXCLUSIVE, 1);
        } else if (index < COUNT * 3 / 4) {
            return new StormLock(index, "read-write-" + index, Kind.READ_WRITE, READERS);
        }
        return new StormLock(index, "permits-" + index, Kind.SEMAPHORE, PERMITS);
    }

    /** Draws a way to use the lock. */
    Usage draw(Peerlock peerlock, SplittableRandom random) {
        switch (kind) {
            case EXCLUSIVE:
                return new Usage(this, Use.EXCLUSIVE, capacity, peerlock.lock(name)::tryAcquire);
            case READ_WRITE:
                DistributedReadWriteLock lock = peerlock.readWriteLock(name);
                return random.nextInt(4) == 0
                        ? new Usage(this, Use.WRITE, capacity, lock.writeLock()::tryAcquire)
                        : new Usage(this, Use.READ, 1, lock.readLock()::tryAcquire);
            default:
                int weight = 1 + random.nextInt(capacity);
                return new Usage(
                        this,
                        Use.PERMITS,
                        weight,
                        timeout -> peerlock.semaphore(name, capacity).tryAcquire(weight, timeout));
        }
    }
}
