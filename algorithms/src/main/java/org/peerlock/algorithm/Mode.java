package org.peerlock.algorithm;

/** Whether a request must be inside alone. */
public enum Mode {
    /** Alone: a writer, or the holder of a mutex. */
    EXCLUSIVE,
    /**
     * Together with other shared requests, as far as the {@link Capacity} allows: a reader, or a
     * holder of permits.
     */
    SHARED
}
