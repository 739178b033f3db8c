package org.peerlock.cli.demo;

import java.util.List;

/**
 * The state of the demo at one moment.
 *
 * @param counter the value that was written last
 * @param epoch the greatest that a node has reported; 0 if none has
 * @param messages how many messages the nodes have sent, as far as they have reported it
 * @param refused how many writes and reads were refused
 * @param lost how often a node has reported that it lost the lock
 * @param fences how many fences were used, each greater than all earlier ones
 */
record DemoSnapshot(
        List<NodeStatus> nodes, long counter, long epoch, long messages, long refused, long lost, long fences) {

    DemoSnapshot {
        nodes = List.copyOf(nodes);
    }

    /** How many entries were completed. */
    long entries() {
        return nodes.stream().mapToLong(NodeStatus::entries).sum();
    }

    long entriesOf(int node) {
        return nodes.get(node - 1).entries();
    }

    double messagesPerEntry() {
        return messages / (double) Math.max(1, entries());
    }
}
