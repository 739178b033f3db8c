package org.peerlock.lab.check;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.peerlock.lab.check.StateTable.Row;

/** docs/STATES.md is right: its small systems are searched again. */
class StateTableTest {

    /** Systems with more states take too long for a test. */
    private static final long SMALL = 20_000;

    private static List<Row> documented() throws IOException {
        return StateTable.rows(Files.readString(Path.of("../docs/STATES.md")));
    }

    @TestFactory
    Stream<DynamicTest> theSmallSystemsHaveSoManyStates() throws IOException {
        return documented().stream()
                .filter(row -> row.states() <= SMALL)
                .map(row -> DynamicTest.dynamicTest(
                        row.line(), () -> assertThat(search(row)).isEqualTo(row.line())));
    }

    private static String search(Row row) {
        return StateTable.row(
                row.one(), row.one().check().run(SearchOptions.upTo(SMALL).by(2)));
    }

    @Test
    void thePageListsEverySystemOnceAndInOrder() throws IOException {
        assertThat(documented()).extracting(Row::one).isEqualTo(CheckCase.all());
    }

    @Test
    void nothingThatIsListedIsViolated() throws IOException {
        assertThat(documented()).extracting(Row::line).noneMatch(line -> line.contains("| violated |"));
    }

    @Test
    void aPageIsReadAsItWasWritten() {
        CheckCase one = CheckCase.all().get(0);
        String row = StateTable.row(one, one.check().run(SearchOptions.upTo(SMALL)));
        assertThat(StateTable.rows(StateTable.page(List.of(row))))
                .extracting(Row::line)
                .containsExactly(row);
    }
}
