package org.peerlock.algorithm.data;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class NodeCountersTest {

    @Test
    void allAreZeroAtFirst() {
        NodeCounters zero = NodeCounters.zero(3);
        assertThat(zero.of(1)).isZero();
        assertThat(zero.of(2)).isZero();
        assertThat(zero.of(3)).isZero();
        assertThat(zero.size()).isEqualTo(3);
    }

    @Test
    void aChangeMakesANewOneAndLeavesTheOldAsItWas() {
        NodeCounters zero = NodeCounters.zero(3);
        NodeCounters changed = zero.with(2, 7);
        assertThat(changed.of(2)).isEqualTo(7);
        assertThat(changed.of(1)).isZero();
        assertThat(changed.of(3)).isZero();
        assertThat(zero).isEqualTo(NodeCounters.zero(3));
    }

    @Test
    void atLeastRaisesButNeverLowers() {
        NodeCounters five = NodeCounters.zero(2).with(1, 5);
        assertThat(five.atLeast(1, 4)).isEqualTo(five);
        assertThat(five.atLeast(1, 6).of(1)).isEqualTo(6);
        assertThat(five.atLeast(2, -1).of(2)).isZero();
    }

    @Test
    void equalNumbersAreEqualHoweverTheyCameAbout() {
        NodeCounters there = NodeCounters.zero(2).with(1, 5).with(2, 1);
        NodeCounters back = there.with(2, 0);
        assertThat(back)
                .isEqualTo(NodeCounters.zero(2).with(1, 5))
                .hasSameHashCodeAs(NodeCounters.zero(2).with(1, 5));
        assertThat(back).isNotEqualTo(there);
        assertThat(NodeCounters.zero(2)).isNotEqualTo(NodeCounters.zero(3));
    }

    @Test
    void canBeMadeOfAllNumbersAtOnce() {
        assertThat(NodeCounters.of(4, 0, 9))
                .isEqualTo(NodeCounters.zero(3).with(3, 9).with(1, 4));
    }

    @Test
    void readsInOrderOfTheNodes() {
        assertThat(NodeCounters.zero(3).with(3, 9).with(1, 4)).hasToString("[4 0 9]");
    }
}
