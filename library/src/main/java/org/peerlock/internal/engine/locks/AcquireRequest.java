package org.peerlock.internal.engine.locks;

import org.peerlock.algorithm.Capacity;
import org.peerlock.algorithm.Mode;

/**
 * A request for a lock.
 *
 * @param lock its name
 * @param capacity the kind of lock, on which all nodes must agree
 * @param mode exclusive or shared
 * @param permits how many of a semaphore's; 1 otherwise
 */
public record AcquireRequest(String lock, Capacity capacity, Mode mode, int permits) {

    public AcquireRequest {
        boolean fits = capacity.kind() == Capacity.Kind.SEMAPHORE
                ? mode == Mode.SHARED && permits >= 1 && permits <= capacity.permits()
                : permits == 1;
        if (!fits || (capacity.kind() == Capacity.Kind.MUTEX && mode == Mode.SHARED)) {
            throw new IllegalArgumentException(
                    "no request for '" + lock + "' can be " + mode + " for " + permits + " permits of " + capacity);
        }
    }

    /** An exclusive lock. */
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

    /** Some permits of a semaphore with this many in all. */
    public static AcquireRequest permits(String lock, int all, int permits) {
        return new AcquireRequest(lock, Capacity.semaphore(all), Mode.SHARED, permits);
    }
}
