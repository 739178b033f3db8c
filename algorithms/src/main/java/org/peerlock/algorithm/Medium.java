package org.peerlock.algorithm;

/** Which nodes one transmission can reach. */
public enum Medium {
    /** One node. */
    LINKS,
    /** One node or all others, each of them after a delay of its own. */
    BROADCAST,
    /**
     * All nodes including the sender, and all of them observe all transmissions in the same order.
     */
    SEQUENCED
}
