package org.peerlock.algorithm.permission;

import static org.assertj.core.api.Assertions.assertThat;
import static org.peerlock.algorithm.Conversation.holder;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.peerlock.algorithm.Contention;
import org.peerlock.algorithm.Conversation;
import org.peerlock.algorithm.Network;
import org.peerlock.algorithm.Phase;
import org.peerlock.algorithm.Property;
import org.peerlock.algorithm.Start;
import org.peerlock.algorithm.data.NodeSet;
import org.peerlock.algorithm.data.Ticket;
import org.peerlock.algorithm.permission.MaekawaSimple.Arbiter;
import org.peerlock.algorithm.permission.MaekawaSimple.Message;
import org.peerlock.algorithm.permission.MaekawaSimple.State;

/**
 * Sentences of Dasgupta's "Distributed Mutual Exclusion", "A Simple Version" ("slides"), and of
 * lecture notes, section 3.4 ("notes").
 *
 * <p>Most tests have 7 nodes with the request sets {i, i + 1, i + 3}, counted around a circle: R1 =
 * {1 2 4}, R4 = {4 5 7}, R6 = {6 7 2}, so that 7 is the arbiter between 4 and 6.
 */
class MaekawaSimpleTest {

    private static Conversation<State, Message> nodes(int n) {
        return nodes(n, Start.fresh());
    }

    private static Conversation<State, Message> nodes(int n, Start start) {
        RequestSets sets = RequestSets.build(n);
        return Conversation.of(n, start, me -> new MaekawaSimple(me, n, sets));
    }

    private static Arbiter arbiter(Conversation<State, Message> group, int node) {
        return group.state(node).arbiter();
    }

    // To request critical section

    @Test
    void aNodeSendsRequestToAllInItsRequestSet() {
        var group = nodes(7);
        group.request(1);
        assertThat(group.underway(1, 2)).containsExactly(new Message.Request(1));
        assertThat(group.underway(1, 4)).containsExactly(new Message.Request(1));
        assertThat(group.underway()).hasSize(2); // the third member is 1 itself
        assertThat(arbiter(group, 1).lock()).isEqualTo(new Ticket(1, 1));
    }

    @Test
    void itSendsAReplyIfNoReplyHasBeenSentSinceTheLastReleaseWasReceived() {
        var group = nodes(7);
        group.request(4);
        group.request(6);
        group.deliver(4, 7);
        assertThat(group.underway(7, 4)).containsExactly(new Message.Reply(1, 0));
        assertThat(arbiter(group, 7).lock()).isEqualTo(new Ticket(1, 4));
        group.deliver(6, 7);
        assertThat(group.underway(7, 6)).isEmpty();
        assertThat(arbiter(group, 7).lock()).isEqualTo(new Ticket(1, 4));
    }

    /** Slides: "Otherwise, queue up the REQUEST". Whichever is older, and without any message. */
    @Test
    void otherwiseItQueuesUpTheRequestAndTellsNobody() {
        var group = nodes(7);
        group.request(7);
        group.request(6);
        group.request(4);
        group.deliver(6, 7);
        group.deliver(4, 7);
        assertThat(arbiter(group, 7).queue()).hasToString("[1@4 1@6]");
        assertThat(group.underway(7, 6)).isEmpty();
        assertThat(group.underway(7, 4)).isEmpty();
    }

    // To enter critical section

    @Test
    void aNodeEntersAfterReceivingReplyFromAllNodesInItsRequestSet() {
        var group = nodes(7);
        group.request(1);
        group.deliver(1, 2);
        group.deliver(2, 1);
        assertThat(group.inside()).isEmpty();
        assertThat(group.state(1).granted()).isEqualTo(NodeSet.of(1, 2));
        group.deliver(1, 4);
        group.deliver(4, 1);
        assertThat(group.inside()).containsExactly(1);
    }

    // To release critical section

    @Test
    void aNodeSendsReleaseToAllNodesInItsRequestSet() {
        var group = nodes(7);
        group.request(1);
        group.settle();
        group.release(1);
        assertThat(group.underway(1, 2)).containsExactly(new Message.Release(1, 1));
        assertThat(group.underway(1, 4)).containsExactly(new Message.Release(1, 1));
        assertThat(arbiter(group, 1).free()).isTrue();
    }

    @Test
    void onReceivingAReleaseItSendsReplyToTheNextNodeInTheQueueAndDeletesIt() {
        var group = nodes(7);
        group.request(4);
        group.settle();
        group.request(6);
        group.settle();
        group.release(4);
        group.deliver(4, 7);
        assertThat(group.underway(7, 6)).containsExactly(new Message.Reply(1, 1));
        assertThat(arbiter(group, 7).lock()).isEqualTo(new Ticket(1, 6));
        assertThat(arbiter(group, 7).queue().isEmpty()).isTrue();
    }

    @Test
    void ifTheQueueIsEmptyItUpdatesItsStatusToIndicateThatNoReplyHasBeenSent() {
        var group = nodes(7);
        group.enterAndLeave(4);
        for (int node = 1; node <= 7; node++) {
            assertThat(arbiter(group, node).free()).isTrue();
        }
    }

    // Features

    /**
     * Slides: "3*√N", and the notes: here whatever the order of requests, and without the messages
     * to oneself.
     */
    @Test
    void anEntryCostsThreeMessagesForEachOtherMemberOfTheRequestSetWhicheverNodesWait() {
        var group = nodes(7);
        group.request(6);
        group.deliver(6, 7);
        group.enterAndLeave(4);
        assertThat(group.entered()).containsExactly(6, 4);
        assertThat(group.sent(Message.Request.class)).isEqualTo(4);
        assertThat(group.sent(Message.Reply.class)).isEqualTo(4);
        assertThat(group.sent(Message.Release.class)).isEqualTo(4);
        assertThat(group.sent()).hasSize(12);
    }

    /** Slides: "2*(max message transmission time)". */
    @Test
    void synchronizationDelayIsTwoMessages() {
        var group = nodes(7);
        group.request(4);
        group.settle();
        group.request(6);
        group.settle();
        group.release(4);
        assertThat(group.underway(7, 6)).isEmpty();
        group.deliver(4, 7);
        assertThat(group.inside()).isEmpty();
        group.deliver(7, 6);
        assertThat(group.inside()).containsExactly(6);
    }

    /**
     * Slides: "Major problem: DEADLOCK possible". Notes: "a site is exclusively locked by other
     * sites".
     */
    @Test
    void twoNodesDeadlock() {
        var group = nodes(2);
        group.request(1);
        group.request(2);
        group.settle();
        assertThat(group.inside()).isEmpty();
        assertThat(group.waiting()).containsExactly(1, 2);
        assertThat(arbiter(group, 1).lock()).isEqualTo(new Ticket(1, 1));
        assertThat(arbiter(group, 2).lock()).isEqualTo(new Ticket(1, 2));
    }

    @Test
    void threeNodesDeadlockInACircle() {
        var group = nodes(3);
        for (int node = 1; node <= 3; node++) {
            group.request(node);
        }
        group.settle();
        assertThat(group.waiting()).containsExactly(1, 2, 3);
    }

    // Our own rules

    @Test
    void aCancellationEndsADeadlock() {
        var group = nodes(2);
        group.request(1);
        group.request(2);
        group.settle();
        group.cancel(1);
        assertThat(group.withdrawn()).containsExactly(1);
        group.settle();
        assertThat(group.inside()).containsExactly(2);
    }

    @Test
    void aRequestThatItsReleaseHasOvertakenIsIgnored() {
        var group = nodes(7);
        group.request(4);
        group.cancel(4);
        group.deliver(4, 7, Message.Release.class);
        group.deliver(4, 7, Message.Request.class);
        assertThat(arbiter(group, 7).free()).isTrue();
        assertThat(group.underway(7, 4)).isEmpty();
    }

    @Test
    void aCancelledRequestLeavesTheQueueAndTheReplyStaysWhereItIs() {
        var group = nodes(7);
        group.request(4);
        group.deliver(4, 7);
        group.request(6);
        group.deliver(6, 7);
        group.cancel(6);
        group.deliver(6, 7);
        assertThat(arbiter(group, 7).queue().isEmpty()).isTrue();
        assertThat(arbiter(group, 7).lock()).isEqualTo(new Ticket(1, 4));
        assertThat(group.underway(7, 6)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aReplyToACancelledRequestDoesNotCount(boolean again) {
        var group = nodes(7);
        group.request(4);
        group.deliver(4, 7);
        group.cancel(4);
        if (again) {
            group.request(4);
        }
        group.deliver(7, 4);
        assertThat(group.state(4).granted()).isEqualTo(again ? NodeSet.of(4) : NodeSet.empty());
    }

    @Test
    void arbitersRememberTheGreatestFenceEvenIfOneEntryUsedSeveral() {
        var group = nodes(7);
        long first = group.request(4);
        group.settle();
        group.release(4, first, 10);
        group.settle();
        for (int node = 1; node <= 7; node++) {
            group.enterAndLeave(node);
        }
        assertThat(group.fences()).containsExactly(1L, 11L, 12L, 13L, 14L, 15L, 16L, 17L);
    }

    @Test
    void theArbitersOfANodeThatIsInsideAtTheStartAreLockedForIt() {
        var group = nodes(7, holder(4));
        for (int node = 1; node <= 7; node++) {
            boolean ofTheHolder = NodeSet.of(4, 5, 7).contains(node);
            assertThat(arbiter(group, node).lock()).isEqualTo(ofTheHolder ? new Ticket(0, 4) : Arbiter.NOBODY);
        }
        assertThat(group.state(4).own().phase()).isEqualTo(Phase.INSIDE);
    }

    @Test
    void contentionIsUnknownToANodeThatIsInside() {
        var group = nodes(7);
        group.request(4);
        group.settle();
        assertThat(group.contention(4)).isEqualTo(Contention.UNKNOWN);
    }

    @Test
    void onlyTrueClaimsAreMade() {
        for (Network network : Network.values()) {
            assertThat(MaekawaSimple.PROFILE.assumptions().claimedOn(network))
                    .containsExactly(Property.EXCLUSION, Property.FENCE, Property.WITHDRAWAL, Property.EXPECTATION);
        }
        assertThat(Maekawa.PROFILE.assumptions().claimedOn(Network.FIFO)).contains(Property.PROGRESS);
    }
}
