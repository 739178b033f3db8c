package org.peerlock.algorithm.data;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class NodeQueueTest {

    @Test
    void firstInFirstOut() {
        NodeQueue queue = NodeQueue.empty().append(3).append(1).append(2);
        assertThat(queue.head()).isEqualTo(3);
        assertThat(queue.tail().head()).isEqualTo(1);
        assertThat(queue.tail().tail().head()).isEqualTo(2);
        assertThat(queue.tail().tail().tail().isEmpty()).isTrue();
    }

    @Test
    void aChangeMakesANewOneAndLeavesTheOldAsItWas() {
        NodeQueue queue = NodeQueue.of(1, 2);
        assertThat(queue.append(3)).isEqualTo(NodeQueue.of(1, 2, 3));
        assertThat(queue.tail()).isEqualTo(NodeQueue.of(2));
        assertThat(queue.minus(1)).isEqualTo(NodeQueue.of(2));
        assertThat(queue.minus(2)).isEqualTo(NodeQueue.of(1));
        assertThat(queue.minus(3)).isEqualTo(queue);
        assertThat(queue).isEqualTo(NodeQueue.of(1, 2));
    }

    @Test
    void isNotChangedThroughTheArrayItWasMadeOf() {
        int[] nodes = {1, 2};
        NodeQueue queue = NodeQueue.of(nodes);
        nodes[0] = 9;
        assertThat(queue.head()).isEqualTo(1);
    }

    @Test
    void knowsItsMembersAndItsSize() {
        NodeQueue queue = NodeQueue.of(5, 2);
        assertThat(queue.contains(5)).isTrue();
        assertThat(queue.contains(2)).isTrue();
        assertThat(queue.contains(1)).isFalse();
        assertThat(queue.size()).isEqualTo(2);
        assertThat(queue.isEmpty()).isFalse();
        assertThat(NodeQueue.empty().size()).isZero();
        assertThat(NodeQueue.empty().isEmpty()).isTrue();
    }

    @Test
    void aNodeCanLeaveItFromAnywhere() {
        NodeQueue queue = NodeQueue.of(3, 1, 2);
        assertThat(queue.minus(3)).isEqualTo(NodeQueue.of(1, 2));
        assertThat(queue.minus(1)).isEqualTo(NodeQueue.of(3, 2));
        assertThat(queue.minus(4)).isEqualTo(queue);
    }

    @Test
    void isEqualIfTheSameNodesAreInTheSameOrder() {
        assertThat(NodeQueue.of(4).tail()).isEqualTo(NodeQueue.empty()).hasSameHashCodeAs(NodeQueue.empty());
        assertThat(NodeQueue.of(1, 2)).isNotEqualTo(NodeQueue.of(2, 1));
    }

    @Test
    void tellsAllFromItsHead() {
        assertThat(NodeQueue.of(3, 1, 2).stream()).containsExactly(3, 1, 2);
    }

    @Test
    void readsFromItsHead() {
        assertThat(NodeQueue.of(3, 1)).hasToString("[3 1]");
    }
}
