package org.peerlock.algorithm;

import java.util.Collections;
import java.util.EnumSet;
import java.util.Set;

/**
 * The description of an algorithm: what it assumes, which locks it serves, and what it costs.
 *
 * @param id its name in commands and files
 * @param family what a node must have to enter
 * @param source who published it, and when
 * @param assumptions what it needs from the network, and what it claims there
 * @param serves the kinds of locks that it can provide
 * @param concurrentRequests whether a node may have several requests under way
 * @param increments whether a request may have an {@linkplain Request#increment() increment} other
 *     than 1
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

    /** A profile of an algorithm in which all increments are 1, which is the usual case. */
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
     * Formulas for readers. N is the number of nodes, K the number of permits or the size of a
     * request set, D the diameter of a tree, T the greatest message delay.
     *
     * @param messages per entry
     * @param synchronizationDelay the time from one node's release to the entry of the next one
     *     that waits
     * @param order the order in which requests enter
     * @param fence which messages carry the fence
     */
    public record Costs(String messages, String synchronizationDelay, String order, String fence) {}
}
