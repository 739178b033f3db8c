package org.peerlock.algorithm.permission;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.peerlock.algorithm.Capacity;
import org.peerlock.algorithm.Contention;
import org.peerlock.algorithm.Conversation;
import org.peerlock.algorithm.Mode;
import org.peerlock.algorithm.Phase;
import org.peerlock.algorithm.Request;
import org.peerlock.algorithm.Start;
import org.peerlock.algorithm.Storm;
import org.peerlock.algorithm.data.NodeCounters;
import org.peerlock.algorithm.permission.RaymondK.Message;
import org.peerlock.algorithm.permission.RaymondK.State;

/**
 * Sentences of Raymond's "A Distributed Algorithm for Multiple Entries to a Critical Section", by
 * its sections.
 */
class RaymondKTest {

    private static Conversation<State, Message> nodes(int n, Capacity capacity, Start start) {
        return Conversation.of(n, start, me -> new RaymondK(me, n, capacity));
    }

    /** {@code n} nodes, of which {@code k} may be inside. */
    private static Conversation<State, Message> nodes(int n, int k) {
        return nodes(n, Capacity.semaphore(k), Start.fresh());
    }

    /**
     * Has a node ask for one permit; ids are the nodes' numbers, and 100 more for each later
     * request.
     */
    private static void request(Conversation<State, Message> group, int node, int round) {
        group.request(node, Request.permits(node + 100L * round, 1));
    }

    private static void request(Conversation<State, Message> group, int node) {
        request(group, node, 0);
    }

    private static void release(Conversation<State, Message> group, int node, int round) {
        group.release(node, node + 100L * round, 0);
    }

    // 3. Our extended algorithm

    /** Section 3: "may enter the critical section as soon as N - K REPLY messages are received". */
    @Test
    void aNodeEntersAsSoonAsNMinusKReplyMessagesAreReceived() {
        for (int k = 1; k < 5; k++) {
            var group = nodes(5, k);
            request(group, 1);
            for (int node = 2; node <= 5; node++) {
                group.deliver(1, node);
            }
            for (int replies = 1; replies <= 5 - k; replies++) {
                assertThat(group.inside()).isEmpty();
                group.deliver(1 + replies, 1);
            }
            assertThat(group.inside()).containsExactly(1);
        }
    }

    @Test
    void upToKNodesAreInside() {
        for (int k = 1; k <= 5; k++) {
            var group = nodes(5, k);
            for (int node = 1; node <= 5; node++) {
                request(group, node);
            }
            group.settle();
            assertThat(group.inside()).hasSize(k);
            release(group, group.inside().get(0), 0);
            group.settle();
            assertThat(group.inside()).hasSize(Math.min(k, 4));
        }
    }

    /**
     * Section 3: a REPLY is deferred by a node that is inside, and by one that wishes to enter and
     * has the lower number.
     */
    @Test
    void aReplyIsDeferredByANodeThatIsInsideOrHasTheLowerSequenceNumber() {
        var group = nodes(3, 2);
        request(group, 1);
        request(group, 2);
        group.deliver(2, 1); // equal numbers: 1 is lower
        assertThat(group.state(1).deferred()).isEqualTo(NodeCounters.zero(3).with(2, 1));
        group.deliver(1, 2);
        assertThat(group.underway(2, 1)).containsExactly(new Message.Reply(1, 0));
        group.settle();
        assertThat(group.inside()).containsExactly(1, 2);
        request(group, 3);
        group.deliver(3, 2);
        assertThat(group.state(2).deferred().of(3)).isEqualTo(1);
    }

    /**
     * Section 3: "the remaining K - 1 REPLY messages will arrive while X is executing ... or after
     * X has left".
     */
    @Test
    void theRemainingRepliesArriveWhileItIsInsideOrAfterItHasLeftOrWhileItWaitsAgain() {
        var group = nodes(4, 3);
        request(group, 1);
        for (int node = 2; node <= 4; node++) {
            group.deliver(1, node);
        }
        group.deliver(2, 1);
        assertThat(group.inside()).containsExactly(1);
        group.deliver(3, 1);
        assertThat(group.state(1).outstanding()).isEqualTo(NodeCounters.zero(4).with(4, 1));
        release(group, 1, 0);
        request(group, 1, 1);
        group.deliver(4, 1);
        assertThat(group.state(1).outstanding())
                .isEqualTo(NodeCounters.zero(4).with(2, 1).with(3, 1).with(4, 1));
    }

    /** Section 3: "must not be mistaken for REPLY messages pertaining to the current attempt". */
    @Test
    void aReplyToAnEarlierRequestIsNotTakenForOneToTheCurrentAttempt() {
        var group = nodes(3, 2);
        request(group, 1);
        group.deliver(1, 2);
        group.deliver(1, 3);
        group.deliver(2, 1);
        release(group, 1, 0);
        request(group, 1, 1);
        group.deliver(3, 1); // answers the first request only
        assertThat(group.inside()).isEmpty();
        assertThat(group.state(1).outstanding().of(3)).isEqualTo(1);
        group.settle();
        assertThat(group.inside()).containsExactly(1);
    }

    /** Section 3, the example with X, Y and Z: "node X may be deferring many REPLYs to node Y". */
    @Test
    void aNodeMayDeferManyRepliesToAnotherNodeAndSendsThemAsOneMessage() {
        var group = nodes(3, 2);
        request(group, 1);
        group.settle();
        for (int round = 0; round < 4; round++) { // 3 replies each time, sufficient to allow 2 to enter
            request(group, 2, round);
            group.settle();
            assertThat(group.inside()).containsExactly(1, 2);
            release(group, 2, round);
        }
        assertThat(group.state(1).deferred()).isEqualTo(NodeCounters.zero(3).with(2, 4));
        assertThat(group.state(2).outstanding()).isEqualTo(NodeCounters.zero(3).with(1, 4));
        release(group, 1, 0);
        assertThat(group.underway()).containsExactly(new Conversation.Envelope<>(1, 2, new Message.Reply(4, 0)));
        group.settle();
        assertThat(group.state(2).outstanding()).isEqualTo(NodeCounters.zero(3));
    }

    // 4. Information held by each node

    /**
     * Section 4: Our_Seq "is always chosen to be larger than any sequence number previously
     * received".
     */
    @Test
    void theSequenceNumberIsLargerThanAnyReceivedBefore() {
        var group = nodes(3, 2);
        group.request(1, new Request(1, Mode.SHARED, 1, 41));
        group.settle();
        request(group, 2);
        assertThat(group.underway(2, 3)).containsExactly(new Message.Request(42));
    }

    /**
     * The paper raises Max_Seq only on receipt; then a node that receives no REQUEST would use a
     * number twice.
     */
    @Test
    void aNodeNeverUsesANumberTwice() {
        var group = nodes(3, 2);
        for (int round = 0; round < 3; round++) {
            request(group, 1, round);
            assertThat(group.underway(1, 2)).contains(new Message.Request(round + 1));
            group.settle();
            release(group, 1, round);
        }
    }

    // 5. Detailed presentation

    /** Section 5.1. */
    @Test
    void aNodeThatWishesToEnterSendsRequestToAllOthersAndCountsTheRepliesToCome() {
        var group = nodes(3, 2);
        request(group, 2);
        assertThat(group.underway(2, 1)).containsExactly(new Message.Request(1));
        assertThat(group.underway(2, 3)).containsExactly(new Message.Request(1));
        assertThat(group.state(2).outstanding())
                .isEqualTo(NodeCounters.zero(3).with(1, 1).with(3, 1));
    }

    /** Section 5.2: "else send REPLY (1) to Y". */
    @Test
    void aNodeThatIsNotInsideAndDoesNotWishToEnterRepliesAtOnce() {
        var group = nodes(3, 2);
        request(group, 2);
        group.deliver(2, 3);
        assertThat(group.underway(3, 2)).containsExactly(new Message.Reply(1, 0));
    }

    /**
     * Section 5.3 prints "Z < me", which leaves node 1 to wait for ever; section 4 says "Y ≠ me".
     */
    @Test
    void nodesWithHigherNumbersCountToo() {
        var group = nodes(3, 2);
        request(group, 1);
        group.deliver(1, 3);
        group.deliver(3, 1);
        assertThat(group.inside()).containsExactly(1);
    }

    /** Section 5.3 tests only when a REPLY comes; where K ≥ N, none is needed. */
    @Test
    void ifAllMayBeInsideNobodyNeedsToWait() {
        var group = nodes(3, 3);
        for (int node = 1; node <= 3; node++) {
            request(group, node);
        }
        assertThat(group.inside()).containsExactly(1, 2, 3);
        group.settle();
        for (int node = 1; node <= 3; node++) {
            release(group, node, 0);
        }
        group.settle();
        assertThat(group.state(2).outstanding()).isEqualTo(NodeCounters.zero(3));
    }

    /**
     * Section 5: "it is possible for a node X executing the critical section to receive a lower
     * REQUEST from node Y".
     */
    @Test
    void aNodeThatIsInsideDefersEvenALowerRequest() {
        var group = nodes(3, 2);
        request(group, 1); // with number 1
        request(group, 3, 0);
        group.deliver(3, 2);
        group.deliver(2, 3);
        release(group, 3, 0);
        request(group, 3, 1); // with number 2
        group.underway().removeIf(envelope -> envelope.from() == 3 && envelope.to() == 2);
        group.underway().add(new Conversation.Envelope<>(3, 2, new Message.Request(2)));
        group.deliver(3, 2);
        group.deliver(2, 3);
        assertThat(group.inside()).containsExactly(3);
        group.deliver(1, 3);
        assertThat(group.state(3).deferred().of(1)).isEqualTo(1);
        group.settle();
        assertThat(group.inside()).containsExactly(1, 3); // "there will always be sufficiently many other nodes"
    }

    // 6. Proof outlines

    /**
     * Sections 6.1 and 6.2: never more than K inside; and no deadlock: every request that waits
     * enters.
     */
    @Test
    void inAnyOrderOfMessagesAtMostKNodesAreInsideAndEveryRequestThatWaitsEnters() {
        for (int n = 2; n <= 5; n++) {
            for (int k = 1; k <= n; k++) {
                for (int seed = 0; seed < 20; seed++) {
                    new Rush(n, k, seed).run(400);
                }
            }
        }
    }

    /** Like {@link Storm}, but several nodes may be inside. */
    private static final class Rush {

        private final int k;
        private final int n;
        private final Random random;
        private final Conversation<State, Message> group;
        private long requests;

        Rush(int n, int k, int seed) {
            this.n = n;
            this.k = k;
            random = new Random(seed);
            group = nodes(n, k);
        }

        void run(int steps) {
            for (int step = 0; step < steps; step++) {
                int node = 1 + random.nextInt(n);
                switch (random.nextInt(8)) {
                    case 0, 1 -> request(node);
                    case 2 -> cancel(node);
                    case 3 -> release(node);
                    default -> deliver();
                }
                assertThat(group.inside()).hasSizeLessThanOrEqualTo(k);
            }
            while (!group.underway().isEmpty() || !group.inside().isEmpty()) {
                deliver();
                release(1 + random.nextInt(n));
                assertThat(group.inside()).hasSizeLessThanOrEqualTo(k);
            }
            assertThat(group.waiting()).isEmpty();
            for (int node = 1; node <= n; node++) {
                assertThat(group.state(node).outstanding()).isEqualTo(NodeCounters.zero(n));
                assertThat(group.state(node).deferred()).isEqualTo(NodeCounters.zero(n));
            }
        }

        private void request(int node) {
            if (group.state(node).own().phase() == Phase.IDLE) {
                group.request(node, Request.permits(++requests, 1));
            }
        }

        private void cancel(int node) {
            if (group.state(node).own().phase() == Phase.WAITING) {
                group.cancel(node, group.state(node).own().id());
            }
        }

        private void release(int node) {
            if (group.state(node).own().phase() == Phase.INSIDE) {
                group.release(node, group.state(node).own().id(), 0);
            }
        }

        private void deliver() {
            if (!group.underway().isEmpty()) {
                group.deliver(
                        group.underway().get(random.nextInt(group.underway().size())));
            }
        }
    }

    /**
     * Section 6.3: "node Y may enter the critical section at most once before X will be allowed to
     * enter".
     */
    @Test
    void onceARequestHasArrivedEachOtherNodeEntersAtMostOnceBefore() {
        var group = nodes(4, 2);
        request(group, 1);
        request(group, 2);
        group.settle();
        request(group, 4);
        group.settle();
        release(group, 1, 0);
        request(group, 1, 1);
        group.settle();
        assertThat(group.entered()).containsExactly(1, 2, 4);
        assertThat(group.waiting()).containsExactly(1);
    }

    // 7. Performance

    /** Section 7: "2 * (N - 1) messages per critical section represents an upper bound". */
    @Test
    void anEntryCostsAtMost2NMinus2Messages() {
        for (int n = 1; n <= 5; n++) {
            for (int k = 1; k <= n; k++) {
                var group = nodes(n, k);
                for (int node = 1; node <= n; node++) {
                    request(group, node);
                }
                group.settle();
                while (!group.inside().isEmpty()) {
                    release(group, group.inside().get(0), 0);
                    group.settle();
                }
                assertThat(group.entered()).hasSize(n);
                assertThat(group.sent()).hasSize(n * 2 * (n - 1));
            }
        }
    }

    /**
     * Section 7: "a result of sending a number of deferred REPLYs together as a single message".
     */
    @Test
    void itCostsFewerIfANodeThatStaysLongAnswersSeveralRequestsAtOnce() {
        var group = nodes(3, 2);
        request(group, 1);
        group.settle();
        int rounds = 10;
        for (int round = 0; round < rounds; round++) {
            request(group, 2, round);
            group.settle();
            release(group, 2, round);
        }
        release(group, 1, 0);
        group.settle();
        assertThat(group.sent()).hasSize(4 + rounds * 3 + 1); // 2N - K - 1 = 3 for each, and one for all
    }

    // Our own rules

    @Test
    void aCancelledRequestIsWithdrawnAtOnceAndWhatStillAnswersItIsCounted() {
        var group = nodes(3, 1);
        request(group, 1);
        request(group, 2);
        group.deliver(2, 1);
        group.cancel(1);
        assertThat(group.withdrawn()).containsExactly(1);
        assertThat(group.underway(1, 2)).contains(new Message.Reply(1, 0));
        request(group, 1, 1);
        assertThat(group.state(1).outstanding())
                .isEqualTo(NodeCounters.zero(3).with(2, 2).with(3, 2));
        group.settle();
        assertThat(group.inside()).containsExactly(2);
        release(group, 2, 0);
        group.settle();
        assertThat(group.inside()).containsExactly(1);
    }

    @Test
    void underASemaphoreAllGetTheFenceThatTheGroupStartedWith() {
        var group = nodes(3, Capacity.semaphore(2), new Start(1, 7, List.of()));
        request(group, 1);
        request(group, 2);
        group.settle();
        release(group, 1, 0);
        request(group, 3);
        group.settle();
        assertThat(group.fences()).containsExactly(7L, 7L, 7L);
    }

    @Test
    void underAMutexItIsRicartAndAgrawalasAlgorithm() {
        for (int n = 2; n <= 5; n++) {
            for (int seed = 0; seed < 50; seed++) {
                new Storm<>(nodes(n, Capacity.mutex(), Start.fresh()), n, seed, group -> {}).run(300);
            }
        }
    }

    @Test
    void aGroupCanStartWithUpToKNodesInside() {
        List<Start.Inside> inside = new ArrayList<>();
        inside.add(new Start.Inside(2, Request.permits(1, 1)));
        inside.add(new Start.Inside(4, Request.permits(2, 1)));
        var group = nodes(4, Capacity.semaphore(2), new Start(1, 7, inside));
        group.request(1, Request.permits(3, 1));
        group.settle();
        assertThat(group.inside()).containsExactly(2, 4);
        assertThat(group.contention(4)).isEqualTo(Contention.YES);
        group.release(4, 2, 7);
        group.settle();
        assertThat(group.inside()).containsExactly(1, 2);
    }

    @Test
    void aDeferredReplyIsContention() {
        var group = nodes(3, 2);
        request(group, 1);
        group.settle();
        assertThat(group.contention(1)).isEqualTo(Contention.NO);
        request(group, 2);
        group.settle();
        assertThat(group.contention(1)).isEqualTo(Contention.YES);
    }

    @Test
    void aRequestIsForOnePermit() {
        Capacity capacity = Capacity.semaphore(3);
        RaymondK node = new RaymondK(1, 4, capacity);
        assertThat(node.serves(Request.permits(1, 1))).isTrue();
        assertThat(node.serves(Request.permits(1, 2))).isFalse();
        assertThat(node.serves(Request.exclusive(1))).isFalse(); // it wants all three
        assertThat(new RaymondK(1, 4, Capacity.mutex()).serves(Request.exclusive(1)))
                .isTrue();
        var group = nodes(4, 3);
        assertThatThrownBy(() -> group.request(1, Request.permits(1, 2)))
                .isInstanceOf(AssertionError.class)
                .hasMessage("a request is for one permit");
    }

    @Test
    void anImpossibleInputIsRefusedWithASentence() {
        var group = nodes(3, 2);
        request(group, 1);
        group.underway().add(new Conversation.Envelope<>(2, 1, new Message.Reply(2, 0)));
        assertThatThrownBy(() -> group.deliver(2, 1))
                .isInstanceOf(AssertionError.class)
                .hasMessage("a REPLY answers REQUESTs, and each only once");
    }
}
