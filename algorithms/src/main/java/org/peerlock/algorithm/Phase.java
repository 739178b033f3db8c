package org.peerlock.algorithm;

/** Where a node is in the life of its one request. */
public enum Phase {
    /** No request is under way. */
    IDLE,
    /** A request waits to enter. */
    WAITING,
    /** A request has entered. */
    INSIDE,
    /** A request was cancelled, but what was sent for it is still under way. */
    WITHDRAWN
}
