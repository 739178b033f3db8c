package org.peerlock.internal.engine.settings;

import java.util.OptionalLong;
import org.peerlock.internal.cluster.LeaseTerms;

/**
 * All intervals and timeouts of a node. They follow from the node's own {@link LeaseTerms}, and are in nanoseconds of its own
 * monotonic clock.
 *
 * <p>Intervals that only make the node prompt do not grow with the lease beyond the usual one: joining or leaving a cluster with
 * a long lease takes no longer, unless a node does not answer.
 *
 * @param leaseNanos for how long a member may use its locks after a renewal: whole milliseconds, as in the registry
 * @param driftPpm by how many millionths the rates of this node's clock and of true time may differ, either way
 */
public record Timing(long leaseNanos, int driftPpm) {

    /** No node has a longer lease. */
    public static final long LONGEST_LEASE_MILLIS = 3_600_000;

    /** No node assumes that clocks drift more. */
    public static final int GREATEST_DRIFT_PPM = 500_000;

    private static final long MILLION = 1_000_000;
    private static final long USUAL_LEASE_NANOS = 6_000 * MILLION;

    public Timing {
        if (leaseNanos < MILLION || leaseNanos > LONGEST_LEASE_MILLIS * MILLION) {
            throw new IllegalArgumentException(
                    "a lease lasts from a millisecond to an hour, not " + leaseNanos + " ns");
        }
        if (leaseNanos % MILLION != 0) {
            throw new IllegalArgumentException("a lease lasts whole milliseconds, not " + leaseNanos + " ns");
        }
        if (driftPpm < 0 || driftPpm > GREATEST_DRIFT_PPM) {
            throw new IllegalArgumentException("clocks drift by 0 to 500000 ppm, not " + driftPpm);
        }
    }

    /** How often a member renews its lease, and so reads the registry. */
    public long renewalIntervalNanos() {
        return leaseNanos / 6;
    }

    /** How long a member that renews for others collects their requests before it writes. */
    public long renewalBatchNanos() {
        return renewalIntervalNanos() / 4;
    }

    /** How often a node that is not registered reads the registry, and a member checks how many fences are left. */
    public long pollIntervalNanos() {
        return promptNanos() / 6;
    }

    /** What the others must know of the lease. */
    public LeaseTerms terms() {
        return new LeaseTerms(leaseNanos / MILLION, driftPpm);
    }

    /**
     * For how long a stamp of a member with this lease must have been unchanged before the member may be evicted: as long as the
     * lease may last on the slowest clock, measured on the fastest.
     */
    public long expiryWaitNanos() {
        long product = Math.multiplyExact(leaseNanos / 1_000, MILLION + driftPpm);
        return (product / (MILLION - driftPpm) + 1) * 1_000;
    }

    /**
     * The same for the lease of another node, measured on this node's clock. Of the two bounds for the drift of clocks the greater
     * one counts.
     *
     * @return empty if no node of this version could have that lease: then it is not known when it expires
     */
    public OptionalLong expiryWaitNanosFor(LeaseTerms other) {
        try {
            LeaseTerms both = new LeaseTerms(other.leaseMillis(), Math.max(driftPpm, other.driftPpm()));
            return OptionalLong.of(of(both).expiryWaitNanos());
        } catch (IllegalArgumentException e) {
            return OptionalLong.empty();
        }
    }

    /**
     * The timing of a node with these terms.
     *
     * @throws IllegalArgumentException if no node of this version can have them
     */
    public static Timing of(LeaseTerms terms) {
        return new Timing(Math.min(terms.leaseMillis(), Long.MAX_VALUE / MILLION) * MILLION, terms.driftPpm());
    }

    /** After how long an unanswered packet is sent again. */
    public long resendIntervalNanos() {
        return promptNanos() / 10;
    }

    /** After how long a member that does not answer probes is reported as unreachable, if it has a lease like this node. */
    public long unreachableTimeoutNanos() {
        return 2 * expiryWaitNanos();
    }

    /**
     * The same for a member with another lease. A member that has stopped must be evicted before it is reported: otherwise the one
     * that reports it may have to step down.
     */
    public long unreachableTimeoutNanos(LeaseTerms other) {
        return 2 * Math.max(expiryWaitNanos(), expiryWaitNanosFor(other).orElse(Long.MAX_VALUE / 2));
    }

    /** How long a condition must have lasted before a node acts on it. */
    public long confirmationNanos() {
        return leaseNanos / 2;
    }

    /** How much later than the one before it each member does what any of them may do for all. */
    public long dutyStaggerNanos() {
        return promptNanos() / 120;
    }

    /** How long a leaving node that holds nothing any more tries to remove its record; after that the others evict it. */
    public long giveUpTimeoutNanos() {
        return 2 * leaseNanos;
    }

    /** For how long the end of the process is delayed at most until a node that holds nothing any more has left. */
    public long leaveTimeoutNanos() {
        return promptNanos();
    }

    /** The timeout of an operation on the registry. */
    public long registryTimeoutNanos() {
        return leaseNanos * 2 / 15;
    }

    /** How long a registered node waits at most before it tries again, after several operations on the registry have failed. */
    public long maxRetryBackoffNanos() {
        return promptNanos() / 12;
    }

    /** The same for a node that wants to join: it must not be in the way of those that renew their leases. */
    public long maxJoinBackoffNanos() {
        return 4 * maxRetryBackoffNanos();
    }

    /** For how long a try without a time limit waits at most to find out whether a lock is free. */
    public long tryLockTimeoutNanos() {
        return promptNanos() / 20;
    }

    /** How often {@code NodeEngine.onTick} must be called. */
    public long tickIntervalNanos() {
        return promptNanos() / 60;
    }

    private long promptNanos() {
        return Math.min(leaseNanos, USUAL_LEASE_NANOS);
    }
}
