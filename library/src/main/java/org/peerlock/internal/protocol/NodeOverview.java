package org.peerlock.internal.protocol;

import java.util.Comparator;
import java.util.List;
import org.peerlock.algorithm.Capacity;
import org.peerlock.internal.cluster.Incarnation;
import org.peerlock.internal.engine.lockword.UsageMeter;

/**
 * What a node knows of its cluster and its locks at one moment, for whoever looks on.
 *
 * @param epoch of the view that began last here
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
     * @param label empty if it has not told it yet
     * @param version of the library there; empty if it has not told it yet
     * @param leaseNanos until when it may not be dropped if it is not seen to renew, as far as this node knows
     * @param epoch of the current view if it is a member of that; 0 if it waits to become one
     */
    public record MemberStatus(
            Incarnation id, String address, String label, String version, long leaseNanos, long epoch, boolean here) {}

    /** A lock that is known here, and how many have it and wait for it here. */
    public record KnownLock(String lock, Capacity capacity, int held, int waiting, UsageMeter.UsageCounts usage) {

        /** The one that was had most often first. */
        public static final Comparator<KnownLock> BUSIEST_FIRST = Comparator.<KnownLock>comparingLong(
                        knownLock -> knownLock.usage().acquisitions())
                .reversed()
                .thenComparing(KnownLock::lock);

        /** What is known of the same lock elsewhere, or was before, together with this. */
        public KnownLock plus(KnownLock other) {
            return new KnownLock(lock, capacity, held + other.held, waiting + other.waiting, usage.plus(other.usage));
        }
    }

    /** What has happened at this node so far, to locks that have been forgotten, too. */
    public record Totals(
            UsageMeter.UsageCounts usage,
            long handOffs,
            long lost,
            long views,
            long messagesSent,
            long messagesReceived) {}
}
