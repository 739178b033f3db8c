package org.peerlock.cli.client;

/**
 * What is wanted of a lock.
 *
 * @param lock its name
 * @param kind how it is wanted
 * @param permits how many, of a semaphore; 1 otherwise
 * @param of how many permits the semaphore has; 1 otherwise
 * @param who wants it, for whoever asks who holds it; empty if that does not matter
 */
public record LockRequest(String lock, Kind kind, int permits, int of, String who) {

    /** How a lock is wanted. */
    public enum Kind {
        EXCLUSIVE,
        SHARED,
        PERMITS
    }

    public LockRequest {
        if (permits < 1 || permits > of) {
            throw new IllegalArgumentException("nobody can have " + permits + " of " + of + " permits");
        }
    }

    /** Alone. Of the same name, others may want it {@linkplain #shared beside others}: it is a read-write lock, held to write. */
    public static LockRequest exclusive(String lock, String who) {
        return new LockRequest(lock, Kind.EXCLUSIVE, 1, 1, who);
    }

    /** Beside others who want it so: it is a read-write lock, held to read. */
    public static LockRequest shared(String lock, String who) {
        return new LockRequest(lock, Kind.SHARED, 1, 1, who);
    }

    /** So many permits of a semaphore. */
    public static LockRequest permits(String lock, int wanted, int of, String who) {
        return new LockRequest(lock, Kind.PERMITS, wanted, of, who);
    }
}
