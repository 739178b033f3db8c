package org.peerlock.internal.engine.membership;

import static org.assertj.core.api.Assertions.assertThat;
import static org.peerlock.internal.engine.membership.SampleStates.id;
import static org.peerlock.internal.engine.membership.SampleStates.ids;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.OptionalInt;
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
import org.peerlock.internal.protocol.Packet.ReportPart;

class HoldReportsTest {

    private static final long EPOCH = 5;
    /** Node 3 has just joined. */
    private static final View VIEW = new View(EPOCH, List.of(id(1), id(2), id(3)), List.of(id(1), id(2)));

    private static final HeldLock HELD = new HeldLock(Capacity.readWrite(), List.of(new HeldShare(Mode.SHARED, 1, 1)));

    /** Two locks whose names are a letter are one part. */
    private final HoldReports holdReports = new HoldReports(34);

    private static SortedMap<String, HeldLock> holds(String... locks) {
        SortedMap<String, HeldLock> holds = new TreeMap<>();
        for (String lock : locks) {
            holds.put(lock, HELD);
        }
        return holds;
    }

    private void add(long epoch, int by, String... locks) {
        holdReports.add(epoch, id(by), new HoldReport(holds(locks)));
    }

    private static ReportPart part(long epoch, int part, int parts, String... locks) {
        return new ReportPart(epoch, id(1), part, parts, holds(locks));
    }

    /** The locks in each part of what a node has reported. */
    private List<List<String>> parts(int by) {
        List<List<String>> parts = new ArrayList<>();
        int count = Objects.requireNonNull(holdReports.part(EPOCH, id(by), 0)).parts();
        for (int i = 0; i < count; i++) {
            ReportPart part = Objects.requireNonNull(holdReports.part(EPOCH, id(by), i));
            assertThat(part.part()).isEqualTo(i);
            assertThat(part.parts()).isEqualTo(count);
            parts.add(List.copyOf(part.holds().keySet()));
        }
        return parts;
    }

    /** Pairs of a node and what it holds. */
    private static HolderMap holders(Object... pairs) {
        SortedMap<String, SortedMap<Incarnation, HeldLock>> byLock = new TreeMap<>();
        for (int i = 0; i < pairs.length; i += 2) {
            byLock.computeIfAbsent((String) pairs[i + 1], any -> new TreeMap<>())
                    .put(id((int) pairs[i]), HELD);
        }
        return new HolderMap(byLock);
    }

    // Parts

    @Test
    void aReportIsDividedInTheOrderOfNames() {
        add(EPOCH, 1, "e", "d", "c", "b", "a");
        assertThat(parts(1)).containsExactly(List.of("a", "b"), List.of("c", "d"), List.of("e"));
    }

    @Test
    void aLockThatIsLargerThanAPartIsAPart() {
        String large = "c".repeat(1_000);
        HeldLock semaphore =
                new HeldLock(Capacity.semaphore(100), Collections.nCopies(100, new HeldShare(Mode.SHARED, 1, 1)));
        SortedMap<String, HeldLock> holds = holds("a", "b", large, "d");
        holds.put("e", semaphore);
        holdReports.add(EPOCH, id(1), new HoldReport(holds));
        assertThat(parts(1)).containsExactly(List.of("a", "b"), List.of(large), List.of("d"), List.of("e"));
    }

    @Test
    void aReportOfNothingHasOnePart() {
        add(EPOCH, 1);
        assertThat(parts(1)).containsExactly(List.of());
        assertThat(holdReports.complete(EPOCH, id(1))).isTrue();
    }

    @Test
    void aReportIsCompleteWhenAllItsPartsAreThereInWhateverOrderTheyCame() {
        for (int part : List.of(2, 0, 1)) {
            assertThat(holdReports.complete(EPOCH, id(1))).isFalse();
            assertThat(holdReports.add(part(EPOCH, part, 3, "lock " + part))).isTrue();
            assertThat(holdReports.add(part(EPOCH, part, 3, "lock " + part))).isFalse();
        }
        assertThat(holdReports.complete(EPOCH, id(1))).isTrue();
        assertThat(holdReports.complete(EPOCH)).isEqualTo(ids(1));
        assertThat(holdReports.complete(EPOCH + 1)).isEmpty();
        add(EPOCH, 2);
        assertThat(holdReports.holders(VIEW)).isEqualTo(holders(1, "lock 0", 1, "lock 1", 1, "lock 2"));
    }

    @Test
    void aPartForAnotherViewDoesNotCompleteAReport() {
        holdReports.add(part(EPOCH, 0, 2, "a"));
        holdReports.add(part(EPOCH - 1, 1, 2, "b"));
        holdReports.add(part(EPOCH + 1, 1, 2, "b"));
        assertThat(holdReports.complete(EPOCH, id(1))).isFalse();
    }

    @Test
    void ofAReportNobodyHasHeardOfOnlyTheFirstPartIsKnownToBeMissing() {
        assertThat(holdReports.missing(EPOCH, id(1), 0)).hasValue(0);
        assertThat(holdReports.missing(EPOCH, id(1), 1)).isEqualTo(OptionalInt.empty());
    }

    @Test
    void whatIsMissingIsFoundFromAnyPartOn() {
        holdReports.add(part(EPOCH, 1, 5));
        holdReports.add(part(EPOCH, 3, 5));
        assertThat(holdReports.missing(EPOCH, id(1), 0)).hasValue(0);
        assertThat(holdReports.missing(EPOCH, id(1), 1)).hasValue(2);
        assertThat(holdReports.missing(EPOCH, id(1), 3)).hasValue(4);
        assertThat(holdReports.missing(EPOCH, id(1), 5)).isEmpty();
    }

    // Views

    @Test
    void aViewNeedsTheReportsOfAllSurvivorsAndOfNobodyElse() {
        add(EPOCH, 1);
        assertThat(holdReports.complete(VIEW)).isFalse();
        add(EPOCH, 3);
        assertThat(holdReports.complete(VIEW)).isFalse();
        add(EPOCH, 2);
        assertThat(holdReports.complete(VIEW)).isTrue();
    }

    @Test
    void aViewWithoutSurvivorsNeedsNone() {
        assertThat(holdReports.complete(new View(EPOCH, List.of(id(1)), List.of())))
                .isTrue();
    }

    @Test
    void reportsForAnotherViewDoNotCount() {
        add(EPOCH - 1, 1);
        add(EPOCH + 1, 1);
        add(EPOCH, 2);
        assertThat(holdReports.complete(VIEW)).isFalse();
    }

    @Test
    void aReportNeverChanges() {
        add(EPOCH, 1, "a");
        add(EPOCH, 1);
        add(EPOCH, 2, "b");
        assertThat(holdReports.holders(VIEW)).isEqualTo(holders(1, "a", 2, "b"));
    }

    @Test
    void holdersAreThoseWhoReported() {
        add(EPOCH, 2, "c");
        add(EPOCH, 1, "a", "b");
        add(EPOCH, 3, "d");
        assertThat(holdReports.holders(VIEW)).isEqualTo(holders(1, "a", 1, "b", 2, "c"));
    }

    @Test
    void severalMayHoldALock() {
        add(EPOCH, 2, "a");
        add(EPOCH, 1, "a");
        assertThat(holdReports.holders(VIEW)).isEqualTo(holders(1, "a", 2, "a"));
        assertThat(holdReports.holders(VIEW).of("a")).containsOnlyKeys(id(1), id(2));
        assertThat(holdReports.holders(VIEW).of("b")).isEmpty();
    }

    @Test
    void onlyWhatIsOlderIsForgotten() {
        add(EPOCH - 1, 1);
        add(EPOCH, 1);
        add(EPOCH + 1, 1);
        holdReports.forgetBefore(EPOCH);
        assertThat(holdReports.complete(EPOCH - 1)).isEmpty();
        assertThat(holdReports.complete(EPOCH)).isEqualTo(ids(1));
        assertThat(holdReports.complete(EPOCH + 1)).isEqualTo(ids(1));
    }
}
