package org.peerlock.algorithm.data;

import java.util.Arrays;
import java.util.StringJoiner;
import java.util.stream.IntStream;

/** An immutable queue of nodes: first in, first out. */
public final class NodeQueue {

    private static final NodeQueue EMPTY = new NodeQueue(new int[0]);

    private final int[] nodes;

    private NodeQueue(int[] nodes) {
        this.nodes = nodes;
    }

    public static NodeQueue empty() {
        return EMPTY;
    }

    public static NodeQueue of(int... nodes) {
        return new NodeQueue(nodes.clone());
    }

    /** The queue with {@code node} at its end. */
    public NodeQueue append(int node) {
        int[] longer = Arrays.copyOf(nodes, nodes.length + 1);
        longer[nodes.length] = node;
        return new NodeQueue(longer);
    }

    /** The node that has waited longest; the queue must not be empty. */
    public int head() {
        return nodes[0];
    }

    /** The queue without its head; it must not be empty. */
    public NodeQueue tail() {
        return new NodeQueue(Arrays.copyOfRange(nodes, 1, nodes.length));
    }

    /** The queue without {@code node}, wherever it stands. */
    public NodeQueue minus(int node) {
        return new NodeQueue(
                Arrays.stream(nodes).filter(waiting -> waiting != node).toArray());
    }

    public boolean contains(int node) {
        for (int waiting : nodes) {
            if (waiting == node) {
                return true;
            }
        }
        return false;
    }

    public boolean isEmpty() {
        return nodes.length == 0;
    }

    public int size() {
        return nodes.length;
    }

    /** All nodes, the one that has waited longest first. */
    public IntStream stream() {
        return Arrays.stream(nodes);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof NodeQueue that && Arrays.equals(nodes, that.nodes);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(nodes);
    }

    @Override
    public String toString() {
        StringJoiner text = new StringJoiner(" ", "[", "]");
        for (int node : nodes) {
            text.add(Integer.toString(node));
        }
        return text.toString();
    }
}
