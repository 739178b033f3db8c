package org.peerlock.lab.check;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The counts of TLC on the specification; those of three processes up to clock 6 are published with it. */
class LamportMutexTest {

    @ParameterizedTest
    @CsvSource({"2, 6, 1043, 2001, 40", "3, 5, 270115, 1033743, 52", "3, 6, 724274, 2729079, 61"})
    void aSearchCountsWhatTlcCounts(int processes, int maxClock, long distinct, long generated, int depth) {
        var model = new LamportMutex(processes, maxClock);

        assertThat(PlainSearch.of(model, model::fingerprint)).isEqualTo(new PlainSearch(distinct, generated, depth));
    }

    @Test
    void statesAreEqualExactlyWhenTheirFingerprintsAre() {
        var model = new LamportMutex(2, 6);
        List<LamportMutex.State> states = new ArrayList<>();
        PlainSearch.of(model, state -> {
            states.add(state);
            return state;
        });

        for (var one : states) {
            assertThat(states)
                    .filteredOn(other -> one.equals(other) != (model.fingerprint(one) == model.fingerprint(other)))
                    .isEmpty();
        }
    }
}
