package org.peerlock.internal.transport;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class LoopHelpersTest {

    private final LoopHelpers helpers = new LoopHelpers();

    @Test
    void fourThreadsMayHelpAndAFifthWhenOneOfThemHasGone() {
        for (int i = 0; i < 4; i++) {
            assertThat(helpers.enter()).isTrue();
        }
        assertThat(helpers.enter()).isFalse();
        helpers.leave();
        helpers.leave();
        assertThat(helpers.enter()).isTrue();
    }

    @Test
    void theLastThreadThatLeavesIsToldSo() {
        helpers.enter();
        helpers.enter();
        assertThat(helpers.leave()).isFalse();
        assertThat(helpers.leave()).isTrue();
    }

    @Test
    void theResidentGivesWayOnceToAHelperThatHasFoundTheLoopOwned() {
        helpers.enter();
        assertThat(helpers.takeWanted()).isFalse();
        helpers.foundOwned();
        assertThat(helpers.takeWanted()).isTrue();
        assertThat(helpers.takeWanted()).isFalse();
    }

    @Test
    void theResidentGivesWayToNobodyWhoHasGone() {
        helpers.enter();
        helpers.foundOwned();
        helpers.leave();
        assertThat(helpers.takeWanted()).isFalse();
        helpers.enter();
        assertThat(helpers.takeWanted()).as("one that has come back").isTrue();
    }

    @Test
    void helpersMakeProgressWhileTheyAreThereAndRunTurns() {
        helpers.enter();
        long before = helpers.turns();
        assertThat(helpers.progressSince(before)).isFalse();
        helpers.beginTurn();
        assertThat(helpers.progressSince(before)).isTrue();
        assertThat(helpers.turns()).isEqualTo(before + 1);
        assertThat(helpers.progressSince(helpers.turns())).isFalse();
        helpers.leave();
        assertThat(helpers.progressSince(before)).isFalse();
    }
}
