package org.peerlock;

import org.peerlock.algorithm.Mode;

/** Whether a holder excludes all others. */
public enum LockMode {

    /** The holder is alone: the holder of an exclusive lock, or a writer. */
    EXCLUSIVE,

    /** Others may hold the lock, too: a reader, or the holder of some permits of a semaphore. */
    SHARED;

    static LockMode of(Mode mode) {
        return mode == Mode.EXCLUSIVE ? EXCLUSIVE : SHARED;
    }
}
