package org.peerlock.cli.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ScreenRendererTest {

    private static final ScreenRenderer SCREEN =
            new ScreenRenderer("peerlock demo: 9 processes, one lock, no server (ricart-agrawala)");

    private static List<String> draw(int nodes, int remarks) {
        List<NodeStatus> rows = new ArrayList<>();
        for (int node = 1; node <= nodes; node++) {
            rows.add(new NodeStatus(
                    node, 4_194_304, NodeState.STARTING, NodeStatus.LockState.HOLDS, 1_234_567, Long.MAX_VALUE));
        }
        List<TimedMessage> told = new ArrayList<>();
        for (int i = 1; i <= remarks; i++) {
            told.add(new TimedMessage(
                    i, "Remark " + i + " which is so long that it has to be broken into two lines, as most are."));
        }
        DemoSnapshot demoSnapshot = new DemoSnapshot(rows, 9_999_999, 4_294_967_295L, 99_999_999, 1, 1, 1);
        return SCREEN.lines(demoSnapshot, 12_345, 3_600, told).stream()
                .map(line -> line.replaceAll("\u001b\\[[0-9;]*m", ""))
                .toList();
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 3, 5, 9})
    void allFitsIntoATerminalOfTheUsualSize(int nodes) {
        List<String> lines = draw(nodes, 20);
        assertThat(lines).hasSizeLessThan(24).allMatch(line -> line.length() < 80);
        assertThat(lines).anyMatch(line -> line.contains("Remark 20 "));
    }

    @Test
    void whatWasSaidLastIsNeverLeftOutAndWhatWasSaidFirstGoes() {
        List<String> lines = draw(9, 4);
        assertThat(lines).noneMatch(line -> line.contains("Remark 1 "));
        assertThat(lines.get(lines.size() - 2)).startsWith("   4.0 s  Remark 4 ");
        assertThat(lines.get(lines.size() - 1)).startsWith("          ");
    }

    @Test
    void aNodeHasARow() {
        NodeStatus nodeStatus =
                new NodeStatus(3, 4711, NodeState.BACK, NodeStatus.LockState.WAITS, 1_234, (7L << 32) + 12);
        DemoSnapshot demoSnapshot = new DemoSnapshot(List.of(nodeStatus), 1_234, 7, 2_468, 0, 0, 0);
        assertThat(SCREEN.lines(demoSnapshot, 10, 1, List.of()))
                .contains("  3         4711  back      waits         1,234                7.12");
    }

    @Test
    void theRateIsThatOfTheLastTwoSeconds() {
        RateMeter rateMeter = new RateMeter();
        assertThat(rateMeter.at(0, 0)).isZero();
        assertThat(rateMeter.at(1, 100)).isEqualTo(100);
        assertThat(rateMeter.at(2, 100)).isEqualTo(50);
        assertThat(rateMeter.at(4, 100)).isZero();
    }
}
