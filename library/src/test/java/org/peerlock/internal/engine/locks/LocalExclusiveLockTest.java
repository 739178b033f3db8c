package org.peerlock.internal.engine.locks;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Collections;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.peerlock.internal.engine.lockword.ReleaseOutcome;
import org.peerlock.internal.engine.settings.AlgorithmSelection;
import org.peerlock.internal.protocol.LockStatus;

/** An exclusive lock at one node: when threads take it without the loop, and what is shown of it. */
class LocalExclusiveLockTest {

    private static final AcquireRequest LOCK = AcquireRequest.exclusive("lock");

    private final ConnectedTables tables = new ConnectedTables(2);

    private LocalExclusiveLock lock(int member) {
        return (LocalExclusiveLock) tables.table(member).lock("lock", LOCK.capacity());
    }

    @Test
    void aReleasedLockThatNobodyWantsIsTakenWithoutTheLoop() {
        tables.release(1, tables.take(1, LOCK));
        assertThat(tables.takeByWord(1, "lock")).isPresent();
    }

    /** The node that passed the lock on may have asked for it again. */
    @Test
    void aLockThatHasJustComeIsSoonSeenByTheLoopAgainAndLaterNot() {
        tables.release(2, tables.take(2, LOCK));
        tables.release(1, tables.take(1, LOCK));
        List<ReleaseOutcome> outcomes = Stream.generate(
                        () -> tables.release(1, tables.takeByWord(1, "lock").orElseThrow()))
                .limit(1_000)
                .toList();
        assertThat(outcomes.subList(0, 100)).contains(ReleaseOutcome.TELL);
        assertThat(Collections.frequency(outcomes.subList(900, 1_000), ReleaseOutcome.TELL))
                .isZero();
    }

    @Test
    void whoHoldsALockOrHasGivenUpCannotGiveUpAgain() {
        Asker holder = tables.take(1, LOCK);
        Asker asker = tables.ask(1, LOCK);
        for (int i = 0; i < 2; i++) {
            tables.table(1).cancel("lock", holder);
            tables.table(1).cancel("lock", asker);
        }
        assertThat(tables.counters(1).withdrawals()).isEqualTo(1);
        assertThat(lock(1).holdCount()).isEqualTo(1);
    }

    @Test
    void aWaiterIsServedAlthoughAnotherOneHasGivenUp() {
        tables.release(1, tables.take(1, LOCK));
        for (int i = 0; i < 1_000; i++) { // until releases are not told to the loop
            tables.release(1, tables.takeByWord(1, "lock").orElseThrow());
        }
        Hold hold = tables.takeByWord(1, "lock").orElseThrow();
        Asker impatient = tables.ask(1, LOCK);
        Asker patient = tables.ask(1, LOCK);
        tables.table(1).cancel("lock", impatient);
        tables.release(1, hold);
        assertThat(patient.granted()).isTrue();
    }

    @Test
    void whenTheKindIsInDisputeWaitersAreToldOnceAndNotGrantedLater() {
        Asker holder = tables.take(1, LOCK);
        Asker waiting = tables.ask(1, LOCK);
        tables.table(1).refuseAll("lock", "dispute");
        tables.table(1).refuseAll("lock", "dispute");
        tables.release(1, holder);
        assertThat(waiting.refusals).containsExactly("dispute");
        assertThat(waiting.granted()).isFalse();
    }

    @Test
    void waitersAreShownInTheirOrderWithHowLongTheyHaveWaited() {
        tables.take(1, LOCK);
        tables.advance(100);
        tables.ask(1, "first", LOCK);
        tables.advance(10);
        tables.ask(1, "second", LOCK);
        tables.advance(5);
        List<LockStatus.LockWaiter> shown = tables.status(1, "lock").waiters();
        assertThat(shown).extracting(LockStatus.LockWaiter::label).containsExactly("first", "second");
        assertThat(shown).extracting(LockStatus.LockWaiter::waitedNanos).containsExactly(15L, 5L);
    }

    private static List<Integer> turns(ConnectedTables of) {
        return of.status(1, "lock").waiters().stream()
                .map(LockStatus.LockWaiter::turn)
                .toList();
    }

    /** Three wait at a node while another one has the lock. */
    private static ConnectedTables threeWaiting(String algorithm, int cohort) {
        ConnectedTables tables =
                new ConnectedTables(2, cohort, AlgorithmSelection.of(ConnectedTables.algorithm(algorithm)));
        tables.take(2, LOCK);
        for (int i = 0; i < 3; i++) {
            tables.ask(1, LOCK);
        }
        tables.deliver();
        return tables;
    }

    @Test
    void aTurnOfANodeServesItsCohort() {
        ConnectedTables two = threeWaiting("suzuki-kasami", 2);
        assertThat(turns(two)).containsExactly(1, 1, 2);
        two.changeView(
                () -> assertThat(turns(two)).as("also while no view is open").containsExactly(1, 1, 2));
    }

    @Test
    void aTurnOfANodeServesOneWhereItDoesNotHearOfOthers() {
        assertThat(turns(threeWaiting("maekawa", 2))).containsExactly(1, 2, 3);
    }
}
