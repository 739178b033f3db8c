package org.peerlock.algorithm.permission;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.peerlock.algorithm.permission.ImplicitReply.ROUND_TRIP;

import org.junit.jupiter.api.Test;
import org.peerlock.algorithm.Conversation;
import org.peerlock.algorithm.Phase;
import org.peerlock.algorithm.Start;
import org.peerlock.algorithm.data.NodeSet;
import org.peerlock.algorithm.permission.ImplicitReply.Message;
import org.peerlock.algorithm.permission.ImplicitReply.State;

/** Sentences of Ricart and Agrawala 1981, section 6.1. */
class ImplicitReplyTest {

    private static Conversation<State, Message> nodes(int n) {
        return Conversation.of(n, Start.fresh(), me -> new ImplicitReply(me, n));
    }

    /** Delivers all messages, and lets time pass until all timers have expired. */
    private static void settle(Conversation<State, Message> group) {
        group.settle();
        while (!group.timers().isEmpty()) {
            group.expire(group.timers().get(0).node(), ROUND_TRIP);
            group.settle();
        }
    }

    private static void enterAndLeave(Conversation<State, Message> group, int... requesters) {
        for (int node : requesters) {
            group.request(node);
        }
        settle(group);
        while (!group.inside().isEmpty()) {
            group.release(group.inside().get(0));
            settle(group);
        }
    }

    @Test
    void noReplyWithinThatTimePeriodIndicatesAnImplicitReply() {
        var group = nodes(3);
        group.request(1);
        assertThat(group.underway(1, 2)).containsExactly(new Message.Request(1));
        assertThat(group.underway(1, 3)).containsExactly(new Message.Request(1));
        group.settle();
        assertThat(group.underway()).isEmpty();
        assertThat(group.inside()).isEmpty();
        group.expire(1, ROUND_TRIP);
        assertThat(group.inside()).containsExactly(1);
    }

    /** Section 6.2: "If combined with the implicit reply modification, the message count can be as low as one." */
    @Test
    void withABroadcastRequestTheMessageCountCanBeAsLowAsOne() {
        var group = Conversation.<State, Message>of(4, Start.fresh(), me -> new ImplicitReply(me, 4, true));
        group.request(2);
        settle(group);
        assertThat(group.inside()).containsExactly(2);
        assertThat(group.sent()).hasSize(1);
    }

    @Test
    void deferredIsSentWhenReplyWouldOrdinarilyNotBeSent() {
        var group = nodes(2);
        group.request(1);
        group.request(2);
        group.deliver(1, 2);
        assertThat(group.underway(2, 1)).containsExactly(new Message.Request(1)); // 1 has priority: no answer
        group.deliver(2, 1);
        assertThat(group.underway(1, 2)).containsExactly(new Message.Deferred());
        assertThat(group.state(1).deferred()).isEqualTo(NodeSet.of(2));
    }

    @Test
    void aNodeThatWasToldDeferredWaitsForTheReply() {
        var group = nodes(2);
        group.request(1);
        settle(group);
        group.request(2);
        settle(group);
        assertThat(group.state(2).timeIsUp()).isTrue();
        assertThat(group.inside()).containsExactly(1);
        group.release(1);
        assertThat(group.underway(1, 2)).containsExactly(new Message.Reply(1));
        group.settle();
        assertThat(group.inside()).containsExactly(2);
    }

    /**
     * "Since a requesting node must usually wait for the maximum round-trip time before entering".
     */
    @Test
    void aRequestingNodeMustWaitForTheMaximumRoundTripTimeEvenIfAllHasBeenSaid() {
        var group = nodes(2);
        group.request(1);
        group.request(2);
        group.settle();
        group.expire(1, ROUND_TRIP);
        group.release(1);
        group.settle();
        assertThat(group.inside()).isEmpty();
        group.expire(2, ROUND_TRIP);
        assertThat(group.inside()).containsExactly(2);
    }

    @Test
    void theNumberOfMessagesVariesBetweenOneAndThreeTimesNMinusOneDependingOnTheNumberOfDeferredMessages() {
        for (int n = 1; n <= 6; n++) {
            for (int deferring = 0; deferring < n; deferring++) {
                var group = nodes(n);
                int last = n;
                for (int j = 1; j <= deferring; j++) {
                    group.request(j);
                }
                group.settle();
                int before = group.sent().size();
                int owedBefore = deferring * (deferring - 1) / 2; // REPLYs among those that asked first
                group.request(last);
                settle(group);
                while (!group.inside().isEmpty()) {
                    group.release(group.inside().get(0));
                    settle(group);
                }
                assertThat(group.sent()).hasSize(before + owedBefore + (n - 1) + 2 * deferring);
                assertThat(group.entered()).endsWith(last);
            }
        }
    }

    @Test
    void whenThereIsLittleContentionTheNumberOfMessagesApproachesNMinusOne() {
        var group = nodes(4);
        for (int entry = 1; entry <= 12; entry++) {
            enterAndLeave(group, 1 + entry * 5 % 4);
            assertThat(group.sent()).hasSize(3 * entry);
        }
    }

    /**
     * Also after many requests at once: all nodes know the fences that these used.
     */
    @Test
    void noAnswerIsSentAfterContentionEither() {
        var group = nodes(3);
        enterAndLeave(group, 3, 2, 1);
        assertThat(group.entered()).containsExactly(1, 2, 3);
        assertThat(group.sent()).hasSize(3 * 2 + 2 * 3);
        enterAndLeave(group, 1);
        enterAndLeave(group, 2);
        assertThat(group.sent()).hasSize(12 + 4);
    }

    /** Section 2.2, decision table, rules 2 and 3. */
    @Test
    void theSmallerSequenceNumberHasPriority() {
        var group = nodes(3);
        enterAndLeave(group, 3);
        group.request(2);
        group.deliver(2, 3);
        group.request(3);
        group.request(1);
        assertThat(group.state(3).numbers().our()).isEqualTo(3);
        assertThat(group.state(1).numbers().our()).isEqualTo(2);
        settle(group);
        group.release(1);
        settle(group);
        group.release(2);
        settle(group);
        assertThat(group.entered()).containsExactly(3, 1, 2, 3);
    }

    /** Section 2.2: "the highest sequence number seen in any REQUEST message sent or received". */
    @Test
    void theHighestNumberIsRaisedWhenARequestIsSent() {
        var group = nodes(2);
        enterAndLeave(group, 1);
        group.request(1);
        assertThat(group.state(1).numbers().our()).isEqualTo(2);
        assertThat(group.state(1).numbers().highest()).isEqualTo(2);
    }

    @Test
    void aReplyMayOvertakeItsDeferred() {
        var group = nodes(2);
        group.request(1);
        group.request(2);
        group.deliver(1, 2);
        group.deliver(2, 1);
        group.expire(1, ROUND_TRIP);
        group.release(1);
        group.deliver(1, 2, Message.Reply.class);
        assertThat(group.state(2).owed().of(1)).isEqualTo(-1);
        group.deliver(1, 2, Message.Deferred.class);
        group.expire(2, ROUND_TRIP);
        assertThat(group.inside()).containsExactly(2);
    }

    @Test
    void aDeferredThatComesTooLateIsSeenToBreakTheAssumption() {
        var group = nodes(2);
        group.request(1);
        group.request(2);
        group.deliver(2, 1);
        group.expire(2, ROUND_TRIP);
        assertThatThrownBy(() -> group.deliver(1, 2, Message.Deferred.class))
                .isInstanceOf(AssertionError.class)
                .hasMessage("no answer arrives after a missing answer was taken for consent");
    }

    // Fences

    @Test
    void theFenceFollowsFromTheTicketSinceAMissingAnswerCarriesNone() {
        var group = nodes(3);
        enterAndLeave(group, 3);
        enterAndLeave(group, 1, 2);
        enterAndLeave(group, 1);
        assertThat(group.fences()).containsExactly(3L, 4L, 5L, 7L);
    }

    @Test
    void aNodeThatUsedMoreFencesThanItsTicketsGaveItAnswersWhereNoAnswerWouldMislead() {
        var group = nodes(2);
        long first = group.request(1);
        settle(group);
        group.release(1, first, 10);
        group.request(2);
        group.deliver(2, 1);
        assertThat(group.underway(1, 2)).containsExactly(new Message.Deferred(), new Message.Reply(10));
        settle(group);
        assertThat(group.fences()).containsExactly(1L, 11L);
        group.release(2);
        enterAndLeave(group, 2); // from now on numbers are great enough, and no node answers
        enterAndLeave(group, 1);
        assertThat(group.sent()).hasSize(6);
        assertThat(group.fences()).containsExactly(1L, 11L, 14L, 15L);
    }

    @Test
    void aNodeThatWaitsIsToldWithTheReplyHowManyFencesWereUsed() {
        var group = nodes(2);
        long first = group.request(1);
        settle(group);
        group.request(2);
        settle(group);
        group.release(1, first, 10);
        settle(group);
        assertThat(group.fences()).containsExactly(1L, 11L);
    }

    // Withdrawal

    @Test
    void aCancelledRequestAnswersAtOnceButIsWithdrawnOnlyWhenTheTimeIsUp() {
        var group = nodes(2);
        group.request(1);
        group.request(2);
        group.settle();
        group.cancel(1);
        assertThat(group.underway(1, 2)).containsExactly(new Message.Reply(0));
        group.settle();
        assertThat(group.withdrawn()).isEmpty();
        assertThat(group.state(1).own().phase()).isEqualTo(Phase.WITHDRAWN);
        group.expire(1, ROUND_TRIP);
        assertThat(group.withdrawn()).containsExactly(1);
        group.expire(2, ROUND_TRIP);
        assertThat(group.entered()).containsExactly(2);
    }

    @Test
    void aCancelledRequestIsNotWithdrawnWhileAReplyIsOwed() {
        var group = nodes(2);
        group.request(1);
        settle(group);
        group.request(2);
        settle(group);
        group.cancel(2);
        assertThat(group.withdrawn()).isEmpty();
        group.release(1);
        group.settle();
        assertThat(group.withdrawn()).containsExactly(2);
        enterAndLeave(group, 2);
        assertThat(group.entered()).containsExactly(1, 2);
    }

    @Test
    void aNodeThatCancelledSendsNoAnswer() {
        var group = nodes(2);
        group.request(1);
        group.cancel(1);
        group.request(2);
        group.settle();
        assertThat(group.sent()).hasSize(2);
        group.expire(2, ROUND_TRIP);
        assertThat(group.inside()).containsExactly(2);
    }
}
