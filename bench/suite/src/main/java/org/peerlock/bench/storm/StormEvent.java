package org.peerlock.bench.storm;

/**
 * What a process or the nemesis did, as its record says. Times are those of
 * {@link System#nanoTime}, which on Linux is one clock for all processes of a machine. What has a
 * time {@code before} and a time {@code after} happened between the two.
 */
sealed interface StormEvent {

    /** How a lock is used. */
    enum Use {
        EXCLUSIVE,
        READ,
        WRITE,
        PERMITS;

        /** Whether nobody else may hold the lock, so that each fence is greater than all before. */
        boolean isAlone() {
            return this == EXCLUSIVE || this == WRITE;
        }
    }

    /**
     * A thread asks for a lock.
     *
     * @param request identifies it within the process
     * @param weight how much of the capacity it asks for
     * @param capacity how much all valid holders may have together
     */
    record Asked(long request, Use use, String lock, int weight, int capacity, long at) implements StormEvent {}

    /** The request was granted. */
    record Granted(long request, long fence, long before, long after) implements StormEvent {}

    /** The request ended without a grant. */
    record GaveUp(long request, long at) implements StormEvent {}

    /** The holder looked whether its grant is valid. */
    record Checked(long request, boolean valid, long before, long after) implements StormEvent {}

    /** The holder wrote to the resource that the lock protects, which refuses older fences. */
    record Wrote(long request, long fence, boolean accepted, long before, long after) implements StormEvent {}

    /** The holder released the lock. {@code kept} is false if it was told that the lock was lost. */
    record Released(long request, boolean kept, long before, long after) implements StormEvent {}

    /** The listener for the loss of a grant was called. */
    record Told(long request, String reason, long at) implements StormEvent {}

    /** Something failed that should not. */
    record Failed(String what, long at) implements StormEvent {}

    /** The process has left the cluster in an orderly way, and does nothing any more. */
    record Left(long at) implements StormEvent {}

    /** The nemesis started a process. */
    record Started(String process, long at) implements StormEvent {}

    /** The nemesis ends a process, or tells it to end. */
    record Ended(String process, long at) implements StormEvent {}

    /** A fault begins. */
    record Struck(FaultKind fault, long at) implements StormEvent {}

    /** That fault is over. */
    record Healed(FaultKind fault, long at) implements StormEvent {}

    /** All faults are over, for good. */
    record Calm(long at) implements StormEvent {}
}
