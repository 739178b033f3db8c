package org.peerlock.lab.check;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeMap;
import org.peerlock.algorithm.Capacity;
import org.peerlock.algorithm.Network;
import org.peerlock.algorithm.Property;
import org.peerlock.algorithm.Request;
import org.peerlock.algorithm.Start;
import org.peerlock.algorithm.catalogue.Catalogue;
import org.peerlock.algorithm.catalogue.CatalogueEntry;
import org.peerlock.algorithm.catalogue.GroupConfig;

/**
 * A small system in which an algorithm must have all properties that it claims.
 *
 * @param entries how many requests each node makes
 */
public record CheckCase(
        CatalogueEntry<?, ?> entry, Capacity capacity, Network network, int nodes, int entries, Variant variant) {

    /** What else happens in the system. */
    public enum Variant {
        /** Nothing. The token starts at the last node. */
        PLAIN,
        /** Any request may be cancelled while it waits. */
        CANCEL,
        /** The last node is inside at the start. */
        INSIDE;

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** The order of {@link #all}. */
    public static final Comparator<CheckCase> ORDER = Comparator.comparing(one -> all().indexOf(one));

    private static final long FENCE = 7;

    /**
     * All cases of an algorithm, small ones first, on every network that it claims to tolerate.
     */
    public static List<CheckCase> of(CatalogueEntry<?, ?> entry) {
        List<CheckCase> cases = new ArrayList<>();
        int[][] sizes = {{2, 1}, {2, 2}, {3, 1}, {3, 2}, {4, 1}};
        for (int[] size : sizes) {
            for (Network network : entry.profile().assumptions().claims().keySet()) {
                for (Variant variant : Variant.values()) {
                    cases.add(new CheckCase(entry, capacity(entry, size[0]), network, size[0], size[1], variant));
                }
            }
        }
        return Collections.unmodifiableList(cases);
    }

    /** All cases of all algorithms. */
    public static List<CheckCase> all() {
        List<CheckCase> cases = new ArrayList<>();
        Catalogue.entries().forEach(entry -> cases.addAll(of(entry)));
        return cases;
    }

    /** A mutex, unless the algorithm is made for another kind of lock. */
    private static Capacity capacity(CatalogueEntry<?, ?> entry, int nodes) {
        return switch (entry.id()) {
            case "ra-readers-writers" -> Capacity.readWrite();
            case "raymond-k" -> Capacity.semaphore(nodes - 1);
            default -> Capacity.mutex();
        };
    }

    public Check<?, ?> check() {
        return check(entry);
    }

    private <S extends Record, M> Check<S, M> check(CatalogueEntry<S, M> typed) {
        GroupConfig config = new GroupConfig(nodes, capacity, new TreeMap<>());
        Workload workload = Workload.of(capacity, entries)
                .withIncrements(typed.profile().increments() ? 2 : 1)
                .withCancels(variant == Variant.CANCEL ? nodes * entries : 0);
        return new Check<>(typed, config, network, start(), workload, properties());
    }

    /** All claims on the network; progress and starvation are checked on the whole state graph. */
    private Set<Property> properties() {
        return EnumSet.copyOf(entry.profile().assumptions().claimedOn(network));
    }

    private Start start() {
        if (variant != Variant.INSIDE) {
            return new Start(nodes, FENCE, List.of());
        }
        Request inside = capacity.kind() == Capacity.Kind.SEMAPHORE ? Request.permits(1, 1) : Request.exclusive(1);
        return new Start(1, FENCE, List.of(new Start.Inside(nodes, inside)));
    }
}
