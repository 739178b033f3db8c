package org.peerlock.internal.engine.inspection;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.peerlock.algorithm.Capacity;
import org.peerlock.algorithm.Mode;
import org.peerlock.internal.cluster.Incarnation;
import org.peerlock.internal.protocol.LockStatus;

/** The order in which waiting requests are shown. */
class ServingOrderTest {

    private final SortedMap<Incarnation, LockStatus> statuses = new TreeMap<>();

    private static Incarnation node(int number) {
        return new Incarnation(0, number);
    }

    private void standing(int node, boolean inside, List<LockStatus.LockWaiter> waiting, Integer... queue) {
        List<Incarnation> nodes =
                List.of(queue).stream().map(ServingOrderTest::node).toList();
        statuses.put(node(node), new LockStatus(Capacity.mutex(), "", inside, List.of(), waiting, nodes, 0));
    }

    private static LockStatus.LockWaiter waiting(String who, int turn, long waited, OptionalLong number) {
        return new LockStatus.LockWaiter(who, waited, Mode.EXCLUSIVE, 1, turn, number);
    }

    private static List<LockStatus.LockWaiter> queued(String... names) {
        List<LockStatus.LockWaiter> all = new ArrayList<>();
        for (String name : names) {
            all.add(waiting(name, all.size() + 1, 0, OptionalLong.empty()));
        }
        return all;
    }

    private static List<LockStatus.LockWaiter> numbered(String name, long number) {
        return List.of(waiting(name, 1, 0, OptionalLong.of(number)));
    }

    private List<String> order() {
        return ServingOrder.of(statuses).waiting().stream()
                .map(placed -> placed.waiting().label())
                .toList();
    }

    private boolean certain() {
        return ServingOrder.of(statuses).certain();
    }

    @Test
    void theSmallestNumberComesFirstAndTheSmallerNodeBetweenEqualOnes() {
        standing(1, true, List.of());
        standing(2, false, numbered("b", 7));
        standing(3, false, numbered("c", 7));
        standing(4, false, numbered("a", 5));
        assertThat(order()).containsExactly("a", "b", "c");
        assertThat(certain()).isTrue();
    }

    @Test
    void eachKnowsWhoComesNext() {
        standing(4, true, List.of(), 2);
        standing(2, false, queued("a"), 2, 3);
        standing(3, false, queued("b"), 3, 1);
        standing(1, false, queued("c"), 1);
        assertThat(order()).containsExactly("a", "b", "c");
        assertThat(certain()).isTrue();
    }

    @Test
    void theTokenKnowsAll() {
        standing(1, true, List.of(), 3, 2);
        standing(2, false, queued("b"));
        standing(3, false, queued("a"));
        assertThat(order()).containsExactly("a", "b");
    }

    /** The token is at 1; 2 stands for itself and for 5, which has asked it first. */
    @Test
    void inATreeANeighbourStandsForAllNodesThatHaveAskedIt() {
        standing(1, true, List.of(), 2, 3);
        standing(2, false, queued("b"), 5, 2);
        standing(3, false, queued("c"), 3);
        standing(5, false, queued("a"), 5);
        assertThat(order()).containsExactly("a", "b", "c");
    }

    @Test
    void whileATokenIsInTransitNoNodeKnowsTheFirst() {
        standing(1, false, List.of());
        standing(2, false, queued("a"), 2, 3);
        standing(3, false, queued("b"), 3);
        assertThat(order()).containsExactly("a", "b");
        assertThat(certain()).isTrue();
    }

    /** The token is on its way to 3, and nobody but 3 knows that 2 comes after it. */
    @Test
    void whileATokenIsInTransitThoseThatNobodyPrecedesComeFirst() {
        standing(1, false, List.of());
        standing(2, false, queued("b"), 2);
        standing(3, false, queued("a"), 3, 2);
        assertThat(order()).containsExactly("a", "b");
    }

    /** The request of 1 has not reached anybody yet. */
    @Test
    void theQueueOfTheNodeThatHasTheLockComesFirst() {
        standing(1, false, queued("late"), 1);
        standing(2, false, queued("first"), 2);
        standing(3, true, List.of(), 2);
        assertThat(order()).containsExactly("first", "late");
    }

    @Test
    void requestsOfTheCohortComeFirstAndThoseThatMustAskAgainLast() {
        standing(
                1,
                true,
                List.of(waiting("first", 0, 1, OptionalLong.empty()), waiting("last", 1, 9, OptionalLong.empty())),
                2);
        standing(2, false, queued("second", "after the last"), 2);
        assertThat(order()).containsExactly("first", "second", "last", "after the last");
        assertThat(certain()).isTrue();
    }

    @Test
    void requestsWithAnUnknownPositionComeLastInTheOrderOfTheirWaits() {
        standing(1, true, List.of());
        standing(2, false, List.of(waiting("younger", 1, 5, OptionalLong.empty())));
        standing(3, false, List.of(waiting("older", 1, 8, OptionalLong.empty())));
        assertThat(order()).containsExactly("older", "younger");
        assertThat(certain()).isFalse();
    }

    @Test
    void answersFromDifferentMomentsMayFormACycle() {
        standing(1, false, queued("a"), 1, 2);
        standing(2, false, queued("b"), 2, 1);
        assertThat(order()).containsExactlyInAnyOrder("a", "b");
    }

    @Test
    void namesOfThreadsAreSanitizedBeforeTheyAreSent() {
        String who = waiting("a\ud800\n" + "x".repeat(1_000), 1, 0, OptionalLong.empty())
                .label();
        assertThat(who).startsWith("a??xxx").hasSize(200);
    }
}
