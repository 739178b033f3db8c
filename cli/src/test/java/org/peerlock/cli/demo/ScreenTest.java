package org.peerlock.cli.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ScreenTest {

    private static final Screen SCREEN =
            new Screen("peerlock demo: 9 processes, one lock, no server (ricart-agrawala)");

    private static List<String> draw(int nodes, int remarks) {
        List<Row> rows = new ArrayList<>();
        for (int node = 1; node <= nodes; node++) {
            rows.add(new Row(node, 4_194_304, NodeState.STARTING, Row.Stand.HOLDS, 1_234_567, Long.MAX_VALUE));
        }
        List<Remark> told = new ArrayList<>();
        for (int i = 1; i <= remarks; i++) {
            told.add(new Remark(
                    i, "Remark " + i + " which is so long that it has to be broken into two lines, as most are."));
        }
        Board board = new Board(rows, 9_999_999, 4_294_967_295L, 99_999_999, 1, 1, 1);
        return SCREEN.lines(board, 12_345, 3_600, told).stream()
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
        Row row = new Row(3, 4711, NodeState.BACK, Row.Stand.WAITS, 1_234, (7L << 32) + 12);
        Board board = new Board(List.of(row), 1_234, 7, 2_468, 0, 0, 0);
        assertThat(SCREEN.lines(board, 10, 1, List.of()))
                .contains("  3         4711  back      waits         1,234                7.12");
    }

    @Test
    void theRateIsThatOfTheLastTwoSeconds() {
        Rate rate = new Rate();
        assertThat(rate.at(0, 0)).isZero();
        assertThat(rate.at(1, 100)).isEqualTo(100);
        assertThat(rate.at(2, 100)).isEqualTo(50);
        assertThat(rate.at(4, 100)).isZero();
    }
}
