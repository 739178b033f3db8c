package org.peerlock.internal.engine.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.entry;

import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.peerlock.algorithm.Capacity;
import org.peerlock.algorithm.catalogue.Catalogue;
import org.peerlock.algorithm.catalogue.CatalogueEntry;

class LiveAlgorithmsTest {

    @Test
    void thirteenAreRunLiveForExclusiveLocks() {
        assertThat(LiveAlgorithms.all(Capacity.Kind.MUTEX))
                .extracting(CatalogueEntry::id)
                .containsExactlyInAnyOrder(
                        "lamport",
                        "ricart-agrawala",
                        "ra-random-increment",
                        "ra-broadcast",
                        "ra-broadcast-reply",
                        "ra-ring-notes",
                        "ra-ring-echo",
                        "roucairol-carvalho",
                        "maekawa",
                        "suzuki-kasami",
                        "raymond-tree",
                        "naimi-trehel",
                        "last-entered");
    }

    @Test
    void twoAreRunLiveForEachOfTheOtherKinds() {
        assertThat(LiveAlgorithms.all(Capacity.Kind.READ_WRITE))
                .extracting(CatalogueEntry::id)
                .containsExactlyInAnyOrder("lamport", "ra-readers-writers");
        assertThat(LiveAlgorithms.all(Capacity.Kind.SEMAPHORE))
                .extracting(CatalogueEntry::id)
                .containsExactlyInAnyOrder("lamport", "raymond-k");
        assertThat(LiveAlgorithms.refusal(Catalogue.find("maekawa").orElseThrow(), Capacity.Kind.READ_WRITE))
                .hasValue("it serves no read-write locks");
    }

    @Test
    void anAlgorithmThatServesNoLiveLockIsRefusedForSomeNamesAsForAll() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> forSomeNames("maekawa-simple"))
                .withMessageContaining("it deadlocks");
        for (String forAnotherKind : List.of("raymond-k", "ra-readers-writers")) {
            assertThat(forSomeNames(forAnotherKind)).hasToString("ricart-agrawala, \"some/\"* " + forAnotherKind);
        }
    }

    private static AlgorithmSelection forSomeNames(String algorithm) {
        SortedMap<String, CatalogueEntry<?, ?>> byPrefix = new TreeMap<>();
        byPrefix.put("some/", Catalogue.find(algorithm).orElseThrow());
        return new AlgorithmSelection(Catalogue.find("ricart-agrawala").orElseThrow(), byPrefix);
    }

    @Test
    void allOthersAreRefusedForAReason() {
        SortedMap<String, String> reasons = new TreeMap<>();
        for (CatalogueEntry<?, ?> algorithm : Catalogue.entries()) {
            LiveAlgorithms.refusal(algorithm, Capacity.Kind.MUTEX)
                    .ifPresent(reason -> reasons.put(algorithm.id(), reason));
        }
        assertThat(reasons)
                .containsOnly(
                        entry(
                                "ra-implicit-reply",
                                "it needs a bound on the time that a message takes, and a live network has none"),
                        entry("ra-medium", "it needs a medium on which all observe all transmissions in one order"),
                        entry(
                                "ra-modulo",
                                "its numbers are taken modulo a bound that holds only while nobody is dropped or joins"),
                        entry("ra-priority", "it holds requests back for a time, and nothing may depend on that live"),
                        entry("ra-membership", "it changes its members itself, and live that is the business of views"),
                        entry(
                                "raymond-k",
                                "it is for semaphores; choose it for their names by algorithm(prefix, \"raymond-k\"), and"
                                        + " another one, such as ricart-agrawala, for exclusive locks"),
                        entry(
                                "ra-readers-writers",
                                "it is for read-write locks, which it serves anyway; choose another one, such as"
                                        + " ricart-agrawala, for exclusive locks"),
                        entry("maekawa-simple", "it deadlocks"),
                        entry("token-ring", "its token never rests, so that idle locks would cost messages for ever"),
                        entry("last-entered-literal", "as published it is wrong"),
                        entry("last-entered-charitable", "as published it is wrong"));
    }
}
