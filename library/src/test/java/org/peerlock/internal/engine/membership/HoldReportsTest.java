package org.peerlock.internal.engine.membership;

import static org.assertj.core.api.Assertions.assertThat;
import static org.peerlock.internal.engine.membership.SampleStates.id;

import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.peerlock.algorithm.Capacity;
import org.peerlock.algorithm.Mode;
import org.peerlock.internal.cluster.Incarnation;
import org.peerlock.internal.cluster.View;
import org.peerlock.internal.protocol.HeldLock;
import org.peerlock.internal.protocol.HeldShare;
import org.peerlock.internal.protocol.HoldReport;
import org.peerlock.internal.protocol.HolderMap;

class HoldReportsTest {

    private static final long EPOCH = 5;
    /** Node 3 has just joined. */
    private static final View VIEW = new View(EPOCH, List.of(id(1), id(2), id(3)), List.of(id(1), id(2)));

    private static final HeldLock HELD = new HeldLock(Capacity.readWrite(), List.of(new HeldShare(Mode.SHARED, 1, 1)));

    private final HoldReports holdReports = new HoldReports();

    private static SortedMap<Incarnation, HoldReport> report(int by, String... locks) {
        SortedMap<String, HeldLock> holds = new TreeMap<>();
        for (String lock : locks) {
            holds.put(lock, HELD);
        }
        SortedMap<Incarnation, HoldReport> report = new TreeMap<>();
        report.put(id(by), new HoldReport(holds));
        return report;
    }

    /** Pairs of a node and its holds. */
    private static HolderMap holders(Object... pairs) {
        SortedMap<String, SortedMap<Incarnation, HeldLock>> byLock = new TreeMap<>();
        for (int i = 0; i < pairs.length; i += 2) {
            byLock.computeIfAbsent((String) pairs[i + 1], any -> new TreeMap<>())
                    .put(id((int) pairs[i]), HELD);
        }
        return new HolderMap(byLock);
    }

    @Test
    void aViewNeedsTheReportsOfAllSurvivorsAndOfNoOthers() {
        holdReports.add(EPOCH, report(1));
        assertThat(holdReports.complete(VIEW)).isFalse();
        holdReports.add(EPOCH, report(3));
        assertThat(holdReports.complete(VIEW)).isFalse();
        holdReports.add(EPOCH, report(2));
        assertThat(holdReports.complete(VIEW)).isTrue();
    }

    @Test
    void aViewWithoutSurvivorsNeedsNone() {
        assertThat(holdReports.complete(new View(EPOCH, List.of(id(1)), List.of())))
                .isTrue();
    }

    @Test
    void reportsForAnotherViewDoNotCount() {
        holdReports.add(EPOCH - 1, report(1));
        holdReports.add(EPOCH + 1, report(1));
        holdReports.add(EPOCH, report(2));
        assertThat(holdReports.complete(VIEW)).isFalse();
    }

    @Test
    void aReportNeverChanges() {
        holdReports.add(EPOCH, report(1, "a"));
        holdReports.add(EPOCH, report(1));
        holdReports.add(EPOCH, report(2, "b"));
        assertThat(holdReports.holders(VIEW)).isEqualTo(holders(1, "a", 2, "b"));
    }

    @Test
    void theHoldersAreTheNodesThatReported() {
        holdReports.add(EPOCH, report(2, "c"));
        holdReports.add(EPOCH, report(1, "a", "b"));
        holdReports.add(EPOCH, report(3, "d"));
        assertThat(holdReports.holders(VIEW)).isEqualTo(holders(1, "a", 1, "b", 2, "c"));
    }

    @Test
    void severalMayHoldALock() {
        holdReports.add(EPOCH, report(2, "a"));
        holdReports.add(EPOCH, report(1, "a"));
        assertThat(holdReports.holders(VIEW)).isEqualTo(holders(1, "a", 2, "a"));
        assertThat(holdReports.holders(VIEW).of("a")).containsOnlyKeys(id(1), id(2));
        assertThat(holdReports.holders(VIEW).of("b")).isEmpty();
    }

    @Test
    void onlyOlderReportsAreForgotten() {
        holdReports.add(EPOCH - 1, report(1));
        holdReports.add(EPOCH, report(1));
        holdReports.add(EPOCH + 1, report(1));
        holdReports.forgetBefore(EPOCH);
        assertThat(holdReports.of(EPOCH - 1)).isEmpty();
        assertThat(holdReports.of(EPOCH)).isEqualTo(report(1));
        assertThat(holdReports.of(EPOCH + 1)).isEqualTo(report(1));
    }
}
