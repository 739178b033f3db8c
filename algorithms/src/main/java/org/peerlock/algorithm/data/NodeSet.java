package org.peerlock.algorithm.data;

import java.util.Arrays;
import java.util.NoSuchElementException;
import java.util.PrimitiveIterator;
import java.util.StringJoiner;

/** An immutable set of nodes, iterated in ascending order. */
public final class NodeSet implements Iterable<Integer> {

    private static final NodeSet EMPTY = new NodeSet(new long[0]);

    /**
     * Bit {@code node % 64} of word {@code node / 64}. The last word is never 0, so equal sets have
     * equal words.
     */
    private final long[] words;

    private NodeSet(long[] words) {
        this.words = words;
    }

    public static NodeSet empty() {
        return EMPTY;
    }

    /** The nodes 1 to {@code n}. */
    public static NodeSet all(int n) {
        NodeSet all = EMPTY;
        if (n > 0) {
            long[] words = new long[n / Long.SIZE + 1];
            for (int node = 1; node <= n; node++) {
                words[node / Long.SIZE] |= bit(node);
            }
            all = new NodeSet(words);
        }
        return all;
    }

    public static NodeSet of(int... nodes) {
        NodeSet set = EMPTY;
        for (int node : nodes) {
            set = set.plus(node);
        }
        return set;
    }

    /** The nodes 1 to {@code n} except {@code me}. */
    public static NodeSet others(int n, int me) {
        return all(n).minus(me);
    }

    public NodeSet plus(int node) {
        if (contains(node)) {
            return this;
        }
        long[] copy = Arrays.copyOf(words, Math.max(words.length, node / Long.SIZE + 1));
        copy[node / Long.SIZE] |= bit(node);
        return new NodeSet(copy);
    }

    public NodeSet minus(int node) {
        if (!contains(node)) {
            return this;
        }
        long[] copy = words.clone();
        copy[node / Long.SIZE] &= ~bit(node);
        return trimmed(copy);
    }

    public NodeSet minus(NodeSet others) {
        long[] copy = words.clone();
        for (int i = 0; i < Math.min(copy.length, others.words.length); i++) {
            copy[i] &= ~others.words[i];
        }
        return trimmed(copy);
    }

    public NodeSet union(NodeSet others) {
        long[] copy = Arrays.copyOf(words, Math.max(words.length, others.words.length));
        for (int i = 0; i < others.words.length; i++) {
            copy[i] |= others.words[i];
        }
        return trimmed(copy);
    }

    public NodeSet intersection(NodeSet others) {
        long[] copy = Arrays.copyOf(words, Math.min(words.length, others.words.length));
        for (int i = 0; i < copy.length; i++) {
            copy[i] &= others.words[i];
        }
        return trimmed(copy);
    }

    public boolean contains(int node) {
        return node / Long.SIZE < words.length && (words[node / Long.SIZE] & bit(node)) != 0;
    }

    public boolean isEmpty() {
        return words.length == 0;
    }

    public int size() {
        int size = 0;
        for (long word : words) {
            size += Long.bitCount(word);
        }
        return size;
    }

    @Override
    public PrimitiveIterator.OfInt iterator() {
        return new PrimitiveIterator.OfInt() {
            private int next = from(1);

            @Override
            public boolean hasNext() {
                return next != 0;
            }

            @Override
            public int nextInt() {
                if (next == 0) {
                    throw new NoSuchElementException();
                }
                int node = next;
                next = from(node + 1);
                return node;
            }
        };
    }

    /** The least member that is at least {@code node}; 0 if there is none. */
    private int from(int node) {
        int i = node / Long.SIZE;
        if (i >= words.length) {
            return 0;
        }
        long word = words[i] & (-1L << node);
        while (word == 0) {
            if (++i == words.length) {
                return 0;
            }
            word = words[i];
        }
        return i * Long.SIZE + Long.numberOfTrailingZeros(word);
    }

    private static long bit(int node) {
        return 1L << node;
    }

    private static NodeSet trimmed(long[] words) {
        int length = words.length;
        while (length > 0 && words[length - 1] == 0) {
            length--;
        }
        if (length == 0) {
            return EMPTY;
        }
        return new NodeSet(length == words.length ? words : Arrays.copyOf(words, length));
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof NodeSet that && Arrays.equals(words, that.words);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(words);
    }

    @Override
    public String toString() {
        StringJoiner text = new StringJoiner(" ", "{", "}");
        for (int node : this) {
            text.add(Integer.toString(node));
        }
        return text.toString();
    }
}
