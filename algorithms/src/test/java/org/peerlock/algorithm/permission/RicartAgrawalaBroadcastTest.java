package org.peerlock.algorithm.permission;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.peerlock.algorithm.Conversation;
import org.peerlock.algorithm.Medium;
import org.peerlock.algorithm.Network;
import org.peerlock.algorithm.Start;
import org.peerlock.algorithm.data.NodeSet;
import org.peerlock.algorithm.permission.RicartAgrawala.Message;
import org.peerlock.algorithm.permission.RicartAgrawala.State;

/** Sentences of Ricart and Agrawala 1981, section 6.2. */
class RicartAgrawalaBroadcastTest {

    private static Conversation<State, Message> nodes(int n) {
        return Conversation.of(n, Start.fresh(), me -> new RicartAgrawalaBroadcast(me, n));
    }

    @Test
    void theMessageTrafficIsReducedToNMessagesOneBroadcastRequestAndNMinus1Replies() {
        for (int n = 2; n <= 6; n++) {
            var group = nodes(n);
            group.enterAndLeave(n);
            assertThat(group.sent(Message.Request.class)).isEqualTo(1);
            assertThat(group.sent(Message.Reply.class)).isEqualTo(n - 1);
            group.enterAndLeave(IntStream.rangeClosed(1, n).toArray());
            assertThat(group.sent()).hasSize(n * (n + 1));
        }
    }

    @Test
    void aBroadcastMayReachEachAtATimeOfItsOwn() {
        var group = nodes(3);
        group.request(3);
        group.deliver(3, 1);
        group.deliver(1, 3);
        group.request(2); // has not heard of 3, and chooses the same number
        group.deliver(2, 1);
        group.deliver(2, 3);
        group.deliver(1, 2);
        group.deliver(3, 2, Message.Reply.class);
        assertThat(group.inside()).containsExactly(2);
        group.deliver(3, 2);
        assertThat(group.state(2).deferred()).isEqualTo(NodeSet.of(3));
        group.release(2);
        group.settle();
        assertThat(group.inside()).containsExactly(3);
    }

    @Test
    void itNeedsANetworkThatBroadcastsButNoOrder() {
        assertThat(RicartAgrawalaBroadcast.PROFILE.assumptions().medium()).isEqualTo(Medium.BROADCAST);
        assertThat(RicartAgrawalaBroadcast.PROFILE.assumptions().claims()).containsKey(Network.UNORDERED);
    }
}
