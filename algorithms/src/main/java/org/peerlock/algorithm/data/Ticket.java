package org.peerlock.algorithm.data;

/**
 * The sequence number of a request and the node that chose it. Tickets give the order in which
 * requests are served: the smaller number goes first; among equal numbers, the smaller node.
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
