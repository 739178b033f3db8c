package org.peerlock.algorithm.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.NoSuchElementException;
import java.util.Random;
import java.util.SortedSet;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class NodeSetTest {

    @Test
    void itIsIteratedInAscendingOrder() {
        assertThat(NodeSet.of(130, 3, 64, 1, 63)).containsExactly(1, 3, 63, 64, 130);
        assertThat(NodeSet.empty()).isEmpty();
    }

    @Test
    void anExhaustedIteratorSaysSo() {
        var iterator = NodeSet.of(5).iterator();
        assertThat(iterator.nextInt()).isEqualTo(5);
        assertThatThrownBy(iterator::nextInt).isInstanceOf(NoSuchElementException.class);
    }

    @Test
    void allAreTheNodesFrom1ToN() {
        assertThat(NodeSet.all(3)).containsExactly(1, 2, 3);
        assertThat(NodeSet.all(0)).isEqualTo(NodeSet.empty());
        for (int n : new int[] {1, 62, 63, 64, 65, 127, 128}) {
            assertThat(NodeSet.all(n)).hasSize(n);
            assertThat(NodeSet.all(n).size()).isEqualTo(n);
            assertThat(NodeSet.all(n).contains(n)).isTrue();
            assertThat(NodeSet.all(n).contains(n + 1)).isFalse();
        }
    }

    @Test
    void othersAreAllButOne() {
        assertThat(NodeSet.others(3, 2)).containsExactly(1, 3);
        assertThat(NodeSet.others(1, 1)).isEqualTo(NodeSet.empty());
    }

    @Test
    void aChangeLeavesTheOriginalAsItIs() {
        NodeSet set = NodeSet.of(1, 2);
        assertThat(set.plus(70)).containsExactly(1, 2, 70);
        assertThat(set.minus(1)).containsExactly(2);
        assertThat(set).containsExactly(1, 2);
    }

    @Test
    void aUnionHasTheMembersOfBoth() {
        assertThat(NodeSet.of(1, 70).union(NodeSet.of(1, 3))).containsExactly(1, 3, 70);
        assertThat(NodeSet.of(3).union(NodeSet.of(1, 70))).containsExactly(1, 3, 70);
        assertThat(NodeSet.empty().union(NodeSet.empty())).isEqualTo(NodeSet.empty());
    }

    @Test
    void whatChangesNothingReturnsTheSetItself() {
        NodeSet set = NodeSet.of(1, 2);
        assertThat(set.plus(2)).isSameAs(set);
        assertThat(set.minus(3)).isSameAs(set);
    }

    @Test
    void equalSetsAreEqualHoweverTheyCameAbout() {
        NodeSet set = NodeSet.of(1, 64, 200).minus(200);
        assertThat(set).isEqualTo(NodeSet.of(64, 1)).hasSameHashCodeAs(NodeSet.of(64, 1));
        assertThat(set.minus(64)).isEqualTo(NodeSet.of(1));
        assertThat(set.minus(64).minus(1)).isEqualTo(NodeSet.empty());
        assertThat(set).isNotEqualTo(NodeSet.of(1));
    }

    @Test
    void itPrintsAsASet() {
        assertThat(NodeSet.of(3, 1)).hasToString("{1 3}");
        assertThat(NodeSet.empty()).hasToString("{}");
    }

    @Test
    void itAgreesWithATreeSet() {
        Random random = new Random(1);
        for (int round = 0; round < 1000; round++) {
            SortedSet<Integer> someMembers = randomMembers(random);
            SortedSet<Integer> otherMembers = randomMembers(random);
            NodeSet some = nodeSet(someMembers);
            NodeSet others = nodeSet(otherMembers);

            assertThat(some).containsExactlyElementsOf(someMembers);
            assertThat(some.size()).isEqualTo(someMembers.size());
            assertThat(some.isEmpty()).isEqualTo(someMembers.isEmpty());

            SortedSet<Integer> intersection = new TreeSet<>(someMembers);
            intersection.retainAll(otherMembers);
            assertThat(some.intersection(others)).isEqualTo(nodeSet(intersection));

            SortedSet<Integer> difference = new TreeSet<>(someMembers);
            difference.removeAll(otherMembers);
            assertThat(some.minus(others)).isEqualTo(nodeSet(difference));
        }
    }

    private static NodeSet nodeSet(SortedSet<Integer> members) {
        return NodeSet.of(members.stream().mapToInt(Integer::intValue).toArray());
    }

    private static SortedSet<Integer> randomMembers(Random random) {
        SortedSet<Integer> members = new TreeSet<>();
        int greatest = random.nextBoolean() ? 6 : 150;
        for (int count = random.nextInt(8); count > 0; count--) {
            members.add(1 + random.nextInt(greatest));
        }
        return members;
    }
}
