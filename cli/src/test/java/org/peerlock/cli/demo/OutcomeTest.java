package org.peerlock.cli.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class OutcomeTest {

    private static Board board(long counter, long entries, long refused) {
        Row row = new Row(1, 4711, NodeState.LEFT, Row.Stand.NOTHING, entries, 7);
        return new Board(List.of(row), counter, 3, 2 * entries, refused, refused, entries + 2);
    }

    @Test
    void theSummaryIsInPlainWords() {
        List<Takeover> takeovers = List.of(new Takeover(3, 1, false, 143), new Takeover(2, 5, true, 1_990));
        Outcome outcome = new Outcome(board(1_200, 1_200, 1), 120, takeovers, List.of());
        assertThat(outcome.isGood()).isTrue();
        assertThat(outcome.lines()).allMatch(line -> line.length() < 80);
        assertThat(outcome.lines())
                .containsExactly(
                        "1,200 times somebody has added one to the counter, and it is 1,200: exact.",
                        "1,202 fences were used, each greater than all before: none ever went back.",
                        "When node 3 was killed inside, node 1 entered 143 ms later.",
                        "When node 2 was stopped inside, node 5 entered 1,990 ms later (its lease: 2 s).",
                        "1 write was refused: it came too late, from one who had lost the lock.",
                        "2.0 messages per entry, 120 entries per second, among 1 processes.",
                        "All is as promised.");
    }

    @Test
    void aCounterThatIsNotExactIsToldAsAProblem() {
        Outcome outcome = new Outcome(board(9, 10, 0), 10, List.of(), List.of());
        assertThat(outcome.isGood()).isFalse();
        assertThat(outcome.lines())
                .contains("10 times somebody has added one to the counter, and it is 9: WRONG.")
                .endsWith("NOT as promised:", "- the counter is 9 after 10 entries");
    }
}
