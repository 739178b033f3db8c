package org.peerlock;

/**
 * Measures every acquisition of a lock in this process: see {@link Peerlock#addMeter}.
 *
 * <p>It is called by the thread that acquires or releases the lock, so it must be thread-safe,
 * fast, and must not block. Exceptions that it throws are logged. Without a meter, measuring costs
 * nothing.
 */
public interface LockMeter {

    /**
     * A lock was acquired after this wait; 0 if this process already had the lock, and no thread
     * used it.
     */
    void acquired(String lock, long waitedNanos);

    /** A lock was released after this time, whether or not it was lost meanwhile. */
    void released(String lock, long heldNanos);
}
