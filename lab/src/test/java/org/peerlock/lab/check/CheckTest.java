package org.peerlock.lab.check;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.peerlock.algorithm.Network;
import org.peerlock.algorithm.catalogue.Catalogue;

/** A check that is green has tried something. */
class CheckTest {

    private static Check<?, ?> check(String id) {
        return Check.of(Catalogue.find(id).orElseThrow());
    }

    @Test
    void whoClaimsNothingOnANetworkIsNotVerifiedThere() {
        check("lamport").verify();
        assertThatThrownBy(check("lamport").on(Network.UNORDERED)::verify)
                .isInstanceOf(AssertionError.class)
                .hasMessage("nothing was checked: lamport claims nothing on this network, UNORDERED");
    }

    @Test
    void moreNodesThanAStateCanTellToWaitAreRefused() {
        check("ricart-agrawala").nodes(31).run(Effort.upTo(10));
        assertThatThrownBy(() -> check("ricart-agrawala").nodes(32).run(Effort.upTo(10)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("only nodes 1 to 31 can wait, not node 32");
    }

    @ParameterizedTest
    @CsvSource({"0, 1", "1, 0", "1, 65"})
    void anEffortThatMakesNoSenseIsRefused(long limit, int threads) {
        assertThatThrownBy(() -> Effort.upTo(limit).by(threads))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("a search takes 1 state or more, and 1 to 64 threads");
    }

    @Test
    void whoIsAloneIsNotVerified() {
        assertThatThrownBy(check("ricart-agrawala").nodes(1)::verify)
                .isInstanceOf(AssertionError.class)
                .hasMessage("nothing was tried: no two nodes ever wanted to enter at once");
    }
}
