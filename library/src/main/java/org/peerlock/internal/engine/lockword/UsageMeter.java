package org.peerlock.internal.engine.lockword;

/**
 * How much a lock was used at this node, for monitoring. The holder of the exclusive lock writes
 * some of the numbers, and the loop writes the others. No number has two writers at the same time,
 * so no thread waits. A reader may see numbers that are slightly old.
 */
public final class UsageMeter {

    /** The numbers at one moment. */
    public record UsageCounts(
            long acquisitions,
            long waits,
            long waitedNanos,
            long longestWaitNanos,
            long releases,
            long heldNanos,
            long longestHoldNanos) {

        public static final UsageCounts NONE = new UsageCounts(0, 0, 0, 0, 0, 0, 0);

        /** The sum of both. */
        public UsageCounts plus(UsageCounts other) {
            return new UsageCounts(
                    acquisitions + other.acquisitions,
                    waits + other.waits,
                    waitedNanos + other.waitedNanos,
                    Math.max(longestWaitNanos, other.longestWaitNanos),
                    releases + other.releases,
                    heldNanos + other.heldNanos,
                    Math.max(longestHoldNanos, other.longestHoldNanos));
        }
    }

    private long taken;
    private long releases;
    private long heldNanos;
    private long longestHoldNanos;

    private long waits;
    private long waitedNanos;
    private long longestWaitNanos;

    // Only the holder calls these.

    /** The lock was taken without waiting. */
    void taken() {
        taken++;
    }

    /** The lock was released after this time. */
    public void released(long nanos) {
        releases++;
        heldNanos += nanos;
        longestHoldNanos = Math.max(longestHoldNanos, nanos);
    }

    // Only the loop calls this.

    /** The lock was granted to a thread that had waited for this time. */
    public void granted(long nanos) {
        waits++;
        waitedNanos += nanos;
        longestWaitNanos = Math.max(longestWaitNanos, nanos);
    }

    public UsageCounts counts() {
        return new UsageCounts(
                taken + waits, waits, waitedNanos, longestWaitNanos, releases, heldNanos, longestHoldNanos);
    }
}
