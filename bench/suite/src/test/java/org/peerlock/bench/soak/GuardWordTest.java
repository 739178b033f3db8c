package org.peerlock.bench.soak;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class GuardWordTest {

    @Test
    void aWordHoldsAllFields() {
        GuardWord guard = new GuardWord(GuardWord.MAX_INCARNATION, 1023, true, 500_000_000_000L);
        assertThat(GuardWord.of(guard.word())).isEqualTo(guard);
        GuardWord other = new GuardWord(1, 2, false, 3);
        assertThat(GuardWord.of(other.word())).isEqualTo(other);
    }

    @Test
    void inANewFileNobodyIsInside() {
        assertThat(GuardWord.of(0)).isEqualTo(new GuardWord(0, 0, false, 0));
    }

    @Test
    void consecutiveEntriesDifferEvenIfNoneIsCompleted() {
        GuardWord first = GuardWord.of(0).enteredBy(1);
        assertThat(first.enteredBy(1)).isNotEqualTo(first);
        assertThat(new GuardWord(1, 1023, true, 5).enteredBy(2)).isEqualTo(new GuardWord(2, 0, true, 5));
    }
}
