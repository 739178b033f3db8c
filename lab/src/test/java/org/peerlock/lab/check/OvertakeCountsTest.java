package org.peerlock.lab.check;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.EnumSet;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.peerlock.algorithm.Capacity;
import org.peerlock.algorithm.Network;
import org.peerlock.algorithm.Property;
import org.peerlock.algorithm.Start;
import org.peerlock.algorithm.catalogue.Catalogue;
import org.peerlock.algorithm.catalogue.CatalogueEntry;
import org.peerlock.algorithm.catalogue.GroupConfig;
import org.peerlock.lab.world.SystemConfig;

/** How often waiting requests are overtaken. */
class OvertakeCountsTest {

    private static CheckReport<?> explore(String id, int nodes, int requests, Network network, int maxOvertakes) {
        return explore(Catalogue.find(id).orElseThrow(), nodes, requests, network, maxOvertakes);
    }

    private static <S extends Record, M> CheckReport<M> explore(
            CatalogueEntry<S, M> entry, int nodes, int requests, Network network, int maxOvertakes) {
        return Explorer.explore(
                SystemConfig.of(entry, GroupConfig.mutex(nodes), network, Start.fresh()),
                Workload.of(Capacity.mutex(), requests).withMaxOvertakes(OptionalInt.of(maxOvertakes)),
                EnumSet.of(Property.NO_STARVATION),
                1_000_000);
    }

    /**
     * Lecture notes, 3.5: "there can be at most N - 1 requests in front of this request in the
     * token queue".
     */
    @Test
    void inSuzukiAndKasamisAlgorithmAtMostNMinus1OthersEnterFirstOnceARequestHasArrived() {
        for (Network network : Network.values()) {
            assertThat(explore("suzuki-kasami", 2, 3, network, 1).complete()).isTrue();
            assertThat(explore("suzuki-kasami", 3, 2, network, 2).complete()).isTrue();
            assertThat(explore("suzuki-kasami", 3, 2, network, 1).counterexample())
                    .isPresent();
        }
    }

    /** It sends no requests, so all its messages have always arrived. */
    @Test
    void onATokenRingEachWaitsForAtMostNMinus1Others() {
        assertThat(explore("token-ring", 3, 2, Network.FIFO, 2).complete()).isTrue();
        assertThat(explore("token-ring", 3, 2, Network.FIFO, 1).counterexample())
                .isPresent();
    }
}
