package org.peerlock.internal.engine.settings;

import java.util.OptionalLong;
import org.peerlock.internal.cluster.ClusterState;

/**
 * The times that keep a cluster safe and awake. All follow from two numbers on which the whole cluster agrees in the cell.
 * Times are in nanoseconds of the node's own monotonic clock.
 *
 * <p>How soon something is done that could be done at once does not grow with the lease beyond the usual one: who joins or leaves
 * a cluster with a long lease does not wait for longer, unless it waits for one that does not answer.
 *
 * @param leaseNanos for how long a member may act after a renewal: whole milliseconds, which is how the cell tells it
 * @param driftPpm by how many millionths the rates of the members' clocks may differ from true time, either way
 */
public record Timing(long leaseNanos, int driftPpm) {

    private static final long MILLION = 1_000_000;
    private static final long USUAL_LEASE_NANOS = 6_000 * MILLION;

    public Timing {
        if (leaseNanos < MILLION || leaseNanos > 3_600_000 * MILLION) {
            throw new IllegalArgumentException(
                    "a lease lasts from a millisecond to an hour, not " + leaseNanos + " ns");
        }
        if (leaseNanos % MILLION != 0) {
            throw new IllegalArgumentException("a lease lasts whole milliseconds, not " + leaseNanos + " ns");
        }
        if (driftPpm < 0 || driftPpm > 500_000) {
            throw new IllegalArgumentException("clocks drift by 0 to 500000 ppm, not " + driftPpm);
        }
    }

    /** How often a member renews its lease, and thereby learns of all else that is in the cell. */
    public long renewalIntervalNanos() {
        return leaseNanos / 6;
    }

    /** How often a node looks at what nobody tells it of: into the cell while it is no member, and at how many fences are left. */
    public long pollIntervalNanos() {
        return promptNanos() / 6;
    }

    /**
     * For how long a member must have been silent before it may be dropped: as long as its lease may last on the slowest
     * clock, measured on the fastest.
     */
    public long expiryWaitNanos() {
        long product = Math.multiplyExact(leaseNanos / 1_000, MILLION + driftPpm);
        return (product / (MILLION - driftPpm) + 1) * 1_000;
    }

    /**
     * The same for a registry that may hold other settings than these. The lease is the registry's, for every node that renewed
     * there had that one. Of the two bounds for the drift of clocks the greater one counts.
     *
     * @return empty if no node of this version could have the registry's settings: then nothing is known of its leases
     */
    public OptionalLong expiryWaitNanosIn(ClusterState state) {
        long theirLeaseNanos = Math.min(state.leaseMillis(), Long.MAX_VALUE / MILLION) * MILLION;
        try {
            Timing theirs = new Timing(theirLeaseNanos, Math.max(driftPpm, state.driftPpm()));
            return OptionalLong.of(theirs.expiryWaitNanos());
        } catch (IllegalArgumentException e) {
            return OptionalLong.empty();
        }
    }

    /** After how long what was not answered is said again. */
    public long resendIntervalNanos() {
        return promptNanos() / 10;
    }

    /** After how long a member that does not answer is accused of it. */
    public long unreachableTimeoutNanos() {
        return 2 * expiryWaitNanos();
    }

    /** How long something must have been so before it is acted on. */
    public long confirmationNanos() {
        return leaseNanos / 2;
    }

    /** How much later than the one before it each member does what any of them may do. */
    public long dutyStaggerNanos() {
        return promptNanos() / 120;
    }

    /** How long a node that leaves waits for its holders to finish. */
    public long drainTimeoutNanos() {
        return leaseNanos;
    }

    /** How long a node that has to go at once tries to tell the cell: if that does not answer, others will find out in time. */
    public long leaveTimeoutNanos() {
        return promptNanos();
    }

    /** After how long an operation on the cell that has not been answered is given up. */
    public long registryTimeoutNanos() {
        return leaseNanos * 2 / 15;
    }

    /** How long a node waits at most before it goes to the cell again, after it has failed there several times. */
    public long maxRetryBackoffNanos() {
        return promptNanos() / 12;
    }

    /** For how long it is waited at most to see whether a lock is free. */
    public long tryLockTimeoutNanos() {
        return promptNanos() / 20;
    }

    /** How often {@code NodeEngine.onTick} is to be called. */
    public long tickIntervalNanos() {
        return promptNanos() / 60;
    }

    private long promptNanos() {
        return Math.min(leaseNanos, USUAL_LEASE_NANOS);
    }
}
