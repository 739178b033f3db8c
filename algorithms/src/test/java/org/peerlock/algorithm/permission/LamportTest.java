package org.peerlock.algorithm.permission;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.peerlock.algorithm.Capacity;
import org.peerlock.algorithm.Contention;
import org.peerlock.algorithm.Conversation;
import org.peerlock.algorithm.Request;
import org.peerlock.algorithm.Start;
import org.peerlock.algorithm.data.Ticket;
import org.peerlock.algorithm.permission.Lamport.Entry;
import org.peerlock.algorithm.permission.Lamport.Message;
import org.peerlock.algorithm.permission.Lamport.State;

/**
 * Sentences of Dasgupta's "Distributed Mutual Exclusion" on Lamport's algorithm; the heading of the
 * slide is cited.
 */
class LamportTest {

    private static Conversation<State, Message> nodes(int n, Capacity capacity, Start start) {
        return Conversation.of(n, start, me -> new Lamport(me, n, capacity));
    }

    private static Conversation<State, Message> nodes(int n, Capacity capacity) {
        return nodes(n, capacity, Start.fresh());
    }

    private static Conversation<State, Message> nodes(int n) {
        return nodes(n, Capacity.mutex());
    }

    private static Entry entry(long number, int node) {
        return new Entry(new Ticket(number, node), 1);
    }

    // Lamport's Algorithm

    /** "To request critical section". */
    @Test
    void aTimestampedRequestIsSentToAllOtherNodesAndPutInTheOwnQueue() {
        var group = nodes(3);
        group.request(1);
        assertThat(group.underway(1, 2)).containsExactly(new Message.Request(1, 1));
        assertThat(group.underway(1, 3)).containsExactly(new Message.Request(1, 1));
        assertThat(group.state(1).queue()).containsExactly(entry(1, 1));
    }

    /** "On receiving a request". */
    @Test
    void onReceivingARequestATimestampedReplyIsSentAndTheRequestIsPutInTheQueue() {
        var group = nodes(2);
        group.request(1);
        group.deliver(1, 2);
        assertThat(group.underway(2, 1)).containsExactly(new Message.Reply(2));
        assertThat(group.state(2).queue()).containsExactly(entry(1, 1));
    }

    /** "On receiving a request": no exception is made for a node that is inside. */
    @Test
    void aReplyIsSentEvenFromInside() {
        var group = nodes(2);
        group.request(1);
        group.settle();
        group.request(2);
        group.deliver(2, 1);
        assertThat(group.inside()).containsExactly(1);
        assertThat(group.underway(1, 2))
                .hasOnlyElementsOfType(Message.Reply.class)
                .hasSize(1);
    }

    /** "Every node i has a request queue". */
    @Test
    void requestsAreKeptSortedByTimestampsWithTotalOrderingEnforcedByTheProcessId() {
        var group = nodes(3);
        group.request(3);
        group.request(2);
        group.deliver(3, 1);
        group.deliver(2, 1);
        group.request(1);
        assertThat(group.state(1).queue()).containsExactly(entry(1, 2), entry(1, 3), entry(4, 1));
    }

    /**
     * A sending is one event of the clock, however many it is sent to; a receipt raises the clock
     * to what was received.
     */
    @Test
    void timestampsAreThoseOfALogicalClock() {
        var group = nodes(3);
        group.request(1);
        assertThat(group.state(1).clock()).isEqualTo(1);
        group.deliver(1, 2);
        assertThat(group.state(2).clock()).isEqualTo(2);
        group.deliver(2, 1);
        assertThat(group.state(1).clock()).isEqualTo(2);
        assertThat(group.state(1).last().of(2)).isEqualTo(2);
        group.request(2);
        assertThat(group.underway(2, 3)).containsExactly(new Message.Request(3, 1));
    }

    // Lamport's Algorithm contd...

    /** "To enter critical section". */
    @Test
    void aProcessEntersOnlyOnceItHasReceivedALaterMessageFromAllOtherNodes() {
        var group = nodes(3);
        group.request(1);
        group.deliver(1, 2);
        group.deliver(2, 1);
        assertThat(group.inside()).isEmpty();
        group.deliver(1, 3);
        group.deliver(3, 1);
        assertThat(group.inside()).containsExactly(1);
    }

    /** "To enter critical section". */
    @Test
    void aProcessEntersOnlyIfItsRequestIsAtTheTopOfItsOwnQueue() {
        var group = nodes(2);
        group.request(1);
        group.request(2);
        group.settle();
        assertThat(group.state(2).last().of(1)).isGreaterThan(1);
        assertThat(group.inside()).containsExactly(1);
    }

    /** "To enter critical section": "any message". */
    @Test
    void anyMessageWithLargerTimestampSuffices() {
        var group = nodes(2);
        group.request(1);
        group.request(2);
        group.deliver(2, 1); // a REQUEST: (1, 2) is larger than (1, 1)
        assertThat(group.inside()).containsExactly(1);
        assertThat(group.sent(Message.Reply.class)).isEqualTo(1); // the one to 2: 1 needs none
    }

    /** "To enter critical section": "any message". */
    @Test
    void aReleaseWithLargerTimestampSufficesToo() {
        var group = nodes(2);
        group.request(2);
        group.settle();
        group.request(1);
        group.release(2);
        group.deliver(2, 1); // (3, 2) is larger than (3, 1)
        assertThat(group.inside()).containsExactly(1);
        assertThat(group.sent(Message.Reply.class)).isEqualTo(1); // the one to 2: 1 has had none
    }

    /**
     * "To enter critical section": a timestamp is larger as a pair, so an equal one of a smaller
     * process is not.
     */
    @Test
    void aMessageWithSmallerTimestampDoesNotSuffice() {
        var group = nodes(2);
        group.request(1);
        group.request(2);
        group.cancel(1);
        group.deliver(1, 2); // REQUEST (1, 1) is smaller than (1, 2)
        assertThat(group.inside()).isEmpty();
        group.deliver(1, 2); // the RELEASE is not
        assertThat(group.inside()).containsExactly(2);
    }

    /** "To release critical section". */
    @Test
    void aTimestampedReleaseIsSentToAllOtherNodesAndTheRequestRemovedFromAllQueues() {
        var group = nodes(3);
        group.request(1);
        group.settle();
        group.release(1);
        assertThat(group.state(1).queue()).isEmpty();
        assertThat(group.underway(1, 2)).containsExactly(new Message.Release(3, 1, 1));
        assertThat(group.underway(1, 3)).containsExactly(new Message.Release(3, 1, 1));
        assertThat(group.state(2).queue()).containsExactly(entry(1, 1));
        group.settle();
        assertThat(group.state(2).queue()).isEmpty();
        assertThat(group.state(3).queue()).isEmpty();
    }

    // Some notable points

    /** "Purpose of REPLY messages". */
    @Test
    void aNodeThatHasTheReplyOfANodeKnowsOfAllItsRequestsPriorToSendingIt() {
        var group = nodes(2);
        group.request(1);
        group.request(2);
        group.deliver(2, 1);
        assertThat(group.underway(1, 2)).containsExactly(new Message.Request(1, 1), new Message.Reply(2));
        group.deliver(1, 2);
        group.deliver(1, 2);
        assertThat(group.state(2).queue()).containsExactly(entry(1, 1), entry(1, 2));
        assertThat(group.inside()).containsExactly(1);
    }

    /** "Requires FIFO channels": a REPLY that overtakes a REQUEST hides it. */
    @Test
    void requiresFifoChannels() {
        var group = nodes(2);
        group.request(1);
        group.request(2);
        group.deliver(2, 1);
        group.deliver(1, 2, Message.Reply.class);
        assertThat(group.inside()).containsExactly(1, 2);
    }

    /** "Requires FIFO channels". */
    @Test
    void aReleaseThatOvertakesItsRequestIsRefusedWithASentence() {
        var group = nodes(2);
        group.request(1);
        group.cancel(1);
        assertThatThrownBy(() -> group.deliver(1, 2, Message.Release.class))
                .isInstanceOf(AssertionError.class)
                .hasMessage("a RELEASE comes after its REQUEST, and only once");
    }

    /** "3(n-1) messages per critical section invocation". */
    @Test
    void threeTimesNMinusOneMessagesPerCriticalSectionInvocation() {
        for (int n = 1; n <= 6; n++) {
            var group = nodes(n);
            group.enterAndLeave(n);
            assertThat(group.sent()).hasSize(3 * (n - 1));
            assertThat(group.sent(Message.Request.class)).isEqualTo(n - 1);
            assertThat(group.sent(Message.Reply.class)).isEqualTo(n - 1);
            assertThat(group.sent(Message.Release.class)).isEqualTo(n - 1);
            group.enterAndLeave(IntStream.rangeClosed(1, n).toArray());
            assertThat(group.sent()).hasSize(3 * (n - 1) * (n + 1));
        }
    }

    /** "Synchronization delay = max mesg transmission time". */
    @Test
    void theNextEntersOneMessageAfterTheLastHasLeft() {
        var group = nodes(3);
        group.request(1);
        group.request(2);
        group.settle();
        group.release(1);
        group.deliver(1, 2);
        assertThat(group.inside()).containsExactly(2);
    }

    /** "Requests are granted in order of increasing timestamps". */
    @Test
    void requestsAreGrantedInOrderOfIncreasingTimestamps() {
        var group = nodes(3);
        group.enterAndLeave(3, 2, 1); // equal timestamps
        assertThat(group.entered()).containsExactly(1, 2, 3);
        group.request(3);
        group.settle();
        group.request(2);
        group.settle();
        group.request(1); // after it knew of the others
        group.settle();
        for (int node : new int[] {3, 2, 1}) {
            assertThat(group.inside()).containsExactly(node);
            group.release(node);
            group.settle();
        }
    }

    // Several requests of one node

    @Test
    void aNodeMayHaveSeveralRequestsUnderWay() {
        var group = nodes(2);
        long first = group.request(1);
        group.request(2);
        long second = group.request(1);
        group.settle();
        assertThat(group.entered()).containsExactly(1);
        group.release(1, first, 1);
        group.settle();
        assertThat(group.inside()).containsExactly(2);
        group.release(2);
        group.settle();
        assertThat(group.inside()).containsExactly(1);
        group.release(1, second, 3);
        group.settle();
        assertThat(group.fences()).containsExactly(1L, 2L, 3L);
        assertThat(group.state(1).queue()).isEmpty();
        assertThat(group.state(1).own()).isEmpty();
        assertThat(group.state(2)).extracting(State::queue, State::own).containsExactly(List.of(), List.of());
    }

    @Test
    void aNodeAloneEntersAtOnceAndItsRequestsOneAfterTheOther() {
        var group = nodes(1);
        long first = group.request(1);
        long second = group.request(1);
        long third = group.request(1);
        assertThat(group.fences()).containsExactly(1L);
        group.cancel(1, second);
        group.release(1, first, 5);
        assertThat(group.fences()).containsExactly(1L, 6L);
        group.release(1, third, 6);
        assertThat(group.inside()).isEmpty();
        assertThat(group.state(1).queue()).isEmpty();
        assertThat(group.sent()).isEmpty();
    }

    @Test
    void aRequestEntersAsSoonAsTheOneAheadOfItAtTheSameNodeIsCancelled() {
        var group = nodes(2, Capacity.readWrite());
        group.request(1, Request.shared(1));
        group.settle();
        group.request(2, Request.exclusive(2));
        group.request(2, Request.shared(3));
        group.settle();
        assertThat(group.inside()).containsExactly(1);
        group.cancel(2, 2);
        assertThat(group.inside()).containsExactly(1, 2);
    }

    // Weights

    @Test
    void readersAreInsideTogetherAndAWriterAlone() {
        var group = nodes(4, Capacity.readWrite());
        group.request(1, Request.shared(1));
        group.settle();
        group.request(2, Request.shared(2));
        group.settle();
        assertThat(group.inside()).containsExactly(1, 2);
        group.request(3, Request.exclusive(3));
        group.settle();
        group.request(4, Request.shared(4)); // after the writer, so it waits behind it
        group.settle();
        assertThat(group.inside()).containsExactly(1, 2);
        group.release(1, 1, 1);
        group.settle();
        assertThat(group.inside()).containsExactly(2);
        group.release(2, 2, 1);
        group.settle();
        assertThat(group.inside()).containsExactly(3);
        group.release(3);
        group.settle();
        assertThat(group.inside()).containsExactly(4);
    }

    @Test
    void severalReadersOfOneNodeEnterTogetherWhenTheWriterLeaves() {
        var group = nodes(2, Capacity.readWrite());
        group.request(1, Request.exclusive(1));
        group.settle();
        group.request(2, Request.shared(2));
        group.request(2, Request.shared(3));
        group.settle();
        group.release(1);
        group.settle();
        assertThat(group.inside()).containsExactly(2, 2);
    }

    @Test
    void weightsOfManyWritersDoNotOverflow() {
        var group = nodes(4, Capacity.readWrite());
        for (int node = 1; node <= 4; node++) {
            group.request(node);
        }
        group.settle();
        assertThat(group.inside()).containsExactly(1);
    }

    @Test
    void asManyAreInsideAsThePermitsAllow() {
        var group = nodes(4, Capacity.semaphore(3));
        group.request(1, Request.permits(1, 1));
        group.settle();
        group.request(2, Request.permits(2, 2));
        group.settle();
        group.request(3, Request.permits(3, 2));
        group.settle();
        assertThat(group.inside()).containsExactly(1, 2);
        group.release(1, 1, 0);
        group.settle();
        assertThat(group.inside()).containsExactly(2); // 2 of 3 permits are taken, and 3 wants 2
        group.request(4, Request.permits(4, 1));
        group.settle();
        assertThat(group.inside()).containsExactly(2); // 1 would be left, but 3 asked first
        group.release(2, 2, 0);
        group.settle();
        assertThat(group.inside()).containsExactly(3, 4);
    }

    @Test
    void aRequestForAllPermitsIsAlone() {
        var group = nodes(2, Capacity.semaphore(3));
        group.request(1, Request.exclusive(1));
        group.settle();
        group.request(2, Request.permits(2, 1));
        group.settle();
        assertThat(group.inside()).containsExactly(1);
    }

    // Fences

    @Test
    void fencesGrowFromWriterToWriterAndAReaderKnowsThatOfEveryWriterBefore() {
        var group = nodes(3, Capacity.readWrite());
        group.enterAndLeave(1);
        group.request(2, Request.shared(2));
        group.request(3, Request.shared(3));
        group.settle();
        group.request(1, Request.exclusive(4));
        group.settle();
        group.release(2, 2, 2);
        group.release(3, 3, 2);
        group.settle();
        assertThat(group.entered()).containsExactly(1, 2, 3, 1);
        assertThat(group.fences()).containsExactly(1L, 2L, 2L, 3L);
    }

    @Test
    void usersOfPermitsAllGetTheFenceOfTheStart() {
        var group = nodes(2, Capacity.semaphore(2), new Start(1, 7, List.of()));
        group.request(1, Request.permits(1, 1));
        group.request(2, Request.permits(2, 1));
        group.settle();
        group.release(1, 1, 7);
        group.request(1, Request.permits(3, 1));
        group.settle();
        assertThat(group.fences()).containsExactly(7L, 7L, 7L);
    }

    // Withdrawal

    @Test
    void aCancelledRequestIsWithdrawnAtOnceAndLetsTheNextEnter() {
        var group = nodes(2);
        group.request(1);
        group.request(2);
        group.cancel(1);
        assertThat(group.withdrawn()).containsExactly(1);
        group.settle();
        assertThat(group.entered()).containsExactly(2);
    }

    @Test
    void aReplyToACancelledRequestDoesNotHelpTheNextOne() {
        var group = nodes(3);
        group.request(1);
        group.deliver(1, 2);
        group.deliver(1, 3);
        group.cancel(1);
        group.request(1);
        assertThat(group.state(1).queue()).containsExactly(entry(3, 1));
        group.deliver(2, 1);
        group.deliver(3, 1);
        assertThat(group.inside()).isEmpty();
        group.settle();
        assertThat(group.inside()).containsExactly(1);
    }

    @Test
    void oneOfSeveralRequestsCanBeCancelled() {
        var group = nodes(2);
        long first = group.request(1);
        long second = group.request(1);
        group.cancel(1, first);
        group.settle();
        assertThat(group.inside()).containsExactly(1);
        group.release(1, second, 1);
        group.settle();
        assertThat(group.state(2).queue()).isEmpty();
    }

    // Start

    @Test
    void aGroupCanStartWithSeveralInsideEvenAtOneNode() {
        var inside = List.of(
                new Start.Inside(2, Request.permits(1, 1)),
                new Start.Inside(1, Request.permits(2, 2)),
                new Start.Inside(2, Request.permits(3, 1)));
        var group = nodes(3, Capacity.semaphore(4), new Start(1, 0, inside));
        List<Entry> queue = List.of(
                new Entry(new Ticket(-2, 2), 1), new Entry(new Ticket(-1, 1), 2), new Entry(new Ticket(0, 2), 1));
        for (int node = 1; node <= 3; node++) {
            assertThat(group.state(node).queue()).isEqualTo(queue);
        }
        group.request(3, Request.permits(4, 2));
        group.settle();
        group.release(2, 3, 0);
        group.settle();
        assertThat(group.inside()).containsExactly(1, 2);
        group.release(2, 1, 0);
        group.settle();
        assertThat(group.inside()).containsExactly(1, 3);
        group.release(1, 2, 0);
        group.settle();
        assertThat(group.state(2).queue()).containsExactly(new Entry(new Ticket(1, 3), 2));
    }

    // Contention

    @Test
    void aSecondRequestOfTheSameNodeIsNoContention() {
        var group = nodes(2);
        group.request(1);
        group.request(1);
        group.settle();
        assertThat(group.contention(1)).isEqualTo(Contention.NO);
        group.request(2);
        group.settle();
        assertThat(group.contention(1)).isEqualTo(Contention.YES);
    }

    @Test
    void aRequestThatFitsBesideThoseInsideIsNoContention() {
        var group = nodes(3, Capacity.semaphore(2));
        group.request(1, Request.permits(1, 1));
        group.request(2, Request.permits(2, 1));
        group.settle();
        assertThat(group.contention(1)).isEqualTo(Contention.NO);
        group.request(3, Request.permits(3, 1));
        group.settle();
        assertThat(group.contention(1)).isEqualTo(Contention.YES);
    }

    // Impossible inputs

    @Test
    void anImpossibleInputIsRefusedWithASentence() {
        var group = nodes(2, Capacity.semaphore(2));
        assertThatThrownBy(() -> group.request(1, Request.permits(1, 3)))
                .isInstanceOf(AssertionError.class)
                .hasMessage("no request is for more permits than there are");
        assertThatThrownBy(() -> group.release(1, 9, 0))
                .isInstanceOf(AssertionError.class)
                .hasMessage("only a request that is under way can leave or be cancelled");
        group.request(1, Request.permits(2, 1));
        assertThatThrownBy(() -> group.release(1, 2, 0))
                .isInstanceOf(AssertionError.class)
                .hasMessage("only a node that is inside can leave");
        group.settle();
        assertThatThrownBy(() -> group.cancel(1, 2))
                .isInstanceOf(AssertionError.class)
                .hasMessage("only a request that waits can be cancelled");
    }
}
