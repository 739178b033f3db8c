package org.peerlock.lab.check;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.EnumSet;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.peerlock.algorithm.Capacity;
import org.peerlock.algorithm.Network;
import org.peerlock.algorithm.Property;
import org.peerlock.algorithm.Start;
import org.peerlock.algorithm.catalogue.Catalogue;
import org.peerlock.algorithm.catalogue.CatalogueEntry;
import org.peerlock.algorithm.catalogue.GroupConfig;
import org.peerlock.lab.scenario.Scenario;
import org.peerlock.lab.world.Churn;
import org.peerlock.lab.zoo.Zoo;

/** In which order requests enter. */
class OrderTest {

    private static Check<?, ?> check(String id, int nodes, int entries, Network network, Property property) {
        CatalogueEntry<?, ?> entry = Zoo.find(id)
                .<CatalogueEntry<?, ?>>map(exhibit -> exhibit.entry())
                .orElseGet(() -> Catalogue.find(id).orElseThrow());
        return check(entry, nodes, network, Workload.of(Capacity.mutex(), entries), property);
    }

    private static <S extends Record, M> Check<S, M> check(
            CatalogueEntry<S, M> entry, int nodes, Network network, Workload workload, Property property) {
        return new Check<>(entry, GroupConfig.mutex(nodes), network, Start.fresh(), workload, EnumSet.of(property));
    }

    private static CheckReport<?> search(Check<?, ?> check) {
        return check.run(SearchOptions.upTo(300_000).by(2));
    }

    /** Ricart and Agrawala, 2.4; Dasgupta: "Requests are granted in order of increasing timestamps". */
    @ParameterizedTest
    @CsvSource({
        "lamport, 2, 2, FIFO",
        "lamport, 2, 1, FIFO",
        "ricart-agrawala, 3, 1, FIFO",
        "ricart-agrawala, 3, 1, UNORDERED",
        "ricart-agrawala, 2, 3, UNORDERED",
        "ra-implicit-reply, 2, 2, UNORDERED",
        "ra-ring-echo, 3, 1, UNORDERED"
    })
    void requestsEnterInTheOrderOfTheirNumbers(String id, int nodes, int entries, Network network) {
        assertThat(search(check(id, nodes, entries, network, Property.ORDER)).verdict())
                .isEqualTo(CheckReport.Verdict.HOLDS);
    }

    @Test
    void aRequestThatEntersBeforeOneWithASmallerNumberIsFound() {
        isFound(check("ra-without-tie-break", 2, 1, Network.FIFO, Property.ORDER), 5);
    }

    /** Lamport's timestamps grow with every message, so they know of everything that happened before. */
    @Test
    void inLamportsAlgorithmWhoCouldKnowOfAnotherRequestEntersAfterIt() {
        assertThat(search(check("lamport", 2, 2, Network.FIFO, Property.FIRST_COME))
                        .verdict())
                .isEqualTo(CheckReport.Verdict.HOLDS);
    }

    /** Their numbers do not: a REPLY carries none. */
    @ParameterizedTest
    @CsvSource({
        "ricart-agrawala, 3, 2, FIFO, 14",
        "suzuki-kasami, 3, 1, UNORDERED, 5",
        "last-entered, 3, 1, UNORDERED, 9"
    })
    void aRequestThatEntersBeforeOneThatItsNodeCouldKnowOfIsFound(
            String id, int nodes, int entries, Network network, int steps) {
        isFound(check(id, nodes, entries, network, Property.FIRST_COME), steps);
    }

    private static <S extends Record, M> void isFound(Check<S, M> check, int steps) {
        Counterexample<M> found = check.run(SearchOptions.upTo(300_000))
                .counterexample()
                .orElseThrow()
                .simplified(check.systemConfig(), OptionalInt.empty());
        assertThat(found.steps()).hasSize(steps);
        String scenario = found.scenario(
                check.entry().id(), false, check.entry(), check.config(), check.systemConfig(), OptionalInt.empty());
        assertThat(Scenario.parse(scenario).run(check.entry()).violation()).contains(found.violation());
    }

    @Test
    void whatHasNoMeaningIsRefused() {
        assertThatThrownBy(() -> search(check("maekawa", 2, 1, Network.FIFO, Property.ORDER)))
                .hasMessageContaining("no numbers");
        assertThatThrownBy(() -> search(check("ra-modulo", 2, 1, Network.FIFO, Property.ORDER)))
                .hasMessageContaining("no numbers");
        Workload faulty = Workload.of(Capacity.mutex(), 1).with(Churn.crash());
        assertThatThrownBy(() -> search(
                        check(Catalogue.find("lamport").orElseThrow(), 2, Network.FIFO, faulty, Property.FIRST_COME)))
                .hasMessageContaining("without faults");
    }
}
