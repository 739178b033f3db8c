package org.peerlock.brain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.peerlock.brain.Registries.id;

import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.peerlock.algorithm.Capacity;
import org.peerlock.algorithm.Mode;
import org.peerlock.brain.registry.Incarnation;
import org.peerlock.brain.registry.View;

class ReportsTest {

    private static final long EPOCH = 5;
    /** Node 3 has just joined. */
    private static final View VIEW = new View(EPOCH, List.of(id(1), id(2), id(3)), List.of(id(1), id(2)));

    private static final Held HELD = new Held(Capacity.readWrite(), List.of(new Share(Mode.SHARED, 1, 1)));

    private final Reports reports = new Reports();

    private static SortedMap<Incarnation, Report> report(int by, String... locks) {
        SortedMap<String, Held> holds = new TreeMap<>();
        for (String lock : locks) {
            holds.put(lock, HELD);
        }
        SortedMap<Incarnation, Report> report = new TreeMap<>();
        report.put(id(by), new Report(holds));
        return report;
    }

    /** Pairs of a node and what it holds. */
    private static Holders holders(Object... pairs) {
        SortedMap<String, SortedMap<Incarnation, Held>> byLock = new TreeMap<>();
        for (int i = 0; i < pairs.length; i += 2) {
            byLock.computeIfAbsent((String) pairs[i + 1], any -> new TreeMap<>())
                    .put(id((int) pairs[i]), HELD);
        }
        return new Holders(byLock);
    }

    @Test
    void aViewNeedsTheReportsOfAllSurvivorsAndOfNobodyElse() {
        reports.add(EPOCH, report(1));
        assertThat(reports.complete(VIEW)).isFalse();
        reports.add(EPOCH, report(3));
        assertThat(reports.complete(VIEW)).isFalse();
        reports.add(EPOCH, report(2));
        assertThat(reports.complete(VIEW)).isTrue();
    }

    @Test
    void aViewWithoutSurvivorsNeedsNone() {
        assertThat(reports.complete(new View(EPOCH, List.of(id(1)), List.of()))).isTrue();
    }

    @Test
    void reportsForAnotherViewDoNotCount() {
        reports.add(EPOCH - 1, report(1));
        reports.add(EPOCH + 1, report(1));
        reports.add(EPOCH, report(2));
        assertThat(reports.complete(VIEW)).isFalse();
    }

    @Test
    void aReportNeverChanges() {
        reports.add(EPOCH, report(1, "a"));
        reports.add(EPOCH, report(1));
        reports.add(EPOCH, report(2, "b"));
        assertThat(reports.holders(VIEW)).isEqualTo(holders(1, "a", 2, "b"));
    }

    @Test
    void holdersAreThoseWhoReported() {
        reports.add(EPOCH, report(2, "c"));
        reports.add(EPOCH, report(1, "a", "b"));
        reports.add(EPOCH, report(3, "d"));
        assertThat(reports.holders(VIEW)).isEqualTo(holders(1, "a", 1, "b", 2, "c"));
    }

    @Test
    void severalMayHoldALock() {
        reports.add(EPOCH, report(2, "a"));
        reports.add(EPOCH, report(1, "a"));
        assertThat(reports.holders(VIEW)).isEqualTo(holders(1, "a", 2, "a"));
        assertThat(reports.holders(VIEW).of("a")).containsOnlyKeys(id(1), id(2));
        assertThat(reports.holders(VIEW).of("b")).isEmpty();
    }

    @Test
    void onlyWhatIsOlderIsForgotten() {
        reports.add(EPOCH - 1, report(1));
        reports.add(EPOCH, report(1));
        reports.add(EPOCH + 1, report(1));
        reports.forgetBefore(EPOCH);
        assertThat(reports.of(EPOCH - 1)).isEmpty();
        assertThat(reports.of(EPOCH)).isEqualTo(report(1));
        assertThat(reports.of(EPOCH + 1)).isEqualTo(report(1));
    }
}
