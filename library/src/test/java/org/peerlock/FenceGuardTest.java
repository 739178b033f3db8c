package org.peerlock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class FenceGuardTest {

    private final FenceGuard guard = new FenceGuard();

    @Test
    void aSmallerFenceIsRefused() {
        guard.check(5);
        assertThatThrownBy(() -> guard.check(4))
                .isInstanceOf(StaleFenceException.class)
                .hasMessage("fence 4 is stale: the guard has already seen fence 5");
        assertThat(guard.greatest()).isEqualTo(5);
    }

    @Test
    void aHolderMayComeAgain() {
        guard.check(5);
        guard.check(5);
        guard.check(6);
        assertThat(guard.greatest()).isEqualTo(6);
    }

    @Test
    void aRefusedActionIsNotRun() throws Exception {
        assertThat(guard.call(7, () -> "done")).isEqualTo("done");
        assertThatThrownBy(() -> guard.call(6, () -> {
                    throw new AssertionError("done although it is too late");
                }))
                .isInstanceOf(StaleFenceException.class);
    }

    @Test
    void aGuardMayGoOnWhereAnotherEnded() {
        assertThatThrownBy(() -> new FenceGuard(9).check(8)).isInstanceOf(StaleFenceException.class);
    }
}
