package org.peerlock.lab.check;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.peerlock.algorithm.Capacity;
import org.peerlock.algorithm.Network;
import org.peerlock.algorithm.Request;
import org.peerlock.algorithm.Start;
import org.peerlock.algorithm.catalogue.Catalogue;
import org.peerlock.algorithm.catalogue.CatalogueEntry;
import org.peerlock.algorithm.catalogue.GroupConfig;
import org.peerlock.algorithm.data.NodeSet;

/**
 * Lamport's algorithm as live nodes use it for permits: a node has several requests, of one permit
 * and of two out of three.
 */
class PermitsTest {

    private static final Capacity THREE = Capacity.semaphore(3);

    /**
     * As after a view change: node 2 has all permits, by two requests that it releases one by one.
     */
    private static final Start INSIDE_TWICE = new Start(
            1, 7, List.of(new Start.Inside(2, Request.permits(1, 1)), new Start.Inside(2, Request.permits(2, 2))));

    private static void assertHolds(int nodes, Start start, Workload workload, long states) {
        assertHolds(Catalogue.find("lamport").orElseThrow(), nodes, start, workload, states);
    }

    private static <S extends Record, M> void assertHolds(
            CatalogueEntry<S, M> entry, int nodes, Start start, Workload workload, long states) {
        Check<S, M> check = new Check<>(
                entry,
                new GroupConfig(nodes, THREE, new TreeMap<>()),
                Network.FIFO,
                start,
                workload,
                entry.profile().assumptions().claimedOn(Network.FIFO));
        assertThat(check.verify().states()).isEqualTo(states);
    }

    @Test
    void twoNodesOfWhichOneHasTwoRequestsInsideAndAllMayCancel() {
        assertHolds(2, INSIDE_TWICE, Workload.of(THREE, 1).withCancels(2), 26_366);
    }

    @Test
    void threeNodesOfWhichOneHasTwoRequestsInsideAndMakesAThird() {
        assertHolds(3, INSIDE_TWICE, Workload.of(THREE, 1).by(Optional.of(NodeSet.of(1, 2))), 388_355);
    }
}
