package org.peerlock.lab.check;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
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
    void whoIsAloneIsNotVerified() {
        assertThatThrownBy(check("ricart-agrawala").nodes(1)::verify)
                .isInstanceOf(AssertionError.class)
                .hasMessage("nothing was tried: no two nodes ever wanted to enter at once");
    }
}
