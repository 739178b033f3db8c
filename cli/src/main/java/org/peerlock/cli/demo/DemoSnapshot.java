package org.peerlock.cli.demo;

import java.util.List;

/**
 * All that is known at one moment.
 *
 * @param counter what has been written last
 * @param epoch the greatest that a node has told; 0 if none has
 * @param messages how many all have sent, as far as they have told
 * @param refused how many writes and reads were refused
 * @param lost how often a node has said that it has lost the lock
 * @param fences how many were shown, each greater than all before
 */
record DemoSnapshot(
        List<NodeStatus> nodes, long counter, long epoch, long messages, long refused, long lost, long fences) {

    DemoSnapshot {
        nodes = List.copyOf(nodes);
    }

    /** How often somebody has finished. */
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
