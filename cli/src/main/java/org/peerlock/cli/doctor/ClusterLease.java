package org.peerlock.cli.doctor;

import java.time.Duration;
import java.util.Optional;
import org.peerlock.internal.cluster.ClusterState;
import org.peerlock.internal.engine.settings.Timing;

/** The lease of a cluster, with which all times are compared. */
final class ClusterLease {

    private static final Timing USUAL = new Timing(Duration.ofSeconds(6).toNanos(), 10_000);

    private ClusterLease() {}

    /** What follows from the lease in the registry; from the default if there is none, or none that a process could use. */
    static Timing timing(Optional<ClusterState> state) {
        try {
            return state.map(there ->
                            new Timing(Duration.ofMillis(there.leaseMillis()).toNanos(), there.driftPpm()))
                    .orElse(USUAL);
        } catch (IllegalArgumentException | ArithmeticException e) {
            return USUAL;
        }
    }
}
