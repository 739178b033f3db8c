package org.peerlock.cli.doctor;

import java.time.Duration;
import java.util.Comparator;
import java.util.Optional;
import java.util.stream.Stream;
import org.peerlock.internal.cluster.ClusterState;
import org.peerlock.internal.cluster.LeaseTerms;
import org.peerlock.internal.cluster.MemberRecord;
import org.peerlock.internal.engine.settings.Timing;

/** The lease of a cluster, with which all times are compared. */
final class ClusterLease {

    private static final LeaseTerms USUAL = new LeaseTerms(Duration.ofSeconds(6).toMillis(), 10_000);

    private ClusterLease() {}

    /** What follows from the shortest lease of a member; from the default if there is none, or none that a process could use. */
    static Timing timing(Optional<ClusterState> state) {
        LeaseTerms shortest = state.map(there -> there.members().values().stream())
                .orElse(Stream.empty())
                .map(MemberRecord::lease)
                .min(Comparator.comparingLong(LeaseTerms::leaseMillis))
                .orElse(USUAL);
        try {
            return Timing.of(shortest);
        } catch (IllegalArgumentException e) {
            return Timing.of(USUAL);
        }
    }
}
