package org.peerlock.algorithm.token;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.peerlock.algorithm.Contention;
import org.peerlock.algorithm.Conversation;
import org.peerlock.algorithm.Phase;
import org.peerlock.algorithm.Start;
import org.peerlock.algorithm.data.NodeCounters;
import org.peerlock.algorithm.data.NodeQueue;
import org.peerlock.algorithm.token.SuzukiKasami.Ledger;
import org.peerlock.algorithm.token.SuzukiKasami.Message;
import org.peerlock.algorithm.token.SuzukiKasami.Message.Token;
import org.peerlock.algorithm.token.SuzukiKasami.State;

/**
 * Sentences on Suzuki and Kasami's algorithm: of Dasgupta's "Distributed Mutual Exclusion"
 * ("slides"), and of lecture notes that have it as their section 3.5 ("notes").
 */
class SuzukiKasamiTest {

    private static Conversation<State, Message> nodes(int n, Start start) {
        return Conversation.of(n, start, me -> new SuzukiKasami(me, n));
    }

    private static Conversation<State, Message> nodes(int n) {
        return nodes(n, Start.fresh());
    }

    // To request critical section

    /** Slides, "To request critical section"; notes, "Requesting the critical section". */
    @Test
    void aNodeWithoutTheTokenIncrementsItsSequenceNumberAndSendsRequestToAllOthers() {
        var group = nodes(3);
        group.request(2);
        assertThat(group.state(2).requested()).isEqualTo(NodeCounters.zero(3).with(2, 1));
        assertThat(group.underway(2, 1)).containsExactly(new Message.Request(1));
        assertThat(group.underway(2, 3)).containsExactly(new Message.Request(1));
    }

    /** Slides, "To request critical section". */
    @Test
    void aNodeThatHasTheIdleTokenEnters() {
        var group = nodes(3);
        group.request(1);
        assertThat(group.inside()).containsExactly(1);
        assertThat(group.state(1).requested()).isEqualTo(NodeCounters.zero(3)); // no number is used
    }

    // On receiving REQUEST(i, sn) at j

    /** Slides, "On receiving REQUEST"; notes, "Requesting the critical section". */
    @Test
    void theLargestSequenceNumberReceivedIsKept() {
        var group = nodes(3);
        group.enterAndLeave(2);
        group.enterAndLeave(1);
        group.request(2);
        assertThat(group.state(3).requested().of(2)).isEqualTo(1);
        group.deliver(2, 3);
        assertThat(group.state(3).requested().of(2)).isEqualTo(2);
    }

    /**
     * Slides, "Set RN = max(RN, sn)": a number does not fall when an older REQUEST arrives late.
     */
    @Test
    void anOlderRequestThatArrivesLateDoesNotLowerIt() {
        var group = nodes(3);
        group.request(2);
        group.deliver(2, 1);
        group.deliver(1, 2, Token.class);
        group.release(2); // 2's first REQUEST to 3 is still under way
        group.request(1);
        group.deliver(1, 2);
        group.request(2);
        assertThat(group.underway(2, 3)).containsExactly(new Message.Request(1), new Message.Request(2));
        group.underway().remove(new Conversation.Envelope<Message>(2, 3, new Message.Request(1)));
        group.deliver(2, 3);
        group.underway().add(new Conversation.Envelope<>(2, 3, new Message.Request(1)));
        group.deliver(2, 3);
        assertThat(group.state(3).requested().of(2)).isEqualTo(2);
    }

    /** Slides, "On receiving REQUEST"; notes, "Requesting the critical section". */
    @Test
    void theIdleTokenIsSentToTheRequester() {
        var group = nodes(3);
        group.request(2);
        group.deliver(2, 1);
        assertThat(group.state(1).token()).isNull();
        group.deliver(1, 2);
        assertThat(group.inside()).containsExactly(2);
    }

    /** Slides, "and the token is idle"; the notes' second wording forgets it. */
    @Test
    void theTokenIsNotSentFromInside() {
        var group = nodes(2);
        group.request(1);
        group.request(2);
        group.settle();
        assertThat(group.inside()).containsExactly(1);
        assertThat(group.underway()).isEmpty();
        assertThat(group.contention(1)).isEqualTo(Contention.YES);
    }

    /** Notes: "This sequence number is used to distinguish old and current requests." */
    @Test
    void anOldRequestIsRecognisedByItsSequenceNumber() {
        var group = nodes(3);
        group.request(2);
        group.deliver(2, 1);
        group.deliver(1, 2);
        group.release(2); // 2's REQUEST to 3 is still under way
        group.request(3);
        group.deliver(3, 2);
        group.deliver(2, 3, Token.class);
        group.release(3);
        group.deliver(2, 3); // now it arrives, at the idle token
        assertThat(group.state(3).token()).isNotNull();
        assertThat(group.contention(3)).isEqualTo(Contention.NO);
        group.settle();
        assertThat(group.entered()).containsExactly(2, 3);
    }

    // To enter critical section

    /** Slides, "Enter CS if token is present"; notes, "Executing the critical section". */
    @Test
    void aSiteEntersAfterItHasReceivedTheToken() {
        var group = nodes(4);
        group.request(3);
        group.deliver(3, 2);
        group.deliver(3, 4);
        assertThat(group.inside()).isEmpty();
        group.deliver(3, 1);
        group.deliver(1, 3);
        assertThat(group.inside()).containsExactly(3);
    }

    // To release critical section

    /** Slides and notes, "To release critical section". */
    @Test
    void theRequestIsMarkedAsExecuted() {
        var group = nodes(2);
        group.enterAndLeave(2);
        assertThat(group.state(2).token())
                .isEqualTo(new Ledger(NodeCounters.zero(2).with(2, 1), NodeQueue.empty()));
    }

    /** Slides and notes, "To release critical section". */
    @Test
    void everySiteWithAnOutstandingRequestIsAppendedAndTheTokenGoesToTheFirst() {
        var group = nodes(4);
        group.request(1);
        group.request(4);
        group.request(3);
        group.settle();
        group.release(1);
        assertThat(group.underway(1, 3))
                .containsExactly(new Token(new Ledger(NodeCounters.zero(4), NodeQueue.of(4)), 1));
    }

    /** Slides, "For every node j which is not in Q". */
    @Test
    void aNodeThatIsInTheQueueIsNotAppendedAgain() {
        var group = nodes(3);
        group.request(1);
        group.request(2);
        group.request(3);
        group.settle();
        group.release(1);
        group.settle();
        group.request(1);
        group.settle();
        group.release(2);
        assertThat(group.underway(2, 3))
                .containsExactly(new Token(new Ledger(NodeCounters.zero(3).with(2, 1), NodeQueue.of(1)), 2));
    }

    /** Slides: "Queue (FIFO) Q of requesting processes". */
    @Test
    void theQueueIsFirstInFirstOut() {
        var group = nodes(4);
        group.request(1);
        group.request(3);
        group.request(4);
        group.settle();
        group.release(1); // the token goes to 3 with 4 in its queue
        group.settle();
        group.request(1);
        group.request(2);
        group.settle();
        group.release(3); // 1 and 2 are behind 4
        group.settle();
        group.release(4);
        group.settle();
        group.release(1);
        group.settle();
        assertThat(group.entered()).containsExactly(1, 3, 4, 1, 2);
    }

    /**
     * The order of appending is left open; from the next higher number round, no node is favoured.
     */
    @Test
    void waitersAreAppendedFromTheNextHigherNumberRound() {
        var group = nodes(5);
        group.request(3);
        group.settle();
        for (int node : new int[] {1, 2, 4, 5}) {
            group.request(node);
        }
        group.settle();
        group.release(3);
        assertThat(group.underway(3, 4))
                .containsExactly(new Token(new Ledger(NodeCounters.zero(5).with(3, 1), NodeQueue.of(5, 1, 2)), 1));
    }

    /**
     * Notes: "If the queue Q is empty, it keeps the token"; "A site retains the token even if ...".
     */
    @Test
    void ifTheQueueIsEmptyTheTokenIsKept() {
        var group = nodes(3);
        group.enterAndLeave(2);
        assertThat(group.state(2).token()).isNotNull();
        assertThat(group.state(1).token()).isNull();
        group.request(2);
        assertThat(group.inside()).containsExactly(2);
    }

    // Correctness

    /** Notes: "there can be at most N - 1 requests in front of this request in the token queue". */
    @Test
    void atMostNMinusOneOthersEnterBeforeARequestThatAllHaveReceived() {
        int n = 5;
        var group = nodes(n);
        group.request(1);
        for (int node = 2; node <= n; node++) {
            group.request(node);
        }
        group.settle();
        for (int node = 1; node < n; node++) { // each asks again as soon as it has left
            group.release(node);
            group.request(node);
            group.settle();
        }
        assertThat(group.entered()).containsExactly(1, 2, 3, 4, 5);
    }

    // Notable features

    /** Slides, "0 if node holds the token already, n otherwise"; notes, "Message Complexity". */
    @Test
    void noMessageIfTheSiteHoldsTheIdleTokenElseNMessages() {
        for (int n = 1; n <= 6; n++) {
            var group = nodes(n);
            group.enterAndLeave(1);
            assertThat(group.sent()).isEmpty();
            group.enterAndLeave(IntStream.rangeClosed(2, n).toArray());
            assertThat(group.sent()).hasSize((n - 1) * n);
            assertThat(group.sent(Message.Request.class)).isEqualTo((n - 1L) * (n - 1));
            assertThat(group.sent(Token.class)).isEqualTo(n - 1);
        }
    }

    /**
     * Slides, "0 (node has the token) or max. message delay (token is elsewhere)"; notes,
     * "Performance".
     */
    @Test
    void theNextEntersOneMessageAfterTheLastHasLeftOrAtOnceIfItHasTheToken() {
        var group = nodes(3);
        group.request(1);
        group.request(3);
        group.settle();
        group.release(1);
        assertThat(group.underway()).hasSize(1);
        group.deliver(1, 3);
        assertThat(group.inside()).containsExactly(3);
        group.release(3);
        group.request(3);
        assertThat(group.inside()).containsExactly(3);
    }

    // Withdrawal

    @Test
    void aCancelledRequestIsWithdrawnAtOnceAndTheTokenPassedOnWhenItComes() {
        var group = nodes(3);
        group.request(1);
        group.request(2);
        group.request(3);
        group.settle();
        group.cancel(2);
        assertThat(group.withdrawn()).containsExactly(2);
        assertThat(group.state(2).own().phase()).isEqualTo(Phase.WITHDRAWN);
        group.release(1);
        group.deliver(1, 2);
        assertThat(group.state(2).own().phase()).isEqualTo(Phase.IDLE);
        assertThat(group.underway(2, 3))
                .containsExactly(new Token(new Ledger(NodeCounters.zero(3).with(2, 1), NodeQueue.empty()), 1));
        group.settle();
        assertThat(group.entered()).containsExactly(1, 3);
    }

    @Test
    void aTokenThatComesForACancelledRequestIsKeptIfNobodyWaits() {
        var group = nodes(2);
        group.request(2);
        group.cancel(2);
        group.settle();
        assertThat(group.entered()).isEmpty();
        assertThat(group.state(2).token()).isNotNull();
        assertThat(group.state(2).own().phase()).isEqualTo(Phase.IDLE);
        group.enterAndLeave(1);
        assertThat(group.entered()).containsExactly(1);
    }

    @Test
    void aNewRequestAfterACancelledOneSendsNothingAndTakesItsToken() {
        var group = nodes(3);
        group.request(2);
        group.cancel(2);
        int before = group.sent().size();
        group.request(2);
        assertThat(group.sent()).hasSize(before);
        assertThat(group.state(2).requested().of(2)).isEqualTo(1);
        group.settle();
        assertThat(group.inside()).containsExactly(2);
        assertThat(group.fences()).containsExactly(1L);
    }

    @Test
    void aRequestCanBeCancelledAgainAndAgain() {
        var group = nodes(2);
        group.request(1);
        for (int round = 0; round < 3; round++) {
            group.request(2);
            group.cancel(2);
        }
        assertThat(group.withdrawn()).containsExactly(2, 2, 2);
        assertThat(group.sent(Message.Request.class)).isEqualTo(1);
        group.settle();
        group.release(1);
        group.settle();
        assertThat(group.entered()).containsExactly(1);
    }

    // Start

    @Test
    void theTokenStartsAtHome() {
        var group = nodes(3, new Start(3, 7, List.of()));
        group.request(3);
        assertThat(group.inside()).containsExactly(3);
        assertThat(group.fences()).containsExactly(8L);
        assertThat(group.state(1).token()).isNull();
    }

    // Wanted

    @Test
    void aNodeInTheTokensQueueIsContentionEvenIfItsRequestIsStillUnderWayToHere() {
        var group = nodes(3);
        group.request(1);
        group.request(2);
        group.request(3);
        group.deliver(2, 1);
        group.deliver(3, 1);
        group.release(1);
        group.deliver(1, 2);
        assertThat(group.state(2).requested().of(3)).isZero();
        assertThat(group.contention(2)).isEqualTo(Contention.YES);
    }

    // What cannot be

    @Test
    void anImpossibleInputIsRefusedWithASentence() {
        var group = nodes(2);
        group.request(2);
        group.settle();
        Token second = new Token(new Ledger(NodeCounters.zero(2), NodeQueue.empty()), 0);
        group.underway().add(new Conversation.Envelope<>(1, 2, second));
        assertThatThrownBy(group::settle).isInstanceOf(AssertionError.class).hasMessage("there is only one token");
        group.underway().add(new Conversation.Envelope<>(2, 1, second));
        assertThatThrownBy(group::settle)
                .isInstanceOf(AssertionError.class)
                .hasMessage("the token comes only to a node that has asked for it");
    }
}
