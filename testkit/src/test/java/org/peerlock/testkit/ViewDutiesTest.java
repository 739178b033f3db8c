package org.peerlock.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.peerlock.internal.cluster.ClusterState;
import org.peerlock.internal.cluster.Incarnation;
import org.peerlock.internal.protocol.Packet;

/** One node is enough to change a view, and none repeats a report that is on its way. */
class ViewDutiesTest {

    /** The numbers of the nodes that proposed or installed a view, in that order. */
    private static List<Integer> recordDuties(Scene scene) {
        List<Integer> doers = new ArrayList<>();
        List<ClusterState> seen = new ArrayList<>(List.of(scene.registry()));
        scene.onWrite((node, content) -> {
            ClusterState before = seen.set(0, content);
            if (before.maxEpoch() != content.maxEpoch()
                    || before.current().epoch() != content.current().epoch()) {
                doers.add(node);
            }
        });
        return doers;
    }

    /** The first member of the current view: it is first to do what one node does for all. */
    private static int first(Scene scene) {
        Incarnation first = scene.registry().current().members().iterator().next();
        int node = 1;
        while (!scene.incarnation(node).equals(first)) {
            node++;
        }
        return node;
    }

    @Test
    void theFirstMemberProposesAViewAndTheOthersLeaveItToIt() {
        Scene scene = new Scene(5);
        int[] all = {1, 2, 3, 4, 5, 6, 7, 8};
        for (int joiner = 6; joiner <= 8; joiner++) {
            int first = first(scene);
            List<Integer> doers = recordDuties(scene);
            scene.start();
            scene.awaitMembers(Arrays.copyOf(all, joiner));
            assertThat(doers)
                    .as("one proposes, one installs")
                    .hasSize(2)
                    .first()
                    .isEqualTo(first);
        }
    }

    @Test
    void ifTheFirstMemberDoesNothingAnotherDoesItInItsPlace() {
        Scene scene = new Scene(3);
        int first = first(scene);
        List<Integer> doers = recordDuties(scene);
        scene.cutFromRegistry(first); // it renews no more, and proposes nothing
        scene.await("another view", () -> !scene.members().contains(first));
        assertThat(doers).hasSize(2).doesNotContain(first);
    }

    @Test
    void aNodeThatHasReportedWaitsBeforeItAsksForTheReportsOfOthers() {
        Scene scene = new Scene(3);
        long interval = Scene.USUAL.timing().resendIntervalNanos();
        SortedMap<Integer, List<Long>> sent = new TreeMap<>();
        scene.filter((from, to, packet) -> {
            boolean asks = packet instanceof Packet.ReportSummary summary && !summary.answer();
            if (asks || packet instanceof Packet.ReportPart) {
                List<Long> times = sent.computeIfAbsent(from.number, any -> new ArrayList<>());
                if (!times.contains(scene.now())) { // once, to several nodes
                    times.add(scene.now());
                }
            }
            return !(packet instanceof Packet.Report);
        });
        scene.start();
        scene.await(
                "all ask several times",
                () -> List.of(1, 2, 3).stream()
                        .allMatch(node -> sent.getOrDefault(node, List.of()).size() > 3));
        for (int node = 1; node <= 3; node++) {
            List<Long> times = sent.getOrDefault(node, List.of());
            for (int i = 1; i < times.size(); i++) {
                assertThat(times.get(i) - times.get(i - 1)).isGreaterThanOrEqualTo(interval);
            }
        }
        scene.noFilter();
        scene.awaitMembers(1, 2, 3, 4);
    }
}
