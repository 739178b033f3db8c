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
import org.peerlock.bench.scale.MessageCountSimulation.LoadLevel;
import org.peerlock.bench.scale.MessageCountSimulation.MessageCount;
import org.peerlock.internal.engine.settings.LiveAlgorithms;

class MessageCountSimulationTest {

    private static List<MessageCount> counts = List.of();

    /** 600 entries are a multiple of 3: under saturation each node enters equally often. */
    @BeforeAll
    static void simulate() {
        counts = MessageCountSimulation.run(List.of(3), nodes -> 600);
    }

    @Test
    void allLiveAlgorithmsAreSimulatedAtBothLoadLevels() {
        List<String> live = LiveAlgorithms.all(Capacity.Kind.MUTEX).stream()
                .<String>map(CatalogueEntry::id)
                .toList();
        for (LoadLevel load : LoadLevel.values()) {
            assertThat(counts.stream().filter(count -> count.load() == load).map(MessageCount::algorithm))
                    .containsExactlyElementsOf(live);
        }
    }

    @Test
    void underSaturationTheCountsEqualTheFormulas() {
        assertThat(counts)
                .filteredOn(count -> count.load() == LoadLevel.SATURATED)
                .allSatisfy(count -> assertFormula(count, 0));
    }

    @Test
    void atLightLoadTheCountsEqualTheFormulasExactlyOrOnAverage() {
        Set<String> onAverage = Set.of("roucairol-carvalho", "suzuki-kasami", "raymond-tree", "naimi-trehel");
        assertThat(counts)
                .filteredOn(count -> count.load() == LoadLevel.LIGHT)
                .allSatisfy(count -> assertFormula(count, onAverage.contains(count.algorithm()) ? 10 : 0));
    }

    private static void assertFormula(MessageCount count, double percent) {
        count.expected()
                .ifPresent(expected ->
                        assertThat(count.messagesPerEntry()).isCloseTo(expected, withinPercentage(percent + 1e-9)));
    }

    @ParameterizedTest
    @CsvSource({
        "lamport, 6",
        "ricart-agrawala, 4",
        "ra-random-increment, 4",
        "ra-broadcast, 3",
        "ra-ring-echo, 3",
    })
    void someAlgorithmsCostTheSameAtAnyLoad(String algorithm, double messages) {
        assertThat(counts.stream().filter(count -> count.algorithm().equals(algorithm)))
                .extracting(MessageCount::messagesPerEntry)
                .containsExactly(messages, messages);
    }

    @Test
    void theTableHasARowPerAlgorithmAndLoadAndAColumnPerNumberOfNodes() {
        List<MessageCount> some = List.of(
                new MessageCount("lamport", 3, LoadLevel.LIGHT, 6, "3(N-1)", OptionalDouble.of(6)),
                new MessageCount("lamport", 100, LoadLevel.LIGHT, 297, "3(N-1)", OptionalDouble.of(297)),
                new MessageCount("naimi-trehel", 3, LoadLevel.LIGHT, 1.4912, "1 + 1/2", OptionalDouble.of(1.5)),
                new MessageCount("naimi-trehel", 100, LoadLevel.LIGHT, 5.2, "1 + 1/2", OptionalDouble.empty()));
        assertThat(MessageCountSimulation.table(some)).isEqualTo("""
                        | algorithm | load | formula | N = 3 | N = 100 |
                        |---|---|---|---|---|
                        | `lamport` | light | 3(N-1) | 6 | 297 |
                        | `naimi-trehel` | light | 1 + 1/2 | 1.49 (1.5) | 5.2 |
                        """);
    }
}
