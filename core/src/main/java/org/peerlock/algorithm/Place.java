package org.peerlock.algorithm;

import java.util.OptionalLong;
import org.peerlock.algorithm.data.NodeQueue;

/**
 * What a node knows of the order in which requests will be served, for whoever looks on: nothing is decided by it. Whoever
 * knows the places of all nodes knows the whole order, as far as it is decided at all.
 *
 * @param number where requests are served by number, that of the request: the smallest first, and between equal ones that of
 *     the smallest node
 * @param queue where they are not, the nodes that come next as seen from this one, itself among them if it waits
 */
public record Place(OptionalLong number, NodeQueue queue) {

    private static final Place UNKNOWN = new Place(OptionalLong.empty(), NodeQueue.empty());

    /** Nothing is known here. */
    public static Place unknown() {
        return UNKNOWN;
    }

    public static Place numbered(long number) {
        return new Place(OptionalLong.of(number), NodeQueue.empty());
    }

    public static Place queued(NodeQueue queue) {
        return new Place(OptionalLong.empty(), queue);
    }
}
