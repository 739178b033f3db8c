package org.peerlock.algorithm.token;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.peerlock.algorithm.Conversation.holder;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.peerlock.algorithm.Capacity;
import org.peerlock.algorithm.Conversation;
import org.peerlock.algorithm.Phase;
import org.peerlock.algorithm.Start;
import org.peerlock.algorithm.Storm;
import org.peerlock.algorithm.catalogue.Catalogue;
import org.peerlock.algorithm.catalogue.GroupConfig;
import org.peerlock.algorithm.data.NodeQueue;
import org.peerlock.algorithm.token.RaymondTree.Message;
import org.peerlock.algorithm.token.RaymondTree.State;

/**
 * Sentences on Raymond's tree in the slides of Dasgupta's "Distributed Mutual Exclusion".
 *
 * <p>Most stories have 7 nodes in a binary tree, and the token is at node 1:
 *
 * <pre>
 *           1
 *         /   \
 *        2     3
 *       / \   / \
 *      4   5 6   7
 * </pre>
 */
class RaymondTreeTest {

    private static Conversation<State, Message> nodes(String shape, int n, Start start) {
        Tree tree = Tree.named(shape, n);
        return Conversation.of(n, start, me -> new RaymondTree(me, tree));
    }

    private static Conversation<State, Message> nodes(int n) {
        return nodes("binary", n, Start.fresh());
    }

    private static List<Integer> holders(Conversation<State, Message> group, int n) {
        return IntStream.rangeClosed(1, n)
                .mapToObj(node -> group.state(node).holder())
                .toList();
    }

    // The tree

    /**
     * "Each node has variable Holder that points to its parent on the path to the root. Root's ...
     * points to itself."
     */
    @Test
    void holderPointsToTheParentOnThePathToTheRootWhichIsTheTokenHolder() {
        assertThat(holders(nodes(7), 7)).containsExactly(1, 1, 1, 2, 2, 3, 3);
        var elsewhere = nodes("binary", 7, new Start(5, 0, List.of()));
        assertThat(holders(elsewhere, 7)).containsExactly(2, 5, 1, 2, 5, 3, 3);
    }

    // To request critical section

    @Test
    void aNodeSendsRequestToItsParentAndPlacesItsRequestInItsQueue() {
        var group = nodes(7);
        group.request(4);
        assertThat(group.underway()).containsExactly(new Conversation.Envelope<>(4, 2, new Message.Request()));
        assertThat(group.state(4).queue()).isEqualTo(NodeQueue.of(4));
    }

    /** "provided i does not hold the token currently". */
    @Test
    void aNodeThatHoldsTheTokenEntersAndSendsNothing() {
        var group = nodes(7);
        group.request(1);
        assertThat(group.inside()).containsExactly(1);
        assertThat(group.sent()).isEmpty();
    }

    /** "and Q_i is empty": else it has asked already, for somebody else. */
    @Test
    void aNodeWhoseQueueIsNotEmptyDoesNotAskAgainForItself() {
        var group = nodes(7);
        group.request(4);
        group.deliver(4, 2);
        group.request(2);
        assertThat(group.state(2).queue()).isEqualTo(NodeQueue.of(4, 2));
        assertThat(group.underway(2, 1)).hasSize(1);
    }

    // When a non-root node receives a request

    @Test
    void aNonRootNodePlacesTheRequestInItsQueueAndSendsRequestToItsParent() {
        var group = nodes(7);
        group.request(4);
        group.deliver(4, 2);
        assertThat(group.state(2).queue()).isEqualTo(NodeQueue.of(4));
        assertThat(group.underway(2, 1)).containsExactly(new Message.Request());
    }

    /** "send REQUEST to parent if no previous REQUEST sent". */
    @Test
    void itSendsNoSecondRequestWhileOneIsUnanswered() {
        var group = nodes(7);
        group.request(4);
        group.request(5);
        group.deliver(4, 2);
        group.deliver(5, 2);
        assertThat(group.state(2).queue()).isEqualTo(NodeQueue.of(4, 5));
        assertThat(group.underway(2, 1)).hasSize(1);
    }

    // When the root receives a REQUEST

    @Test
    void theRootSendsTheTokenToTheRequestingNodeAndSetsHolderToPointToIt() {
        var group = nodes(7);
        group.request(3);
        group.deliver(3, 1);
        assertThat(group.underway(1, 3)).containsExactly(new Message.Privilege(0));
        assertThat(group.state(1).holder()).isEqualTo(3);
    }

    /** The slides do not say it, but the root may be inside. */
    @Test
    void theTokenIsNotSentFromInside() {
        var group = nodes(7);
        group.request(1);
        group.request(3);
        group.settle();
        assertThat(group.inside()).containsExactly(1);
        assertThat(group.state(1).queue()).isEqualTo(NodeQueue.of(3));
    }

    // When a node receives the token

    /**
     * "delete first entry from the queue, send token to that node, set Holder variable to point to
     * that node".
     */
    @Test
    void theTokenGoesOnToTheFirstInTheQueueAndThePointersOnItsWayTurnRound() {
        var group = nodes(7);
        group.request(5);
        group.settle();
        assertThat(group.inside()).containsExactly(5);
        assertThat(holders(group, 7)).containsExactly(2, 5, 1, 2, 5, 3, 3);
        assertThat(group.state(2).queue().isEmpty()).isTrue();
    }

    /** "if queue is non-empty, send a REQUEST message to the parent". */
    @Test
    void aNodeThatSendsTheTokenOnAsksForItBackIfOthersWait() {
        var group = nodes(7);
        group.request(4);
        group.request(5);
        group.deliver(4, 2);
        group.deliver(5, 2);
        group.deliver(2, 1);
        group.deliver(1, 2);
        assertThat(group.underway(2, 4)).containsExactly(new Message.Privilege(0), new Message.Request());
        assertThat(group.state(2).queue()).isEqualTo(NodeQueue.of(5));
    }

    @Test
    void thatRequestMayOvertakeTheToken() {
        var group = nodes(7);
        group.request(4);
        group.request(5);
        group.deliver(4, 2);
        group.deliver(5, 2);
        group.deliver(2, 1);
        group.deliver(1, 2);
        group.deliver(2, 4, Message.Request.class);
        assertThat(group.state(4).queue()).isEqualTo(NodeQueue.of(4, 2));
        group.deliver(2, 4);
        group.release(4);
        group.settle();
        assertThat(group.inside()).containsExactly(5);
    }

    // To execute critical section

    @Test
    void aNodeEntersIfItsOwnEntryIsAtTheTopOfTheQueueAndDeletesIt() {
        var group = nodes(7);
        group.request(2);
        group.request(4);
        group.deliver(4, 2);
        group.settle();
        assertThat(group.inside()).containsExactly(2);
        assertThat(group.state(2).queue()).isEqualTo(NodeQueue.of(4));
    }

    @Test
    void aNodeThatIsNotAtTheTopPassesTheTokenOnFirst() {
        var group = nodes(7);
        group.request(4);
        group.deliver(4, 2);
        group.request(2);
        group.settle();
        assertThat(group.inside()).containsExactly(4);
        group.release(4);
        group.settle();
        assertThat(group.inside()).containsExactly(2);
    }

    // To release critical section

    @Test
    void aNodeThatLeavesSendsTheTokenToTheFirstInTheQueueAndAsksForItBackIfTheQueueIsStillNotEmpty() {
        var group = nodes(7);
        group.request(1);
        group.request(2);
        group.request(3);
        group.settle();
        group.release(1);
        assertThat(group.underway(1, 2)).containsExactly(new Message.Privilege(1), new Message.Request());
        group.settle();
        group.release(2);
        group.settle();
        assertThat(group.inside()).containsExactly(3);
    }

    @Test
    void ifNobodyWaitsTheTokenStays() {
        var group = nodes(7);
        group.enterAndLeave(6);
        int before = group.sent().size();
        group.enterAndLeave(6);
        assertThat(group.entered()).containsExactly(6, 6);
        assertThat(group.sent()).hasSize(before);
    }

    // Notable features

    /**
     * "Average message complexity: O(log n)": a lone request costs one message and one token for
     * each hop.
     */
    @Test
    void aLoneRequestCostsTwiceItsDistanceFromTheToken() {
        for (String shape : List.of("line", "star", "binary", "3-ary")) {
            for (int node = 1; node <= 13; node++) {
                var group = nodes(shape, 13, Start.fresh());
                group.enterAndLeave(node);
                assertThat(group.sent()).hasSize(2 * distance(Tree.named(shape, 13), node, 1));
            }
        }
    }

    private static int distance(Tree tree, int from, int to) {
        int hops = 0;
        for (int at = from; at != to; at = tree.towards(at, to)) {
            hops++;
        }
        return hops;
    }

    /** In a star each entry takes the token to the middle and on, asked for once at each hop. */
    @Test
    void ifAllLeavesOfAStarWaitEachCostsFourMessages() {
        var group = nodes("star", 10, Start.fresh());
        group.enterAndLeave(IntStream.rangeClosed(2, 10).toArray());
        assertThat(group.entered()).hasSize(9);
        assertThat(group.sent(Message.Request.class)).isEqualTo(9 + 8); // by the leaves, and by the middle
        assertThat(group.sent(Message.Privilege.class)).isEqualTo(9 + 8);
    }

    /** "Sync. delay = (T log n)/2": as many messages as there are hops. */
    @Test
    void theNextEntersOnceTheTokenHasCoveredTheDistance() {
        var group = nodes(7);
        group.request(4);
        group.settle();
        group.request(7);
        group.settle();
        group.release(4);
        List<List<Integer>> hops = List.of(List.of(4, 2), List.of(2, 1), List.of(1, 3), List.of(3, 7));
        for (List<Integer> hop : hops) {
            assertThat(group.inside()).isEmpty();
            assertThat(group.underway()).hasSize(1);
            group.deliver(hop.get(0), hop.get(1));
        }
        assertThat(group.inside()).containsExactly(7);
    }

    // Our own rules

    @Test
    void aCancelledRequestIsWithdrawnAtOnceByDeletingItFromTheOwnQueue() {
        var group = nodes(7);
        group.request(1);
        group.request(4);
        group.request(5);
        group.settle();
        group.cancel(4);
        assertThat(group.withdrawn()).containsExactly(4);
        assertThat(group.state(4).own().phase()).isEqualTo(Phase.IDLE);
        assertThat(group.state(4).queue().isEmpty()).isTrue();
        group.release(1);
        group.settle();
        assertThat(group.entered()).containsExactly(1, 5); // by way of 4, which sends it back because 2 has asked
        assertThat(holders(group, 7)).containsExactly(2, 5, 1, 2, 5, 3, 3);
    }

    @Test
    void aTokenThatComesWhereNobodyWaitsStays() {
        var group = nodes(3);
        group.request(2);
        group.cancel(2);
        group.settle();
        assertThat(group.entered()).isEmpty();
        assertThat(group.state(2).holder()).isEqualTo(2);
        assertThat(group.state(2).asked()).isFalse();
        group.enterAndLeave(3);
        assertThat(group.entered()).containsExactly(3);
    }

    @Test
    void aNewRequestAfterACancelledOneDoesNotAskAgain() {
        var group = nodes(3);
        group.request(2);
        group.cancel(2);
        group.request(2);
        assertThat(group.sent()).hasSize(1);
        group.settle();
        assertThat(group.inside()).containsExactly(2);
    }

    @Test
    void theTokenStartsAtTheNodeThatIsInside() {
        var group = nodes("binary", 7, holder(5));
        assertThat(holders(group, 7)).containsExactly(2, 5, 1, 2, 5, 3, 3);
    }

    @Test
    void anImpossibleInputIsRefusedWithASentence() {
        var group = nodes(2);
        group.request(2);
        group.settle();
        group.underway().add(new Conversation.Envelope<>(1, 2, new Message.Privilege(0)));
        assertThatThrownBy(group::settle).isInstanceOf(AssertionError.class).hasMessage("there is only one token");
        group.underway().add(new Conversation.Envelope<>(2, 1, new Message.Privilege(0)));
        assertThatThrownBy(group::settle)
                .isInstanceOf(AssertionError.class)
                .hasMessage("the token comes only to a node that has asked for it");
        group.underway().add(new Conversation.Envelope<>(1, 2, new Message.Request()));
        group.underway().add(new Conversation.Envelope<>(1, 2, new Message.Request()));
        assertThatThrownBy(group::settle)
                .isInstanceOf(AssertionError.class)
                .hasMessage("a neighbour asks once until it has the token");
    }

    @Test
    void theCatalogueKnowsHowTreesAreBuilt() {
        var entry = Catalogue.find("raymond-tree").orElseThrow();
        for (String shape : List.of("line", "star", "binary", "3-ary", "1-2,2-3,3-4")) {
            assertThat(entry.create(config(shape))).hasSize(4);
        }
        assertThat(entry.create(GroupConfig.mutex(4))).hasSize(4);
        assertThatThrownBy(() -> entry.create(config("1-2")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("a tree of 4 nodes has 3 edges, not 1");
    }

    private static GroupConfig config(String tree) {
        return new GroupConfig(4, Capacity.mutex(), new TreeMap<>(Map.of("tree", tree)));
    }

    /** "O(log n)": from one end of the tree to the other. */
    @Test
    void aHundredThousandNodesShareOneTree() {
        int n = 100_000;
        var group = nodes("binary", n, new Start(n, 0, List.of()));
        group.enterAndLeave(n - 1, n / 2);
        assertThat(group.entered()).containsExactlyInAnyOrder(n - 1, n / 2);
        assertThat(group.sent().size()).isLessThan(4 * 2 * 17);
    }

    @ParameterizedTest
    @ValueSource(strings = {"line", "star", "binary", "3-ary"})
    void inAnyOrderOfMessagesAtMostOneNodeIsInsideAndEveryRequestThatWaitsEnters(String shape) {
        for (int n = 2; n <= 7; n++) {
            for (int seed = 0; seed < 50; seed++) {
                int home = 1 + seed % n;
                Start start = seed % 4 == 0 ? holder(home) : new Start(home, 0, List.of());
                new Storm<>(nodes(shape, n, start), n, seed, group -> {}).run(300);
            }
        }
    }
}
