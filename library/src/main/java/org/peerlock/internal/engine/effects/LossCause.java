package org.peerlock.internal.engine.effects;

/** Why a hold was lost. */
public enum LossCause {
    /** The lease could not be renewed in time: the cell, or this process, did not answer for too long. */
    LEASE_EXPIRED("the lease could not be renewed in time; the registry, or this process, stood still for too long"),
    /** The others have dropped this node. */
    EVICTED("the other nodes have dropped this one, or the registry was deleted"),
    /** This node stepped down because it and another member could not reach each other. */
    UNREACHABLE("this node and another one could not reach each other, and this one stepped down"),
    /** This node left before the holder released. */
    LEFT("this node has left the cluster"),
    /** This node has met what cannot be, and has stopped. */
    FAILED("this node has stopped, because of a defect");

    private final String sentence;

    LossCause(String sentence) {
        this.sentence = sentence;
    }

    /** For a reader. */
    public String sentence() {
        return sentence;
    }
}
