package org.peerlock.bench.soak;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class GuardTest {

    @Test
    void oneWordHasAllOfIt() {
        Guard guard = new Guard(Guard.LAST_LIFE, 1023, true, 500_000_000_000L);
        assertThat(Guard.of(guard.word())).isEqualTo(guard);
        Guard other = new Guard(1, 2, false, 3);
        assertThat(Guard.of(other.word())).isEqualTo(other);
    }

    @Test
    void aNewFileHasNobody() {
        assertThat(Guard.of(0)).isEqualTo(new Guard(0, 0, false, 0));
    }

    @Test
    void thoseWhoComeDoNotLookAlikeEvenIfNobodyFinishes() {
        Guard first = Guard.of(0).entered(1);
        assertThat(first.entered(1)).isNotEqualTo(first);
        assertThat(new Guard(1, 1023, true, 5).entered(2)).isEqualTo(new Guard(2, 0, true, 5));
    }
}
