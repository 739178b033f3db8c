package org.peerlock.algorithm;

/** What a network does to the messages between two nodes. On both, each message is delivered exactly once. */
public enum Network {
    /** From one node to another, messages arrive in the order in which they were sent. */
    FIFO,
    /** Messages may overtake each other. */
    UNORDERED
}
