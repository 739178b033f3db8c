package org.peerlock.algorithm.permission;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.peerlock.algorithm.Conversation.holder;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.peerlock.algorithm.Capacity;
import org.peerlock.algorithm.Contention;
import org.peerlock.algorithm.Conversation;
import org.peerlock.algorithm.Phase;
import org.peerlock.algorithm.Start;
import org.peerlock.algorithm.Storm;
import org.peerlock.algorithm.catalogue.Catalogue;
import org.peerlock.algorithm.catalogue.GroupConfig;
import org.peerlock.algorithm.data.NodeSet;
import org.peerlock.algorithm.data.Ticket;
import org.peerlock.algorithm.permission.Maekawa.Arbiter;
import org.peerlock.algorithm.permission.Maekawa.Message;
import org.peerlock.algorithm.permission.Maekawa.State;
import org.peerlock.algorithm.permission.RequestSets.Shape;

/**
 * Sentences on Maekawa's algorithm in Dasgupta's "Distributed Mutual Exclusion" and in lecture
 * notes, section 3.4 (a) to (e); and the rules on FAILED, INQUIRE and YIELD.
 *
 * <p>Most tests have 7 nodes with the request sets {i, i + 1, i + 3}, counted around a circle:
 *
 * <pre>
 *     R1 = {1 2 4}   R2 = {2 3 5}   R3 = {3 4 6}   R4 = {4 5 7}   R5 = {5 6 1}   R6 = {6 7 2}   R7 = {7 1 3}
 * </pre>
 *
 * so that 7 is the arbiter between 4 and 6, and 2 between 1 and 6.
 */
class MaekawaTest {

    private static Conversation<State, Message> nodes(RequestSets sets, int n, Start start) {
        return Conversation.of(n, start, me -> new Maekawa(me, n, sets));
    }

    private static Conversation<State, Message> nodes(int n) {
        return nodes(RequestSets.build(n), n, Start.fresh());
    }

    private static Arbiter arbiter(Conversation<State, Message> group, int node) {
        return group.state(node).arbiter();
    }

    // Requesting the critical section

    @Test
    void aSiteRequestsAccessBySendingRequestToAllSitesInItsRequestSet() {
        var group = nodes(7);
        group.request(1);
        assertThat(group.underway(1, 2)).containsExactly(new Message.Request(1));
        assertThat(group.underway(1, 4)).containsExactly(new Message.Request(1));
        assertThat(group.underway()).hasSize(2); // the third member is 1 itself
        assertThat(arbiter(group, 1).lock()).isEqualTo(new Ticket(1, 1));
    }

    @Test
    void aSiteRepliesProvidedItHasNotSentAReplySinceItsReceiptOfTheLastRelease() {
        var group = nodes(7);
        group.request(4);
        group.deliver(4, 7);
        assertThat(group.underway(7, 4)).containsExactly(new Message.Reply(1, 0));
        group.request(6);
        group.deliver(6, 7);
        assertThat(group.underway(7, 6)).doesNotHaveAnyElementsOfTypes(Message.Reply.class);
    }

    @Test
    void otherwiseItQueuesUpTheRequest() {
        var group = nodes(7);
        group.request(4);
        group.request(6);
        group.deliver(4, 7);
        group.deliver(6, 7);
        assertThat(arbiter(group, 7).lock()).isEqualTo(new Ticket(1, 4));
        assertThat(arbiter(group, 7).queue()).hasToString("[1@6]");
    }

    // Executing the critical section

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

    // Releasing the critical section

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

    @Test
    void onReleaseItSendsReplyToTheNextSiteInTheQueueAndDeletesThatEntry() {
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
    void ifTheQueueIsEmptyItUpdatesItsStateToReflectThatItHasNotSentOutAnyReply() {
        var group = nodes(7);
        group.enterAndLeave(4);
        for (int node = 1; node <= 7; node++) {
            assertThat(arbiter(group, node).free()).isTrue();
        }
    }

    // Performance

    @ParameterizedTest
    @EnumSource(Shape.class)
    void withoutContentionItTakesThreeMessagesForEachOtherMemberOfTheRequestSet(Shape shape) {
        for (int n : new int[] {1, 3, 7, 13, 21}) {
            RequestSets sets = RequestSets.build(shape, n);
            for (int node = 1; node <= n; node++) {
                var group = nodes(sets, n, Start.fresh());
                group.enterAndLeave(node);
                int others = sets.of(node).size() - 1;
                assertThat(group.sent()).hasSize(3 * others);
                assertThat(group.sent(Message.Request.class)).isEqualTo(others);
                assertThat(group.sent(Message.Reply.class)).isEqualTo(others);
                assertThat(group.sent(Message.Release.class)).isEqualTo(others);
            }
        }
    }

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

    // Deadlock

    @Test
    void ofTwoNodesThatEachHaveTheirOwnReplyTheYoungerYields() {
        var group = nodes(2);
        group.request(1);
        group.request(2);
        group.settle();
        assertThat(group.inside()).containsExactly(1);
        assertThat(group.sent(Message.Yield.class)).isZero(); // 2 yields to itself
        group.release(1);
        group.settle();
        assertThat(group.inside()).containsExactly(2);
    }

    @ParameterizedTest
    @EnumSource(
            value = Shape.class,
            names = {"GRID", "COVER"})
    void ifAllRequestAtOnceAllEnterOneAfterTheOther(Shape shape) {
        for (int n = 1; n <= 13; n++) {
            int[] all = IntStream.rangeClosed(1, n).toArray();
            var group = nodes(RequestSets.build(shape, n), n, Start.fresh());
            group.enterAndLeave(all);
            assertThat(group.entered().stream().sorted().mapToInt(node -> node)).containsExactly(boxed(all));
        }
    }

    private static Integer[] boxed(int[] nodes) {
        return IntStream.of(nodes).boxed().toArray(Integer[]::new);
    }

    // FAILED

    @Test
    void aYoungerRequestHasFailed() {
        var group = nodes(7);
        group.request(4);
        group.request(6);
        group.deliver(4, 7);
        group.deliver(6, 7);
        assertThat(group.underway(7, 6)).containsExactly(new Message.Failed(1));
        assertThat(group.underway(7, 4)).containsExactly(new Message.Reply(1, 0));
    }

    /** 9 nodes in a grid: 1 is the arbiter of 7, 4 and 3, among others, and has replied to 7. */
    private static Conversation<State, Message> nineNodesWhere7HasTheReplyOf1() {
        var group = nodes(RequestSets.build(Shape.GRID, 9), 9, Start.fresh());
        group.request(7);
        group.request(4);
        group.request(3);
        group.deliver(7, 1);
        return group;
    }

    @Test
    void soHasAnOlderOneIfAStillOlderOneWaits() {
        var group = nineNodesWhere7HasTheReplyOf1();
        group.deliver(3, 1);
        assertThat(group.underway(1, 3)).isEmpty(); // it may hope
        group.deliver(4, 1);
        assertThat(group.underway(1, 4)).containsExactly(new Message.Failed(1));
        assertThat(arbiter(group, 1).queue()).hasToString("[1@3 1@4]");
    }

    /** Sanders 1987: without it, requests can wait for each other for ever. */
    @Test
    void aWaitingRequestThatAnOlderOneOvertakesHasFailed() {
        var group = nineNodesWhere7HasTheReplyOf1();
        group.deliver(4, 1);
        assertThat(group.underway(1, 4)).isEmpty(); // it may hope
        group.deliver(3, 1);
        assertThat(group.underway(1, 4)).containsExactly(new Message.Failed(1));
        assertThat(group.underway(1, 3)).isEmpty();
    }

    @Test
    void aFailedThatTheReplyHasOvertakenDoesNotCount() {
        var group = nodes(7);
        group.request(4);
        group.request(6);
        group.deliver(4, 7);
        group.deliver(6, 7); // FAILED
        group.cancel(4);
        group.deliver(4, 7); // RELEASE
        group.deliver(7, 6, Message.Reply.class);
        group.deliver(7, 6, Message.Failed.class);
        assertThat(group.state(6).requester().failed()).isEqualTo(NodeSet.empty());
        assertThat(group.state(6).requester().granted()).isEqualTo(NodeSet.of(6, 7));
    }

    // INQUIRE

    /** 6 has the REPLY of 7, for which the older 4 asks. */
    private static Conversation<State, Message> inquired() {
        var group = nodes(7);
        group.request(6);
        group.request(4);
        group.deliver(6, 7);
        group.deliver(4, 7);
        return group;
    }

    @Test
    void anOlderRequestMakesTheArbiterInquire() {
        var group = inquired();
        assertThat(group.underway(7, 6)).containsExactly(new Message.Reply(1, 0), new Message.Inquire(1));
        assertThat(group.underway(7, 4)).isEmpty();
    }

    @Test
    void anArbiterInquiresOnce() {
        var group = nineNodesWhere7HasTheReplyOf1();
        group.deliver(4, 1);
        group.deliver(3, 1);
        assertThat(group.underway(1, 7)).containsExactly(new Message.Reply(1, 0), new Message.Inquire(1));
    }

    @Test
    void aNodeThatHasNotFailedKeepsTheReply() {
        var group = inquired();
        group.deliver(7, 6);
        group.deliver(7, 6);
        assertThat(group.underway(6, 7)).isEmpty();
        group.deliver(6, 2);
        group.deliver(2, 6);
        assertThat(group.inside()).containsExactly(6);
    }

    @Test
    void aNodeThatIsInsideDoesNotAnswerAnInquireForItWillRelease() {
        var group = inquired();
        group.deliver(7, 6);
        group.deliver(6, 2);
        group.deliver(2, 6);
        assertThat(group.inside()).containsExactly(6);
        group.deliver(7, 6, Message.Inquire.class);
        assertThat(group.underway(6, 7)).isEmpty();
        group.release(6);
        group.settle();
        assertThat(group.inside()).containsExactly(4);
    }

    // YIELD

    /** 6 has FAILED at 2, which has replied to 1. */
    private static void failAt2(Conversation<State, Message> group) {
        group.request(1);
        group.deliver(1, 2);
        group.deliver(6, 2);
        group.deliver(2, 6);
    }

    @Test
    void aNodeThatFailsAfterAnInquireYields() {
        var group = inquired();
        group.deliver(7, 6);
        group.deliver(7, 6);
        failAt2(group);
        assertThat(group.underway(6, 7)).containsExactly(new Message.Yield(1));
        assertThat(group.state(6).requester().granted()).isEqualTo(NodeSet.of(6));
        assertThat(group.state(6).requester().failed()).isEqualTo(NodeSet.of(2, 7));
        group.deliver(6, 7);
        assertThat(group.underway(7, 4)).containsExactly(new Message.Reply(1, 0));
        assertThat(arbiter(group, 7).queue()).hasToString("[1@6]");
    }

    /** The lecture's "message complexity can be 5 √N": for each arbiter these five. */
    @Test
    void requestInquireYieldReplyReleaseAreFiveMessages() {
        var group = inquired();
        group.deliver(7, 6);
        group.deliver(7, 6);
        failAt2(group);
        group.deliver(6, 7);
        group.deliver(7, 4);
        group.deliver(4, 5);
        group.deliver(5, 4);
        assertThat(group.inside()).containsExactly(4);
        group.release(4);
        assertThat(group.underway(4, 7)).containsExactly(new Message.Release(1, 1));
        assertThat(group.sent(Message.Inquire.class)).isEqualTo(1);
        assertThat(group.sent(Message.Yield.class)).isEqualTo(1);
    }

    @Test
    void aNodeThatIsInquiredAfterItFailedYields() {
        var group = inquired();
        failAt2(group);
        group.deliver(7, 6);
        assertThat(group.underway(6, 7)).isEmpty();
        group.deliver(7, 6);
        assertThat(group.underway(6, 7)).containsExactly(new Message.Yield(1));
    }

    @Test
    void anInquireThatOvertakesItsReplyIsAnsweredOnceTheReplyIsThere() {
        var group = inquired();
        failAt2(group);
        group.deliver(7, 6, Message.Inquire.class);
        assertThat(group.underway(6, 7)).isEmpty();
        group.deliver(7, 6, Message.Reply.class);
        assertThat(group.underway(6, 7)).containsExactly(new Message.Yield(1));
    }

    @Test
    void aNodeThatYieldedGetsTheReplyBackWhenItIsItsTurn() {
        var group = inquired();
        failAt2(group);
        group.settle();
        assertThat(group.inside()).containsExactly(4);
        group.release(4);
        group.settle();
        assertThat(group.inside()).containsExactly(1);
        assertThat(group.state(6).requester().granted()).isEqualTo(NodeSet.of(6, 7));
        group.release(1);
        group.settle();
        assertThat(group.inside()).containsExactly(6);
    }

    @Test
    void ifTheOlderRequestIsGoneTheNodeThatYieldedGetsTheReplyBackAtOnce() {
        var group = inquired();
        failAt2(group);
        group.deliver(7, 6);
        group.deliver(7, 6);
        group.cancel(4);
        group.deliver(4, 7); // RELEASE overtakes YIELD
        group.deliver(6, 7);
        assertThat(group.underway(7, 6)).containsExactly(new Message.Reply(1, 0));
    }

    // Withdrawal

    @Test
    void aCancelledRequestIsReleasedAndWithdrawnAtOnce() {
        var group = nodes(7);
        group.request(4);
        group.deliver(4, 7);
        group.cancel(4);
        assertThat(group.withdrawn()).containsExactly(4);
        assertThat(group.underway(4, 7)).containsExactly(new Message.Release(1, 0));
        group.settle();
        assertThat(group.entered()).isEmpty();
        group.enterAndLeave(6, 4);
        assertThat(group.entered()).containsExactlyInAnyOrder(6, 4);
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
        assertThat(group.underway(7, 4)).containsExactly(new Message.Failed(2));
        group.settle();
        assertThat(group.inside()).containsExactly(4);
    }

    @Test
    void aYieldThatTheReleaseHasOvertakenIsIgnored() {
        var group = inquired();
        failAt2(group);
        group.deliver(7, 6);
        group.deliver(7, 6);
        group.cancel(6);
        group.deliver(6, 7, Message.Release.class);
        assertThat(arbiter(group, 7).lock()).isEqualTo(new Ticket(1, 4));
        group.deliver(6, 7, Message.Yield.class);
        assertThat(arbiter(group, 7).lock()).isEqualTo(new Ticket(1, 4));
        assertThat(arbiter(group, 7).queue().isEmpty()).isTrue();
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
    void theArbitersOfANodeThatIsInsideAtTheStartAreLockedForIt() {
        var group = nodes(RequestSets.build(7), 7, holder(4));
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
    void theCatalogueKnowsHowRequestSetsAreBuilt() {
        var entry = Catalogue.find("maekawa").orElseThrow();
        for (String quorums : List.of("plane", "grid", "cover")) {
            assertThat(entry.create(config(quorums))).hasSize(7);
        }
        assertThat(entry.create(GroupConfig.mutex(6))).hasSize(6);
        assertThatThrownBy(() -> entry.create(config("circle")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("there is no shape 'circle' of request sets; there are: plane, grid, cover");
    }

    private static GroupConfig config(String quorums) {
        return new GroupConfig(7, Capacity.mutex(), new TreeMap<>(Map.of("quorums", quorums)));
    }

    // Storms

    @ParameterizedTest
    @EnumSource(
            value = Shape.class,
            names = {"GRID", "COVER"})
    void inAnyOrderOfMessagesAtMostOneNodeIsInsideAndEveryRequestThatWaitsEnters(Shape shape) {
        for (int n = 2; n <= 7; n++) {
            RequestSets sets = RequestSets.build(shape, n);
            for (int seed = 0; seed < 50; seed++) {
                Start start = seed % 4 == 0 ? holder(1 + seed % n) : Start.fresh();
                new Storm<>(nodes(sets, n, start), n, seed, group -> {}).run(300);
            }
        }
    }
}
