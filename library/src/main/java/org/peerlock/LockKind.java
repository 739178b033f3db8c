package org.peerlock;

import org.peerlock.algorithm.Capacity;

/** The kind of a lock. All processes of a cluster must use a lock's name for the same kind. */
public enum LockKind {

    /** One holder at a time: {@link Peerlock#lock}. */
    EXCLUSIVE,

    /** One writer, or any number of readers: {@link Peerlock#readWriteLock}. */
    READ_WRITE,

    /** A fixed number of permits: {@link Peerlock#semaphore}. */
    SEMAPHORE;

    static LockKind of(Capacity capacity) {
        return switch (capacity.kind()) {
            case MUTEX -> EXCLUSIVE;
            case READ_WRITE -> READ_WRITE;
            case SEMAPHORE -> SEMAPHORE;
        };
    }

    /** How many permits a lock has: those of a semaphore, else 1. */
    static int permitsOf(Capacity capacity) {
        return capacity.kind() == Capacity.Kind.SEMAPHORE ? capacity.permits() : 1;
    }

    /**
     * The kind in words, as in "an exclusive lock" or "a semaphore of 5 permits".
     *
     * @param permits how many permits a semaphore has; ignored for other kinds
     */
    public String describe(int permits) {
        return switch (this) {
            case EXCLUSIVE -> "an exclusive lock";
            case READ_WRITE -> "a read-write lock";
            case SEMAPHORE -> "a semaphore of " + permits + (permits == 1 ? " permit" : " permits");
        };
    }
}
