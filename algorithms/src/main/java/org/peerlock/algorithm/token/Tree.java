package org.peerlock.algorithm.token;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.peerlock.algorithm.Expect;

/**
 * A tree whose vertices are the nodes 1 to N: between any two there is exactly one path. The
 * factory checks that.
 *
 * <p>All nodes share one tree. It stores a few numbers for each node, and finds the next hop by
 * looking only at a node's neighbours, however long the path is.
 */
public final class Tree {

    private static final Pattern ARY = Pattern.compile("([1-9]\\d{0,8})-ary");
    private static final Pattern EDGE = Pattern.compile("([1-9]\\d{0,8})-([1-9]\\d{0,8})");
    private static final Pattern SEPARATOR = Pattern.compile("[-,]");
    private static final Pattern EDGES = Pattern.compile(EDGE + "(," + EDGE + ")*");

    // Node 1 is the root. The nodes have places in depth-first order, so the subtree of v has the
    // places from place[v] to last[v]. Index 0 is not used.

    private final int[] parent;
    private final int[] place;
    private final int[] last;
    /** The node at a place. */
    private final int[] at;

    /**
     * The edges join {@code ends[0]} and {@code ends[1]}, {@code ends[2]} and {@code ends[3]}, and
     * so on.
     */
    private Tree(int nodes, int[] ends) {
        if (ends.length != 2 * (nodes - 1)) {
            throw new IllegalArgumentException(
                    "a tree of " + nodes + " nodes has " + (nodes - 1) + " edges, not " + ends.length / 2);
        }
        parent = new int[nodes + 1];
        place = new int[nodes + 1];
        last = new int[nodes + 1];
        at = new int[nodes + 1];
        number(new Adjacency(nodes, ends));
        for (int i = nodes; i >= 1; i--) {
            int node = at[i];
            last[node] = Math.max(last[node], i);
            last[parent[node]] = Math.max(last[parent[node]], last[node]);
        }
    }

    /**
     * Creates the tree that a text describes.
     *
     * @param shape {@code line}, {@code star}, {@code binary}, {@code 3-ary} and so on, all with
     *     node 1 as the root; or its edges, such as {@code 1-2,2-3}
     * @throws IllegalArgumentException if it is not a tree of that many nodes
     */
    public static Tree named(String shape, int nodes) {
        if (nodes < 1) {
            throw new IllegalArgumentException("a tree has at least 1 node, not " + nodes);
        }
        Matcher ary = ARY.matcher(shape);
        if (ary.matches()) {
            return hanging(Integer.parseInt(ary.group(1)), nodes);
        }
        if (EDGES.matcher(shape).matches()) {
            return new Tree(nodes, ends(shape, nodes));
        }
        return switch (shape) {
            case "line" -> hanging(1, nodes);
            case "star" -> hanging(Math.max(1, nodes - 1), nodes);
            case "binary" -> hanging(2, nodes);
            default ->
                throw new IllegalArgumentException("a tree cannot be built as '" + shape
                        + "', but as: line, star, binary, 3-ary and so on, or edges such as 1-2,2-3");
        };
    }

    /** A tree in which each node has up to {@code children} children, filled level by level. */
    private static Tree hanging(int children, int nodes) {
        int[] ends = new int[2 * (nodes - 1)];
        for (int node = 2; node <= nodes; node++) {
            ends[2 * node - 4] = (node - 2) / children + 1;
            ends[2 * node - 3] = node;
        }
        return new Tree(nodes, ends);
    }

    private static int[] ends(String edges, int nodes) {
        int[] ends = SEPARATOR.splitAsStream(edges).mapToInt(Integer::parseInt).toArray();
        for (int end : ends) {
            if (end > nodes) {
                throw new IllegalArgumentException("a tree of " + nodes + " nodes has no node " + end);
            }
        }
        return ends;
    }

    /** Sets places and parents of all nodes that can be reached from node 1. */
    private void number(Adjacency edges) {
        int nodes = at.length - 1;
        int[] stack = new int[2 * nodes];
        int top = 0;
        stack[top++] = 1;
        int next = 1;
        while (top > 0) {
            int node = stack[--top];
            if (place[node] != 0) {
                continue;
            }
            place[node] = next;
            at[next++] = node;
            for (int i = edges.begin(node + 1) - 1; i >= edges.begin(node); i--) {
                int neighbour = edges.neighbour(i);
                if (place[neighbour] == 0) {
                    parent[neighbour] = node;
                    stack[top++] = neighbour;
                }
            }
        }
        for (int node = 1; node <= nodes; node++) {
            if (place[node] == 0) { // with N - 1 edges, there is then a cycle elsewhere
                throw new IllegalArgumentException(
                        "the edges are not a tree: there is no path from node 1 to node " + node);
            }
        }
    }

    /**
     * The neighbour of {@code from} on the path to {@code to}; {@code to} itself if they are equal.
     */
    public int towards(int from, int to) {
        if (from == to) {
            return from;
        }
        if (place[to] < place[from] || place[to] > last[from]) {
            return parent[from];
        }
        int child = at[place[from] + 1];
        while (last[child] < place[to]) {
            child = at[last[child] + 1];
        }
        Expect.that(parent[child] == from, "a branch begins with a neighbour");
        return child;
    }

    /** The neighbours of all nodes, one list after the other. */
    private static final class Adjacency {

        private final int[] begins;
        private final int[] neighbours;

        Adjacency(int nodes, int[] ends) {
            begins = new int[nodes + 2];
            neighbours = new int[ends.length];
            for (int end : ends) {
                begins[end]++;
            }
            for (int node = 1; node <= nodes + 1; node++) {
                begins[node] += begins[node - 1];
            }
            for (int i = ends.length - 1; i >= 0; i--) { // filling from the end leaves each where its list begins
                neighbours[--begins[ends[i]]] = ends[i ^ 1];
            }
        }

        int begin(int node) {
            return begins[node];
        }

        int neighbour(int i) {
            return neighbours[i];
        }
    }
}
