package org.peerlock.lab.check;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.peerlock.algorithm.Capacity;
import org.peerlock.algorithm.Network;
import org.peerlock.algorithm.Property;
import org.peerlock.algorithm.Start;
import org.peerlock.algorithm.catalogue.Catalogue;
import org.peerlock.algorithm.catalogue.CatalogueEntry;
import org.peerlock.algorithm.catalogue.GroupConfig;
import org.peerlock.lab.world.SystemConfig;

/**
 * Ricart and Agrawala's section 6: every combination of modifications that is not refused reaches
 * no violation in small systems.
 */
class ModificationsExplorerTest {

    /** Requests enter in no order that is promised. */
    private static final Set<Property> PROMISED =
            EnumSet.complementOf(EnumSet.of(Property.ORDER, Property.FIRST_COME, Property.BYPASS));

    private static final int LIMIT = 3_000_000;

    private static final List<String> MODIFICATIONS =
            List.of("broadcast", "broadcast-reply", "modulo", "increments", "readers-writers");

    /** All sets of modifications, with the algorithm that they modify. */
    static Stream<Arguments> combinations() {
        List<Arguments> combinations = new ArrayList<>();
        for (int set = 1; set < 1 << MODIFICATIONS.size(); set++) {
            List<String> with = new ArrayList<>();
            for (int i = 0; i < MODIFICATIONS.size(); i++) {
                if (((set >> i) & 1) == 1) {
                    with.add(MODIFICATIONS.get(i));
                }
            }
            boolean modulo = with.contains("modulo");
            if (!modulo || (!with.contains("increments") && !with.contains("readers-writers"))) {
                combinations.add(Arguments.of("ricart-agrawala", String.join(",", with)));
            }
            if (!modulo) {
                combinations.add(Arguments.of("ra-implicit-reply", String.join(",", with)));
            }
        }
        return combinations.stream();
    }

    private static CheckReport<?> explore(
            String id, String with, int nodes, int requests, int cancels, Network network) {
        return explore(Catalogue.find(id).orElseThrow(), with, nodes, requests, cancels, network);
    }

    private static <S extends Record, M> CheckReport<M> explore(
            CatalogueEntry<S, M> entry, String with, int nodes, int requests, int cancels, Network network) {
        Capacity capacity = with.contains("readers-writers") ? Capacity.readWrite() : Capacity.mutex();
        GroupConfig config = new GroupConfig(nodes, capacity, new TreeMap<>(Map.of("with", with)));
        SystemConfig<S, M> system = SystemConfig.of(entry, config, network, Start.fresh());
        Workload workload = Workload.of(capacity, requests)
                .withCancels(cancels)
                .withIncrements(with.contains("increments") ? 2 : 1);
        CheckReport<M> report = Explorer.explore(system, workload, PROMISED, LIMIT);
        assertThat(report.counterexample()).isEmpty();
        assertThat(report.complete()).isTrue();
        assertThat(report.contended()).isTrue();
        return report;
    }

    @ParameterizedTest
    @MethodSource("combinations")
    void everyCombinationHoldsForTwoNodes(String id, String with) {
        for (Network network : Network.values()) {
            explore(id, with, 2, 2, 1, network);
        }
    }

    /** Modulo the least M, each node asks again and again, so numbers wrap around. */
    @Test
    void boundedNumbersWrapAroundWhileRequestsAreBroadcast() {
        explore("ricart-agrawala", "broadcast,broadcast-reply,modulo", 2, 4, 1, Network.UNORDERED);
    }

    @ParameterizedTest
    @EnumSource(Network.class)
    void broadcastBoundedNumbersHoldForThreeNodes(Network network) {
        explore("ricart-agrawala", "broadcast,broadcast-reply,modulo", 3, 1, 0, network);
    }

    @ParameterizedTest
    @EnumSource(Network.class)
    void oneMessageHoldsForThreeNodes(Network network) {
        CheckReport<?> report = explore("ra-implicit-reply", "broadcast", 3, 1, 0, network);
        CheckReport.Range sent = report.sent().orElseThrow();
        assertThat(sent.least()).isEqualTo(3); // one for each entry
        assertThat(sent.most()).isEqualTo(9); // DEFERRED and REPLY for each pair
    }

    @ParameterizedTest
    @EnumSource(Network.class)
    void theListOfRecipientsHoldsForThreeNodes(Network network) {
        explore("ra-implicit-reply", "broadcast,broadcast-reply", 3, 1, 0, network);
    }
}
