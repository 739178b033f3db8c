package org.peerlock.bench.harness;

import java.util.SplittableRandom;

/** The locks of one thread, of which it picks one at random for each acquisition. */
final class RandomLockPicker {

    private final Subject.ThreadLock[] locks;
    private final Subject.ThreadLock[] readLocks;
    private final int readPercent;
    private final SplittableRandom random = new SplittableRandom();
    private int index;

    /**
     * @param readLocks the read sides of {@code locks}; used only if {@code readPercent} is
     *     positive
     */
    RandomLockPicker(Subject.ThreadLock[] locks, Subject.ThreadLock[] readLocks, int readPercent) {
        this.locks = locks;
        this.readLocks = readLocks;
        this.readPercent = readPercent;
    }

    Subject.ThreadLock pick() {
        index = locks.length == 1 ? 0 : random.nextInt(locks.length);
        boolean read = readPercent > 0 && random.nextInt(100) < readPercent;
        return (read ? readLocks : locks)[index];
    }

    /** The index of the lock that was picked last. */
    int index() {
        return index;
    }
}
