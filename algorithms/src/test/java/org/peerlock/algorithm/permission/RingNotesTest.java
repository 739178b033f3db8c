package org.peerlock.algorithm.permission;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.peerlock.algorithm.Conversation.holder;

import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.peerlock.algorithm.Conversation;
import org.peerlock.algorithm.Start;
import org.peerlock.algorithm.data.NodeSet;
import org.peerlock.algorithm.data.Ticket;
import org.peerlock.algorithm.permission.RingNotes.Message;
import org.peerlock.algorithm.permission.RingNotes.State;

/**
 * Sentences of Ricart and Agrawala 1981, section 6.3, from "A further possible modification" on.
 */
class RingNotesTest {

    private static Conversation<State, Message> nodes(int n, Start start) {
        return Conversation.of(n, start, me -> new RingNotes(me, n));
    }

    private static Conversation<State, Message> nodes(int n) {
        return nodes(n, Start.fresh());
    }

    private static Message request(long number, int node, NodeSet notes, long fence) {
        return new Message.Request(new Ticket(number, node), notes, fence);
    }

    @Test
    void theRequestIsSentFromNodeToNodeAroundTheCircuitWithoutPause() {
        var group = nodes(3, holder(1));
        group.request(3);
        group.deliver(3, 1);
        assertThat(group.underway()).extracting("from", "to").containsExactly(tuple(1, 2));
        group.deliver(1, 2);
        group.deliver(2, 3);
        assertThat(group.state(3).back()).isTrue();
        assertThat(group.inside()).containsExactly(1);
    }

    @Test
    void theNotationDeferredByNodeJIsAddedByEachNodeJThatIsDeferringTheRequest() {
        var group = nodes(3);
        group.request(1);
        group.request(2);
        group.request(3);
        group.deliver(3, 1);
        assertThat(group.state(1).deferred()).isEqualTo(NodeSet.of(3));
        assertThat(group.underway(1, 2)).contains(request(1, 3, NodeSet.of(1), 0));
        group.deliver(1, 2);
        group.deliver(1, 2);
        assertThat(group.underway(2, 3)).contains(request(1, 3, NodeSet.of(1, 2), 0));
    }

    @Test
    void theOutstandingReplyCountIsSetAccordingToTheNotationsWhenItArrivesBackAtTheInitiatingNode() {
        var group = nodes(3);
        group.request(1);
        group.request(2);
        group.request(3);
        group.settle();
        assertThat(group.state(3).outstanding()).isEqualTo(2);
        assertThat(group.state(2).outstanding()).isEqualTo(1);
        assertThat(group.inside()).containsExactly(1);
    }

    @Test
    void theNodesWhichHaveMarkedTheRequestAsDeferredGenerateIndividualReplies() {
        var group = nodes(3);
        group.request(1);
        group.request(2);
        group.request(3);
        group.settle();
        group.release(1);
        assertThat(group.underway(1, 2)).containsExactly(new Message.Reply(1));
        assertThat(group.underway(1, 3)).containsExactly(new Message.Reply(1));
        group.settle();
        assertThat(group.inside()).containsExactly(2);
        group.release(2);
        assertThat(group.underway(2, 3)).containsExactly(new Message.Reply(2));
        group.settle();
        assertThat(group.inside()).containsExactly(3);
    }

    /** "This technique comes close to N messages": N, and one more for each node that defers. */
    @Test
    void thisTechniqueComesCloseToNMessages() {
        for (int n = 2; n <= 6; n++) {
            var group = nodes(n);
            group.enterAndLeave(n);
            assertThat(group.sent()).hasSize(n);
            group.enterAndLeave(IntStream.rangeClosed(1, n).toArray());
            assertThat(group.sent(Message.Request.class)).isEqualTo(n * (n + 1L));
            assertThat(group.sent(Message.Reply.class)).isEqualTo(n * (n - 1L) / 2);
        }
    }

    /** Section 2.2: "the highest sequence number seen in any REQUEST message sent or received". */
    @Test
    void theHighestNumberIsRaisedWhenARequestIsSent() {
        var group = nodes(2);
        group.enterAndLeave(1);
        group.request(1);
        assertThat(group.state(1).numbers().our()).isEqualTo(2);
    }

    @Test
    void aReplyMayComeBeforeTheRequestIsBack() {
        var group = nodes(3, holder(1));
        group.request(3);
        group.deliver(3, 1);
        group.release(1, 1, 7);
        group.deliver(1, 3, Message.Reply.class);
        assertThat(group.state(3).outstanding()).isEqualTo(-1);
        assertThat(group.inside()).isEmpty();
        group.settle();
        assertThat(group.inside()).containsExactly(3);
    }

    @Test
    void fencesGrowFromEntryToEntryEvenIfOneEntryUsedSeveral() {
        var group = nodes(3);
        long first = group.request(2);
        group.settle();
        group.request(3);
        group.settle();
        group.release(2, first, 10);
        assertThat(group.underway(2, 3)).containsExactly(new Message.Reply(10));
        group.settle();
        group.release(3);
        group.request(1);
        group.deliver(1, 2);
        assertThat(group.underway(2, 3)).containsExactly(request(3, 1, NodeSet.empty(), 10));
        group.deliver(2, 3);
        assertThat(group.underway(3, 1)).containsExactly(request(3, 1, NodeSet.empty(), 11));
        group.settle();
        assertThat(group.fences()).containsExactly(1L, 11L, 12L);
    }

    // Withdrawal

    @Test
    void aCancelledRequestAnswersAtOnceButIsWithdrawnOnlyWhenItIsBackAndAllItsRepliesAreIn() {
        var group = nodes(2, holder(2));
        group.request(1);
        group.cancel(1);
        assertThat(group.withdrawn()).isEmpty();
        group.settle();
        assertThat(group.state(1).back()).isTrue();
        assertThat(group.withdrawn()).isEmpty();
        group.release(2, 1, 7);
        group.settle();
        assertThat(group.withdrawn()).containsExactly(1);
        group.enterAndLeave(1);
        assertThat(group.entered()).containsExactly(1);
    }

    @Test
    void aCancelledRequestHoldsNobodyUp() {
        var group = nodes(2);
        group.request(1);
        group.request(2);
        group.deliver(2, 1);
        group.cancel(1);
        assertThat(group.underway(1, 2)).contains(new Message.Reply(0));
        group.settle();
        assertThat(group.withdrawn()).containsExactly(1);
        assertThat(group.inside()).containsExactly(2);
    }
}
