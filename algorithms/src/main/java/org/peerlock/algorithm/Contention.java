package org.peerlock.algorithm;

/** Whether another node waits for the node that is inside. */
public enum Contention {
    /** Another node waits, or did so when it was last heard of. */
    YES,
    /** No node is known to wait. If one does, this node will learn it from a message. */
    NO,
    /** This node may never learn it, so it should release after each use. */
    UNKNOWN
}
