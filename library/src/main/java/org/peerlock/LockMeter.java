package org.peerlock;

/**
 * Measures every acquisition. It is called by the thread that has acquired a lock or gives it back, in between, so it must be
 * fast and must not block; what it throws is logged. As long as there is none, nothing is measured for it.
 */
public interface LockMeter {

    /** A lock was acquired, after so many nanoseconds; 0 if this process had it, and nobody used it. */
    void acquired(String lock, long waitedNanos);

    /** A lock was given back after so many nanoseconds, whether or not it was lost meanwhile. */
    void released(String lock, long heldNanos);
}
