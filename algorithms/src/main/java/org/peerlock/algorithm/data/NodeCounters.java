package org.peerlock.algorithm.data;

import java.util.Arrays;
import java.util.StringJoiner;

/** An immutable array of one number for each of the nodes 1 to N. */
public final class NodeCounters {

    /** The number of node j is at j - 1. */
    private final long[] values;

    private NodeCounters(long[] values) {
        this.values = values;
    }

    /** 0 for each of {@code n} nodes. */
    public static NodeCounters zero(int n) {
        return new NodeCounters(new long[n]);
    }

    /** These numbers, for the nodes 1, 2 and so on. */
    public static NodeCounters of(long... values) {
        return new NodeCounters(values.clone());
    }

    /** For how many nodes there is a number. */
    public int size() {
        return values.length;
    }

    public long of(int node) {
        return values[node - 1];
    }

    public NodeCounters with(int node, long value) {
        if (values[node - 1] == value) {
            return this;
        }
        long[] copy = values.clone();
        copy[node - 1] = value;
        return new NodeCounters(copy);
    }

    /** Raised to {@code value} at {@code node}, if it is less there. */
    public NodeCounters atLeast(int node, long value) {
        return with(node, Math.max(of(node), value));
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof NodeCounters that && Arrays.equals(values, that.values);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(values);
    }

    @Override
    public String toString() {
        StringJoiner text = new StringJoiner(" ", "[", "]");
        for (long value : values) {
            text.add(Long.toString(value));
        }
        return text.toString();
    }
}
