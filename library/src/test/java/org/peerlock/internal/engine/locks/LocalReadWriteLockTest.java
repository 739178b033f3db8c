package org.peerlock.internal.engine.locks;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.peerlock.algorithm.Capacity;
import org.peerlock.algorithm.Mode;
import org.peerlock.internal.engine.settings.AlgorithmSelection;
import org.peerlock.internal.protocol.LockStatus;

/** A read-write lock at one node: the fences of its writers, who gives up, and what is shown of it. */
class LocalReadWriteLockTest {

    private static final AcquireRequest READ = AcquireRequest.read("table");
    private static final AcquireRequest WRITE = AcquireRequest.write("table");

    private final ConnectedTables tables = tables(1);

    private static ConnectedTables tables(int cohort) {
        return new ConnectedTables(2, cohort, AlgorithmSelection.of(ConnectedTables.algorithm("suzuki-kasami")));
    }

    private LocalReadWriteLock lock(int member) {
        return (LocalReadWriteLock) tables.table(member).lock("table", Capacity.readWrite());
    }

    private static List<Integer> turns(ConnectedTables of, int member) {
        return of.status(member, "table").waiters().stream()
                .map(LockStatus.LockWaiter::turn)
                .toList();
    }

    // Fences

    /** A node that stays inside grants fences that no other node has heard of. */
    @Test
    void theFencesOfWritersFollowEachOtherWithinANodeAndFromNodeToNode() {
        List<Long> fences = new ArrayList<>();
        for (int member : new int[] {1, 1, 1, 2, 2, 1}) {
            Asker writer = tables.take(member, WRITE);
            fences.add(writer.grant().fence());
            tables.release(member, writer);
            tables.deliver();
        }
        long first = fences.get(0);
        assertThat(fences).containsExactly(first, first + 1, first + 2, first + 3, first + 4, first + 5);
    }

    @Test
    void aWriterAfterOneThatWasCarriedIntoAViewHasAFenceOfThatView() {
        Asker carried = tables.take(1, WRITE);
        tables.changeView();
        tables.release(1, carried);
        assertThat(tables.take(1, WRITE).grant().fence()).isGreaterThan(tables.firstFence());
    }

    @Test
    void aLockWhoseFencesAreUsedUpIsKeptForTheNextView() {
        tables.release(1, tables.take(1, WRITE));
        lock(1).onEntered(ViewAlgorithms.CARRIED + 1, tables.firstFence() + 0xFFFF_FFFFL);
        Asker writer = tables.ask(1, WRITE);
        assertThat(writer.granted()).isFalse();
        assertThat(lock(1).isInside()).isTrue();
        assertThat(tables.table(1).manyFences()).isTrue();
        tables.changeView();
        tables.deliver();
        assertThat(writer.grant().fence()).isGreaterThan(tables.firstFence());
    }

    // Waiters

    @Test
    void whoHoldsALockOrHasGivenUpCannotGiveUpAgain() {
        Asker holder = tables.take(1, READ);
        Asker asker = tables.ask(1, WRITE);
        for (int i = 0; i < 2; i++) {
            tables.table(1).cancel("table", holder);
            tables.table(1).cancel("table", asker);
        }
        assertThat(tables.counters(1).withdrawals()).isEqualTo(1);
        assertThat(lock(1).holdCount()).isEqualTo(1);
    }

    /** To ask again would cost messages, and the algorithm takes this node to be inside. */
    @Test
    void aLockThatANodeKeepsIsNotForgottenWhenAWaiterGivesUp() {
        tables.release(1, tables.take(1, WRITE));
        tables.table(1).cancel("table", new Asker("came too late"));
        assertThat(tables.table(1).locks).containsKey("table");
        assertThat(tables.ask(1, WRITE).granted()).isTrue();
    }

    @Test
    void aLockThatANodeHasGivenAwayIsForgottenWhenTheLastWaiterGivesUp() {
        tables.expireLease(1);
        Asker asker = tables.ask(1, WRITE);
        tables.table(1).cancel("table", asker);
        assertThat(tables.table(1).locks).isEmpty();
    }

    @Test
    void whenTheKindIsInDisputeWaitersAreToldOnceAndNotGrantedLater() {
        Asker holder = tables.take(1, WRITE);
        Asker waiting = tables.ask(1, WRITE);
        tables.table(1).refuseAll("table", "dispute");
        tables.table(1).refuseAll("table", "dispute");
        tables.release(1, holder);
        assertThat(waiting.refusals).containsExactly("dispute");
        assertThat(waiting.granted()).isFalse();
    }

    // What is shown

    @Test
    void holdersAreShownWithTheirNamesModesAndHowLongTheyHaveHeld() {
        tables.advance(1_000);
        Asker first = tables.ask(1, "first", READ);
        tables.deliver();
        tables.advance(10);
        tables.ask(1, "second", READ);
        tables.advance(5);
        LockStatus shown = tables.status(1, "table");
        long fence = first.grant().fence();
        assertThat(shown.inside()).isTrue();
        assertThat(shown.holders())
                .containsExactly(
                        new LockStatus.LockHolder("first", 15, Mode.SHARED, 1, fence),
                        new LockStatus.LockHolder("second", 5, Mode.SHARED, 1, fence));
    }

    @Test
    void waitersAtANodeThatIsNotInsideAreShownWithTheNumberOfItsRequestAndHowLongTheyHaveWaited() {
        tables.take(2, WRITE);
        tables.advance(1_000);
        tables.ask(1, "first", WRITE);
        tables.advance(10);
        tables.ask(1, "second", READ);
        tables.advance(5);
        tables.deliver();
        LockStatus shown = tables.status(1, "table");
        assertThat(shown.inside()).isFalse();
        assertThat(shown.waiters()).extracting(LockStatus.LockWaiter::label).containsExactly("first", "second");
        assertThat(shown.waiters())
                .extracting(LockStatus.LockWaiter::mode)
                .containsExactly(Mode.EXCLUSIVE, Mode.SHARED);
        assertThat(shown.waiters())
                .extracting(LockStatus.LockWaiter::waitedNanos)
                .containsExactly(15L, 5L);
        assertThat(shown.waiters())
                .allSatisfy(waiter -> assertThat(waiter.number()).isPresent());
        assertThat(turns(tables, 1)).containsExactly(1, 2);
        assertThat(tables.table(1).known().get(0).waiting()).isEqualTo(2);
    }

    @Test
    void waitersBehindAWriterOfTheirNodeAreServedBeforeTheLockIsPassedOn() {
        tables.take(1, WRITE);
        tables.ask(1, READ);
        tables.ask(1, WRITE);
        assertThat(turns(tables, 1)).containsExactly(0, 0);
        assertThat(tables.status(1, "table").waiters())
                .allSatisfy(waiter -> assertThat(waiter.number()).isEmpty());
    }

    @Test
    void whenAnotherNodeWantsTheLockTheRestOfTheCohortIsServedFirst() {
        ConnectedTables two = tables(2);
        two.take(1, WRITE);
        for (int i = 0; i < 4; i++) {
            two.ask(1, WRITE);
        }
        two.ask(2, WRITE);
        two.deliver();
        assertThat(turns(two, 1)).as("the holder is one of the first two").containsExactly(0, 1, 1, 2);
    }

    @Test
    void aNodeThatReadsServesNoWriterBeforeItHasAskedAgain() {
        tables.take(1, READ);
        tables.ask(1, WRITE);
        tables.ask(1, READ);
        assertThat(turns(tables, 1)).containsExactly(1, 2);
    }

    @Test
    void timesOfWaitsAndHoldsAreMeasured() {
        tables.advance(1_000);
        Asker asker = tables.ask(1, READ);
        tables.advance(20);
        tables.deliver();
        tables.advance(300);
        tables.release(1, asker);
        assertThat(tables.table(1).usage().acquisitions()).isEqualTo(1);
        assertThat(tables.table(1).usage().longestWaitNanos()).isEqualTo(20);
        assertThat(tables.table(1).usage().longestHoldNanos()).isEqualTo(300);
    }
}
