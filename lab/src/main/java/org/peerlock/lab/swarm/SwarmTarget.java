package org.peerlock.lab.swarm;

import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.peerlock.algorithm.Network;
import org.peerlock.algorithm.Property;
import org.peerlock.algorithm.catalogue.Catalogue;
import org.peerlock.algorithm.catalogue.CatalogueEntry;
import org.peerlock.lab.zoo.Exhibit;
import org.peerlock.lab.zoo.Zoo;

/**
 * An algorithm under test.
 *
 * @param id its name in the catalogue or in the zoo
 * @param entry creates its nodes
 * @param demands for each network on which it runs, the properties that must hold there
 */
public record SwarmTarget(String id, CatalogueEntry<?, ?> entry, Map<Network, Set<Property>> demands) {

    public SwarmTarget {
        demands = Collections.unmodifiableMap(new TreeMap<>(demands));
    }

    /** Demands what the algorithm claims. */
    public static SwarmTarget of(String id, CatalogueEntry<?, ?> entry) {
        return new SwarmTarget(id, entry, entry.profile().assumptions().claims());
    }

    /**
     * The same algorithm on one network, even if it does not claim to tolerate it; demands what is
     * demanded on FIFO, the strongest network.
     */
    public SwarmTarget on(Network network) {
        return new SwarmTarget(id, entry, Map.of(network, demandedOn(Network.FIFO)));
    }

    /** The properties demanded on a network; none on one where the algorithm does not run. */
    public Set<Property> demandedOn(Network network) {
        return demands.getOrDefault(network, Set.of());
    }

    /** All algorithms of the catalogue that claim something. */
    public static List<SwarmTarget> all() {
        List<SwarmTarget> all = new ArrayList<>();
        for (CatalogueEntry<?, ?> entry : Catalogue.entries()) {
            if (!entry.profile().assumptions().claims().isEmpty()) {
                all.add(of(entry.id(), entry));
            }
        }
        return all;
    }

    /**
     * Finds an algorithm of the catalogue or the zoo. Exclusion and progress are demanded even if
     * it does not claim them.
     */
    public static Optional<SwarmTarget> find(String id) {
        return Catalogue.find(id)
                .map(entry -> of(id, entry))
                .or(() -> Zoo.find(id).map(SwarmTarget::of))
                .map(SwarmTarget::demandingTheLeast);
    }

    private SwarmTarget demandingTheLeast() {
        Map<Network, Set<Property>> more = new TreeMap<>();
        for (Network network : demands.isEmpty() ? Set.of(Network.FIFO) : demands.keySet()) {
            Set<Property> properties = EnumSet.of(Property.EXCLUSION, Property.PROGRESS);
            properties.addAll(demandedOn(network));
            more.put(network, properties);
        }
        return new SwarmTarget(id, entry, more);
    }

    private static SwarmTarget of(Exhibit<?, ?> exhibit) {
        return of(exhibit.id(), exhibit.entry());
    }
}
