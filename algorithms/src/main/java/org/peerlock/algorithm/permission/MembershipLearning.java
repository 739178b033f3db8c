package org.peerlock.algorithm.permission;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * The five methods of Ricart and Agrawala 1981, section 7.2.3, by which a new node of
 * {@link Membership} learns a high enough number. They start when all others have the new node on
 * their lists.
 *
 * <p>High enough means: no request that was made without asking the new node has a higher number.
 */
public enum MembershipLearning {
    /** (1) Ask all other nodes, and use the largest. */
    QUERY,
    /**
     * (2) Wait until one REQUEST has been received from every other node. If a node never makes a
     * request, this never ends.
     */
    EACH,
    /**
     * (3) Wait until the numbers on REQUESTs have increased by N - 1: as much as those under way at
     * one time can differ. That holds only if all increments are 1; and N counts all nodes that may
     * ever be members, because some may have left since.
     */
    GROWTH,
    /**
     * (4) Wait until all requests under way would have been served. Sections must be bounded in
     * time.
     */
    WAIT,
    /**
     * (5) Wait until the fourth REQUEST is received from a single node: it has entered three times,
     * and no node enters more than twice before another that waits. That holds only if messages do
     * not overtake each other, and all increments are 1.
     */
    FOURTH;

    /** The method with a name such as {@code query}. */
    public static MembershipLearning named(String name) {
        for (MembershipLearning learning : values()) {
            if (learning.toString().equals(name)) {
                return learning;
            }
        }
        throw new IllegalArgumentException("there is no learning method '" + name + "'; there are: "
                + Arrays.stream(values()).map(MembershipLearning::toString).collect(Collectors.joining(", ")));
    }

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
