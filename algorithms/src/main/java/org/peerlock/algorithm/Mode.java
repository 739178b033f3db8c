package org.peerlock.algorithm;

/** How a request wants to be inside. */
public enum Mode {
    /** Alone: a writer, or the holder of a lock. */
    EXCLUSIVE,
    /** Beside other shared requests, as far as the {@link Capacity} allows: a reader, or a user of some permits. */
    SHARED
}
