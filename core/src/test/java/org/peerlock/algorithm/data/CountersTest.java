package org.peerlock.algorithm.data;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class CountersTest {

    @Test
    void allAreZeroAtFirst() {
        Counters zero = Counters.zero(3);
        assertThat(zero.of(1)).isZero();
        assertThat(zero.of(2)).isZero();
        assertThat(zero.of(3)).isZero();
        assertThat(zero.size()).isEqualTo(3);
    }

    @Test
    void aChangeMakesANewOneAndLeavesTheOldAsItWas() {
        Counters zero = Counters.zero(3);
        Counters changed = zero.with(2, 7);
        assertThat(changed.of(2)).isEqualTo(7);
        assertThat(changed.of(1)).isZero();
        assertThat(changed.of(3)).isZero();
        assertThat(zero).isEqualTo(Counters.zero(3));
    }

    @Test
    void atLeastRaisesButNeverLowers() {
        Counters five = Counters.zero(2).with(1, 5);
        assertThat(five.atLeast(1, 4)).isEqualTo(five);
        assertThat(five.atLeast(1, 6).of(1)).isEqualTo(6);
        assertThat(five.atLeast(2, -1).of(2)).isZero();
    }

    @Test
    void equalNumbersAreEqualHoweverTheyCameAbout() {
        Counters there = Counters.zero(2).with(1, 5).with(2, 1);
        Counters back = there.with(2, 0);
        assertThat(back)
                .isEqualTo(Counters.zero(2).with(1, 5))
                .hasSameHashCodeAs(Counters.zero(2).with(1, 5));
        assertThat(back).isNotEqualTo(there);
        assertThat(Counters.zero(2)).isNotEqualTo(Counters.zero(3));
    }

    @Test
    void canBeMadeOfAllNumbersAtOnce() {
        assertThat(Counters.of(4, 0, 9)).isEqualTo(Counters.zero(3).with(3, 9).with(1, 4));
    }

    @Test
    void readsInOrderOfTheNodes() {
        assertThat(Counters.zero(3).with(3, 9).with(1, 4)).hasToString("[4 0 9]");
    }
}
