package org.peerlock.internal.engine.locks;

import org.peerlock.algorithm.Capacity;
import org.peerlock.algorithm.Mode;

/**
 * What somebody wants.
 *
 * @param lock its name
 * @param capacity what kind of lock it is: all nodes must agree on that
 * @param mode alone, or beside others
 * @param permits how many of a semaphore's; 1 otherwise
 */
public record AcquireRequest(String lock, Capacity capacity, Mode mode, int permits) {

    public AcquireRequest {
        boolean fits = capacity.kind() == Capacity.Kind.SEMAPHORE
                ? mode == Mode.SHARED && permits >= 1 && permits <= capacity.permits()
                : permits == 1;
        if (!fits || (capacity.kind() == Capacity.Kind.MUTEX && mode == Mode.SHARED)) {
            throw new IllegalArgumentException(
                    "nobody can have " + permits + " of " + lock + ", " + mode + " of " + capacity);
        }
    }

    /** A lock for one. */
    public static AcquireRequest exclusive(String lock) {
        return new AcquireRequest(lock, Capacity.mutex(), Mode.EXCLUSIVE, 1);
    }

    /** A read-write lock, to write. */
    public static AcquireRequest write(String lock) {
        return new AcquireRequest(lock, Capacity.readWrite(), Mode.EXCLUSIVE, 1);
    }

    /** A read-write lock, to read. */
    public static AcquireRequest read(String lock) {
        return new AcquireRequest(lock, Capacity.readWrite(), Mode.SHARED, 1);
    }

    /** Some permits of a semaphore that has so many in all. */
    public static AcquireRequest permits(String lock, int all, int permits) {
        return new AcquireRequest(lock, Capacity.semaphore(all), Mode.SHARED, permits);
    }
}
