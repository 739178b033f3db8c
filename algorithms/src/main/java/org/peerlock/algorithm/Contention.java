package org.peerlock.algorithm;

/** Whether another node waits for the one that is inside. */
public enum Contention {
    /** Somebody waits, or did so when it was last heard of. */
    YES,
    /** Nobody is known to wait; if somebody does, this node will learn of it by a message. */
    NO,
    /** This node may never learn of it, so it should release after each use. */
    UNKNOWN
}
