package org.peerlock.algorithm.catalogue;

import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.peerlock.algorithm.Algorithm;
import org.peerlock.algorithm.Profile;

/**
 * An algorithm that can be had by name.
 *
 * @param profile what it is
 * @param options what can be chosen about it: name, and what it means
 * @param builder makes its nodes
 */
public record CatalogueEntry<S extends Record, M>(
        Profile profile, SortedMap<String, String> options, NodeFactory<S, M> builder) {

    /** Makes the nodes of a group: what they share once, then each by its number. */
    public interface NodeFactory<S extends Record, M> {

        /** Throws an {@link IllegalArgumentException} that says why, if an option or such a lock makes no sense. */
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
     * The nodes of a group.
     *
     * @throws IllegalArgumentException if the algorithm does not serve such a lock, or does not know an option
     */
    public List<Algorithm<S, M>> create(GroupConfig config) {
        for (Map.Entry<String, String> option : config.options().entrySet()) {
            if (!options.containsKey(option.getKey())) {
                throw new IllegalArgumentException(id() + " has no option '" + option.getKey() + "'; it has: "
                        + (options.isEmpty() ? "none" : String.join(", ", options.keySet())));
            }
        }
        // First, for it may know better why it cannot serve such a lock.
        IntFunction<Algorithm<S, M>> nodes = builder.prepare(config);
        if (!profile.serves().contains(config.capacity().kind())) {
            throw new IllegalArgumentException(id() + " cannot serve a "
                    + Catalogue.name(config.capacity().kind()) + "; it serves: " + Catalogue.names(profile.serves()));
        }
        return IntStream.rangeClosed(1, config.nodes()).mapToObj(nodes).toList();
    }
}
