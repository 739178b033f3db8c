package org.peerlock.bench.soak;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class GuardWordTest {

    @Test
    void oneWordHasAllOfIt() {
        GuardWord guardWord = new GuardWord(GuardWord.LAST_LIFE, 1023, true, 500_000_000_000L);
        assertThat(GuardWord.of(guardWord.word())).isEqualTo(guardWord);
        GuardWord other = new GuardWord(1, 2, false, 3);
        assertThat(GuardWord.of(other.word())).isEqualTo(other);
    }

    @Test
    void aNewFileHasNobody() {
        assertThat(GuardWord.of(0)).isEqualTo(new GuardWord(0, 0, false, 0));
    }

    @Test
    void thoseWhoComeDoNotLookAlikeEvenIfNobodyFinishes() {
        GuardWord first = GuardWord.of(0).entered(1);
        assertThat(first.entered(1)).isNotEqualTo(first);
        assertThat(new GuardWord(1, 1023, true, 5).entered(2)).isEqualTo(new GuardWord(2, 0, true, 5));
    }
}
