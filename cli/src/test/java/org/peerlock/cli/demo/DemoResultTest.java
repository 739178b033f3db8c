package org.peerlock.cli.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class DemoResultTest {

    private static DemoSnapshot board(long counter, long entries, long refused) {
        NodeStatus nodeStatus = new NodeStatus(1, 4711, NodeState.LEFT, NodeStatus.LockState.NOTHING, entries, 7);
        return new DemoSnapshot(List.of(nodeStatus), counter, 3, 2 * entries, refused, refused, entries + 2);
    }

    @Test
    void theSummaryIsInPlainWords() {
        List<Failover> takeovers = List.of(new Failover(3, 1, false, 143), new Failover(2, 5, true, 1_990));
        DemoResult demoResult = new DemoResult(board(1_200, 1_200, 1), 120, takeovers, List.of());
        assertThat(demoResult.isGood()).isTrue();
        assertThat(demoResult.lines()).allMatch(line -> line.length() < 80);
        assertThat(demoResult.lines())
                .containsExactly(
                        "The nodes added one to the counter 1,200 times, and it is 1,200: exact.",
                        "1,202 fences were used, each greater than all earlier ones.",
                        "Node 1 entered 143 ms after the holder, node 3, was killed.",
                        "Node 5 entered 1,990 ms after the holder, node 2, was paused (lease: 2 s).",
                        "1 write was refused: it came too late, from a node that had lost the lock.",
                        "2.0 messages per entry, 120 entries per second, among 1 processes.",
                        "All promises were kept.");
    }

    @Test
    void aCounterThatIsNotExactIsToldAsAProblem() {
        DemoResult demoResult = new DemoResult(board(9, 10, 0), 10, List.of(), List.of());
        assertThat(demoResult.isGood()).isFalse();
        assertThat(demoResult.lines())
                .contains("The nodes added one to the counter 10 times, and it is 9: WRONG.")
                .endsWith("NOT all promises were kept:", "- the counter is 9 after 10 entries");
    }
}
