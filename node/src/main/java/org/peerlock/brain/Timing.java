package org.peerlock.brain;

/**
 * The times that keep a cluster safe and awake. All follow from two numbers on which the whole cluster agrees in the cell.
 * Times are in nanoseconds of the node's own monotonic clock.
 *
 * <p>How soon something is done that could be done at once does not grow with the lease beyond the usual one: who joins or leaves
 * a cluster with a long lease does not wait for longer, unless it waits for one that does not answer.
 *
 * @param lease for how long a member may act after a renewal: whole milliseconds, which is how the cell tells it
 * @param rhoPpm by how many millionths the rates of the members' clocks may differ from true time, either way
 */
public record Timing(long lease, int rhoPpm) {

    private static final long MILLION = 1_000_000;
    private static final long USUAL_LEASE = 6_000 * MILLION;

    public Timing {
        if (lease < MILLION || lease > 3_600_000 * MILLION) {
            throw new IllegalArgumentException("a lease lasts from a millisecond to an hour, not " + lease + " ns");
        }
        if (lease % MILLION != 0) {
            throw new IllegalArgumentException("a lease lasts whole milliseconds, not " + lease + " ns");
        }
        if (rhoPpm < 0 || rhoPpm > 500_000) {
            throw new IllegalArgumentException("clocks drift by 0 to 500000 ppm, not " + rhoPpm);
        }
    }

    /** How often a member renews its lease, and thereby learns of all else that is in the cell. */
    long renewal() {
        return lease / 6;
    }

    /** How often a node looks at what nobody tells it of: into the cell while it is no member, and at how many fences are left. */
    long look() {
        return prompt() / 6;
    }

    /**
     * For how long a member must have been silent before it may be dropped: as long as its lease may last on the slowest
     * clock, measured on the fastest.
     */
    public long silence() {
        long product = Math.multiplyExact(lease / 1_000, MILLION + rhoPpm);
        return (product / (MILLION - rhoPpm) + 1) * 1_000;
    }

    /** After how long what was not answered is said again. */
    long repetition() {
        return prompt() / 10;
    }

    /** After how long a member that does not answer is accused of it. */
    long patience() {
        return 2 * silence();
    }

    /** How long something must have been so before it is acted on. */
    long confirmation() {
        return lease / 2;
    }

    /** How much later than the one before it each member does what any of them may do. */
    long stagger() {
        return prompt() / 120;
    }

    /** How long a node that leaves waits for its holders to finish. */
    long drain() {
        return lease;
    }

    /** How long a node that has to go at once tries to tell the cell: if that does not answer, others will find out in time. */
    public long farewell() {
        return prompt();
    }

    /** After how long an operation on the cell that has not been answered is given up. */
    public long operation() {
        return lease * 2 / 15;
    }

    /** How long a node waits at most before it goes to the cell again, after it has failed there several times. */
    long hesitation() {
        return prompt() / 12;
    }

    /** For how long it is waited at most to see whether a lock is free. */
    public long glance() {
        return prompt() / 20;
    }

    /** How often {@link Brain#onTick} is to be called. */
    public long tick() {
        return prompt() / 60;
    }

    private long prompt() {
        return Math.min(lease, USUAL_LEASE);
    }
}
