package org.peerlock.lab.zoo;

import java.util.Optional;
import java.util.OptionalInt;
import org.peerlock.algorithm.Network;
import org.peerlock.algorithm.Property;
import org.peerlock.algorithm.catalogue.CatalogueEntry;
import org.peerlock.algorithm.catalogue.GroupConfig;
import org.peerlock.algorithm.data.NodeSet;
import org.peerlock.lab.world.Churn;
import org.peerlock.lab.world.OvertakeCounts;

/**
 * A broken algorithm of the zoo.
 *
 * @param id its name
 * @param source the sentence of a paper, or the programming error, that it shows
 * @param breaks the property that it violates
 * @param entry creates its nodes
 * @param demonstration a smallest system that shows the violation
 */
public record Exhibit<S extends Record, M>(
        String id, String source, Property breaks, CatalogueEntry<S, M> entry, Demonstration demonstration) {

    /**
     * A system in which an exhibit fails.
     *
     * @param requests how many requests each node makes
     * @param cancels how many of them may be cancelled
     * @param requesters the nodes that make requests, if not all
     * @param maxOvertakes how often a waiting request may be {@linkplain OvertakeCounts overtaken}
     *     before that counts as starvation
     * @param churn the faults and membership changes
     * @param timely whether a timer expires only when no message is under way
     */
    public record Demonstration(
            GroupConfig config,
            Network network,
            int requests,
            int cancels,
            Optional<NodeSet> requesters,
            OptionalInt maxOvertakes,
            Churn churn,
            boolean timely) {

        public Demonstration(GroupConfig config, Network network, int requests, int cancels) {
            this(config, network, requests, cancels, Churn.none());
        }

        public Demonstration(GroupConfig config, Network network, int requests, int cancels, Churn churn) {
            this(config, network, requests, cancels, Optional.empty(), OptionalInt.empty(), churn, false);
        }

        Demonstration by(int... nodes) {
            return new Demonstration(
                    config, network, requests, cancels, Optional.of(NodeSet.of(nodes)), maxOvertakes, churn, timely);
        }

        Demonstration withMaxOvertakes(int most) {
            return new Demonstration(
                    config, network, requests, cancels, requesters, OptionalInt.of(most), churn, timely);
        }

        public Demonstration withTimelyTimers() {
            return new Demonstration(config, network, requests, cancels, requesters, maxOvertakes, churn, true);
        }
    }
}
