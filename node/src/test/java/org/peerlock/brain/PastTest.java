package org.peerlock.brain;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.peerlock.algorithm.Capacity;
import org.peerlock.brain.word.Usage;

class PastTest {

    private final Past past = new Past();

    private static Overview.Known used(String lock, long times, int held) {
        return new Overview.Known(lock, Capacity.mutex(), held, 0, new Usage.Counts(times, 1, 10, 10, times, 20, 20));
    }

    @Test
    void whatALockIsUsedForNowIsAddedToWhatItWasUsedForBefore() {
        past.add(used("lock", 3, 0));
        past.add(used("lock", 4, 0));
        assertThat(past.with(List.of(used("lock", 5, 1))))
                .containsExactly(new Overview.Known(
                        "lock", Capacity.mutex(), 1, 0, new Usage.Counts(12, 3, 30, 10, 12, 60, 20)));
        assertThat(past.total().acquisitions()).isEqualTo(7);
    }

    @Test
    void theBusiestComesFirst() {
        past.add(used("seldom", 1, 0));
        past.add(used("often", 9, 0));
        assertThat(past.with(List.of(used("now", 5, 1))))
                .extracting(Overview.Known::lock)
                .containsExactly("often", "now", "seldom");
    }

    @Test
    void aLockThatNobodyHasGotIsNotRemembered() {
        past.add(new Overview.Known("in vain", Capacity.mutex(), 0, 0, Usage.Counts.NONE));
        assertThat(past.with(List.of())).isEmpty();
    }

    @Test
    void ofManyNamesThoseAreRememberedThatWereUsedMost() {
        past.add(used("busy", 1_000, 0));
        for (int i = 0; i < 10_000; i++) {
            past.add(used("name " + i, 1 + i % 2, 0));
        }
        assertThat(past.with(List.of()))
                .hasSize(1_000)
                .startsWith(used("busy", 1_000, 0))
                .allMatch(known -> known.usage().acquisitions() > 1);
        assertThat(past.total().acquisitions()).isEqualTo(16_000);
    }
}
