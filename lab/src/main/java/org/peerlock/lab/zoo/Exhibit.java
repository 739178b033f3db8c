package org.peerlock.lab.zoo;

import java.util.Optional;
import org.peerlock.algorithm.Network;
import org.peerlock.algorithm.Property;
import org.peerlock.algorithm.catalogue.Entry;
import org.peerlock.algorithm.catalogue.Setting;
import org.peerlock.algorithm.data.NodeSet;

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
        String id, String source, Property breaks, Entry<S, M> entry, Demonstration demonstration) {

    /**
     * A system in which an exhibit fails.
     *
     * @param requests how many each node makes
     * @param cancels how many of them in all are given up
     * @param requesters which nodes make requests, if not all
     */
    public record Demonstration(
            Setting setting, Network network, int requests, int cancels, Optional<NodeSet> requesters) {

        public Demonstration(Setting setting, Network network, int requests, int cancels) {
            this(setting, network, requests, cancels, Optional.empty());
        }

        Demonstration by(int... nodes) {
            return new Demonstration(setting, network, requests, cancels, Optional.of(NodeSet.of(nodes)));
        }
    }
}
