package org.peerlock.internal.engine.lockword;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class LockWordTest {

    /** A clock may begin anywhere, and overflow. */
    private static final long NOW = Long.MAX_VALUE;

    private static final long UNTIL = Long.MIN_VALUE + 10;

    private final GrantGates gates = new GrantGates();
    private final LockWord word = new LockWord();

    @BeforeEach
    void openInView7() {
        assertThat(gates.renew(UNTIL, NOW)).isTrue();
        gates.open(7);
    }

    private static long fence(long epoch, long counter) {
        return epoch << 32 | counter;
    }

    private void retain(long epoch, long counter) {
        word.arrive(epoch, counter);
        word.retain(false);
    }

    private long tryAcquire() {
        return word.tryAcquire(gates, gates.current(), NOW);
    }

    private ReleaseOutcome release(long fence) {
        return word.release(fence, 0, gates, NOW);
    }

    @Test
    void aRetainedLockIsTakenAndReleasedAgainAndAgainWithGrowingFences() {
        retain(7, 3);

        assertThat(tryAcquire()).isEqualTo(fence(7, 4));
        assertThat(tryAcquire()).isEqualTo(LockWord.NONE);
        assertThat(release(fence(7, 4))).isEqualTo(ReleaseOutcome.DONE);
        assertThat(tryAcquire()).isEqualTo(fence(7, 5));
    }

    @Test
    void noThreadTakesALockThatTheLoopHas() {
        word.arrive(7, 0);

        assertThat(tryAcquire()).isEqualTo(LockWord.NONE);
        assertThat(word.grant(false)).isEqualTo(fence(7, 1));
        assertThatThrownBy(() -> word.grant(false)).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void theGreatestCounterIsNeverGranted() {
        retain(7, 0xFFFF_FFFDL);
        assertThat(tryAcquire()).isEqualTo(fence(7, 0xFFFF_FFFEL));
        assertThat(release(fence(7, 0xFFFF_FFFEL))).isEqualTo(ReleaseOutcome.DONE);

        assertThat(tryAcquire()).isEqualTo(LockWord.NONE);
        assertThat(word.takeBack()).isTrue();
        assertThat(word.grant(false)).isEqualTo(LockWord.NONE);
    }

    @Test
    void fencesNeverGoBack() {
        word.arrive(7, 3);
        assertThatThrownBy(() -> word.arrive(7, 2)).isInstanceOf(IllegalArgumentException.class);
        word.arrive(8, 0);
    }

    @Test
    void whetherAReleaseWillTellIsKnownWhenItIsAskedFor() {
        retain(7, 0);
        assertThat(word.waiters(true)).isFalse();
        assertThat(word.limit(2)).isFalse();
        tryAcquire();
        assertThat(word.waiters(true)).isTrue();
        assertThat(word.limit(2)).isTrue();
    }

    @Test
    void whenAnotherNodeWantsItTheGrantsAreCountedTheCurrentOneIncluded() {
        retain(7, 0);
        tryAcquire();

        assertThat(word.limit(2)).isTrue();
        assertThat(release(fence(7, 1))).isEqualTo(ReleaseOutcome.TELL);
        assertThat(tryAcquire()).isEqualTo(fence(7, 2));
        assertThat(word.limit(2)).as("more than were left").isTrue();
        assertThat(release(fence(7, 2))).isEqualTo(ReleaseOutcome.TELL);
        assertThat(tryAcquire()).isEqualTo(LockWord.NONE);
        assertThat(word.grant(false)).isEqualTo(LockWord.NONE);
    }

    @Test
    void waitingThreadsArePassedOverSoOftenAndNoMoreThenItIsTheirTurn() {
        retain(7, 0);
        tryAcquire();
        word.waiters(true);
        for (int passed = 1; passed <= LockWordBits.MAX_BARGES; passed++) {
            assertThat(release(word.lastFence())).isEqualTo(passed == 1 ? ReleaseOutcome.TELL : ReleaseOutcome.DONE);
            assertThat(tryAcquire()).isPositive();
        }
        assertThat(release(word.lastFence())).isEqualTo(ReleaseOutcome.TELL);
        assertThat(tryAcquire()).isEqualTo(LockWord.NONE);

        assertThat(word.grant(false)).isPositive();
        assertThat(release(word.lastFence())).isEqualTo(ReleaseOutcome.TELL);
        assertThat(tryAcquire()).as("they may be passed over again").isPositive();
    }

    @Test
    void onceTheLoopHasSeenThatWaitingThreadsArePassedOverItIsTheirTurn() {
        retain(7, 0);
        tryAcquire();
        word.waiters(true);
        assertThat(word.takeBack()).as("it is held, and nobody was passed over").isFalse();
        assertThat(release(word.lastFence())).isEqualTo(ReleaseOutcome.TELL);
        assertThat(tryAcquire()).isPositive();
        assertThat(word.takeBack()).as("the loop has come too late").isFalse();

        assertThat(release(word.lastFence())).isEqualTo(ReleaseOutcome.TELL);

        assertThat(tryAcquire()).isEqualTo(LockWord.NONE);
    }

    @Test
    void aFreshLockIsTakenAFewTimesUntilTheLoopHasCheckedForOtherNodes() {
        word.arrive(7, 0);
        word.grant(true);
        for (int taken = 1; taken <= LockWordBits.FIRST; taken++) {
            assertThat(release(word.lastFence())).isEqualTo(ReleaseOutcome.DONE);
            assertThat(tryAcquire()).isPositive();
        }
        assertThat(release(word.lastFence())).isEqualTo(ReleaseOutcome.TELL);
        assertThat(tryAcquire()).isEqualTo(LockWord.NONE);

        assertThat(word.takeBack()).isTrue();
        word.retain(false);
        for (int taken = 1; taken <= 2 * LockWordBits.FIRST; taken++) {
            assertThat(tryAcquire()).isPositive();
            assertThat(release(word.lastFence())).isEqualTo(ReleaseOutcome.DONE);
        }
    }

    @Test
    void anIdleRightEndsWithItsView() {
        retain(7, 0);
        gates.shut();

        assertThat(word.seal()).isEqualTo(LockWord.NONE);
        gates.open(8);
        assertThat(tryAcquire()).isEqualTo(LockWord.NONE);
    }

    @Test
    void aHoldGoesThroughViewsWithItsFenceAndIsReleasedIntoTheLoopsHands() {
        retain(7, 0);
        tryAcquire();
        for (long epoch = 8; epoch <= 9; epoch++) {
            gates.shut();
            assertThat(word.seal()).isEqualTo(fence(7, 1));
            gates.open(epoch);
        }
        assertThat(release(fence(7, 1))).isEqualTo(ReleaseOutcome.TELL);
        word.arrive(9, 0);
        assertThat(word.grant(false)).isEqualTo(fence(9, 1));
    }

    @Test
    void aHoldThatIsLostReleasesNothing() {
        retain(7, 0);
        tryAcquire();
        gates.expireLease();
        assertThat(word.lose()).isEqualTo(fence(7, 1));
        assertThat(release(fence(7, 1))).isEqualTo(ReleaseOutcome.LOST);

        gates.renew(UNTIL, NOW);
        gates.open(7);
        word.retain(false);
        assertThat(tryAcquire()).isEqualTo(fence(7, 2));
        assertThat(release(fence(7, 1))).isEqualTo(ReleaseOutcome.LOST);
        assertThat(word.held()).isTrue();
    }

    @Test
    void theFirstThreadThatSeesTheLeaseEndedEndsItForAll() {
        retain(7, 0);
        tryAcquire();
        assertThat(gates.valid(0, UNTIL - 1)).isTrue();
        assertThat(word.release(fence(7, 1), 0, gates, UNTIL)).isEqualTo(ReleaseOutcome.LOST);

        assertThat(gates.valid(0, NOW)).isFalse();
        assertThat(gates.renew(UNTIL + 10, NOW)).as("too late").isFalse();
        assertThat(gates.ended(NOW)).isTrue();
        gates.expireLease();
        assertThat(word.lose()).isEqualTo(fence(7, 1));
        assertThat(gates.renew(UNTIL + 10, UNTIL)).isTrue();
        gates.open(7);
        assertThat(gates.valid(0, UNTIL)).isFalse();
        assertThat(gates.valid(1, UNTIL)).isTrue();
    }

    @Test
    void nobodyEntersAfterTheLeaseHasEnded() {
        retain(7, 0);

        assertThat(word.tryAcquire(gates, gates.current(), UNTIL)).isEqualTo(LockWord.NONE);
        assertThat(gates.current().state()).isEqualTo(GrantGate.State.EXPIRED);
    }

    @Test
    void aThreadThatSeesAnotherTermPutsTheLockBack() {
        retain(7, 0);
        GrantGate before = gates.current();
        gates.shut();
        gates.open(7);

        assertThat(word.tryAcquire(gates, before, NOW)).isEqualTo(LockWord.NONE);
        word.waiters(true);
        assertThat(word.tryAcquire(gates, before, NOW)).isEqualTo(LockWord.NONE_TELL);
        assertThat(tryAcquire()).isEqualTo(fence(7, 3));
    }

    @Test
    void aHoldOfAnotherEpochIsNotReleased() {
        word.arrive(7, 0);
        word.grant(false);

        assertThat(release(fence(8, 1))).isEqualTo(ReleaseOutcome.LOST);
        assertThat(word).hasToString("held 7:1");
    }
}
