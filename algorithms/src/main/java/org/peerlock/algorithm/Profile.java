package org.peerlock.algorithm;

import java.util.Collections;
import java.util.EnumSet;
import java.util.Set;

/**
 * What an algorithm is, assumes, serves and costs.
 *
 * @param id its name in commands and files
 * @param family what a node must have to enter
 * @param source who published it, and where
 * @param assumptions what it needs, and what it claims
 * @param serves the kinds of locks that it can be used for
 * @param concurrentRequests whether a node may have several requests under way
 * @param increments whether a request may have an {@linkplain Request#increment() increment} other than 1
 * @param costs what it costs, as published or as proved
 */
public record Profile(
        String id,
        Family family,
        String source,
        Assumptions assumptions,
        Set<Capacity.Kind> serves,
        boolean concurrentRequests,
        boolean increments,
        Costs costs) {

    public Profile {
        serves = Collections.unmodifiableSet(EnumSet.copyOf(serves));
    }

    /** The usual: all increments are 1. */
    public Profile(
            String id,
            Family family,
            String source,
            Assumptions assumptions,
            Set<Capacity.Kind> serves,
            boolean concurrentRequests,
            Costs costs) {
        this(id, family, source, assumptions, serves, concurrentRequests, false, costs);
    }

    /**
     * Formulas for a reader: N nodes, K permits or members of a request set, D the longest way in a tree, T the longest that
     * a message is under way.
     *
     * @param messages per entry
     * @param synchronizationDelay from one node's leaving to the entry of the next that waits
     * @param order in which requests enter
     * @param fence where the fence is carried
     */
    public record Costs(String messages, String synchronizationDelay, String order, String fence) {}
}
