package org.peerlock.algorithm.catalogue;

import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;
import org.peerlock.algorithm.Capacity;
import org.peerlock.algorithm.data.NodeSet;

/**
 * The configuration of a group: its size, the lock that it serves, and the options of the
 * algorithm.
 *
 * @param nodes the number of nodes
 * @param capacity the lock that the group serves
 * @param options the options of the algorithm by name
 */
public record GroupConfig(int nodes, Capacity capacity, SortedMap<String, String> options) {

    public GroupConfig {
        options = Collections.unmodifiableSortedMap(new TreeMap<>(options));
        if (nodes < 1) {
            throw new IllegalArgumentException("a group has at least 1 node, not " + nodes);
        }
    }

    /** The value of a numeric option, which must be at least {@code least}. */
    public int number(String option, int otherwise, int least) {
        String value = options.get(option);
        return value == null ? otherwise : number(option, value, least, Integer.MAX_VALUE);
    }

    /** The value of an option that is a list of nodes such as {@code 1,3}. */
    public NodeSet nodes(String option, NodeSet otherwise) {
        String value = options.get(option);
        if (value == null) {
            return otherwise;
        }
        NodeSet listed = NodeSet.empty();
        for (String node : value.split(",", -1)) {
            listed = listed.plus(number(option, node, 1, nodes));
        }
        return listed;
    }

    static int number(String option, String value, int least, int most) {
        try {
            int number = Integer.parseInt(value);
            if (number >= least && number <= most) {
                return number;
            }
        } catch (NumberFormatException e) {
            // reported below, like a number out of range
        }
        String range = most == Integer.MAX_VALUE ? "of at least " + least : "from " + least + " to " + most;
        throw new IllegalArgumentException(
                "option " + option + ": expected a number " + range + ", not '" + value + "'");
    }

    /** A mutex of an algorithm without options. */
    public static GroupConfig mutex(int nodes) {
        return new GroupConfig(nodes, Capacity.mutex(), new TreeMap<>());
    }
}
