package org.peerlock.algorithm;

/** What a network can do with one transmission. */
public enum Medium {
    /** It reaches one node. */
    LINKS,
    /** It may reach all others, each at a time of its own. */
    BROADCAST,
    /** It reaches all, the sender included, and all observe the transmissions in one same order. */
    SEQUENCED
}
