package org.peerlock.algorithm;

/**
 * In which order a network delivers the messages between two nodes. Both kinds deliver each message
 * exactly once.
 */
public enum Network {
    /** From one node to another, messages arrive in the order in which they were sent. */
    FIFO,
    /** Messages may overtake each other. */
    UNORDERED
}
