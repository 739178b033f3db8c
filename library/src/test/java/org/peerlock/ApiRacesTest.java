package org.peerlock;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.peerlock.schedule.Race;
import org.peerlock.schedule.ScheduleSearch;
import org.slf4j.LoggerFactory;

/** The races between threads of the application and the loop, with every schedule of few stops. */
class ApiRacesTest {

    private static final Set<String> CHOSEN = Set.of(
            "org.peerlock.Election",
            "org.peerlock.Grant",
            "org.peerlock.LocalNode",
            "org.peerlock.LockHandle",
            "org.peerlock.LossNotifier",
            "org.peerlock.PendingAcquire",
            "org.peerlock.ScheduledRuntime",
            "org.peerlock.internal.engine.lockword.GrantGates");

    private static final ScheduleSearch TWO_STOPS = new ScheduleSearch(CHOSEN::contains, 2);
    private static final ScheduleSearch ONE_STOP = new ScheduleSearch(CHOSEN::contains, 1);

    private static final Logger LOG = (Logger) LoggerFactory.getLogger("org.peerlock");

    /** Thousands of losses are part of the search. */
    @BeforeAll
    static void silence() {
        LOG.setLevel(Level.OFF);
    }

    @AfterAll
    static void listen() {
        LOG.setLevel(null);
    }

    private static Set<String> outcomes(ScheduleSearch search, Class<? extends Race> race, String... arguments) {
        return search.run(race, arguments).keySet();
    }

    private static Set<String> outcomes(Class<? extends Race> race, String... arguments) {
        return outcomes(TWO_STOPS, race, arguments);
    }

    /** Three threads have many schedules. What differs between the kinds of locks is found with one stop. */
    private static ScheduleSearch forThree(String kind) {
        return kind.equals("exclusive") ? TWO_STOPS : ONE_STOP;
    }

    // A request that is given up

    @ParameterizedTest
    @ValueSource(strings = {"exclusive", "write"})
    void aRequestThatTimesOutLeavesNothingHeld(String kind) {
        assertThat(outcomes(AcquireRaces.Timeout.class, kind)).containsExactlyInAnyOrder("granted", "timed out");
    }

    @ParameterizedTest
    @ValueSource(strings = {"exclusive", "write"})
    void aRequestThatHearsOfAHolderLeavesNothingHeld(String kind) {
        assertThat(outcomes(AcquireRaces.Conflict.class, kind)).containsExactlyInAnyOrder("granted", "in use");
    }

    @ParameterizedTest
    @ValueSource(strings = {"exclusive", "write"})
    void anInterruptIsThrownOrKept(String kind) {
        assertThat(outcomes(AcquireRaces.Interrupt.class, kind)).containsExactlyInAnyOrder("granted", "interrupted");
    }

    @ParameterizedTest
    @ValueSource(strings = {"exclusive", "write"})
    void aThreadThatMustGetTheLockKeepsTheInterrupt(String kind) {
        assertThat(outcomes(AcquireRaces.UninterruptibleWait.class, kind)).contains("granted and interrupted");
    }

    @ParameterizedTest
    @ValueSource(strings = {"exclusive", "write"})
    void aGrantWhoseFutureIsCancelledIsReleased(String kind) {
        assertThat(outcomes(forThree(kind), AcquireRaces.Future.class, kind, "cancelled"))
                .containsExactlyInAnyOrder("granted", "cancelled");
    }

    @ParameterizedTest
    @CsvSource({"exclusive, failed", "exclusive, completed", "write, failed", "write, completed"})
    void aGrantWhoseFutureIsCompletedBySomebodyElseIsReleased(String kind, String how) {
        assertThat(outcomes(ONE_STOP, AcquireRaces.Future.class, kind, how)).containsExactlyInAnyOrder("granted", how);
    }

    @ParameterizedTest
    @ValueSource(strings = {"exclusive", "write"})
    void aGrantThatTheExecutorRefusesIsReleased(String kind) {
        assertThat(outcomes(forThree(kind), AcquireRaces.Future.class, kind, "refused"))
                .containsExactlyInAnyOrder("cancelled", "refused");
    }

    @ParameterizedTest
    @ValueSource(strings = {"exclusive", "write"})
    void ofSeveralLocksAllAreAcquiredOrNone(String kind) {
        assertThat(outcomes(ONE_STOP, AcquireRaces.SeveralLocks.class, kind))
                .containsExactlyInAnyOrder("granted", "timed out");
    }

    @ParameterizedTest
    @ValueSource(strings = {"exclusive", "write"})
    void nobodyWaitsForeverWhenThisProcessLeaves(String kind) {
        assertThat(outcomes(ONE_STOP, AcquireRaces.LeaveWhileWaiting.class, kind))
                .contains("granted", "closed");
    }

    @ParameterizedTest
    @ValueSource(strings = {"exclusive", "write"})
    void noFutureStaysOpenWhenThisProcessLeaves(String kind) {
        assertThat(outcomes(AcquireRaces.LeaveWithFuture.class, kind)).contains("closed");
    }

    // A grant that is lost

    @ParameterizedTest
    @ValueSource(strings = {"exclusive", "write"})
    void anOwnerThatClosesALostGrantIsTold(String kind) {
        assertThat(outcomes(ONE_STOP, LossRaces.Told.class, kind))
                .containsExactlyInAnyOrder("released in time", "thrown", "told and thrown");
    }

    @ParameterizedTest
    @ValueSource(strings = {"exclusive", "write"})
    void aListenerIsToldOnce(String kind) {
        assertThat(outcomes(forThree(kind), LossRaces.ToldOnce.class, kind)).containsExactly("told");
    }

    @ParameterizedTest
    @ValueSource(strings = {"exclusive", "write"})
    void aLateReleaseDoesNotReleaseTheGrantOfAnother(String kind) {
        assertThat(outcomes(LossRaces.LateRelease.class, kind)).contains("in time", "late");
    }

    @ParameterizedTest
    @ValueSource(strings = {"exclusive", "write"})
    void aGrantThatComesWithTheEndOfTheLeaseLeavesNothingHeld(String kind) {
        assertThat(outcomes(ONE_STOP, LossRaces.Granted.class, kind))
                .containsExactlyInAnyOrder("granted", "lost", "timed out");
    }

    @ParameterizedTest
    @ValueSource(strings = {"exclusive", "write"})
    void aGrantThatTwoThreadsCloseIsReleasedOnce(String kind) {
        assertThat(outcomes(LossRaces.ClosedTwice.class, kind)).containsExactly("released");
    }

    // An election

    @Test
    void anElectionThatIsClosedDoesNotLead() {
        assertThat(outcomes(ElectionRaces.Close.class)).containsExactlyInAnyOrder("never elected", "resigned");
    }

    @Test
    void aLeaderThatHasLostIsACandidateAgain() {
        assertThat(outcomes(ONE_STOP, ElectionRaces.Loss.class)).containsExactlyInAnyOrder("elected", "elected again");
    }

    @Test
    void aLeaderThatLosesAndResignsDoesNotLead() {
        assertThat(outcomes(ONE_STOP, ElectionRaces.LossAndClose.class)).contains("resigned", "lost");
    }

    @Test
    void nobodyLeadsWhenThisProcessHasLeft() {
        assertThat(outcomes(ONE_STOP, ElectionRaces.Leave.class)).contains("never elected");
    }
}
