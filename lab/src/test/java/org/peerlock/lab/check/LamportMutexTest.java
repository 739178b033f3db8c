package org.peerlock.lab.check;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.peerlock.lab.world.Violation;

/**
 * The counts of TLC on the specification; those of three processes up to clock 6 are published with
 * it.
 */
class LamportMutexTest {

    @ParameterizedTest
    @CsvSource({
        "1, 2, 6, 1043, 2001, 40",
        "1, 3, 5, 270115, 1033743, 52",
        "1, 3, 6, 724274, 2729079, 61",
        "2, 3, 6, 724274, 2729079, 61",
        "3, 3, 5, 270115, 1033743, 52"
    })
    void aSearchCountsWhatTlcCounts(
            int threads, int processes, int maxClock, long distinct, long generated, int depth) {
        LamportMutex model = new LamportMutex(processes, maxClock);
        Search.Result<LamportMutex.Action> result =
                Search.run(model, SearchOptions.upTo(Long.MAX_VALUE).by(threads));

        assertThat(result.complete()).isTrue();
        assertThat(result.states()).isEqualTo(distinct);
        assertThat(result.transitions() + model.initial().size()).isEqualTo(generated);
        assertThat(result.depth() + 1).isEqualTo(depth); // TLC counts the states of a path, not its steps
    }

    @ParameterizedTest
    @CsvSource({"2000, true, true", "1999, true, false", "1999, false, true", "500, false, false"})
    void aSearchWithMoreStatesThanNumbersIsNotComplete(int most, boolean graph, boolean complete) {
        LamportMutex model = new LamportMutex(2, 6);
        Search.Result<LamportMutex.Action> result = Search.of(model, SearchOptions.upTo(Long.MAX_VALUE), most, graph)
                .run();
        assertThat(result.complete()).isEqualTo(complete);
        assertThat(result.full()).isNotEqualTo(complete);
        assertThat(graph ? result.transitions() : result.states()).isLessThanOrEqualTo(most);
    }

    @Test
    void theBytesOfTheGraphAreCounted() {
        LamportMutex model = new LamportMutex(2, 6);
        SearchOptions searchOptions = SearchOptions.upTo(Long.MAX_VALUE);
        long states = Search.of(model, searchOptions, false).run().bytes();
        long all = Search.of(model, searchOptions, true).run().bytes();
        assertThat(all - states).isEqualTo(2000 * 8 + 1043 * 8 + 4);
    }

    @Test
    void statesAreEqualExactlyWhenTheirFingerprintsAre() {
        LamportMutex model = new LamportMutex(2, 6);
        Set<LamportMutex.State> states = new LinkedHashSet<>(model.initial());
        List<LamportMutex.State> queue = new ArrayList<>(states);
        for (int i = 0; i < queue.size(); i++) {
            model.expand(queue.get(i), new Model.SuccessorSink<>() {
                @Override
                public void successor(LamportMutex.Action action, LamportMutex.State next, int cost) {
                    if (states.add(next)) {
                        queue.add(next);
                    }
                }

                @Override
                public void violation(LamportMutex.Action action, Violation violation) {
                    throw new AssertionError(violation);
                }

                @Override
                public void violation(Violation violation) {
                    throw new AssertionError(violation);
                }
            });
        }
        assertThat(states).hasSize(1043);
        assertThat(states.stream().map(model::fingerprint)).doesNotHaveDuplicates();
    }
}
