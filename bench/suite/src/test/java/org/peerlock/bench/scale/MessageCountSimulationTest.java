package org.peerlock.bench.scale;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import java.util.List;
import java.util.OptionalDouble;
import java.util.Set;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.peerlock.algorithm.Capacity;
import org.peerlock.algorithm.catalogue.CatalogueEntry;
import org.peerlock.bench.scale.MessageCountSimulation.Line;
import org.peerlock.bench.scale.MessageCountSimulation.Load;
import org.peerlock.internal.engine.settings.LiveAlgorithms;

class MessageCountSimulationTest {

    private static List<Line> lines = List.of();

    /** So many entries that each node enters equally often under saturation. */
    @BeforeAll
    static void simulate() {
        lines = MessageCountSimulation.run(List.of(3), nodes -> 600);
    }

    @Test
    void allAlgorithmsThatCanBeLiveAreThereAtBothLoads() {
        List<String> live = LiveAlgorithms.all(Capacity.Kind.MUTEX).stream()
                .<String>map(CatalogueEntry::id)
                .toList();
        for (Load load : Load.values()) {
            assertThat(lines.stream().filter(line -> line.load() == load).map(Line::algorithm))
                    .containsExactlyElementsOf(live);
        }
    }

    @Test
    void underSaturationTheFormulasGiveWhatIsCounted() {
        assertThat(lines).filteredOn(line -> line.load() == Load.SATURATED).allSatisfy(line -> assertFormula(line, 0));
    }

    @Test
    void atLightLoadTheFormulasGiveWhatIsCountedOnAverageWhereItDependsOnWhoAsks() {
        Set<String> onAverage = Set.of("roucairol-carvalho", "suzuki-kasami", "raymond-tree", "naimi-trehel");
        assertThat(lines)
                .filteredOn(line -> line.load() == Load.LIGHT)
                .allSatisfy(line -> assertFormula(line, onAverage.contains(line.algorithm()) ? 10 : 0));
    }

    private static void assertFormula(Line line, double percent) {
        line.expected()
                .ifPresent(expected ->
                        assertThat(line.messagesPerEntry()).isCloseTo(expected, withinPercentage(percent + 1e-9)));
    }

    @ParameterizedTest
    @CsvSource({
        "lamport, 6",
        "ricart-agrawala, 4",
        "ra-random-increment, 4",
        "ra-broadcast, 3",
        "ra-ring-echo, 3",
    })
    void someCostTheSameAtAnyLoad(String algorithm, double messages) {
        assertThat(lines.stream().filter(line -> line.algorithm().equals(algorithm)))
                .extracting(Line::messagesPerEntry)
                .containsExactly(messages, messages);
    }

    @Test
    void theTableHasARowForEachAlgorithmAndLoadAndAColumnForEachNumberOfNodes() {
        List<Line> some = List.of(
                new Line("lamport", 3, Load.LIGHT, 6, "3(N-1)", OptionalDouble.of(6)),
                new Line("lamport", 100, Load.LIGHT, 297, "3(N-1)", OptionalDouble.of(297)),
                new Line("naimi-trehel", 3, Load.LIGHT, 1.4912, "1 + 1/2", OptionalDouble.of(1.5)),
                new Line("naimi-trehel", 100, Load.LIGHT, 5.2, "1 + 1/2", OptionalDouble.empty()));
        assertThat(MessageCountSimulation.table(some)).isEqualTo("""
                        | algorithm | load | formula | N = 3 | N = 100 |
                        |---|---|---|---|---|
                        | `lamport` | light | 3(N-1) | 6 | 297 |
                        | `naimi-trehel` | light | 1 + 1/2 | 1.49 (1.5) | 5.2 |
                        """);
    }
}
