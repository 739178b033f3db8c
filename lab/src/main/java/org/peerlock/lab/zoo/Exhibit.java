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
 * A broken algorithm.
 *
 * @param id its name
 * @param source the sentence, or the slip, that it comes from
 * @param breaks what does not hold
 * @param entry makes its nodes
 * @param demonstration a smallest system in which it shows
 */
public record Exhibit<S extends Record, M>(
        String id, String source, Property breaks, CatalogueEntry<S, M> entry, Demonstration demonstration) {

    /**
     * A system in which an exhibit fails.
     *
     * @param requests how many each node makes
     * @param cancels how many of them in all are given up
     * @param requesters which nodes make requests, if not all
     * @param patience how often who waits may be {@linkplain OvertakeCounts overtaken} before that counts as starvation
     * @param churn what happens to the nodes
     */
    public record Demonstration(
            GroupConfig setting,
            Network network,
            int requests,
            int cancels,
            Optional<NodeSet> requesters,
            OptionalInt patience,
            Churn churn) {

        public Demonstration(GroupConfig config, Network network, int requests, int cancels) {
            this(config, network, requests, cancels, Churn.none());
        }

        public Demonstration(GroupConfig config, Network network, int requests, int cancels, Churn churn) {
            this(config, network, requests, cancels, Optional.empty(), OptionalInt.empty(), churn);
        }

        Demonstration by(int... nodes) {
            return new Demonstration(
                    setting, network, requests, cancels, Optional.of(NodeSet.of(nodes)), patience, churn);
        }

        Demonstration withPatience(int most) {
            return new Demonstration(setting, network, requests, cancels, requesters, OptionalInt.of(most), churn);
        }
    }
}
