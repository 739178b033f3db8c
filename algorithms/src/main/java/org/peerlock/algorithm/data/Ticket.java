package org.peerlock.algorithm.data;

/**
 * A number and the node that chose it: the order in which requests are served. The smaller number goes first; between equal
 * numbers the smaller node.
 */
public record Ticket(long number, int node) implements Comparable<Ticket> {

    public boolean precedes(Ticket other) {
        return compareTo(other) < 0;
    }

    @Override
    public int compareTo(Ticket other) {
        return number != other.number ? Long.compare(number, other.number) : Integer.compare(node, other.node);
    }

    @Override
    public String toString() {
        return number + "@" + node;
    }
}
