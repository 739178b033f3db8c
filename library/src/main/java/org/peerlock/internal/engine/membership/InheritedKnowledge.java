package org.peerlock.internal.engine.membership;

import org.peerlock.internal.cluster.ClusterState;
import org.peerlock.internal.cluster.LeaseTerms;

/**
 * What an incarnation knows from the earlier ones of its node, in case the registry is lost.
 *
 * @param epoch the greatest epoch that they have seen; 0 if none
 * @param longestHold for how long a node may hold locks after its last renewal, of all that they know of, their own included
 */
public record InheritedKnowledge(long epoch, LeaseTerms longestHold) {

    /** The same, with what this state adds. */
    InheritedKnowledge with(ClusterState state) {
        return new InheritedKnowledge(
                Math.max(epoch, state.maxEpoch()),
                state.longestHold().map(longestHold::longest).orElse(longestHold));
    }
}
