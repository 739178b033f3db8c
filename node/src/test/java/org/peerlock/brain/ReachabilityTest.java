package org.peerlock.brain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.peerlock.brain.Registries.id;
import static org.peerlock.brain.Registries.ids;

import java.util.function.LongPredicate;
import org.junit.jupiter.api.Test;

class ReachabilityTest {

    private static final Timing TIMING = new Timing(6_000_000_000L, 10_000);
    private static final long REPETITION = TIMING.repetition();
    private static final long PATIENCE = 2 * TIMING.silence();

    private final Sent sent = new Sent();
    private final Reachability reachability = new Reachability(TIMING, 0);

    /** Asks 1 and 2 again and again; 2 always answers, 1 when it says so. Returns the time of the last question. */
    private long ask(long from, long until, LongPredicate firstAnswers) {
        long time = from;
        for (; time <= until; time += REPETITION) {
            reachability.ask(time, ids(1, 2), sent);
            reachability.answered(time, id(2));
            if (firstAnswers.test(time)) {
                reachability.answered(time, id(1));
            }
        }
        return time - REPETITION;
    }

    @Test
    void allAreAskedAgainAndAgainButNotAllTheTime() {
        reachability.ask(0, ids(1, 2), sent);
        assertThat(sent.taken())
                .containsExactly(
                        new Sent.Posted(id(1), new Packet.Probe(0)), new Sent.Posted(id(2), new Packet.Probe(0)));
        reachability.ask(REPETITION - 1, ids(1, 2), sent);
        assertThat(sent.taken()).isEmpty();
        reachability.ask(REPETITION, ids(1, 2), sent);
        assertThat(sent.taken()).hasSize(2);
    }

    @Test
    void whoNeverAnswersIsAccusedAfterAWhile() {
        ask(0, PATIENCE, time -> false);
        assertThat(reachability.unreachable(PATIENCE - 1)).isEmpty();
        assertThat(reachability.unreachable(PATIENCE)).isEqualTo(ids(1));
        assertThat(reachability.reached(id(1), PATIENCE)).isFalse();
        assertThat(reachability.reached(id(2), PATIENCE)).isTrue();
    }

    @Test
    void anAnswerEndsTheAccusation() {
        long last = ask(0, PATIENCE + REPETITION, time -> false);
        assertThat(reachability.unreachable(last)).isEqualTo(ids(1));
        reachability.answered(last, id(1));
        assertThat(reachability.unreachable(last)).isEmpty();
        assertThat(reachability.reached(id(1), last)).isTrue();
    }

    @Test
    void whoHasAnsweredIsReachedForHalfALease() {
        ask(0, 0, time -> true);
        assertThat(reachability.reached(id(1), TIMING.lease() / 2 - 1)).isTrue();
        assertThat(reachability.reached(id(1), TIMING.lease() / 2)).isFalse();
    }

    @Test
    void whoHasOnlyBeenAskedIsNotReached() {
        reachability.ask(0, ids(1), sent);
        assertThat(reachability.reached(id(1), 0)).isFalse();
    }

    @Test
    void whoStoodStillAccusesNobodyOfIt() {
        long last = ask(0, PATIENCE / 2, time -> true);
        long back = last + 2 * PATIENCE;
        reachability.ask(back, ids(1, 2), sent);
        assertThat(reachability.unreachable(back)).isEmpty();
        ask(back + REPETITION, back + PATIENCE, time -> false);
        assertThat(reachability.unreachable(back + PATIENCE)).isEqualTo(ids(1));
    }

    @Test
    void answersOfThoseWhoWereNotAskedDoNotCount() {
        reachability.ask(0, ids(1), sent);
        reachability.answered(0, id(3));
        assertThat(reachability.reached(id(3), 0)).isFalse();
    }

    @Test
    void whoIsGoneIsForgotten() {
        ask(0, PATIENCE, time -> false);
        long later = PATIENCE + REPETITION;
        reachability.ask(later, ids(2), sent);
        assertThat(reachability.unreachable(later)).isEmpty();
        reachability.ask(later + REPETITION, ids(1, 2), sent);
        assertThat(reachability.unreachable(later + REPETITION)).isEmpty();
        assertThat(reachability.reached(id(1), later + REPETITION)).isFalse();
    }
}
