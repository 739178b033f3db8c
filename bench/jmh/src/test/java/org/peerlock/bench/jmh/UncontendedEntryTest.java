package org.peerlock.bench.jmh;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.openjdk.jmh.annotations.Param;
import org.peerlock.algorithm.Capacity;
import org.peerlock.algorithm.catalogue.Catalogue;
import org.peerlock.algorithm.catalogue.CatalogueEntry;

class UncontendedEntryTest {

    private static Stream<String> exclusive() {
        return Catalogue.entries().stream()
                .filter(entry -> entry.profile().serves().contains(Capacity.Kind.MUTEX))
                .filter(entry -> !entry.profile().assumptions().claims().isEmpty())
                .map(CatalogueEntry::id);
    }

    @Test
    void allAlgorithmsThatClaimToServeExclusiveLocksAreMeasured() throws NoSuchFieldException {
        Param param = UncontendedEntry.class.getField("algorithm").getAnnotation(Param.class);
        assertThat(param.value()).containsExactlyElementsOf(exclusive().toList());
    }

    @ParameterizedTest
    @MethodSource("exclusive")
    void eachNodeEntersInItsTurn(String algorithm) {
        UncontendedEntry benchmark = new UncontendedEntry();
        benchmark.algorithm = algorithm;
        benchmark.start();
        UncontendedEntry.Counted counted = new UncontendedEntry.Counted();
        List<Long> fences = Stream.generate(() -> benchmark.enterAndLeave(counted))
                .limit(30)
                .toList();
        assertThat(fences).isSorted().doesNotHaveDuplicates();
        assertThat(counted.steps).isGreaterThanOrEqualTo(60);
    }

    @Test
    void aStepIsARequestAReleaseOrADelivery() {
        UncontendedEntry benchmark = new UncontendedEntry();
        benchmark.algorithm = "ricart-agrawala";
        benchmark.start();
        UncontendedEntry.Counted counted = new UncontendedEntry.Counted();
        benchmark.enterAndLeave(counted);
        assertThat(counted.steps).isEqualTo(2 + 4);
    }
}
