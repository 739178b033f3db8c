package org.peerlock.algorithm;

import java.util.OptionalLong;
import org.peerlock.algorithm.data.NodeQueue;

/**
 * What a node knows about the order in which requests will be served. It is information for
 * monitoring; no algorithm decides anything by it. The positions of all nodes together give the
 * whole order, as far as it is decided yet.
 *
 * @param number if requests are served by number, the number of this request: the smallest goes
 *     first, and among equal numbers the smallest node
 * @param queue otherwise, the nodes that come next as seen from this one, including itself if it
 *     waits
 */
public record QueuePosition(OptionalLong number, NodeQueue queue) {

    private static final QueuePosition UNKNOWN = new QueuePosition(OptionalLong.empty(), NodeQueue.empty());

    /** This node knows nothing about the order. */
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
