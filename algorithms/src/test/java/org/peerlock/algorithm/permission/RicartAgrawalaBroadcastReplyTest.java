package org.peerlock.algorithm.permission;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.peerlock.algorithm.Conversation;
import org.peerlock.algorithm.Start;
import org.peerlock.algorithm.data.NodeSet;
import org.peerlock.algorithm.permission.RicartAgrawala.Message;
import org.peerlock.algorithm.permission.RicartAgrawala.State;
import org.peerlock.algorithm.permission.RicartAgrawalaBroadcastReply.ReplyTo;

/** Sentences of Ricart and Agrawala 1981, section 6.2.2. */
class RicartAgrawalaBroadcastReplyTest {

    private static Conversation<State, Message> nodes(int n) {
        return Conversation.of(n, Start.fresh(), me -> new RicartAgrawalaBroadcastReply(me, n));
    }

    /** Node 1 is inside, and all others wait for it. */
    private static Conversation<State, Message> firstInsideOthersWaiting(int n) {
        var group = nodes(n);
        group.request(1);
        group.settle();
        for (int j = 2; j <= n; j++) {
            group.request(j);
        }
        group.settle();
        return group;
    }

    @Test
    void itIsUsefulToBroadcastTheReplyMessagesFollowingCriticalSectionProcessing() {
        var group = firstInsideOthersWaiting(4);
        int before = group.sent().size();
        group.release(1);
        assertThat(group.sent()).hasSize(before + 1);
        ReplyTo reply = new ReplyTo(NodeSet.of(2, 3, 4), 1);
        for (int j = 2; j <= 4; j++) {
            assertThat(group.underway(1, j)).containsExactly(reply);
        }
        group.settle();
        assertThat(group.inside()).containsExactly(2);
    }

    @Test
    void theSizeOfTheAudienceDependsOnTheDegreeOfContention() {
        var group = firstInsideOthersWaiting(4);
        group.release(1);
        group.settle();
        for (int j = 2; j <= 4; j++) {
            group.release(j);
            group.settle();
        }
        assertThat(group.sent().stream().filter(ReplyTo.class::isInstance))
                .containsExactly(
                        new ReplyTo(NodeSet.of(2, 3, 4), 1),
                        new ReplyTo(NodeSet.of(3, 4), 2),
                        new ReplyTo(NodeSet.of(4), 3));
    }

    @Test
    void aNodeThatDefersNoReplyBroadcastsNothing() {
        var group = nodes(3);
        group.enterAndLeave(1);
        assertThat(group.sent(ReplyTo.class)).isZero();
    }

    @Test
    void anImmediateReplyGoesToOneNode() {
        var group = nodes(3);
        group.request(1);
        group.deliver(1, 2);
        assertThat(group.underway()).contains(new Conversation.Envelope<>(2, 1, new Message.Reply(0)));
        assertThat(group.underway(2, 3)).isEmpty();
    }

    /** Footnote 2. */
    @Test
    void itIsNotSufficientForNodesWaitingForAReplyToAssumeItAppliesToThem() {
        var group = nodes(3);
        group.request(1);
        group.request(3); // with number 1, too
        group.deliver(1, 2);
        group.deliver(1, 3);
        group.deliver(3, 1, Message.Request.class);
        group.deliver(3, 1);
        group.deliver(2, 1);
        assertThat(group.inside()).containsExactly(1);
        group.request(2); // decides to issue a REQUEST message with sequence number 2
        assertThat(group.state(2).numbers().our()).isEqualTo(2);
        group.release(1); // before it arrives, node 1 completes and broadcasts the REPLY it owes
        group.deliver(1, 2, ReplyTo.class);
        assertThat(group.state(2).awaiting()).isEqualTo(NodeSet.of(1, 3));
        group.request(1); // may make a new request with sequence number 2
        assertThat(group.state(1).numbers().our()).isEqualTo(2);
        group.settle();
        group.release(3);
        group.settle();
        assertThat(group.inside()).containsExactly(1); // and be entitled to enter first
    }

    /** Costs: 1 REQUEST and 1 REPLY at best, 1 REQUEST and N - 1 REPLYs at worst. */
    @Test
    void anEntryTakesBetween2AndNMessages() {
        int n = 5;
        var alone = nodes(n);
        alone.enterAndLeave(3);
        assertThat(alone.sent()).hasSize(n);
        var busy = firstInsideOthersWaiting(n);
        int rounds = 10;
        for (int turn = 0; turn < n; turn++) { // from now on every node that is not inside waits
            leaveAndAskAgain(busy, n);
        }
        int before = busy.sent().size();
        for (int turn = 0; turn < rounds * n; turn++) {
            leaveAndAskAgain(busy, n);
        }
        assertThat(busy.sent()).hasSize(before + 2 * rounds * n);
    }

    private static void leaveAndAskAgain(Conversation<State, Message> group, int n) {
        int holder = group.inside().get(0);
        group.release(holder);
        group.request(holder);
        group.settle();
        assertThat(group.waiting()).hasSize(n - 1);
    }

    // Our own rules

    @Test
    void aNodeThatCancelsAnswersByABroadcastToo() {
        var group = firstInsideOthersWaiting(4);
        group.cancel(2);
        assertThat(group.underway(2, 1)).containsExactly(new ReplyTo(NodeSet.of(3, 4), 0));
        group.settle();
        assertThat(group.withdrawn()).isEmpty(); // node 1 still owes it a REPLY
        group.release(1);
        group.settle();
        assertThat(group.withdrawn()).containsExactly(2);
        assertThat(group.inside()).containsExactly(3);
    }
}
