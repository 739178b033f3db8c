package org.peerlock.brain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.peerlock.brain.Registries.apply;
import static org.peerlock.brain.Registries.id;
import static org.peerlock.brain.Registries.joined;
import static org.peerlock.brain.Registries.renewed;

import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.peerlock.brain.registry.Command;
import org.peerlock.brain.registry.Incarnation;
import org.peerlock.brain.registry.Registry;

class SilenceTest {

    private static final Timing TIMING = new Timing(6_000_000_000L, 10_000);
    private static final long SILENCE = TIMING.silence();
    /** Where the clock begins does not matter, and that it overflows neither. */
    private static final long START = Long.MAX_VALUE - SILENCE / 3;

    private final Silence silence = new Silence(TIMING, START);
    private final Registry registry = joined(1, 2);

    /** The observer reaches the cell, which holds this. */
    private void observe(long time, Registry content) {
        silence.observe(START + time, content);
        silence.contact(START + time);
    }

    @Test
    void whoDoesNotRenewIsSilentAfterTheWholeTimeAndNotEarlier() {
        observe(5, registry);
        observe(SILENCE / 2, registry);
        assertThat(silence.silent(id(1), START + SILENCE + 4)).isFalse();
        assertThat(silence.silent(id(1), START + SILENCE + 5)).isTrue();
    }

    @Test
    void whoRenewsIsNot() {
        observe(0, registry);
        Registry later = renewed(registry, 1);
        observe(SILENCE / 3, later);
        assertThat(silence.silent(id(1), START + SILENCE)).isFalse();
        assertThat(silence.silent(id(2), START + SILENCE)).isTrue();
        assertThat(silence.silent(id(1), START + SILENCE + SILENCE / 3)).isTrue();
    }

    @Test
    void whoeverWasNeverSeenIsNeverSilent() {
        observe(0, registry);
        assertThat(silence.silent(id(3), START + 10 * SILENCE)).isFalse();
        assertThat(silence.lively(id(3), START)).isFalse();
    }

    @Test
    void whoIsNotRegisteredAnyMoreIsForgotten() {
        observe(0, registry);
        observe(1, apply(registry, new Command.Leave(id(1))));
        assertThat(silence.silent(id(1), START + 2 * SILENCE)).isFalse();
        assertThat(silence.silent(id(2), START + SILENCE)).isTrue();
    }

    @Test
    void whoIsCertainlyDeadIsSilentAtOnceAndNobodyElse() {
        observe(0, registry);
        silence.died(dead(1));
        assertThat(silence.silent(id(1), START)).isTrue();
        assertThat(silence.silent(id(2), START)).isFalse();
    }

    @Test
    void whoIsCertainlyDeadStaysSoWhateverStampIsSeenLater() {
        observe(0, registry);
        silence.died(dead(1));
        Registry later = renewed(registry, 1);
        observe(1, later);
        assertThat(silence.silent(id(1), START + 1)).isTrue();
        observe(SILENCE, later); // after a time in which the cell could not be reached
        assertThat(silence.silent(id(1), START + SILENCE)).isTrue();
    }

    @Test
    void aDeathMayBeKnownBeforeTheCellIs() {
        silence.died(dead(1));
        assertThat(silence.silent(id(1), START)).isFalse();
        observe(0, registry);
        assertThat(silence.silent(id(1), START)).isTrue();
    }

    @Test
    void theDeadAreForgottenWithTheirRecord() {
        observe(0, registry);
        silence.died(dead(1));
        observe(1, apply(registry, new Command.Leave(id(1))));
        assertThat(silence.silent(id(1), START + 1)).isFalse();
    }

    private static SortedSet<Incarnation> dead(int number) {
        return new TreeSet<>(List.of(id(number)));
    }

    @Test
    void anObserverThatCouldNotReachTheCellCountsFromAnew() {
        observe(0, registry);
        long back = SILENCE / 2 + 1;
        observe(back, registry);
        assertThat(silence.silent(id(1), START + SILENCE)).isFalse();
        assertThat(silence.silent(id(1), START + back + SILENCE - 1)).isFalse();
        assertThat(silence.silent(id(1), START + back + SILENCE)).isTrue();
    }

    @Test
    void aShorterGapDoesNotMatter() {
        observe(0, registry);
        observe(SILENCE / 2, registry);
        observe(SILENCE / 2 * 2, registry);
        assertThat(silence.silent(id(1), START + SILENCE)).isTrue();
    }

    @Test
    void whoSeesTheCellButCannotWriteToItDoesNotCount() {
        observe(0, registry);
        for (long time = 0; time < 5 * SILENCE; time += SILENCE / 6) {
            silence.observe(START + time, registry);
        }
        assertThat(silence.silent(id(1), START + 5 * SILENCE)).isFalse();
    }

    @Test
    void aNodeIsLivelyForHalfALeaseAfterItsRenewalWasSeen() {
        observe(0, registry);
        observe(7, renewed(registry, 1));
        assertThat(silence.lively(id(1), START + 7 + TIMING.lease() / 2 - 1)).isTrue();
        assertThat(silence.lively(id(1), START + 7 + TIMING.lease() / 2)).isFalse();
    }

    @Test
    void whoHasJustJoinedIsLively() {
        observe(0, registry);
        observe(1, apply(registry, new Command.Join(id(3), "nowhere", 0)));
        assertThat(silence.lively(id(3), START + 1)).isTrue();
        assertThat(silence.lively(id(1), START + 1)).isFalse();
    }

    @Test
    void aStampThatMayBeOldDoesNotMakeANodeLively() {
        observe(0, registry);
        assertThat(silence.lively(id(1), START)).isFalse();
        Registry later = renewed(registry, 1);
        long back = SILENCE / 2 + 1;
        observe(back, later);
        assertThat(silence.lively(id(1), START + back)).isFalse();
        observe(back + 1, renewed(later, 1));
        assertThat(silence.lively(id(1), START + back + 1)).isTrue();
    }
}
