package org.peerlock.algorithm.permission;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.peerlock.algorithm.Contention;
import org.peerlock.algorithm.Conversation;
import org.peerlock.algorithm.Start;
import org.peerlock.algorithm.data.NodeSet;
import org.peerlock.algorithm.permission.RicartAgrawala.Message;
import org.peerlock.algorithm.permission.RicartAgrawala.State;

/** Sentences of Ricart and Agrawala 1981. */
class RicartAgrawalaTest {

    private static Conversation<State, Message> nodes(int n) {
        return Conversation.of(n, Start.fresh(), me -> new RicartAgrawala(me, n));
    }

    /** Section 2.1. */
    @Test
    void aNodeEntersAfterAllOtherNodesHaveSentAReply() {
        var group = nodes(3);
        group.request(1);
        assertThat(group.underway(1, 2)).containsExactly(new Message.Request(1));
        assertThat(group.underway(1, 3)).containsExactly(new Message.Request(1));
        group.deliver(1, 2);
        group.deliver(2, 1);
        assertThat(group.inside()).isEmpty();
        group.deliver(1, 3);
        group.deliver(3, 1);
        assertThat(group.inside()).containsExactly(1);
    }

    /** Section 2.1. */
    @Test
    void aReplyIsReturnedImmediatelyIfTheOriginatorHasPriorityOtherwiseItIsDelayed() {
        var group = nodes(2);
        group.request(1);
        group.request(2);
        group.deliver(1, 2);
        assertThat(group.underway(2, 1)).contains(new Message.Reply(0));
        group.deliver(2, 1, Message.Request.class);
        assertThat(group.underway(1, 2)).isEmpty();
        assertThat(group.state(1).deferred()).isEqualTo(NodeSet.of(2));
    }

    /** Section 2.2, decision table, rule 1. */
    @Test
    void aNodeThatIsNotRequestingReplies() {
        var group = nodes(2);
        group.request(2);
        group.deliver(2, 1);
        assertThat(group.underway(1, 2)).containsExactly(new Message.Reply(0));
    }

    /** Section 2.2, decision table, rules 2 and 3. */
    @Test
    void theSmallerSequenceNumberHasPriority() {
        var group = nodes(3);
        group.enterAndLeave(3);
        group.enterAndLeave(2);
        group.request(1);
        assertThat(group.state(1).numbers().our()).isEqualTo(3);
        group.enterAndLeave(3);
        assertThat(group.entered()).containsExactly(3, 2, 1, 3);
    }

    /** Section 2.2, decision table, rules 4 and 5. */
    @Test
    void ifTheSequenceNumbersAreEqualTheNodeNumbersAreCompared() {
        var group = nodes(3);
        group.enterAndLeave(3, 2, 1);
        assertThat(group.entered()).containsExactly(1, 2, 3);
    }

    /** Section 2.2: a node that is inside is still "requesting". */
    @Test
    void aNodeInsideDefersEveryRequest() {
        var group = nodes(2);
        group.request(1);
        group.settle();
        group.request(2);
        group.settle();
        assertThat(group.inside()).containsExactly(1);
        assertThat(group.contention(1)).isEqualTo(Contention.YES);
        group.release(1);
        group.settle();
        assertThat(group.inside()).containsExactly(2);
    }

    /** Section 2.3, Figure 1. */
    @Test
    void threeNodeMutualExclusionExample() {
        var group = nodes(3);
        group.request(3); // (a)
        group.request(2); // (b)
        group.deliver(2, 1); // (c)
        group.deliver(2, 3);
        group.deliver(3, 2, Message.Request.class);
        assertThat(group.state(2).deferred()).isEqualTo(NodeSet.of(3));
        group.request(1); // (d)
        assertThat(group.state(1).numbers().our()).isEqualTo(2);
        group.deliver(1, 2, Message.Request.class); // overtakes the REPLY
        assertThat(group.state(2).deferred()).isEqualTo(NodeSet.of(1, 3));
        group.deliver(1, 2); // (e)
        group.deliver(3, 2);
        assertThat(group.inside()).containsExactly(2);
        group.deliver(1, 3);
        assertThat(group.state(3).deferred()).isEqualTo(NodeSet.of(1));
        group.release(2); // (f)
        group.deliver(2, 1); // (g)
        group.deliver(2, 3);
        group.deliver(3, 1);
        group.deliver(1, 3); // (h)
        assertThat(group.inside()).containsExactly(3);
        group.release(3); // (i)
        group.deliver(3, 1); // (j)
        assertThat(group.inside()).containsExactly(1);
        group.release(1);
        assertThat(group.underway()).isEmpty();
        assertThat(group.entered()).containsExactly(2, 3, 1);
        assertThat(group.sent()).hasSize(12);
    }

    /** Section 2.4. */
    @Test
    void onceARequestHasBeenProcessedByAllOthersNoOtherNodeEntersTwiceBeforeIt() {
        var group = nodes(2);
        group.request(1);
        group.settle();
        group.request(2);
        group.settle(); // 1 has processed 2's REQUEST
        group.release(1);
        group.request(1);
        group.settle();
        assertThat(group.entered()).containsExactly(1, 2);
    }

    /** Section 4. */
    @Test
    void exactlyTwoTimesNMinusOneMessagesAreExchanged() {
        for (int n = 1; n <= 6; n++) {
            var group = nodes(n);
            group.enterAndLeave(n);
            assertThat(group.sent()).hasSize(2 * (n - 1));
            assertThat(group.sent(Message.Request.class)).isEqualTo(n - 1);
            group.enterAndLeave(IntStream.rangeClosed(1, n).toArray());
            assertThat(group.sent()).hasSize(2 * (n - 1) * (n + 1));
        }
    }

    /** Section 2.2: "the highest sequence number seen in any REQUEST message sent or received". */
    @Test
    void theHighestNumberIsRaisedWhenARequestIsSent() {
        var group = nodes(2);
        group.request(1);
        assertThat(group.state(1).numbers().highest()).isEqualTo(1);
        group.settle();
        group.release(1);
        group.request(1);
        assertThat(group.state(1).numbers().our()).isEqualTo(2);
    }

    @Test
    void aCancelledRequestAnswersAtOnceButIsWithdrawnOnlyWhenAllItsRepliesAreIn() {
        var group = nodes(2);
        group.request(1);
        group.request(2);
        group.deliver(2, 1);
        group.cancel(1);
        assertThat(group.underway(1, 2)).contains(new Message.Reply(0));
        assertThat(group.withdrawn()).isEmpty();
        group.settle();
        assertThat(group.withdrawn()).containsExactly(1);
        assertThat(group.entered()).containsExactly(2);
        group.release(2);
        group.enterAndLeave(1);
        assertThat(group.entered()).containsExactly(2, 1);
    }
}
