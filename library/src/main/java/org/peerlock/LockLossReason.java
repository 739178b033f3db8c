package org.peerlock;

import org.peerlock.internal.engine.effects.LossCause;

/** Says why a {@link Grant} was lost before it was closed. */
public enum LockLossReason {

    /**
     * This process did not renew its lease in time: it was paused for longer than a lease, or the
     * registry did not respond for so long. The process stays a member, or becomes one again, and
     * can acquire the lock anew.
     */
    LEASE_EXPIRED("the lease expired before this process could renew it:"
            + " the process was paused, or the registry did not respond"),

    /**
     * The other members removed this process from the cluster, or somebody deleted the registry.
     * The process rejoins.
     */
    EVICTED("the other members removed this process from the cluster, or the registry was deleted"),

    /**
     * This process and another member could reach the registry but not each other, and this process
     * gave up its membership so that the cluster could go on. The process rejoins.
     */
    UNREACHABLE("this process and another member could not reach each other, and this process gave up its membership"),

    /** This process left the cluster while it held the lock. It can acquire nothing any more. */
    LEFT("this process left the cluster"),

    /**
     * This process led, and resigned for a while, or its health check failed: see {@link Election}. Only a leader is told
     * so, while it still has the lock.
     */
    RESIGNED("this process resigned"),

    /** A defect stopped the library in this process. It can acquire nothing any more. */
    FAILED("a defect stopped the library in this process");

    private final String description;

    LockLossReason(String description) {
        this.description = description;
    }

    static LockLossReason of(LossCause cause) {
        return switch (cause) {
            case LEASE_EXPIRED -> LEASE_EXPIRED;
            case EVICTED -> EVICTED;
            case UNREACHABLE -> UNREACHABLE;
            case LEFT -> LEFT;
            case FAILED -> FAILED;
        };
    }

    /**
     * The reason as a clause in plain English, for a log or a message to a user. The wording may
     * change.
     */
    public String description() {
        return description;
    }
}
