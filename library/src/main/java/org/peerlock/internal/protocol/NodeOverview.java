package org.peerlock.internal.protocol;

import java.util.Comparator;
import java.util.List;
import org.peerlock.algorithm.Capacity;
import org.peerlock.internal.cluster.Incarnation;
import org.peerlock.internal.engine.lockword.UsageMeter;

/**
 * What a node knows of its cluster and its locks at one moment, for monitoring.
 *
 * @param epoch of the view that began last at the node
 * @param leaseNanos for how long this node's lease lasts if it is not renewed
 */
public record NodeOverview(
        long epoch, long leaseNanos, List<MemberStatus> members, List<KnownLock> locks, Totals totals) {

    public NodeOverview {
        members = List.copyOf(members);
        locks = List.copyOf(locks);
    }

    /**
     * A registered node.
     *
     * @param label empty if it is not known yet
     * @param version of the library there; empty if it is not known yet
     * @param leaseNanos how long it takes, as far as this node knows, until the node may be evicted if it does not renew
     * @param epoch of the current view if it is a member of that; 0 if it waits to become one
     */
    public record MemberStatus(
            Incarnation id, String address, String label, String version, long leaseNanos, long epoch, boolean here) {}

    /** A lock that is known at the node, with the number of its holders and waiters there. */
    public record KnownLock(String lock, Capacity capacity, int held, int waiting, UsageMeter.UsageCounts usage) {

        /** The lock that was acquired most often comes first. */
        public static final Comparator<KnownLock> BUSIEST_FIRST = Comparator.<KnownLock>comparingLong(
                        knownLock -> knownLock.usage().acquisitions())
                .reversed()
                .thenComparing(KnownLock::lock);

        /** This together with what is known of the same lock at another node, or was known before. */
        public KnownLock plus(KnownLock other) {
            return new KnownLock(lock, capacity, held + other.held, waiting + other.waiting, usage.plus(other.usage));
        }
    }

    /** Totals since the node started, of locks that have been forgotten, too. */
    public record Totals(
            UsageMeter.UsageCounts usage,
            long handOffs,
            long lost,
            long views,
            long messagesSent,
            long messagesReceived) {}
}
