package org.peerlock.internal.engine.effects;

/** Why a hold was lost. */
public enum LossCause {
    /** The lease was not renewed in time. */
    LEASE_EXPIRED,
    /** The other members removed this node, or the registry was deleted. */
    EVICTED,
    /** This node and another member could not reach each other, and this node gave up its membership. */
    UNREACHABLE,
    /** This node left before the holder released. */
    LEFT,
    /** A defect stopped this node. */
    FAILED
}
