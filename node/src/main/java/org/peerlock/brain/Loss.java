package org.peerlock.brain;

/** Why a hold was lost. */
public enum Loss {
    /** The lease could not be renewed in time: the cell, or this process, did not answer for too long. */
    LEASE_EXPIRED,
    /** The others have dropped this node. */
    EVICTED,
    /** This node stepped down because it and another member could not reach each other. */
    UNREACHABLE,
    /** This node left before the holder released. */
    LEFT
}
