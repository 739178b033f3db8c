package org.peerlock.algorithm.permission;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.peerlock.algorithm.Algorithm;
import org.peerlock.algorithm.Contention;
import org.peerlock.algorithm.Conversation;
import org.peerlock.algorithm.Conversation.Timer;
import org.peerlock.algorithm.MembershipAlgorithm;
import org.peerlock.algorithm.MembershipAlgorithm.MemberStatus;
import org.peerlock.algorithm.Network;
import org.peerlock.algorithm.Phase;
import org.peerlock.algorithm.Start;
import org.peerlock.algorithm.TimerId;
import org.peerlock.algorithm.data.NodeSet;

/** Sentences of Ricart and Agrawala 1981, section 7. */
class MembershipTest {

    private static final TimerId T1 = new TimerId("t1");
    private static final TimerId T2 = new TimerId("t2");
    private static final TimerId INTERVAL = new TimerId("interval");
    private static final TimerId QUIET = new TimerId("quiet");

    /** {@code n} nodes, of which some are members at the start, with their numbers for names. */
    private static Conversation<MembershipState, MembershipMessage> nodes(
            int n, NodeSet members, MembershipLearning learning, Start start) {
        return nodes(IntStream.rangeClosed(1, n).boxed().toList(), members, learning, start);
    }

    private static Conversation<MembershipState, MembershipMessage> nodes(
            List<Integer> names, NodeSet members, MembershipLearning learning, Start start) {
        List<Algorithm<MembershipState, MembershipMessage>> nodes = new ArrayList<>();
        for (int me = 1; me <= names.size(); me++) {
            nodes.add(new Membership(me, members, names, learning));
        }
        return new Conversation<>(nodes, start);
    }

    private static Conversation<MembershipState, MembershipMessage> nodes(int n) {
        return nodes(n, NodeSet.all(n), MembershipLearning.QUERY, Start.fresh());
    }

    /** Of {@code n} nodes, all but the last are members. */
    private static Conversation<MembershipState, MembershipMessage> allButOne(int n, MembershipLearning learning) {
        return nodes(n, NodeSet.all(n - 1), learning, Start.fresh());
    }

    private static void join(Conversation<MembershipState, MembershipMessage> group, int node, int sponsor) {
        group.give(node, (member, state, out) -> member.onJoin(state, sponsor, out));
    }

    private static void leave(Conversation<MembershipState, MembershipMessage> group, int node) {
        group.give(node, MembershipAlgorithm::onLeave);
    }

    private static void fail(Conversation<MembershipState, MembershipMessage> group, int failed, int observer) {
        group.give(observer, (member, state, out) -> member.onFailure(state, failed, out));
    }

    private static MemberStatus status(Conversation<MembershipState, MembershipMessage> group, int node) {
        return group.state(node).status();
    }

    private static NodeSet members(Conversation<MembershipState, MembershipMessage> group, int node) {
        return group.state(node).group().members();
    }

    private static Timer timer(int node, TimerId id) {
        return new Timer(node, id);
    }

    private static void lose(Conversation<MembershipState, MembershipMessage> group, int from, int to) {
        group.underway().removeIf(envelope -> envelope.from() == from && envelope.to() == to);
    }

    // As section 2, while no node joins, leaves or fails

    @Test
    void exactlyTwoTimesNMinusOneMessagesAreExchanged() {
        for (int n = 1; n <= 6; n++) {
            var group = nodes(n);
            group.enterAndLeave(n);
            assertThat(group.sent()).hasSize(2 * (n - 1));
            group.enterAndLeave(IntStream.rangeClosed(1, n).toArray());
            assertThat(group.sent()).hasSize(2 * (n - 1) * (n + 1));
            assertThat(group.timers()).isEmpty();
        }
    }

    @Test
    void requestsEnterInOrderOfTheirNumbers() {
        var group = nodes(3);
        group.enterAndLeave(3);
        group.request(1);
        group.settle();
        group.request(3);
        group.settle();
        group.request(2);
        group.settle();
        group.release(1);
        group.settle();
        assertThat(group.inside()).containsExactly(3);
        assertThat(group.contention(3)).isEqualTo(Contention.YES);
        group.release(3);
        group.settle();
        assertThat(group.entered()).containsExactly(3, 1, 3, 2);
        assertThat(group.contention(2)).isEqualTo(Contention.NO);
    }

    @Test
    void aCancelledRequestAnswersAtOnceButIsWithdrawnOnlyWhenAllItsRepliesAreIn() {
        var group = nodes(2);
        group.request(1);
        group.request(2);
        group.deliver(2, 1);
        group.cancel(1);
        assertThat(group.underway(1, 2)).contains(new MembershipMessage.Reply(1, 0));
        assertThat(group.withdrawn()).isEmpty();
        group.settle();
        assertThat(group.withdrawn()).containsExactly(1);
        assertThat(group.entered()).containsExactly(2);
    }

    @Test
    void anImpossibleInputIsRefusedWithASentence() {
        var group = allButOne(3, MembershipLearning.QUERY);
        assertThatThrownBy(() -> group.request(3)).hasMessage("only a member makes requests");
        assertThatThrownBy(() -> join(group, 1, 2)).hasMessage("a member does not join again");
        assertThatThrownBy(() -> leave(group, 3)).hasMessage("only a member can leave the group");
        group.request(1);
        assertThatThrownBy(() -> leave(group, 1)).hasMessage("a node that leaves the group has no request under way");
    }

    // 7.1 Node Numbers

    @Test
    void theComparisonOfNodeNumbersIsPerformedByComparingTheValuesContainedInNames() {
        var group = nodes(List.of(30, 10, 20), NodeSet.all(3), MembershipLearning.QUERY, Start.fresh());
        group.enterAndLeave(1, 2, 3);
        assertThat(group.entered()).containsExactly(2, 3, 1);
    }

    // 7.2.1 Restart interval

    @Test
    void aNodeThatWasPreviouslyOperationalFirstNotifiesOtherNodesThatItFailedAndThenWaits() {
        var group = nodes(3);
        fail(group, 3, 1);
        group.settle();
        assertThat(status(group, 3)).isEqualTo(MemberStatus.OUTSIDE);
        join(group, 3, 2);
        assertThat(group.underway(3, 1)).containsExactly(new MembershipMessage.NodeFailed(3));
        assertThat(group.underway(3, 2)).containsExactly(new MembershipMessage.NodeFailed(3));
        group.settle();
        assertThat(status(group, 3)).isEqualTo(MemberStatus.JOINING);
        group.expire(3, INTERVAL);
        assertThat(group.underway(3, 2)).containsExactly(new MembershipMessage.Join());
        group.settle();
        assertThat(status(group, 3)).isEqualTo(MemberStatus.MEMBER);
        group.enterAndLeave(1, 2, 3);
        assertThat(group.entered()).containsExactly(1, 2, 3);
    }

    /**
     * "Usually the network will already be aware of the node's failure, but this cannot be
     * assumed."
     */
    @Test
    void aNodeThatIsNotAwareOfTheFailureLearnsOfItFromTheNodeItself() {
        var group = nodes(2);
        group.request(1);
        group.deliver(1, 2);
        group.give(2, (member, state, out) -> member.onMessage(state, 1, new MembershipMessage.Restart(), out));
        lose(group, 2, 1); // the REPLY
        join(group, 2, 1);
        group.settle();
        assertThat(group.inside()).containsExactly(1);
        assertThat(members(group, 1)).isEqualTo(NodeSet.of(1));
    }

    // 7.2.2 Reconcile participant lists

    @Test
    void aNewNodeContactsASponsorWhichInvokesMutualExclusion() {
        var group = allButOne(3, MembershipLearning.QUERY);
        join(group, 3, 1);
        assertThat(group.underway(3, 1)).containsExactly(new MembershipMessage.Join());
        group.deliver(3, 1);
        assertThat(group.underway(1, 2)).containsExactly(new MembershipMessage.Request(1));
        group.deliver(1, 2);
        group.request(2);
        group.deliver(2, 1); // REPLY
        assertThat(group.underway(1, 2)).containsExactly(new MembershipMessage.Add(3));
        group.deliver(2, 1); // REQUEST
        assertThat(group.state(1).claim().deferred()).isEqualTo(NodeSet.of(2));
    }

    @Test
    void itBroadcastsTheNewNodesIdentityAndInitializesItsListBeforeReleasingMutualExclusion() {
        var group = allButOne(4, MembershipLearning.QUERY);
        group.request(2);
        group.settle();
        join(group, 4, 1);
        group.settle();
        assertThat(group.underway()).isEmpty(); // 2 is inside
        group.release(2);
        group.deliver(2, 1);
        group.request(2);
        group.deliver(1, 2, MembershipMessage.Add.class);
        group.deliver(2, 1, MembershipMessage.AddAck.class);
        group.deliver(2, 1, MembershipMessage.Request.class);
        assertThat(group.underway(1, 4)).isEmpty(); // 3 has not acknowledged
        group.deliver(1, 3);
        group.deliver(3, 1);
        assertThat(group.underway(1, 4)).containsExactly(new MembershipMessage.Names(NodeSet.all(4), 3, 0));
        assertThat(group.underway(1, 2)).containsExactly(new MembershipMessage.Reply(3, 1));
    }

    @Test
    void eachNodeReceivingThisNotificationAddsTheNewNode() {
        var group = allButOne(4, MembershipLearning.QUERY);
        join(group, 4, 3);
        group.settle();
        for (int node = 1; node <= 4; node++) {
            assertThat(members(group, node)).isEqualTo(NodeSet.all(4));
        }
        group.enterAndLeave(1);
        assertThat(group.sent(MembershipMessage.Request.class)).isEqualTo(2 + 3);
    }

    @Test
    void joiningAGroupOfMCostsTheSponsorsEntryAsManyNotificationsAndAsManyQuestions() {
        for (int m = 1; m <= 5; m++) {
            var group = allButOne(m + 1, MembershipLearning.QUERY);
            join(group, m + 1, 1);
            group.settle();
            assertThat(group.sent()).hasSize(2 * (m - 1) + 2 * (m - 1) + 2 + 2 * m);
            assertThat(group.timers()).isEmpty();
        }
    }

    @Test
    void whileTheSponsorIsInsideTheNewNodeWaits() {
        var group = allButOne(3, MembershipLearning.QUERY);
        group.request(1);
        group.settle();
        join(group, 3, 1);
        group.settle();
        assertThat(status(group, 3)).isEqualTo(MemberStatus.JOINING);
        assertThat(group.contention(1)).isEqualTo(Contention.YES);
        group.release(1);
        group.settle();
        assertThat(status(group, 3)).isEqualTo(MemberStatus.MEMBER);
        assertThat(group.sent(MembershipMessage.Request.class)).isEqualTo(1); // one entry serves both
    }

    @Test
    void aRequestOfTheSponsorTakesOverTheClaimThatWaitsForTheNewNode() {
        var group = allButOne(3, MembershipLearning.QUERY);
        join(group, 3, 1);
        group.deliver(3, 1);
        group.request(1);
        group.settle();
        assertThat(group.inside()).containsExactly(1);
        group.release(1);
        group.settle();
        assertThat(status(group, 3)).isEqualTo(MemberStatus.MEMBER);
        assertThat(group.sent(MembershipMessage.Request.class)).isEqualTo(1);
    }

    @Test
    void aRequestOfTheSponsorThatComesWhileANodeIsAddedWaitsForItsTurn() {
        var group = allButOne(3, MembershipLearning.QUERY);
        join(group, 3, 1);
        group.deliver(3, 1);
        group.deliver(1, 2);
        group.request(2);
        group.deliver(2, 1);
        group.deliver(2, 1); // REQUEST(2)
        group.request(1);
        group.settle();
        assertThat(group.inside()).containsExactly(2);
        group.release(2);
        group.settle();
        assertThat(group.entered()).containsExactly(2, 1);
    }

    @Test
    void theSponsorMayGiveUpItsOwnRequestAndStillAddTheNewNode() {
        var group = allButOne(3, MembershipLearning.QUERY);
        join(group, 3, 1);
        group.deliver(3, 1);
        group.request(1);
        group.cancel(1);
        assertThat(group.withdrawn()).containsExactly(1);
        group.deliver(1, 2);
        group.deliver(2, 1);
        assertThat(group.underway(1, 2)).containsExactly(new MembershipMessage.Add(3));
        group.request(1);
        group.cancel(1);
        group.settle();
        assertThat(group.withdrawn()).containsExactly(1, 1);
        assertThat(status(group, 3)).isEqualTo(MemberStatus.MEMBER);
        assertThat(group.entered()).isEmpty();
    }

    @Test
    void severalNewNodesAreAddedInOneEntry() {
        var group = nodes(4, NodeSet.of(1, 2), MembershipLearning.QUERY, Start.fresh());
        join(group, 3, 1);
        join(group, 4, 1);
        group.settle();
        assertThat(group.sent(MembershipMessage.Request.class)).isEqualTo(1);
        for (int node = 1; node <= 4; node++) {
            assertThat(members(group, node)).isEqualTo(NodeSet.all(4));
        }
    }

    @Test
    void aNodeThatIsNotAMemberCannotBeASponsor() {
        var group = nodes(3, NodeSet.of(1), MembershipLearning.QUERY, Start.fresh());
        join(group, 3, 2);
        group.settle();
        assertThat(status(group, 3)).isEqualTo(MemberStatus.OUTSIDE);
        join(group, 3, 1);
        group.settle();
        assertThat(status(group, 3)).isEqualTo(MemberStatus.MEMBER);
    }

    @Test
    void ifTheSponsorFailsTheNewNodeMayAskAnother() {
        var group = allButOne(4, MembershipLearning.QUERY);
        join(group, 4, 1);
        group.deliver(4, 1);
        group.deliver(1, 2);
        group.deliver(1, 3);
        group.deliver(2, 1);
        group.deliver(3, 1);
        group.deliver(1, 2); // ADD
        group.crash(1);
        lose(group, 1, 3);
        join(group, 4, 2);
        group.settle();
        assertThat(group.timers()).containsExactly(timer(2, T1));
        group.expire(2, T1);
        group.settle();
        group.expire(2, T2);
        group.settle();
        assertThat(status(group, 4)).isEqualTo(MemberStatus.MEMBER);
        assertThat(members(group, 4)).isEqualTo(NodeSet.of(2, 3, 4));
    }

    @Test
    void aNodeThatDoesNotAcknowledgeHasFailed() {
        var group = allButOne(4, MembershipLearning.QUERY);
        join(group, 4, 1);
        group.deliver(4, 1);
        group.deliver(1, 2);
        group.deliver(2, 1);
        group.deliver(1, 3);
        group.deliver(3, 1);
        group.crash(3);
        group.settle();
        assertThat(status(group, 4)).isEqualTo(MemberStatus.JOINING);
        group.expire(1, T2);
        group.settle();
        assertThat(status(group, 4)).isEqualTo(MemberStatus.MEMBER);
        assertThat(members(group, 4)).isEqualTo(NodeSet.of(1, 2, 4));
    }

    @Test
    void ifTheNewNodeFailsWhileItIsAddedTheSponsorLeaves() {
        var group = allButOne(3, MembershipLearning.QUERY);
        join(group, 3, 1);
        group.deliver(3, 1);
        group.deliver(1, 2);
        group.deliver(2, 1);
        group.crash(3);
        fail(group, 3, 1);
        group.settle();
        assertThat(group.state(1).claim().phase()).isEqualTo(Phase.IDLE);
        group.enterAndLeave(1, 2);
        assertThat(group.entered()).containsExactly(1, 2);
    }

    // 7.2.3 Set highest sequence number

    /**
     * "Mutual exclusion cannot be requested and incoming REQUEST messages are processed normally."
     */
    @ParameterizedTest
    @EnumSource(MembershipLearning.class)
    void untilItHasLearntANewNodeRepliesButDoesNotRequest(MembershipLearning learning) {
        var group = allButOne(3, learning);
        join(group, 3, 1);
        while (status(group, 3) == MemberStatus.JOINING) {
            group.deliver(group.underway().get(0));
        }
        assertThat(status(group, 3)).isEqualTo(MemberStatus.LEARNING);
        assertThatThrownBy(() -> group.request(3)).hasMessage("only a member makes requests");
        group.request(2);
        group.deliver(2, 3);
        assertThat(group.underway(3, 2)).contains(new MembershipMessage.Reply(2, 0));
    }

    /** The new node 3 is on all lists, and the highest number is 5. */
    private static Conversation<MembershipState, MembershipMessage> joined(MembershipLearning learning) {
        var group = allButOne(3, learning);
        group.enterAndLeave(1);
        group.enterAndLeave(2);
        group.enterAndLeave(1);
        group.enterAndLeave(2);
        join(group, 3, 1);
        while (status(group, 3) == MemberStatus.JOINING) {
            group.deliver(group.underway().get(0));
        }
        return group;
    }

    @Test
    void askAllOtherNodesForTheirHighestSequenceNumberAndUseTheLargest() {
        var group = joined(MembershipLearning.QUERY);
        assertThat(group.underway(3, 1)).containsExactly(new MembershipMessage.HsnQuery());
        assertThat(group.underway(3, 2)).containsExactly(new MembershipMessage.HsnQuery());
        group.request(2); // with 6
        group.settle();
        assertThat(status(group, 3)).isEqualTo(MemberStatus.MEMBER);
        assertThat(group.state(3).claim().numbers().highest()).isEqualTo(6);
    }

    /**
     * Not in the paper: otherwise it could ask again without the new node, and with the number that
     * this one will choose.
     */
    @Test
    void aNodeThatIsAskedForItsNumberPutsTheNewNodeOnItsList() {
        var group = allButOne(3, MembershipLearning.QUERY);
        group.give(2, (member, state, out) -> member.onMessage(state, 3, new MembershipMessage.HsnQuery(), out));
        assertThat(members(group, 2)).isEqualTo(NodeSet.all(3));
    }

    @Test
    void waitUntilOneRequestMessageHasBeenReceivedFromEveryOtherNode() {
        var group = joined(MembershipLearning.EACH);
        group.enterAndLeave(2);
        group.enterAndLeave(2);
        assertThat(status(group, 3)).isEqualTo(MemberStatus.LEARNING);
        group.enterAndLeave(1);
        assertThat(status(group, 3)).isEqualTo(MemberStatus.MEMBER);
        assertThat(group.state(3).claim().numbers().highest()).isEqualTo(8);
    }

    @Test
    void aNodeThatLeavesNeedNotBeHeard() {
        var group = joined(MembershipLearning.EACH);
        group.enterAndLeave(2);
        leave(group, 1);
        group.settle();
        assertThat(status(group, 3)).isEqualTo(MemberStatus.MEMBER);
    }

    @Test
    void waitUntilTheSequenceNumbersOnRequestMessagesHaveIncreasedByNMinusOne() {
        var group = joined(MembershipLearning.GROWTH);
        group.enterAndLeave(2); // with 6
        group.enterAndLeave(1);
        assertThat(status(group, 3)).isEqualTo(MemberStatus.LEARNING);
        group.enterAndLeave(1); // with 8
        assertThat(status(group, 3)).isEqualTo(MemberStatus.MEMBER);
    }

    /**
     * "If no REQUEST message is received during this time, the value from any nearby node can be
     * used": the sponsor's.
     */
    @Test
    void waitUntilAllNodesWouldHaveTimeToEnterAndLeaveTheirCriticalSections() {
        var group = joined(MembershipLearning.WAIT);
        assertThat(group.timers()).containsExactly(timer(3, QUIET));
        group.expire(3, QUIET);
        assertThat(status(group, 3)).isEqualTo(MemberStatus.MEMBER);
        assertThat(group.state(3).claim().numbers().highest()).isEqualTo(5);
    }

    @Test
    void waitUntilTheFourthRequestMessageIsReceivedFromASingleNode() {
        var group = joined(MembershipLearning.FOURTH);
        group.enterAndLeave(2);
        group.enterAndLeave(2);
        group.enterAndLeave(2);
        group.enterAndLeave(1);
        assertThat(status(group, 3)).isEqualTo(MemberStatus.LEARNING);
        group.enterAndLeave(2);
        assertThat(status(group, 3)).isEqualTo(MemberStatus.MEMBER);
    }

    /** "This method requires that messages are sent and delivered in the same order." */
    @Test
    void onlyTheFifthMethodNeedsOrder() {
        for (MembershipLearning learning : MembershipLearning.values()) {
            Membership node = new Membership(1, NodeSet.of(1), List.of(1), learning);
            assertThat(node.profile().assumptions().claimedOn(Network.UNORDERED).isEmpty())
                    .isEqualTo(learning == MembershipLearning.FOURTH);
            assertThat(node.profile().assumptions().claimedOn(Network.FIFO)).isNotEmpty();
        }
    }

    @Test
    void aProbeIsNotANewRequest() {
        var group = joined(MembershipLearning.FOURTH);
        group.enterAndLeave(2);
        group.enterAndLeave(2);
        group.request(2);
        group.deliver(2, 3);
        group.expire(2, T1);
        group.deliver(2, 3);
        assertThat(status(group, 3)).isEqualTo(MemberStatus.LEARNING);
    }

    // 7.3 Removal of Nodes

    @Test
    void aNodeLeavesByNotifyingAllOtherNodesWhichAcknowledge() {
        var group = nodes(3);
        leave(group, 2);
        assertThat(group.underway(2, 1)).containsExactly(new MembershipMessage.Leaving(0));
        assertThat(group.underway(2, 3)).containsExactly(new MembershipMessage.Leaving(0));
        group.deliver(2, 1);
        group.deliver(1, 2);
        assertThat(status(group, 2)).isEqualTo(MemberStatus.LEAVING);
        group.settle();
        assertThat(status(group, 2)).isEqualTo(MemberStatus.OUTSIDE);
        assertThat(members(group, 1)).isEqualTo(NodeSet.of(1, 3));
        assertThat(members(group, 3)).isEqualTo(NodeSet.of(1, 3));
        assertThat(group.sent()).hasSize(4);
    }

    @Test
    void whileWaitingForAcknowledgementItMustContinueToSendReplyMessagesAndMayNotRequest() {
        var group = nodes(2);
        leave(group, 2);
        group.request(1);
        group.deliver(1, 2);
        assertThat(group.underway(2, 1)).contains(new MembershipMessage.Reply(1, 0));
        assertThatThrownBy(() -> group.request(2)).hasMessage("only a member makes requests");
    }

    @Test
    void aNodeAwaitingAReplyMessageFromADepartingNodePretendsThatItWasReceived() {
        var group = nodes(2);
        leave(group, 2);
        group.request(1);
        group.deliver(1, 2);
        group.deliver(2, 1, MembershipMessage.Leaving.class);
        assertThat(group.inside()).containsExactly(1);
        group.settle(); // the REPLY comes too
        group.release(1);
        group.enterAndLeave(1);
        assertThat(group.entered()).containsExactly(1, 1);
    }

    @Test
    void twoMayLeaveAtOnce() {
        var group = nodes(3);
        leave(group, 1);
        leave(group, 2);
        group.settle();
        assertThat(status(group, 1)).isEqualTo(MemberStatus.OUTSIDE);
        assertThat(status(group, 2)).isEqualTo(MemberStatus.OUTSIDE);
        assertThat(members(group, 3)).isEqualTo(NodeSet.of(3));
        assertThat(group.timers()).isEmpty();
    }

    @Test
    void theLastOneLeavesAtOnce() {
        var group = nodes(1);
        leave(group, 1);
        assertThat(status(group, 1)).isEqualTo(MemberStatus.OUTSIDE);
    }

    @Test
    void theFenceOfANodeThatLeavesIsNotForgotten() {
        var group = nodes(2);
        long id = group.request(2);
        group.settle();
        group.release(2, id, 9);
        leave(group, 2);
        group.settle();
        group.enterAndLeave(1);
        assertThat(group.fences()).containsExactly(1L, 10L);
    }

    @Test
    void aSponsorLeavesWhenItHasAddedTheNodesThatAskedIt() {
        var group = allButOne(3, MembershipLearning.QUERY);
        join(group, 3, 1);
        group.deliver(3, 1);
        leave(group, 1);
        group.settle();
        assertThat(status(group, 1)).isEqualTo(MemberStatus.OUTSIDE);
        assertThat(status(group, 3)).isEqualTo(MemberStatus.MEMBER);
        assertThat(members(group, 2)).isEqualTo(NodeSet.of(2, 3));
        assertThat(members(group, 3)).isEqualTo(NodeSet.of(2, 3));
    }

    @Test
    void aNodeThatIsAddedWhileANodeLeavesHearsOfThat() {
        var group = allButOne(4, MembershipLearning.QUERY);
        join(group, 4, 1);
        group.deliver(4, 1);
        group.deliver(1, 2);
        group.deliver(1, 3);
        leave(group, 2);
        group.deliver(2, 1);
        group.deliver(3, 1);
        group.deliver(1, 2); // ADD
        group.deliver(2, 4); // LEAVING overtakes NAMES, in which 2 is listed
        group.settle();
        assertThat(status(group, 2)).isEqualTo(MemberStatus.OUTSIDE);
        assertThat(members(group, 4)).isEqualTo(NodeSet.of(1, 3, 4));
        group.enterAndLeave(4);
        assertThat(group.entered()).containsExactly(4);
    }

    @Test
    void aNodeThatDoesNotAcknowledgeALeaveHasFailed() {
        var group = nodes(3);
        group.crash(3);
        leave(group, 2);
        group.settle();
        group.expire(2, T2);
        assertThat(status(group, 2)).isEqualTo(MemberStatus.OUTSIDE);
    }

    @Test
    void aNodeThatHasLeftMayJoinAgain() {
        var group = nodes(2);
        group.enterAndLeave(2, 1);
        leave(group, 2);
        group.settle();
        join(group, 2, 1);
        group.settle();
        group.expire(2, INTERVAL);
        group.settle();
        group.enterAndLeave(2, 1);
        assertThat(group.entered()).containsExactly(1, 2, 1, 2);
    }

    // 7.4 Node Failures

    @Test
    void aTimerIsStartedWhenTheRequestMessagesAreSentAndCancelledWhenTheCriticalSectionBegins() {
        var group = nodes(3);
        group.request(1);
        assertThat(group.timers()).containsExactly(timer(1, T1));
        group.request(2);
        assertThat(group.timers()).containsExactly(timer(1, T1), timer(2, T1));
        group.deliver(1, 3);
        group.deliver(3, 1); // restarted when a REPLY is received
        assertThat(group.timers()).containsExactly(timer(2, T1), timer(1, T1));
        group.settle();
        assertThat(group.inside()).containsExactly(1);
        assertThat(group.timers()).containsExactly(timer(2, T1));
    }

    @Test
    void ifTheTimerExpiresAProbingMessageIsSentToEachSuspectNode() {
        var group = nodes(3);
        group.request(1);
        group.deliver(1, 2);
        group.deliver(2, 1);
        group.expire(1, T1);
        assertThat(group.sent(MembershipMessage.AreYouThere.class)).isEqualTo(1);
        assertThat(group.underway(1, 3)).contains(new MembershipMessage.AreYouThere(1));
        assertThat(group.timers()).containsExactly(timer(1, T2));
    }

    @Test
    void ifNoAnswerIsReceivedDuringASecondTimeoutPeriodTheSuspectNodeHasFailed() {
        var group = nodes(3);
        group.crash(3);
        group.request(1);
        group.settle();
        group.expire(1, T1);
        group.settle();
        group.expire(1, T2);
        assertThat(group.inside()).containsExactly(1);
        assertThat(group.underway(1, 2)).containsExactly(new MembershipMessage.NodeFailed(3));
        group.settle();
        assertThat(members(group, 1)).isEqualTo(NodeSet.of(1, 2));
        assertThat(members(group, 2)).isEqualTo(NodeSet.of(1, 2));
        assertThat(group.timers()).isEmpty();
    }

    /**
     * "It must be that the REQUEST was not received, the REPLY was lost, or the node has
     * restarted."
     */
    @Test
    void theCorrectResponseOfANodeThatHasNotDeferredIsReply() {
        var group = nodes(2);
        group.request(1);
        lose(group, 1, 2); // the REQUEST
        group.expire(1, T1);
        group.deliver(1, 2);
        assertThat(group.underway(2, 1)).containsExactly(new MembershipMessage.Reply(1, 0));
        lose(group, 2, 1);
        group.give(1, (member, state, out) -> member.onTimer(state, T1, out));
        group.settle();
        assertThat(group.inside()).containsExactly(1);
    }

    @Test
    void ifReplyDeferredIsTrueAYesIAmHereMessageIsSent() {
        var group = nodes(2);
        group.request(2);
        group.settle();
        group.request(1);
        group.deliver(1, 2);
        group.expire(1, T1);
        group.deliver(1, 2);
        assertThat(group.underway(2, 1)).containsExactly(new MembershipMessage.YesIAmHere());
    }

    /** Not in the paper, which looks at Reply_Deferred only: a node that is inside would reply. */
    @Test
    void aProbeIsTheRequestOnceMoreAndDeferredIfThatWasLost() {
        var group = nodes(2);
        group.request(2);
        group.settle();
        group.request(1);
        lose(group, 1, 2);
        group.expire(1, T1);
        group.settle();
        assertThat(group.inside()).containsExactly(2);
        assertThat(group.sent(MembershipMessage.YesIAmHere.class)).isEqualTo(1);
        group.release(2);
        group.settle();
        assertThat(group.inside()).containsExactly(1);
    }

    /** Not in the paper. */
    @Test
    void theSecondReplyToOneRequestDoesNotAnswerTheNext() {
        var group = nodes(2);
        group.request(1);
        group.deliver(1, 2);
        group.expire(1, T1);
        group.deliver(1, 2);
        group.deliver(2, 1);
        group.release(1);
        group.request(2);
        group.settle();
        assertThat(group.inside()).containsExactly(2);
        group.request(1);
        assertThat(group.state(1).claim().awaiting()).isEqualTo(NodeSet.of(2));
    }

    @Test
    void anOlderRequestThatWasOvertakenIsIgnored() {
        var group = nodes(2);
        group.request(1);
        group.expire(1, T1);
        group.deliver(1, 2, MembershipMessage.AreYouThere.class);
        group.deliver(2, 1);
        group.release(1);
        group.request(1);
        group.deliver(1, 2, MembershipMessage.Request.class); // the first one
        group.settle();
        assertThat(group.inside()).containsExactly(1);
        assertThat(group.sent(MembershipMessage.Reply.class)).isEqualTo(3);
        group.give(2, (member, state, out) -> member.onMessage(state, 1, new MembershipMessage.Request(1), out));
        assertThat(group.sent(MembershipMessage.Reply.class)).isEqualTo(3);
    }

    /** "All nodes will respond with YES_I_AM_HERE messages and a new timeout period may begin." */
    @Test
    void theTimeoutDoesNotImposeAnUpperLimitOnTheDurationOfACriticalSection() {
        var group = nodes(2);
        group.request(2);
        group.settle();
        group.request(1);
        for (int i = 0; i < 3; i++) {
            group.settle();
            group.expire(1, T1);
            group.settle();
        }
        assertThat(group.timers()).containsExactly(timer(1, T1));
        group.release(2);
        group.settle();
        assertThat(group.inside()).containsExactly(1);
    }

    @Test
    void anyNodeAwaitingAReplyFromTheFailedNodePretendsThatItWasReceived() {
        var group = nodes(3);
        group.request(3);
        group.settle();
        group.request(1);
        group.request(2);
        group.settle();
        group.crash(3); // inside
        fail(group, 3, 2);
        group.deliver(2, 1, MembershipMessage.NodeFailed.class);
        assertThat(group.inside()).containsExactly(1);
    }

    /** No node can ask it which fences it has used, so the next one exceeds all of them. */
    @Test
    void aFailureRaisesTheFence() {
        var group = nodes(3);
        group.request(3);
        group.settle();
        group.crash(3);
        group.request(1);
        group.settle();
        fail(group, 3, 1);
        group.settle();
        group.release(1);
        group.enterAndLeave(2);
        assertThat(group.fences()).containsExactly(1L, (1L << 32) + 1, (1L << 32) + 2);
    }

    @Test
    void aNodeThatLearnsOfAFailureTwiceRaisesTheFenceOnce() {
        var group = nodes(4);
        group.crash(4);
        fail(group, 4, 1);
        group.settle();
        fail(group, 4, 2);
        group.settle();
        group.enterAndLeave(3);
        assertThat(group.fences()).containsExactly((1L << 32) + 1);
    }

    @Test
    void aNodeThatDoesNotKnowThatItHasFailedIsToldToRestartWhenItIssuesNewRequests() {
        var group = nodes(3);
        fail(group, 3, 1);
        lose(group, 1, 3); // it does not hear of it
        group.settle();
        group.request(3);
        group.deliver(3, 2);
        assertThat(group.underway(2, 3)).containsExactly(new MembershipMessage.Restart());
        group.settle();
        assertThat(status(group, 3)).isEqualTo(MemberStatus.OUTSIDE);
        assertThat(group.waiting()).isEmpty();
        assertThat(group.timers()).isEmpty();
    }

    @Test
    void aNodeThatHearsThatItHasFailedDropsWhatItHas() {
        var group = nodes(2);
        group.request(2);
        group.settle();
        fail(group, 2, 1);
        group.settle();
        assertThat(status(group, 2)).isEqualTo(MemberStatus.OUTSIDE);
        assertThat(group.inside()).isEmpty();
        assertThat(group.state(2).claim().phase()).isEqualTo(Phase.IDLE);
    }

    /** Inherent: only a resource that checks fences, or a lease, protects against that. */
    @Test
    void aNodeWronglyTakenForFailedStaysInsideUntilItHearsOfThatButWithASmallerFence() {
        var group = nodes(2);
        group.request(2);
        group.settle();
        group.request(1);
        fail(group, 2, 1);
        assertThat(group.inside()).containsExactly(1, 2);
        assertThat(group.fences()).containsExactly(1L, (1L << 32) + 1);
    }

    // All of it

    @ParameterizedTest
    @EnumSource(MembershipLearning.class)
    void nodesComeAndGo(MembershipLearning learning) {
        int joined = 0;
        for (long seed = 1; seed <= 100; seed++) {
            joined += new MembershipStorm(learning, false, seed, 0).run(600);
        }
        assertThat(joined).isGreaterThan(150);
    }

    @ParameterizedTest
    @EnumSource(MembershipLearning.class)
    void nodesComeAndGoAndOneCrashes(MembershipLearning learning) {
        for (long seed = 1; seed <= 100; seed++) {
            new MembershipStorm(learning, false, seed, 1).run(600);
        }
    }
}
