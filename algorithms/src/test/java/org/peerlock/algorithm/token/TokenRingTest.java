package org.peerlock.algorithm.token;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.peerlock.algorithm.token.TokenRing.HOLD;

import org.junit.jupiter.api.Test;
import org.peerlock.algorithm.Contention;
import org.peerlock.algorithm.Conversation;
import org.peerlock.algorithm.Phase;
import org.peerlock.algorithm.Start;
import org.peerlock.algorithm.token.TokenRing.Message;
import org.peerlock.algorithm.token.TokenRing.State;

/** Sentences on the circulating token in section 1 of Rajan's "Last Entered Algorithm". */
class TokenRingTest {

    private static Conversation<State, Message> nodes(int n) {
        return Conversation.of(n, Start.fresh(), me -> new TokenRing(me, n));
    }

    /** "The token circulates around the ring." */
    @Test
    void theTokenCirculatesAroundTheRing() {
        int n = 4;
        var group = nodes(n);
        for (int node : new int[] {1, 2, 3, 4, 1, 2}) {
            assertThat(group.timers()).containsExactly(new Conversation.Timer(node, HOLD));
            group.expire(node, HOLD);
            group.deliver(node, node % n + 1);
        }
        assertThat(group.sent()).hasSize(6);
    }

    /** "and passes through a node even if it does not wish to enter the critical region". */
    @Test
    void theTokenPassesThroughANodeThatDoesNotWishToEnter() {
        var group = nodes(3);
        group.request(3);
        group.expire(1, HOLD);
        group.settle();
        assertThat(group.inside()).isEmpty();
        assertThat(group.state(2).token()).isTrue();
        group.expire(2, HOLD);
        group.settle();
        assertThat(group.inside()).containsExactly(3);
    }

    /** "The process wishing to enter the critical region has to wait for the token to arrive." */
    @Test
    void aNodeThatWishesToEnterHasToWaitForTheTokenAndAsksNoOther() {
        var group = nodes(3);
        group.request(2);
        assertThat(group.inside()).isEmpty();
        assertThat(group.sent()).isEmpty();
    }

    @Test
    void aNodeThatHasTheTokenEntersAtOnce() {
        var group = nodes(3);
        group.request(1);
        assertThat(group.inside()).containsExactly(1);
        assertThat(group.timers()).isEmpty();
    }

    @Test
    void aNodeThatLeavesPassesTheTokenOnAtOnce() {
        var group = nodes(3);
        group.request(1);
        group.release(1);
        assertThat(group.underway(1, 2)).containsExactly(new Message.Token(1));
        assertThat(group.state(1).token()).isFalse();
    }

    /** The order is that of the ring, not of the requests; each waits for at most N - 1 others. */
    @Test
    void allNodesThatWaitEnterInTheOrderOfTheRingForOneMessageEach() {
        var group = nodes(5);
        group.request(1);
        for (int node : new int[] {4, 2, 5, 3}) {
            group.request(node);
        }
        for (int node = 1; node <= 5; node++) {
            assertThat(group.inside()).containsExactly(node);
            group.release(node);
            group.settle();
        }
        assertThat(group.sent()).hasSize(5);
    }

    // Our own rules

    @Test
    void aCancelledRequestIsWithdrawnAtOnceAndTheTokenGoesBy() {
        var group = nodes(3);
        group.request(1);
        group.request(2);
        group.cancel(2);
        assertThat(group.withdrawn()).containsExactly(2);
        assertThat(group.state(2).own().phase()).isEqualTo(Phase.IDLE);
        group.release(1);
        group.settle();
        assertThat(group.inside()).isEmpty();
        group.request(2);
        assertThat(group.inside()).containsExactly(2);
    }

    /** The paper knows no pause: the token "circulates freely". */
    @Test
    void withoutAPauseAnIdleNodePassesTheTokenOnAtOnce() {
        int n = 3;
        var group = Conversation.<State, Message>of(n, Start.fresh(), me -> new TokenRing(me, n, 0));
        for (int node : new int[] {1, 2, 3, 1}) {
            assertThat(group.timers()).isEmpty();
            group.deliver(node, node % n + 1);
        }
        group.request(3);
        group.deliver(2, 3);
        assertThat(group.inside()).containsExactly(3);
    }

    @Test
    void aNodeAloneKeepsTheTokenWithoutAPauseToo() {
        var group = Conversation.<State, Message>of(1, Start.fresh(), me -> new TokenRing(me, 1, 0));
        group.enterAndLeave(1);
        assertThat(group.sent()).isEmpty();
    }

    @Test
    void aNodeAloneKeepsTheToken() {
        var group = nodes(1);
        assertThat(group.timers()).isEmpty();
        group.enterAndLeave(1);
        assertThat(group.timers()).isEmpty();
        assertThat(group.sent()).isEmpty();
    }

    @Test
    void contentionIsUnknownBecauseNoNodeAsks() {
        var group = nodes(2);
        group.request(1);
        group.request(2);
        assertThat(group.contention(1)).isEqualTo(Contention.UNKNOWN);
    }

    @Test
    void anImpossibleInputIsRefusedWithASentence() {
        var group = nodes(2);
        group.request(2);
        group.underway().add(new Conversation.Envelope<>(2, 1, new Message.Token(0)));
        assertThatThrownBy(group::settle).isInstanceOf(AssertionError.class).hasMessage("there is only one token");
        group.request(1);
        group.timers().add(new Conversation.Timer(1, HOLD));
        assertThatThrownBy(() -> group.expire(1, HOLD))
                .isInstanceOf(AssertionError.class)
                .hasMessage("only an idle token is held for a while");
    }
}
