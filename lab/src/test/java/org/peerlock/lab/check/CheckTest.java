package org.peerlock.lab.check;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.peerlock.algorithm.Network;
import org.peerlock.algorithm.OwnRequest;
import org.peerlock.algorithm.Phase;
import org.peerlock.algorithm.Property;
import org.peerlock.algorithm.catalogue.Catalogue;
import org.peerlock.algorithm.catalogue.CatalogueEntry;
import org.peerlock.algorithm.token.TokenRing;
import org.peerlock.lab.world.Numbering;

/** A green check is not vacuous. */
class CheckTest {

    private static Check<?, ?> check(String id) {
        return Check.of(Catalogue.find(id).orElseThrow());
    }

    @Test
    void anAlgorithmThatClaimsNothingOnANetworkIsNotVerifiedThere() {
        check("lamport").verify();
        assertThatThrownBy(check("lamport").on(Network.UNORDERED)::verify)
                .isInstanceOf(AssertionError.class)
                .hasMessage("nothing was checked: lamport claims nothing on this network, UNORDERED");
    }

    @Test
    void moreNodesThanAStateHasBitsForAreRefused() {
        check("ricart-agrawala").nodes(31).run(SearchOptions.upTo(10));
        assertThatThrownBy(() -> check("ricart-agrawala").nodes(32).run(SearchOptions.upTo(10)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("only nodes 1 to 31 can wait, not node 32");
    }

    @ParameterizedTest
    @CsvSource({"0, 1", "1, 0", "1, 65"})
    void invalidSearchOptionsAreRefused(long limit, int threads) {
        assertThatThrownBy(() -> SearchOptions.upTo(limit).by(threads))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("a search takes 1 state or more, and 1 to 64 threads");
    }

    @Test
    void aNodeAloneIsNotVerified() {
        assertThatThrownBy(check("ricart-agrawala").nodes(1)::verify)
                .isInstanceOf(AssertionError.class)
                .hasMessage("nothing was tried: no two nodes ever wanted to enter at once");
    }

    @Test
    void unlimitedEntriesAreVerifiedExceptForFences() {
        Check<?, ?> check = check("ricart-agrawala").unlimitedEntries();
        assertThat(check.properties()).contains(Property.NO_STARVATION).doesNotContain(Property.FENCE);
        assertThat(check.on(Network.FIFO).properties()).doesNotContain(Property.FENCE);
        assertThat(check.verify().sent()).as("a run never ends").isEmpty();
        assertThat(check("ricart-agrawala").verify().sent()).isPresent();
    }

    /** A modification for which only its own numbering is known. */
    private static class OwnRing extends TokenRing {

        OwnRing(int me, int nodes) {
            super(me, nodes);
        }
    }

    private static final class NumberedRing extends OwnRing implements Numbering<TokenRing.State, TokenRing.Message> {

        NumberedRing(int me, int nodes) {
            super(me, nodes);
        }

        @Override
        public State state(int node, State s, Renumbering to) {
            long id = s.own().phase() == Phase.IDLE ? 0 : to.request(s.own().id());
            return new State(
                    new OwnRequest(s.own().phase(), id, to.fence(s.own().fence())), s.token());
        }

        @Override
        public Message message(int sender, Message message, Renumbering to) {
            return new Message.Token(to.fence(((Message.Token) message).fence()));
        }
    }

    @Test
    void anAlgorithmMayItselfSayWhereItsNumbersAre() {
        Check<?, ?> bare =
                Check.of(CatalogueEntry.of(TokenRing.PROFILE, config -> me -> new OwnRing(me, config.nodes())));
        assertThatThrownBy(bare.unlimitedEntries()::verify)
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("nothing is known that would tell which of them are alike");
        Check<?, ?> numbered =
                Check.of(CatalogueEntry.of(TokenRing.PROFILE, config -> me -> new NumberedRing(me, config.nodes())));
        assertThat(numbered.unlimitedEntries().verify().states())
                .isEqualTo(check("token-ring").unlimitedEntries().verify().states());
    }
}
