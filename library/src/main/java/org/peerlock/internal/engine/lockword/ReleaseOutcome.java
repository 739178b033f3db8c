package org.peerlock.internal.engine.lockword;

/** What came of a release. */
public enum ReleaseOutcome {
    /** The lock is free for the node's other threads. */
    DONE,
    /** The same, or it is in the loop's hands; in either case the loop must be told to look at the word. */
    TELL,
    /** There was nothing to release: the hold was lost before. */
    LOST
}
