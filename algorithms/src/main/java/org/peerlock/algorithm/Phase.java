package org.peerlock.algorithm;

/** The phase of a node's request. */
public enum Phase {
    /** No request is under way. */
    IDLE,
    /** A request waits to enter. */
    WAITING,
    /** A request has entered. */
    INSIDE,
    /** A request was cancelled, but messages for it are still under way. */
    WITHDRAWN
}
