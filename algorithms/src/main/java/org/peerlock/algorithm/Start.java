package org.peerlock.algorithm;

import java.util.List;
import java.util.Optional;

/**
 * The start of a group: all nodes are given the same.
 *
 * @param home where a token is, if nobody is inside
 * @param fence the greatest fence that was ever given before; the first one given in this group is greater
 * @param inside the requests that are inside already
 */
public record Start(int home, long fence, List<Inside> inside) {

    /** A request that is inside when the group starts. */
    public record Inside(int node, Request request) {}

    public Start {
        inside = List.copyOf(inside);
    }

    /** Nobody is inside, no fence was ever given, and a token is at node 1. */
    public static Start fresh() {
        return new Start(1, 0, List.of());
    }

    /** The request of {@code node} that is inside already; the first, if there are several. */
    public Optional<Request> insideAt(int node) {
        return inside.stream()
                .filter(already -> already.node() == node)
                .map(Inside::request)
                .findFirst();
    }

    /** Where a token is: at the node that is inside, else at home. */
    public int tokenAt() {
        return inside.isEmpty() ? home : inside.get(0).node();
    }
}
