package org.peerlock.testkit;

/**
 * Something that must never happen, and did.
 *
 * @param invariant which of those that a cluster keeps
 * @param time when, in nanoseconds
 */
public record InvariantViolation(Invariant invariant, long time, String sentence) {

    /** What a cluster keeps under all faults that it is made to bear. */
    public enum Invariant {
        /** At any moment those who hold a lock with a valid lease have no more of it than there is: one alone, if it is exclusive. */
        EXCLUSION,
        /** The fence of an exclusive hold is greater than all before, that of a reader no less than any writer's before. */
        FENCES_GROW,
        /** A resource that takes no older fence takes all that a valid holder does there. */
        RESOURCE_SERVES,
        /** Holds of those who stay, and nothing else, go on through a change of view; all members start from the same. */
        HOLDS_CARRIED,
        /** Once the faults are over, everybody who waits enters. */
        PROGRESS,
        /** A hold that was lost is never valid again. */
        LOST_IS_LOST,
        /** Who has lost a lock is told so, as soon as its node does anything. */
        LOSS_TOLD,
        /** Who has given up is granted nothing. */
        WITHDRAWN,
        /** No node meets what cannot be. */
        EXPECTATION
    }
}
