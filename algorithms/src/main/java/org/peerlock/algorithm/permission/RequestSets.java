package org.peerlock.algorithm.permission;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.peerlock.algorithm.Expect;
import org.peerlock.algorithm.data.NodeSet;

/**
 * The request sets: for each of the nodes 1 to N, the nodes whose permission it needs. Any two of
 * these sets have a node in common (Maekawa's condition M1), and each contains its own node (M2).
 * Both are checked when the sets are built. Whether the sets are equally large (M3), and every node
 * is in equally many (M4), depends on the shape.
 */
public final class RequestSets {

    /** The ways to build request sets. */
    public enum Shape {
        /**
         * From a projective plane: N = K(K-1) + 1, the smallest possible sets, but only for some N.
         * M1 to M4 hold.
         */
        PLANE,
        /**
         * A row and a column of a square: about 2√N, for any N. M3 and M4 hold if the last row is
         * full.
         */
        GRID,
        /** From a difference cover: at most about √(2N), for any N. M1 to M4 hold. */
        COVER;

        /**
         * Finds a shape by its name.
         *
         * @throws IllegalArgumentException if there is no such shape
         */
        public static Shape named(String name) {
            for (Shape shape : values()) {
                if (shape.toString().equals(name)) {
                    return shape;
                }
            }
            String names = Stream.of(values()).map(Shape::toString).collect(Collectors.joining(", "));
            throw new IllegalArgumentException("there is no shape '" + name + "' of request sets; there are: " + names);
        }

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** The set of node i is at i - 1. */
    private final List<NodeSet> sets;

    RequestSets(List<NodeSet> sets) {
        this.sets = List.copyOf(sets);
        checkMembers();
        checkIntersections();
    }

    /** A plane where N allows one, else a cover. */
    public static RequestSets build(int nodes) {
        return build(PerfectDifferenceSet.exists(nodes) ? Shape.PLANE : Shape.COVER, nodes);
    }

    /**
     * Request sets of a shape.
     *
     * @throws IllegalArgumentException if the shape does not exist for this number of nodes
     */
    public static RequestSets build(Shape shape, int nodes) {
        if (nodes < 1) {
            throw new IllegalArgumentException("request sets need at least 1 node, not " + nodes);
        }
        return new RequestSets(
                switch (shape) {
                    case PLANE -> cyclic(PerfectDifferenceSet.modulo(nodes), nodes);
                    case GRID -> grid(nodes);
                    case COVER -> cyclic(DifferenceCover.modulo(nodes), nodes);
                });
    }

    /**
     * The residues, counted from each node around a circle. Two such sets d apart have a node in
     * common because d is the difference of two residues.
     */
    private static List<NodeSet> cyclic(List<Integer> residues, int nodes) {
        List<NodeSet> sets = new ArrayList<>();
        for (int i = 0; i < nodes; i++) {
            NodeSet set = NodeSet.empty();
            for (int residue : residues) {
                set = set.plus((i + residue) % nodes + 1);
            }
            sets.add(set);
        }
        return sets;
    }

    /**
     * The nodes row by row in a square, the last row perhaps short: each node's row and column. A
     * node whose column is missing in the short row has a full row, which every column meets.
     */
    private static List<NodeSet> grid(int nodes) {
        int width = (int) Math.ceil(Math.sqrt(nodes));
        List<NodeSet> sets = new ArrayList<>();
        for (int i = 0; i < nodes; i++) {
            NodeSet set = NodeSet.empty();
            for (int j = 0; j < nodes; j++) {
                if (i / width == j / width || i % width == j % width) {
                    set = set.plus(j + 1);
                }
            }
            sets.add(set);
        }
        return sets;
    }

    /** The request set of a node. */
    public NodeSet of(int node) {
        return sets.get(node - 1);
    }

    /** The size of the largest set: K. */
    public int size() {
        return sets.stream().mapToInt(NodeSet::size).max().orElse(0);
    }

    /** M3: whether all sets are equally large. */
    public boolean equalSizes() {
        return sets.stream().mapToInt(NodeSet::size).distinct().count() == 1;
    }

    /** M4: whether all nodes are in the same number of sets. */
    public boolean equalLoads() {
        return IntStream.rangeClosed(1, sets.size())
                        .mapToLong(this::load)
                        .distinct()
                        .count()
                == 1;
    }

    private long load(int node) {
        return sets.stream().filter(set -> set.contains(node)).count();
    }

    private void checkIntersections() {
        for (int i = 1; i <= sets.size(); i++) {
            for (int j = 1; j < i; j++) {
                Expect.that(!of(i).intersection(of(j)).isEmpty(), "M1: any two request sets have a node in common");
            }
        }
    }

    private void checkMembers() {
        for (int i = 1; i <= sets.size(); i++) {
            Expect.that(of(i).contains(i), "M2: every node is in its own request set");
        }
    }
}
