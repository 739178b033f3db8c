package org.peerlock.bench.harness;

import java.util.SplittableRandom;

/** One thread's keys to all locks, of which it takes one at random each time. */
final class RandomLockPicker {

    private final Subject.ThreadLock[] keys;
    private final Subject.ThreadLock[] readers;
    private final int readersPercent;
    private final SplittableRandom random = new SplittableRandom();
    private int drawn;

    RandomLockPicker(Subject.ThreadLock[] keys, Subject.ThreadLock[] readers, int readersPercent) {
        this.keys = keys;
        this.readers = readers;
        this.readersPercent = readersPercent;
    }

    Subject.ThreadLock draw() {
        drawn = keys.length == 1 ? 0 : random.nextInt(keys.length);
        boolean reads = readersPercent > 0 && random.nextInt(100) < readersPercent;
        return (reads ? readers : keys)[drawn];
    }

    /** Which lock was drawn last. */
    int drawn() {
        return drawn;
    }
}
