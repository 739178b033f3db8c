package org.peerlock.lab.zoo;

import org.peerlock.algorithm.Network;
import org.peerlock.algorithm.Property;
import org.peerlock.algorithm.catalogue.Entry;
import org.peerlock.algorithm.catalogue.Setting;
import org.peerlock.lab.world.Churn;

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
     * @param churn what happens to the nodes
     */
    public record Demonstration(Setting setting, Network network, int requests, int cancels, Churn churn) {

        /** All nodes stay as they are. */
        public Demonstration(Setting setting, Network network, int requests, int cancels) {
            this(setting, network, requests, cancels, Churn.none());
        }
    }
}
