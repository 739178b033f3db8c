package org.peerlock.internal.engine.lockword;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class GrantGatesTest {

    private static final long NOW = 1_000;
    private static final long UNTIL = 2_000;

    private final GrantGates gates = new GrantGates();

    @BeforeEach
    void openInView7() {
        assertThat(gates.renew(UNTIL, NOW)).isTrue();
        gates.open(7);
    }

    @Test
    void aGateAdmitsUntilTheLeaseEnds() {
        assertThat(gates.admits(gates.current(), UNTIL - 1)).isTrue();
        assertThat(gates.admits(gates.current(), UNTIL)).isFalse();
        assertThat(gates.current().state()).isEqualTo(GrantGate.State.EXPIRED);
        assertThat(gates.admits(gates.current(), UNTIL - 1))
                .as("by a clock that is behind")
                .isFalse();
    }

    @Test
    void aShutGateAdmitsNobodyAlthoughHoldsAreValid() {
        gates.shut();
        assertThat(gates.admits(gates.current(), NOW)).isFalse();
        assertThat(gates.valid(0, NOW)).isTrue();
    }

    @Test
    void anEarlierRenewalDoesNotShortenTheLease() {
        assertThat(gates.renew(UNTIL - 500, NOW)).isTrue();
        assertThat(gates.current().until()).isEqualTo(UNTIL);
    }

    /** A thread that reads the same term twice has missed nothing. */
    @Test
    void noTermComesAgain() {
        List<Long> terms = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            terms.add(gates.current().term());
            gates.shut();
            terms.add(gates.current().term());
            gates.expireLease();
            terms.add(gates.current().term());
            assertThat(gates.renew(UNTIL, NOW)).isTrue();
            gates.open(7 + i);
        }
        assertThat(terms).isSorted().doesNotHaveDuplicates();
    }

    /** A thread sees the end of the lease at the very moment at which the loop ends it. */
    @Test
    void theLoopEndsALeaseAlthoughAThreadChangesTheGateMeanwhile() {
        GrantGates disturbed = new GrantGates() {
            @Override
            protected GrantGate withoutLease(GrantGate seen) {
                valid(seen.generation(), UNTIL);
                return super.withoutLease(seen);
            }
        };
        assertThat(disturbed.renew(UNTIL, NOW)).isTrue();
        disturbed.expireLease();
        assertThat(disturbed.current().state()).isEqualTo(GrantGate.State.NO_LEASE);
        assertThat(disturbed.current().generation()).isEqualTo(1);
    }
}
