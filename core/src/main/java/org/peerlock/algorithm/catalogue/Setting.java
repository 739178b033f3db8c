package org.peerlock.algorithm.catalogue;

import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;
import org.peerlock.algorithm.Capacity;

/**
 * What a group of nodes is to be made for.
 *
 * @param nodes how many nodes
 * @param capacity what kind of lock
 * @param options of the algorithm, by name
 */
public record Setting(int nodes, Capacity capacity, SortedMap<String, String> options) {

    public Setting {
        options = Collections.unmodifiableSortedMap(new TreeMap<>(options));
        if (nodes < 1) {
            throw new IllegalArgumentException("a group has at least 1 node, not " + nodes);
        }
    }

    /** A mutex of an algorithm without options. */
    public static Setting mutex(int nodes) {
        return new Setting(nodes, Capacity.mutex(), new TreeMap<>());
    }
}
