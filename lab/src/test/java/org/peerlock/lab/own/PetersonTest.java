package org.peerlock.lab.own;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.peerlock.lab.check.Search;
import org.peerlock.lab.check.SearchOptions;

class PetersonTest {

    @Test
    void petersonsAlgorithmNeedsTheFlagFirst() {
        Search.Result<String> right = Search.run(new Peterson(true), SearchOptions.upTo(1_000));
        assertThat(right.complete()).isTrue();
        assertThat(right.states()).isEqualTo(20);

        Search.ErrorPath<String> wrong = Search.run(new Peterson(false), SearchOptions.upTo(1_000))
                .errorPath()
                .orElseThrow();
        assertThat(wrong.actions())
                .containsExactly(
                        "1 gives the turn to 2",
                        "2 gives the turn to 1",
                        "2 raises its flag",
                        "2 enters",
                        "1 raises its flag",
                        "1 enters");
    }
}
