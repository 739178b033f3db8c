package org.peerlock.algorithm.permission;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.peerlock.algorithm.Algorithm;
import org.peerlock.algorithm.Conversation;
import org.peerlock.algorithm.Network;
import org.peerlock.algorithm.Phase;
import org.peerlock.algorithm.Property;
import org.peerlock.algorithm.Request;
import org.peerlock.algorithm.Start;
import org.peerlock.algorithm.Wanted;
import org.peerlock.algorithm.catalogue.Catalogue;
import org.peerlock.algorithm.catalogue.Setting;
import org.peerlock.algorithm.data.NodeSet;
import org.peerlock.algorithm.data.Ticket;
import org.peerlock.algorithm.permission.MaekawaSimple.Arbiter;
import org.peerlock.algorithm.permission.MaekawaSimple.Message;
import org.peerlock.algorithm.permission.MaekawaSimple.State;

/**
 * Sentences on the simple version of Maekawa's algorithm: of Dasgupta's "Distributed Mutual Exclusion" ("slides"), and of
 * lecture notes that have it as their section 3.4 ("notes").
 *
 * <p>Most stories have 7 nodes with the request sets {i, i + 1, i + 3}, counted round a circle:
 *
 * <pre>
 *     R1 = {1 2 4}   R2 = {2 3 5}   R3 = {3 4 6}   R4 = {4 5 7}   R5 = {5 6 1}   R6 = {6 7 2}   R7 = {7 1 3}
 * </pre>
 *
 * so that 7 is the arbiter between 4 and 6.
 */
class MaekawaSimpleTest {

    private static Conversation<State, Message> nodes(int n, Start start) {
        RequestSets sets = RequestSets.build(n);
        List<Algorithm<State, Message>> nodes = IntStream.rangeClosed(1, n)
                .<Algorithm<State, Message>>mapToObj(me -> new MaekawaSimple(me, n, sets))
                .toList();
        return new Conversation<>(nodes, start);
    }

    private static Conversation<State, Message> nodes(int n) {
        return nodes(n, Start.fresh());
    }

    private static Arbiter arbiter(Conversation<State, Message> group, int node) {
        return group.state(node).arbiter();
    }

    // To request critical section

    /** Slides, "To request critical section"; notes (a). */
    @Test
    void aSiteRequestsAccessBySendingRequestToAllSitesInItsRequestSet() {
        var group = nodes(7);
        group.request(1);
        assertThat(group.underway(1, 2)).containsExactly(new Message.Request(1));
        assertThat(group.underway(1, 4)).containsExactly(new Message.Request(1));
        assertThat(group.underway()).hasSize(2); // the third member is 1 itself
        assertThat(arbiter(group, 1).lock()).isEqualTo(new Ticket(1, 1));
    }

    // On receiving a REQUEST message

    /** Slides, "On receiving a REQUEST message"; notes (b). */
    @Test
    void aSiteRepliesIfNoReplyHasBeenSentSinceTheLastReleaseAndUpdatesItsStatus() {
        var group = nodes(7);
        group.request(4);
        group.deliver(4, 7);
        assertThat(group.underway(7, 4)).containsExactly(new Message.Reply(1, 0));
        assertThat(arbiter(group, 7).lock()).isEqualTo(new Ticket(1, 4));
    }

    /** Slides, "Otherwise, queue up the REQUEST"; notes (b). Whoever is older, and nobody is told. */
    @Test
    void otherwiseItQueuesUpTheRequestInTheOrderOfArrival() {
        var group = nodes(7);
        group.request(7);
        group.request(6);
        group.request(4);
        group.deliver(6, 7);
        group.deliver(4, 7);
        assertThat(arbiter(group, 7).queue()).containsExactly(new Ticket(1, 6), new Ticket(1, 4));
        assertThat(group.underway(7, 6)).isEmpty();
        assertThat(group.underway(7, 4)).isEmpty();
    }

    // To enter critical section

    /** Slides, "To enter critical section"; notes (c). */
    @Test
    void aSiteExecutesOnlyAfterItHasReceivedAReplyFromEverySiteInItsRequestSet() {
        var group = nodes(7);
        group.request(1);
        group.deliver(1, 2);
        group.deliver(2, 1);
        assertThat(group.inside()).isEmpty();
        group.deliver(1, 4);
        group.deliver(4, 1);
        assertThat(group.inside()).containsExactly(1);
    }

    // To release critical section

    /** Slides, "To release critical section"; notes (d). */
    @Test
    void aSiteSendsReleaseToEverySiteInItsRequestSet() {
        var group = nodes(7);
        group.request(1);
        group.settle();
        group.release(1);
        assertThat(group.underway(1, 2)).containsExactly(new Message.Release(1, 1));
        assertThat(group.underway(1, 4)).containsExactly(new Message.Release(1, 1));
        assertThat(arbiter(group, 1).free()).isTrue();
    }

    /** Slides, "On receiving a RELEASE message"; notes (e). */
    @Test
    void onReleaseItSendsReplyToTheNextNodeInTheQueueAndDeletesIt() {
        var group = nodes(7);
        group.request(4);
        group.settle();
        group.request(6);
        group.settle();
        group.release(4);
        group.deliver(4, 7);
        assertThat(group.underway(7, 6)).containsExactly(new Message.Reply(1, 1));
        assertThat(arbiter(group, 7).lock()).isEqualTo(new Ticket(1, 6));
        assertThat(arbiter(group, 7).queue()).isEmpty();
    }

    /** Slides, "If queue is empty, update status"; notes (e). */
    @Test
    void ifTheQueueIsEmptyItUpdatesItsStatusToIndicateNoReplyHasBeenSent() {
        var group = nodes(7);
        group.enterAndLeave(4);
        assertThat(arbiter(group, 7).free()).isTrue();
    }

    // Features

    /** Slides, "3*√N", and notes count the messages to oneself too. */
    @Test
    void anEntryCostsThreeMessagesForEachOtherMemberOfTheRequestSet() {
        for (int n : new int[] {1, 3, 7, 13}) {
            var group = nodes(n);
            int k = RequestSets.build(n).size();
            group.enterAndLeave(1);
            assertThat(group.sent()).hasSize(3 * (k - 1));
            assertThat(group.sent(Message.Request.class)).isEqualTo(k - 1);
            assertThat(group.sent(Message.Reply.class)).isEqualTo(k - 1);
            assertThat(group.sent(Message.Release.class)).isEqualTo(k - 1);
        }
    }

    /** Slides: "Synchronization delay = 2*(max message transmission time)": RELEASE, then REPLY. */
    @Test
    void theNextEntersTwoMessagesAfterTheLastHasLeft() {
        var group = nodes(7);
        group.request(4);
        group.settle();
        group.request(6);
        group.settle();
        group.release(4);
        group.deliver(4, 7);
        assertThat(group.inside()).isEmpty();
        group.deliver(7, 6);
        assertThat(group.inside()).containsExactly(6);
    }

    /** Slides: "Major problem: DEADLOCK possible". Notes: "a site is exclusively locked by other sites". */
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

    @Test
    void whatIsNotTrueIsNotClaimed() {
        for (Network network : Network.values()) {
            assertThat(MaekawaSimple.PROFILE.assumptions().claimedOn(network))
                    .containsExactly(Property.EXCLUSION, Property.FENCE, Property.WITHDRAWAL, Property.EXPECTATION);
        }
        assertThat(Maekawa.PROFILE.assumptions().claimedOn(Network.FIFO)).contains(Property.PROGRESS);
    }

    // Withdrawal

    @Test
    void aCancelledRequestIsWithdrawnAtOnceAndItsArbitersAreReleasedWhichEndsADeadlock() {
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
    void aReleaseThatOvertakesTheRequestWithdrawsItAllTheSame() {
        var group = nodes(7);
        group.request(4);
        group.cancel(4);
        group.deliver(4, 7, Message.Release.class);
        group.deliver(4, 7);
        assertThat(arbiter(group, 7).free()).isTrue();
        assertThat(group.underway(7, 4)).isEmpty();
    }

    @Test
    void aReplyToACancelledRequestDoesNotCountForTheNext() {
        var group = nodes(7);
        group.request(4);
        group.deliver(4, 7);
        group.cancel(4);
        group.request(4);
        group.deliver(7, 4);
        assertThat(group.state(4).requester().granted()).isEqualTo(NodeSet.of(4));
    }

    @Test
    void theNextRequestMayOvertakeTheReleaseOfTheOneBefore() {
        var group = nodes(7);
        group.request(4);
        group.settle();
        group.release(4);
        group.request(4);
        group.deliver(4, 7, Message.Request.class);
        assertThat(arbiter(group, 7).queue()).containsExactly(new Ticket(2, 4));
        group.settle();
        assertThat(group.inside()).containsExactly(4);
    }

    // Our own rules

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
    void aGroupCanStartWithANodeInsideForWhichItsArbitersAreLocked() {
        var group = nodes(7, new Start(1, 7, List.of(new Start.Inside(4, Request.exclusive(1)))));
        for (int node = 1; node <= 7; node++) {
            boolean ofTheHolder = NodeSet.of(4, 5, 7).contains(node);
            assertThat(arbiter(group, node).lock()).isEqualTo(ofTheHolder ? new Ticket(0, 4) : Arbiter.NOBODY);
        }
        assertThat(group.state(4).requester().phase()).isEqualTo(Phase.INSIDE);
        group.request(6);
        group.settle();
        assertThat(group.inside()).containsExactly(4);
        group.release(4, 1, 9);
        group.settle();
        assertThat(group.inside()).containsExactly(6);
        assertThat(group.fences()).containsExactly(10L);
    }

    @Test
    void aNodeAloneEntersAtOnce() {
        var group = nodes(1);
        group.enterAndLeave(1);
        group.enterAndLeave(1);
        assertThat(group.fences()).containsExactly(1L, 2L);
        assertThat(group.sent()).isEmpty();
    }

    @Test
    void whetherSomebodyWaitsIsUnknownToWhoIsInside() {
        var group = nodes(7);
        group.request(4);
        group.settle();
        assertThat(group.wanted(4)).isEqualTo(Wanted.UNKNOWN);
    }

    @Test
    void whatCannotBeIsRefusedWithASentence() {
        var group = nodes(3);
        group.request(1);
        assertThatThrownBy(() -> group.request(1))
                .isInstanceOf(AssertionError.class)
                .hasMessage("a node makes one request at a time");
        assertThatThrownBy(() -> group.release(1, 1, 1))
                .isInstanceOf(AssertionError.class)
                .hasMessage("only who is inside can leave");
        assertThatThrownBy(() -> group.cancel(2, 1))
                .isInstanceOf(AssertionError.class)
                .hasMessage("only a request that waits can be cancelled");
    }

    @Test
    void theCatalogueKnowsIt() {
        assertThat(Catalogue.find("maekawa-simple").orElseThrow().create(Setting.mutex(6)))
                .hasSize(6);
    }
}
