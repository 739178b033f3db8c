package org.peerlock.algorithm.token;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Trees by name or by their edges, and the ways in them. */
class TreeTest {

    /** The nodes passed on the way, both ends included. */
    private static List<Integer> way(Tree tree, int from, int to) {
        List<Integer> way = new ArrayList<>(List.of(from));
        for (int at = from; at != to; ) {
            at = tree.towards(at, to);
            way.add(at);
        }
        return way;
    }

    @Test
    void aLine() {
        Tree line = Tree.named("line", 5);
        assertThat(way(line, 1, 5)).containsExactly(1, 2, 3, 4, 5);
        assertThat(way(line, 4, 2)).containsExactly(4, 3, 2);
    }

    @Test
    void aStarHasNode1InItsMiddle() {
        Tree star = Tree.named("star", 5);
        assertThat(way(star, 4, 2)).containsExactly(4, 1, 2);
        assertThat(way(star, 1, 5)).containsExactly(1, 5);
    }

    /**
     * Filled row by row.
     *
     * <pre>
     *           1
     *         /   \
     *        2     3
     *       / \   / \
     *      4   5 6   7
     * </pre>
     */
    @Test
    void aBinaryTree() {
        Tree binary = Tree.named("binary", 7);
        assertThat(way(binary, 4, 7)).containsExactly(4, 2, 1, 3, 7);
        assertThat(way(binary, 4, 5)).containsExactly(4, 2, 5);
        assertThat(way(binary, 1, 6)).containsExactly(1, 3, 6);
    }

    @Test
    void aTreeWithMoreBranches() {
        assertThat(way(Tree.named("3-ary", 13), 5, 13)).containsExactly(5, 2, 1, 4, 13);
        assertThat(way(Tree.named("12-ary", 13), 5, 13)).containsExactly(5, 1, 13);
    }

    @Test
    void aTreeByItsEdgesInAnyOrderAndDirection() {
        Tree tree = Tree.named("4-2,1-2,3-4,5-2", 5);
        assertThat(way(tree, 1, 3)).containsExactly(1, 2, 4, 3);
        assertThat(way(tree, 3, 5)).containsExactly(3, 4, 2, 5);
    }

    @Test
    void theNextHopToTheNodeItselfIsTheNodeItself() {
        assertThat(Tree.named("binary", 3).towards(2, 2)).isEqualTo(2);
        assertThat(Tree.named("binary", 1).towards(1, 1)).isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"line", "star", "binary", "3-ary", "1-ary", "9-7,7-8,8-1,1-2,2-3,3-4,4-5,5-6"})
    void betweenAnyTwoNodesThereIsOneWayTheSameInBothDirections(String shape) {
        Tree tree = Tree.named(shape, 9);
        for (int from = 1; from <= 9; from++) {
            for (int to = 1; to <= 9; to++) {
                List<Integer> back = new ArrayList<>();
                way(tree, to, from).forEach(node -> back.add(0, node));
                assertThat(way(tree, from, to)).isEqualTo(back).doesNotHaveDuplicates();
            }
        }
    }

    /** If hops were found by walking the whole way, the line would take forever. */
    @ParameterizedTest
    @ValueSource(strings = {"line", "star", "binary", "10-ary"})
    void inATreeOf100000NodesAllHopsLeadToTheSameNode(String shape) {
        int n = 100_000;
        Tree tree = Tree.named(shape, n);
        int[] firstPassedBy = new int[n + 1];
        firstPassedBy[n] = n;
        int circles = 0;
        for (int from = n - 1; from >= 1; from--) {
            int at = from;
            while (firstPassedBy[at] == 0) {
                firstPassedBy[at] = from;
                at = tree.towards(at, n);
            }
            circles += firstPassedBy[at] == from ? 1 : 0;
        }
        assertThat(circles).isZero();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "circle|a tree cannot be built as 'circle', but as: line, star, binary, 3-ary and so on, or edges such as"
                        + " 1-2,2-3",
                "0-ary|a tree cannot be built as '0-ary', but as: line, star, binary, 3-ary and so on, or edges such as"
                        + " 1-2,2-3",
                "1-2,2-3|a tree of 4 nodes has 3 edges, not 2",
                "1-2,2-3,3-4,4-1|a tree of 4 nodes has 3 edges, not 4",
                "1-2,2-3,3-5|a tree of 4 nodes has no node 5",
                "1-2,2-3,3-1|the edges are not a tree: there is no path from node 1 to node 4",
                "1-2,3-4,3-4|the edges are not a tree: there is no path from node 1 to node 3",
                "1-1,2-3,3-4|the edges are not a tree: there is no path from node 1 to node 2"
            })
    void whatIsNoTreeOf4NodesIsRefused(String shape, String message) {
        assertThatThrownBy(() -> Tree.named(shape, 4))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(message);
    }

    @Test
    void aTreeHasANode() {
        assertThatThrownBy(() -> Tree.named("line", 0))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("a tree has at least 1 node, not 0");
    }
}
