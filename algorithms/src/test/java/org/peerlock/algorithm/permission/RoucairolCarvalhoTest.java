package org.peerlock.algorithm.permission;

import static org.assertj.core.api.Assertions.assertThat;
import static org.peerlock.algorithm.Conversation.holder;

import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.peerlock.algorithm.Conversation;
import org.peerlock.algorithm.Phase;
import org.peerlock.algorithm.Start;
import org.peerlock.algorithm.Storm;
import org.peerlock.algorithm.data.NodeSet;
import org.peerlock.algorithm.permission.RoucairolCarvalho.Message;
import org.peerlock.algorithm.permission.RoucairolCarvalho.State;

/**
 * Sentences on Roucairol and Carvalho's algorithm in P. Dasgupta's lecture "Distributed Mutual
 * Exclusion".
 */
class RoucairolCarvalhoTest {

    private static Conversation<State, Message> nodes(int n, Start start) {
        return Conversation.of(n, start, me -> new RoucairolCarvalho(me, n));
    }

    private static Conversation<State, Message> nodes(int n) {
        return nodes(n, Start.fresh());
    }

    // Roucairol-Carvalho Algorithm, main idea

    @Test
    void onceItHasReceivedAReplyItDoesNotNeedToSendARequestAgain() {
        var group = nodes(3);
        group.enterAndLeave(1);
        assertThat(group.sent()).hasSize(4);
        group.request(1);
        assertThat(group.inside()).containsExactly(1);
        assertThat(group.sent()).hasSize(4);
    }

    @Test
    void unlessItSendsAReplyInResponseToARequest() {
        var group = nodes(3);
        group.enterAndLeave(1);
        group.enterAndLeave(2);
        assertThat(group.state(1).permissions()).isEqualTo(NodeSet.of(3));
        group.request(1);
        assertThat(group.underway()).hasSize(1);
        assertThat(group.underway(1, 2)).hasSize(1);
        group.settle();
        assertThat(group.inside()).containsExactly(1);
    }

    @Test
    void messageComplexityVariesBetween0And2TimesNMinus1() {
        for (int n = 1; n <= 6; n++) {
            var group = nodes(n);
            group.enterAndLeave(1);
            assertThat(group.sent()).hasSize(2 * (n - 1));
            for (int others = 0; others < n; others++) {
                for (int j = 2; j <= 1 + others; j++) {
                    group.enterAndLeave(j);
                }
                int before = group.sent().size();
                group.enterAndLeave(1);
                assertThat(group.sent()).hasSize(before + 2 * others);
            }
        }
    }

    @Test
    void worstCaseMessageComplexityIsStillTheSame() {
        for (int n = 1; n <= 6; n++) {
            var group = nodes(n);
            int[] all = IntStream.rangeClosed(1, n).toArray();
            group.enterAndLeave(all);
            assertThat(group.sent()).hasSize(2 * (n - 1) * n);
            for (int j : all) {
                int before = group.sent().size();
                group.enterAndLeave(j);
                assertThat(group.sent().size() - before).isBetween(0, 2 * (n - 1));
            }
        }
    }

    // The Ricart-Agrawala Algorithm, which it improves

    @Test
    void aNodeThatIsNeitherRequestingNorExecutingReplies() {
        var group = nodes(2);
        group.request(2);
        assertThat(group.underway(2, 1)).containsExactly(new Message.Request(1));
        group.deliver(2, 1);
        assertThat(group.underway(1, 2)).containsExactly(new Message.Reply(0));
    }

    @Test
    void aNodeThatIsRequestingRepliesToTheSmallerTimestampOtherwiseItDefersTheRequest() {
        var group = nodes(2);
        group.request(1);
        group.request(2);
        group.deliver(1, 2);
        assertThat(group.underway(2, 1)).contains(new Message.Reply(0));
        group.deliver(2, 1, Message.Request.class);
        assertThat(group.underway(1, 2)).isEmpty();
        assertThat(group.state(1).deferred()).isEqualTo(NodeSet.of(2));
    }

    @Test
    void aNodeEntersOnReceivingReplyFromAllNodes() {
        var group = nodes(3);
        group.request(1);
        group.deliver(1, 2);
        group.deliver(2, 1);
        assertThat(group.inside()).isEmpty();
        group.deliver(1, 3);
        group.deliver(3, 1);
        assertThat(group.inside()).containsExactly(1);
    }

    @Test
    void toReleaseItSendsReplyToAllDeferredRequests() {
        var group = nodes(3);
        group.request(1);
        group.settle();
        group.request(2);
        group.request(3);
        group.settle();
        assertThat(group.state(1).deferred()).isEqualTo(NodeSet.of(2, 3));
        group.release(1);
        assertThat(group.underway(1, 2)).containsExactly(new Message.Reply(1));
        assertThat(group.underway(1, 3)).containsExactly(new Message.Reply(1));
        assertThat(group.state(1).permissions()).isEqualTo(NodeSet.empty());
    }

    @Test
    void synchronizationDelayIsOneMessage() {
        var group = nodes(2);
        group.request(1);
        group.settle();
        group.request(2);
        group.settle();
        group.release(1);
        group.deliver(1, 2);
        assertThat(group.inside()).containsExactly(2);
    }

    // What the lecture does not say

    @Test
    void aNodeThatGivesItsPermissionAwayWhileItWaitsAsksForItAgain() {
        var group = nodes(3);
        group.enterAndLeave(2);
        group.enterAndLeave(3); // 3 has all permissions, 2 that of 1, and 1 none
        group.request(2);
        group.request(1);
        assertThat(group.state(2).awaiting()).isEqualTo(NodeSet.of(3));
        group.deliver(1, 2);
        assertThat(group.underway(2, 1)).containsExactly(new Message.Reply(1), new Message.Request(3));
        assertThat(group.state(2).awaiting()).isEqualTo(NodeSet.of(1, 3));
        group.deliver(2, 3);
        group.deliver(3, 2);
        assertThat(group.inside()).isEmpty();
        group.settle();
        assertThat(group.inside()).containsExactly(1);
        group.release(1);
        group.settle();
        assertThat(group.inside()).containsExactly(2);
    }

    @Test
    void aNodeInsideDefersEvenASmallerNumber() {
        var group = nodes(2);
        group.enterAndLeave(1);
        group.enterAndLeave(1);
        group.request(1);
        group.request(2);
        assertThat(group.state(2).numbers().our())
                .isLessThan(group.state(1).numbers().our());
        group.settle();
        assertThat(group.inside()).containsExactly(1);
        assertThat(group.state(1).deferred()).isEqualTo(NodeSet.of(2));
    }

    @Test
    void theHighestNumberIsRaisedWhenARequestIsMade() {
        var group = nodes(2);
        group.enterAndLeave(1);
        assertThat(group.state(1).numbers().highest()).isEqualTo(1);
        group.request(1);
        assertThat(group.state(1).numbers().our()).isEqualTo(2);
        assertThat(group.state(1).numbers().highest()).isEqualTo(2);
    }

    @Test
    void aNodeThatIsInsideAtTheStartHoldsAllPermissions() {
        var group = nodes(3, holder(2));
        assertThat(group.state(2).permissions()).isEqualTo(NodeSet.of(1, 3));
        assertThat(group.state(1).permissions()).isEqualTo(NodeSet.empty());
    }

    // Withdrawal

    @Test
    void aCancelledRequestIsWithdrawnOnceAllItsRepliesAreInAndKeepsWhatItGot() {
        var group = nodes(2);
        group.request(1);
        group.cancel(1);
        assertThat(group.withdrawn()).isEmpty();
        group.settle();
        assertThat(group.withdrawn()).containsExactly(1);
        assertThat(group.entered()).isEmpty();
        assertThat(group.state(1).permissions()).isEqualTo(NodeSet.of(2));
        group.request(1);
        assertThat(group.inside()).containsExactly(1);
    }

    @Test
    void aCancelledRequestAnswersAtOnceThoseFromWhomNoReplyIsUnderWay() {
        var group = nodes(3);
        group.request(1);
        group.deliver(1, 2);
        group.deliver(2, 1); // 1 has the permission of 2, and waits for 3
        group.request(2);
        group.deliver(2, 1);
        assertThat(group.state(1).deferred()).isEqualTo(NodeSet.of(2));
        group.cancel(1);
        assertThat(group.underway(1, 2)).containsExactly(new Message.Reply(0));
        assertThat(group.state(1).permissions()).isEqualTo(NodeSet.empty());
        assertThat(group.state(1).own().phase()).isEqualTo(Phase.WITHDRAWN);
    }

    @Test
    void afterACancellationARequestThatOvertakesTheReplyIsAnsweredOnlyAfterIt() {
        var group = nodes(2);
        group.request(1);
        group.deliver(1, 2);
        group.cancel(1);
        group.request(2); // 2's REPLY is still under way
        group.deliver(2, 1, Message.Request.class);
        assertThat(group.underway(1, 2)).isEmpty();
        group.deliver(2, 1, Message.Reply.class);
        assertThat(group.underway(1, 2)).containsExactly(new Message.Reply(0));
        assertThat(group.withdrawn()).containsExactly(1);
        group.settle();
        assertThat(group.inside()).containsExactly(2);
        assertThat(group.state(1).permissions()).isEqualTo(NodeSet.empty());
    }

    @Test
    void aRequestDeferredBeforeTheCancellationIsAnsweredOnlyAfterTheReply() {
        var group = nodes(2);
        group.request(1);
        group.request(2);
        group.deliver(2, 1);
        group.cancel(1);
        assertThat(group.underway(1, 2)).containsExactly(new Message.Request(1));
        group.settle();
        assertThat(group.withdrawn()).containsExactly(1);
        assertThat(group.inside()).containsExactly(2);
    }

    @Test
    void afterACancellationAnOlderRequestIsAnsweredAtOnce() {
        var group = nodes(2);
        group.request(1);
        group.request(2);
        group.cancel(2);
        group.deliver(1, 2);
        assertThat(group.underway(2, 1)).contains(new Message.Reply(0));
        group.settle();
        assertThat(group.inside()).containsExactly(1);
        assertThat(group.withdrawn()).isEmpty(); // 1 owes 2 a REPLY until it leaves
        group.release(1);
        group.settle();
        assertThat(group.withdrawn()).containsExactly(2);
    }

    @Test
    void aCancelledRequestAsksNobodyAgain() {
        var group = nodes(3);
        group.request(2);
        group.deliver(2, 1);
        group.deliver(1, 2); // 2 has the permission of 1, and waits for 3
        group.cancel(2);
        group.request(1);
        long requests = group.sent(Message.Request.class);
        group.deliver(1, 2);
        assertThat(group.underway(2, 1)).containsExactly(new Message.Reply(0));
        group.settle();
        assertThat(group.inside()).containsExactly(1);
        assertThat(group.withdrawn()).containsExactly(2);
        assertThat(group.sent(Message.Request.class)).isEqualTo(requests);
    }

    // Storms

    @Test
    void inAnyOrderOfMessagesAtMostOneNodeIsInsideAndEveryRequestThatWaitsEnters() {
        for (int n = 2; n <= 7; n++) {
            int size = n;
            for (int seed = 0; seed < 100; seed++) {
                Start start = seed % 4 == 0 ? holder(1 + seed % n) : Start.fresh();
                new Storm<>(nodes(n, start), n, seed, group -> noTwoHoldEachOthersPermission(group, size)).run(300);
            }
        }
    }

    private static void noTwoHoldEachOthersPermission(Conversation<State, Message> group, int n) {
        for (int i = 1; i <= n; i++) {
            for (int j : group.state(i).permissions()) {
                assertThat(group.state(j).permissions().contains(i)).isFalse();
            }
        }
    }
}
