package org.peerlock.algorithm;

import java.util.List;
import java.util.Optional;

/**
 * How a group starts. All nodes get the same value.
 *
 * @param home the node that has the token, if no node is inside
 * @param fence the greatest fence that was ever given before; the first fence of this group is
 *     greater
 * @param inside the requests that are inside already
 */
public record Start(int home, long fence, List<Inside> inside) {

    /** A request that is inside when the group starts. */
    public record Inside(int node, Request request) {}

    public Start {
        inside = List.copyOf(inside);
    }

    /** No node is inside, no fence was ever given, and the token is at node 1. */
    public static Start fresh() {
        return new Start(1, 0, List.of());
    }

    /** The request of {@code node} that is inside already; the first one, if there are several. */
    public Optional<Request> insideAt(int node) {
        return inside.stream()
                .filter(already -> already.node() == node)
                .map(Inside::request)
                .findFirst();
    }

    /** The node that has the token: the one that is inside, or else {@link #home}. */
    public int tokenAt() {
        return inside.isEmpty() ? home : inside.get(0).node();
    }
}
