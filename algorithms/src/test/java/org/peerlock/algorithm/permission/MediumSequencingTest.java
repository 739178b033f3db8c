package org.peerlock.algorithm.permission;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.peerlock.algorithm.Conversation;
import org.peerlock.algorithm.Phase;
import org.peerlock.algorithm.Start;
import org.peerlock.algorithm.data.NodeQueue;
import org.peerlock.algorithm.permission.MediumSequencing.Message;
import org.peerlock.algorithm.permission.MediumSequencing.State;

/** Sentences of Ricart and Agrawala 1981, section 6.2.1. */
class MediumSequencingTest {

    private static Conversation<State, Message> nodes(int n) {
        return Conversation.of(n, Start.fresh(), MediumSequencing::new);
    }

    @Test
    void broadcastRequestMessagesNeedNotContainTheUsualSequenceNumber() {
        var group = nodes(3);
        group.request(2);
        assertThat(group.sent()).containsExactly(new Message.Request());
        assertThat(group.underway()).extracting("to").containsExactly(1, 2, 3);
    }

    @Test
    void aQueueingOrderMayBeObtainedByObservingTheOrderOfRequestMessages() {
        var group = nodes(3);
        group.request(3);
        group.request(1);
        group.request(2);
        group.settle();
        for (int node = 1; node <= 3; node++) {
            assertThat(group.state(node).queue()).isEqualTo(NodeQueue.of(3, 1, 2));
        }
        group.release(3);
        group.settle();
        group.release(1);
        group.settle();
        assertThat(group.entered()).containsExactly(3, 1, 2);
    }

    @Test
    void onlyTwoMessagesPerCriticalSectionInvocationAreRequired() {
        for (int n = 1; n <= 6; n++) {
            var group = nodes(n);
            group.enterAndLeave(n);
            assertThat(group.sent()).hasSize(2);
            group.enterAndLeave(IntStream.rangeClosed(1, n).toArray());
            assertThat(group.sent()).hasSize(2 + 2 * n);
            assertThat(group.sent(Message.Reply.class)).isEqualTo(1 + n);
        }
    }

    @Test
    void repliesAreOnlyNeededFromThoseWhichHaveThemselvesBroadcastAPriorRequest() {
        var group = nodes(3);
        group.request(2);
        group.request(1);
        group.deliver(2, 2); // its own REQUEST is the first on the medium
        assertThat(group.inside()).containsExactly(2);
        group.deliver(2, 1);
        group.deliver(1, 1);
        assertThat(group.inside()).containsExactly(2);
        group.release(2);
        group.deliver(2, 1);
        assertThat(group.inside()).containsExactly(1);
    }

    @Test
    void aNodeDoesNotEnterBeforeItHasObservedItsOwnRequest() {
        var group = nodes(2);
        group.request(1);
        group.request(2);
        group.deliver(1, 2);
        assertThat(group.inside()).isEmpty();
        group.deliver(2, 2);
        assertThat(group.inside()).isEmpty(); // 1 was before it
        group.deliver(1, 1);
        assertThat(group.inside()).containsExactly(1);
    }

    @Test
    void aNodeThatAsksAgainBeforeItObservesItsOwnReplyGoesBehindThoseThatWait() {
        var group = nodes(2);
        group.request(1);
        group.request(2);
        group.deliver(1, 1);
        group.release(1);
        group.request(1);
        group.deliver(2, 1); // 2's REQUEST, then its own REPLY and its own REQUEST
        group.deliver(1, 1);
        group.deliver(1, 1);
        assertThat(group.inside()).isEmpty();
        assertThat(group.state(1).queue()).isEqualTo(NodeQueue.of(2, 1));
        group.settle();
        assertThat(group.inside()).containsExactly(2);
    }

    @Test
    void aNodeAloneEntersWhenItObservesItsRequest() {
        var group = nodes(1);
        group.request(1);
        assertThat(group.inside()).isEmpty();
        group.settle();
        assertThat(group.inside()).containsExactly(1);
    }

    // Withdrawal

    @Test
    void aRequestThatWasObservedIsWithdrawnAtOnce() {
        var group = nodes(3);
        group.request(1);
        group.request(2);
        group.request(3);
        group.settle();
        group.cancel(2);
        assertThat(group.withdrawn()).containsExactly(2);
        group.settle();
        assertThat(group.state(3).queue()).isEqualTo(NodeQueue.of(1, 3));
        group.release(1);
        group.settle();
        assertThat(group.inside()).containsExactly(3);
        group.request(2);
        group.settle();
        group.release(3);
        group.settle();
        assertThat(group.entered()).containsExactly(1, 3, 2);
    }

    @Test
    void aRequestThatIsStillOnItsWayIsWithdrawnWhenItIsObserved() {
        var group = nodes(2);
        group.request(1);
        group.cancel(1);
        assertThat(group.state(1).own().phase()).isEqualTo(Phase.WITHDRAWN);
        assertThat(group.withdrawn()).isEmpty();
        group.deliver(1, 1);
        assertThat(group.withdrawn()).containsExactly(1);
        group.settle();
        assertThat(group.entered()).isEmpty();
        assertThat(group.sent()).hasSize(2);
        group.enterAndLeave(2, 1);
        assertThat(group.entered()).containsExactly(2, 1);
    }
}
