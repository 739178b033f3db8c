package org.peerlock.internal.engine.lockword;

/**
 * How much a lock was used at this node, for whoever looks on. Whoever has an exclusive lock writes some of it, and the loop the rest:
 * nobody writes what another one does, so nothing has to be waited for. What is read may be a little old.
 */
public final class UsageMeter {

    /** What it was until some moment. */
    public record UsageCounts(
            long acquisitions,
            long waits,
            long waitedNanos,
            long longestWaitNanos,
            long releases,
            long heldNanos,
            long longestHoldNanos) {

        public static final UsageCounts NONE = new UsageCounts(0, 0, 0, 0, 0, 0, 0);

        /** Both together. */
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

    // By who holds it

    /** It was taken without waiting. */
    void taken() {
        taken++;
    }

    /** It was given back after so long. */
    public void released(long nanos) {
        releases++;
        heldNanos += nanos;
        longestHoldNanos = Math.max(longestHoldNanos, nanos);
    }

    // By the loop

    /** It was granted to somebody who has waited for so long. */
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
