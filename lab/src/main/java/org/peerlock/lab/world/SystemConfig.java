package org.peerlock.lab.world;

import java.util.List;
import java.util.Optional;
import org.peerlock.algorithm.Algorithm;
import org.peerlock.algorithm.Assumptions;
import org.peerlock.algorithm.Capacity;
import org.peerlock.algorithm.Medium;
import org.peerlock.algorithm.MembershipAlgorithm;
import org.peerlock.algorithm.Network;
import org.peerlock.algorithm.Start;
import org.peerlock.algorithm.catalogue.CatalogueEntry;
import org.peerlock.algorithm.catalogue.GroupConfig;

/**
 * The constants of a system.
 *
 * @param nodes the algorithm of each node, in order of their numbers
 * @param capacity how many requests may be inside
 * @param network in which order messages arrive
 * @param start how the system starts
 * @param timely whether a timer expires only when no message is under way
 */
public record SystemConfig<S extends Record, M>(
        List<Algorithm<S, M>> nodes, Capacity capacity, Network network, Start start, boolean timely) {

    /** A system whose timers may expire at any time that the algorithm's assumptions allow. */
    public SystemConfig(List<Algorithm<S, M>> nodes, Capacity capacity, Network network, Start start) {
        this(nodes, capacity, network, start, false);
    }

    public static <S extends Record, M> SystemConfig<S, M> of(
            CatalogueEntry<S, M> entry, GroupConfig config, Network network, Start start) {
        return new SystemConfig<>(entry.create(config), config.capacity(), network, start);
    }

    public SystemConfig<S, M> withTimelyTimers(boolean only) {
        return new SystemConfig<>(nodes, capacity, network, start, only);
    }

    public int size() {
        return nodes.size();
    }

    /** The assumptions of the algorithm. */
    public Assumptions assumptions() {
        return node(1).profile().assumptions();
    }

    /** Whether all nodes observe all transmissions in the same order. */
    public boolean sequenced() {
        return assumptions().medium() == Medium.SEQUENCED;
    }

    InFlightMessages.Order order() {
        if (sequenced()) {
            return InFlightMessages.Order.RECIPIENT;
        }
        return network == Network.FIFO ? InFlightMessages.Order.LINK : InFlightMessages.Order.NONE;
    }

    Algorithm<S, M> node(int node) {
        return nodes.get(node - 1);
    }

    /** The algorithm of a node, if it is a membership algorithm. */
    Optional<MembershipAlgorithm<S, M>> member(int node) {
        return node(node) instanceof MembershipAlgorithm<S, M> membership ? Optional.of(membership) : Optional.empty();
    }
}
