package org.peerlock.algorithm.catalogue;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.peerlock.algorithm.Algorithm;
import org.peerlock.algorithm.Capacity;
import org.peerlock.algorithm.Profile;

/**
 * An algorithm with its profile, its options and the factory of its nodes.
 *
 * @param profile what it is without options, some of which change that
 * @param options the options of the algorithm: name and meaning
 * @param builder creates the nodes of a group
 */
public record CatalogueEntry<S extends Record, M>(
        Profile profile, SortedMap<String, String> options, NodeFactory<S, M> builder) {

    /** Creates the nodes of a group: first what they share, then each node by its number. */
    public interface NodeFactory<S extends Record, M> {

        /**
         * Prepares what the nodes of a group share. Throws an {@link IllegalArgumentException} that
         * names the reason if the algorithm cannot serve such a lock or an option is invalid.
         */
        IntFunction<Algorithm<S, M>> prepare(GroupConfig config);
    }

    /** An algorithm without options. */
    public static <S extends Record, M> CatalogueEntry<S, M> of(Profile profile, NodeFactory<S, M> nodeFactory) {
        return new CatalogueEntry<>(profile, new TreeMap<>(), nodeFactory);
    }

    public String id() {
        return profile.id();
    }

    /**
     * Creates the nodes of a group.
     *
     * @throws IllegalArgumentException if the algorithm does not serve such a lock, or an option is
     *     unknown or invalid
     */
    public List<Algorithm<S, M>> create(GroupConfig config) {
        for (Map.Entry<String, String> option : config.options().entrySet()) {
            if (!options.containsKey(option.getKey())) {
                throw new IllegalArgumentException(id() + " has no option '" + option.getKey() + "'; it has: "
                        + (options.isEmpty() ? "none" : String.join(", ", options.keySet()))
                        + SpellingSuggestion.of(option.getKey(), options.keySet()));
            }
        }
        // This comes first because the factory may know a better reason why it cannot serve such a
        // lock.
        IntFunction<Algorithm<S, M>> nodes = builder.prepare(config);
        Set<Capacity.Kind> serves = nodes.apply(1).profile().serves();
        if (!serves.contains(config.capacity().kind())) {
            throw new IllegalArgumentException(id() + " cannot serve a "
                    + Catalogue.name(config.capacity().kind()) + "; it serves: " + Catalogue.names(serves));
        }
        return IntStream.rangeClosed(1, config.nodes()).mapToObj(nodes).toList();
    }
}
