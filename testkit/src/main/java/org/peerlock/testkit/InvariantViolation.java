package org.peerlock.testkit;

/**
 * An invariant was violated.
 *
 * @param invariant the invariant
 * @param time when, in nanoseconds
 */
public record InvariantViolation(Invariant invariant, long time, String sentence) {

    /** What holds in a cluster under all faults that it is designed for. */
    public enum Invariant {
        /** At any moment the valid holders of a lock fit into its capacity: an exclusive lock has at most one. */
        EXCLUSION,
        /** The fence of an exclusive hold is greater than all before; that of a reader is not less than that of any earlier writer. */
        FENCES_GROW,
        /** A resource that refuses older fences never refuses a valid holder. */
        RESOURCE_SERVES,
        /** Exactly the holds of the survivors continue in the next view, and all members start from the same holds. */
        HOLDS_CARRIED,
        /** In a view one algorithm decides about a lock, at all members: one that the registry has had since its installation. */
        ONE_ALGORITHM,
        /** When the faults are over, every waiting request is granted, and the cluster has the algorithms that its nodes ask for. */
        PROGRESS,
        /** A node that is evicted has no lease, and gets none. */
        LEASE_IS_OVER,
        /** A hold that was lost is never valid again. */
        LOST_IS_LOST,
        /** A holder that has lost a lock is told as soon as its node takes a step. */
        LOSS_TOLD,
        /** A request that was withdrawn is never granted. */
        WITHDRAWN,
        /** No node reaches a state that it considers impossible. */
        EXPECTATION
    }
}
