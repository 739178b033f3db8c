package org.peerlock.algorithm.permission;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.peerlock.algorithm.Contention;
import org.peerlock.algorithm.Conversation;
import org.peerlock.algorithm.Start;
import org.peerlock.algorithm.Storm;
import org.peerlock.algorithm.data.NodeSet;
import org.peerlock.algorithm.data.Ticket;
import org.peerlock.algorithm.permission.RicartAgrawala.Message;
import org.peerlock.algorithm.permission.RicartAgrawalaPriority.State;

/** Sentences of Ricart and Agrawala 1981, section 6.5, (2). */
class RicartAgrawalaPriorityTest {

    private static final int INCREMENT = 10;
    private static final int HOLD = 2;

    private static Conversation<State, Message> nodes(int n, NodeSet high, int increment, Start start) {
        return Conversation.of(n, start, me -> new RicartAgrawalaPriority(me, n, high, increment, HOLD));
    }

    /** Node 1 has high priority. */
    private static Conversation<State, Message> nodes(int n) {
        return nodes(n, NodeSet.of(1), INCREMENT, Start.fresh());
    }

    /**
     * Node 1 has high priority and is inside with number 1; node 2 waits with 11, and is held back.
     */
    private static Conversation<State, Message> highInsideLowHeldBack() {
        var group = nodes(2);
        group.request(1);
        group.settle();
        group.request(2);
        group.settle();
        return group;
    }

    private static void leaveAndAskAgain(Conversation<State, Message> group) {
        group.release(1);
        group.request(1);
        group.settle();
    }

    private static void holdExpires(Conversation<State, Message> group) {
        group.expire(1, RicartAgrawalaPriority.HOLD);
    }

    @Test
    void highPriorityNodesUseSmallIncrementsAndLowPriorityNodesLargeOnes() {
        var group = nodes(2);
        group.request(2);
        assertThat(group.underway(2, 1)).containsExactly(new Message.Request(10));
        group.request(1);
        assertThat(group.underway(1, 2)).containsExactly(new Message.Request(1));
        group.settle();
        assertThat(group.inside()).containsExactly(1);
    }

    @Test
    void aHighPriorityNodeMayDelayActingOnARequestToKeepTheHighestNumberFromBeingIncremented() {
        var group = highInsideLowHeldBack();
        assertThat(group.state(1).held()).containsExactly(new Ticket(11, 2));
        assertThat(group.state(1).base().numbers().highest()).isEqualTo(1);
        assertThat(group.state(1).base().deferred()).isEqualTo(NodeSet.empty());
    }

    @Test
    void highPriorityNodesMayBeAllowedToMonopolize() {
        var group = highInsideLowHeldBack();
        leaveAndAskAgain(group);
        leaveAndAskAgain(group);
        assertThat(group.entered()).containsExactly(1, 1, 1);
        assertThat(group.waiting()).containsExactly(2);
    }

    @Test
    void untilForcedToIncrementTheirSequenceNumbersPastTheOneChosenByALowerPriorityNode() {
        var group = nodes(2, NodeSet.of(1), 2, Start.fresh());
        group.request(1);
        group.settle();
        group.request(2); // with 3
        group.settle();
        leaveAndAskAgain(group); // with 2
        leaveAndAskAgain(group); // with 3, and wins the tie
        assertThat(group.entered()).containsExactly(1, 1, 1);
        var other = nodes(2, NodeSet.of(2), 2, Start.fresh());
        other.request(2);
        other.settle();
        other.request(1); // with 3
        other.settle();
        other.release(2);
        other.request(2); // with 2
        other.settle();
        other.release(2);
        other.request(2); // would have 3, and lose the tie
        assertThat(other.state(2).held()).isEmpty();
        assertThat(other.state(2).base().numbers().our()).isEqualTo(4);
        other.settle();
        assertThat(other.inside()).containsExactly(1);
    }

    // How long, which the paper leaves open

    @Test
    void aRequestIsHeldBackForTheEntryUnderWayAndAFixedNumberMore() {
        var group = highInsideLowHeldBack();
        leaveAndAskAgain(group);
        leaveAndAskAgain(group);
        assertThat(group.state(1).turns()).isEqualTo(HOLD);
        leaveAndAskAgain(group);
        assertThat(group.inside()).containsExactly(2);
        assertThat(group.state(1).base().numbers().our()).isEqualTo(12);
        assertThat(group.state(1).turns()).isZero();
    }

    @Test
    void aNodeThatLeavesAndDoesNotAskAgainInTimeProcessesTheHeldRequests() {
        var group = highInsideLowHeldBack();
        group.release(1);
        assertThat(group.underway()).isEmpty();
        holdExpires(group);
        group.settle();
        assertThat(group.inside()).containsExactly(2);
        assertThat(group.state(1).base().numbers().highest()).isEqualTo(11);
    }

    @Test
    void aRequestThatComesWhileTheTimerRunsIsHeldBackWithTheOthers() {
        var group = nodes(3);
        group.request(1);
        group.settle();
        group.request(2);
        group.settle();
        group.release(1);
        group.request(3);
        group.settle();
        assertThat(group.state(1).held()).containsExactly(new Ticket(11, 2), new Ticket(21, 3));
        holdExpires(group);
        group.settle();
        group.release(2);
        group.settle();
        assertThat(group.entered()).containsExactly(1, 2, 3);
    }

    @Test
    void askingAgainStopsTheTimer() {
        var group = highInsideLowHeldBack();
        group.release(1);
        assertThat(group.timers()).hasSize(1);
        group.request(1);
        assertThat(group.timers()).isEmpty();
    }

    /** Otherwise each might wait for the other. */
    @Test
    void aRequestThatGoesFirstIsNotHeldBack() {
        var group = nodes(3);
        group.request(2);
        group.request(3);
        group.deliver(3, 1);
        group.request(1); // with 11, having heard of 3's 10 but not of 2's
        group.deliver(2, 1);
        assertThat(group.state(1).held()).isEmpty();
        assertThat(group.underway(1, 2)).containsExactly(new Message.Request(11), new Message.Reply(0));
        group.settle();
        assertThat(group.inside()).containsExactly(2);
    }

    @Test
    void requestsOfHighPriorityNodesAreNeverHeldBack() {
        var group = nodes(3, NodeSet.of(1, 2), INCREMENT, Start.fresh());
        group.request(1);
        group.settle();
        group.request(2);
        group.settle();
        assertThat(group.state(1).held()).isEmpty();
        assertThat(group.state(1).base().deferred()).isEqualTo(NodeSet.of(2));
    }

    @Test
    void lowPriorityNodesHoldNothingBack() {
        var group = nodes(3);
        group.request(2);
        group.settle();
        group.request(3);
        group.settle();
        group.request(1);
        group.settle();
        assertThat(group.state(2).base().deferred()).isEqualTo(NodeSet.of(1, 3));
    }

    /** Each high-priority node may enter 1 + HOLD times before it answers, whatever it does. */
    @Test
    void nobodyIsHeldBackForEver() {
        var group = nodes(3, NodeSet.of(1, 2), 1000, Start.fresh());
        group.request(1);
        group.request(2);
        group.settle();
        group.request(3);
        group.settle();
        for (int entries = 0; !group.inside().contains(3); entries++) {
            assertThat(entries).isLessThanOrEqualTo(2 * (1 + HOLD));
            int holder = group.inside().get(0);
            group.release(holder);
            group.request(holder);
            group.settle();
        }
    }

    // Our own rules

    @Test
    void aRequestThatIsHeldBackIsContention() {
        assertThat(highInsideLowHeldBack().contention(1)).isEqualTo(Contention.YES);
        var group = nodes(2);
        group.request(1);
        group.settle();
        assertThat(group.contention(1)).isEqualTo(Contention.NO);
    }

    @Test
    void aNodeThatCancelsProcessesTheHeldRequestsAtOnce() {
        var group = nodes(2);
        group.request(1);
        group.request(2);
        group.deliver(2, 1);
        assertThat(group.state(1).held()).containsExactly(new Ticket(10, 2));
        group.cancel(1);
        assertThat(group.state(1).held()).isEmpty();
        assertThat(group.underway(1, 2)).containsExactly(new Message.Request(1), new Message.Reply(0));
        group.settle();
        assertThat(group.withdrawn()).containsExactly(1);
        assertThat(group.inside()).containsExactly(2);
    }

    @Test
    void aNodeThatHasCancelledHoldsNothingBack() {
        var group = nodes(2);
        group.request(1);
        group.cancel(1);
        group.request(2);
        group.deliver(2, 1);
        assertThat(group.underway(1, 2)).contains(new Message.Reply(0));
    }

    @Test
    void inAnyOrderOfMessagesAtMostOneNodeIsInsideAndEveryRequestThatWaitsEnters() {
        for (int n = 2; n <= 6; n++) {
            for (int seed = 0; seed < 100; seed++) {
                NodeSet high = seed % 2 == 0 ? NodeSet.of(1) : NodeSet.of(1, n);
                new Storm<>(nodes(n, high, 1 + seed % 7, Start.fresh()), n, seed, group -> {}).run(300);
            }
        }
    }
}
