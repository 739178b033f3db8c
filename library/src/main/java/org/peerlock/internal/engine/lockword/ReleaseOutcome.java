package org.peerlock.internal.engine.lockword;

/** The outcome of a release. */
public enum ReleaseOutcome {
    /** The lock is free for the node's other threads. */
    DONE,
    /** The same, or the loop has the lock. In either case the caller must tell the loop to look at the word. */
    TELL,
    /** There was nothing to release, because the hold was lost before. */
    LOST
}
