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
public record QueuePosition(OptionalLong number, NodeQueue queue) {

    private static final QueuePosition UNKNOWN = new QueuePosition(OptionalLong.empty(), NodeQueue.empty());

    /** Nothing is known here. */
    public static QueuePosition unknown() {
        return UNKNOWN;
    }

    public static QueuePosition numbered(long number) {
        return new QueuePosition(OptionalLong.of(number), NodeQueue.empty());
    }

    public static QueuePosition queued(NodeQueue queue) {
        return new QueuePosition(OptionalLong.empty(), queue);
    }
}
