package org.peerlock.cli.client;

/**
 * A request for a lock.
 *
 * @param lock the name of the lock
 * @param kind how to hold it
 * @param permits how many permits of a semaphore; 1 otherwise
 * @param of how many permits the semaphore has; 1 otherwise
 * @param label the name of the holder, as {@code peerlock who} shows it; may be empty
 */
public record LockRequest(String lock, Kind kind, int permits, int of, String label) {

    public enum Kind {
        EXCLUSIVE,
        SHARED,
        PERMITS
    }

    public LockRequest {
        if (permits < 1 || permits > of) {
            throw new IllegalArgumentException("cannot acquire " + permits + " of " + of + " permits");
        }
    }

    /** The write lock of a read-write lock. */
    public static LockRequest exclusive(String lock, String label) {
        return new LockRequest(lock, Kind.EXCLUSIVE, 1, 1, label);
    }

    /** The read lock of a read-write lock. */
    public static LockRequest shared(String lock, String label) {
        return new LockRequest(lock, Kind.SHARED, 1, 1, label);
    }

    /** Some permits of a semaphore. */
    public static LockRequest permits(String lock, int permits, int of, String label) {
        return new LockRequest(lock, Kind.PERMITS, permits, of, label);
    }
}
