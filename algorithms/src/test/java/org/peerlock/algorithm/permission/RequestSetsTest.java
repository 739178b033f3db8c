package org.peerlock.algorithm.permission;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.peerlock.algorithm.data.NodeSet;
import org.peerlock.algorithm.permission.RequestSets.Shape;

/**
 * Maekawa's conditions M1 to M4, as the lectures state them, and the sizes of the sets that we
 * build.
 */
class RequestSetsTest {

    /** The sizes of the least difference covers, from N = 1 on. */
    private static final int[] LEAST = {
        1, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 4, 4, 5, 5, 5, 5, 5, 5, 6, 5, 6, 6, 6, 6, 6, 6, 6, 7, 7, 6
    };

    private static int[] planes(int limit) {
        return IntStream.rangeClosed(1, limit)
                .filter(PerfectDifferenceSet::exists)
                .toArray();
    }

    @Test
    void thereIsAPlaneForEveryPrimePower() {
        assertThat(planes(400)).containsExactly(1, 3, 7, 13, 21, 31, 57, 73, 91, 133, 183, 273, 307, 381);
    }

    @Test
    void maekawaUsedProjectivePlanesAndShowedThatNIsKTimesKMinus1Plus1() {
        for (int n : planes(400)) {
            RequestSets sets = RequestSets.build(Shape.PLANE, n);
            int k = sets.size();
            assertThat(n).isEqualTo(k * (k - 1) + 1);
            assertThat(sets.equalSizes()).isTrue();
            assertThat(sets.equalLoads()).isTrue();
        }
    }

    @Test
    void twoLinesOfAPlaneMeetInExactlyOnePoint() {
        for (int n : planes(60)) {
            RequestSets sets = RequestSets.build(Shape.PLANE, n);
            for (int i = 2; i <= n; i++) {
                for (int j = 1; j < i; j++) {
                    assertThat(sets.of(i).intersection(sets.of(j)).size()).isEqualTo(1);
                }
            }
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = Shape.class,
            names = {"GRID", "COVER"})
    void m1AnyTwoRequestSetsMeetAndM2EachContainsItsNodeForAnyNumberOfNodes(Shape shape) {
        for (int n = 1; n <= 30; n++) {
            RequestSets sets = RequestSets.build(shape, n);
            for (int i = 1; i <= n; i++) {
                assertThat(sets.of(i).contains(i)).isTrue();
                assertThat(sets.of(i).minus(NodeSet.all(n))).isEmpty();
                for (int j = 1; j < i; j++) {
                    assertThat(sets.of(i).intersection(sets.of(j)).isEmpty()).isFalse();
                }
            }
        }
        for (int n = 31; n <= 130; n++) {
            RequestSets.build(shape, n); // checks itself
        }
        assertThat(RequestSets.build(shape, 1000).size()).isLessThan(64);
    }

    @Test
    void m3AndM4ACoversSetsAreEquallyLargeAndEachNodeIsInAsMany() {
        for (int n = 1; n <= 31; n++) {
            RequestSets sets = RequestSets.build(Shape.COVER, n);
            assertThat(sets.equalSizes()).isTrue();
            assertThat(sets.equalLoads()).isTrue();
        }
    }

    @Test
    void m3AndM4AGridsAreOnlyIfItIsFull() {
        RequestSets full = RequestSets.build(Shape.GRID, 9);
        assertThat(full.equalSizes()).isTrue();
        assertThat(full.equalLoads()).isTrue();
        assertThat(RequestSets.build(Shape.GRID, 6).equalLoads()).isTrue(); // two rows of three
        RequestSets ragged = RequestSets.build(Shape.GRID, 7);
        assertThat(ragged.equalSizes()).isFalse();
        assertThat(ragged.equalLoads()).isFalse();
    }

    @Test
    void thePlaneOf7NodesIsTheOneOfTheTextbooks() {
        RequestSets sets = RequestSets.build(Shape.PLANE, 7);
        assertThat(sets.of(1)).containsExactly(1, 2, 4);
        assertThat(sets.of(5)).containsExactly(1, 5, 6);
    }

    @Test
    void theGridOf5NodesHasAShortRow() {
        RequestSets sets = RequestSets.build(Shape.GRID, 5);
        assertThat(sets.of(1)).containsExactly(1, 2, 3, 4);
        assertThat(sets.of(3)).containsExactly(1, 2, 3);
        assertThat(sets.of(5)).containsExactly(2, 4, 5);
    }

    @Test
    void aCoverOfFewNodesIsTheLeastThereIs() {
        for (int n = 1; n <= LEAST.length; n++) {
            assertThat(RequestSets.build(Shape.COVER, n).size()).as("N = %d", n).isEqualTo(LEAST[n - 1]);
        }
        assertThat(DifferenceCover.modulo(19)).containsExactly(0, 1, 2, 6, 9);
    }

    @Test
    void aCoverOfManyNodesIsSmallerThanAGrid() {
        int[] nodes = {50, 64, 100, 200, 1000};
        assertThat(sizes(Shape.COVER, nodes)).containsExactly(8, 12, 15, 20, 45);
        assertThat(sizes(Shape.GRID, nodes)).containsExactly(14, 15, 19, 28, 63);
    }

    private static int[] sizes(Shape shape, int[] nodes) {
        return IntStream.of(nodes).map(n -> RequestSets.build(shape, n).size()).toArray();
    }

    @Test
    void theConstructedCoverCoversEveryDifference() {
        for (int n = 1; n < 1000; n++) {
            List<Integer> cover = DifferenceCover.constructed(n);
            boolean[] covered = new boolean[n];
            for (int a : cover) {
                for (int b : cover) {
                    covered[Math.floorMod(a - b, n)] = true;
                }
            }
            assertThat(covered).as("N = %d", n).doesNotContain(false);
        }
    }

    @Test
    void unlessToldOtherwiseAPlaneIsUsedWhereThereIsOneElseACover() {
        assertThat(RequestSets.build(57).size()).isEqualTo(8);
        assertThat(RequestSets.build(5).size()).isEqualTo(3);
        assertThat(RequestSets.build(43).size())
                .isEqualTo(DifferenceCover.modulo(43).size());
    }

    @Test
    void whereThereIsNoPlaneTheNearestAreNamed() {
        assertThatThrownBy(() -> RequestSets.build(Shape.PLANE, 43))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("a projective plane needs N = q² + q + 1 nodes, q a prime power: not 43, but 31 or 57");
        assertThatThrownBy(() -> RequestSets.build(Shape.PLANE, 2)).hasMessageEndingWith("not 2, but 1 or 3");
        assertThatThrownBy(() -> RequestSets.build(0)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void setsThatAreNoRequestSetsAreRefused() {
        assertThatThrownBy(() -> new RequestSets(List.of(NodeSet.of(1), NodeSet.of(2))))
                .isInstanceOf(AssertionError.class)
                .hasMessageStartingWith("M1");
        assertThatThrownBy(() -> new RequestSets(List.of(NodeSet.of(2), NodeSet.of(2))))
                .isInstanceOf(AssertionError.class)
                .hasMessageStartingWith("M2");
    }
}
