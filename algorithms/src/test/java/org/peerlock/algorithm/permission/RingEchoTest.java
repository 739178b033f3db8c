package org.peerlock.algorithm.permission;

import static org.assertj.core.api.Assertions.assertThat;
import static org.peerlock.algorithm.Conversation.holder;

import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.peerlock.algorithm.Conversation;
import org.peerlock.algorithm.Start;
import org.peerlock.algorithm.data.Ticket;
import org.peerlock.algorithm.data.TicketQueue;
import org.peerlock.algorithm.permission.RingEcho.Message;
import org.peerlock.algorithm.permission.RingEcho.State;

/** Sentences of Ricart and Agrawala 1981, section 6.3. */
class RingEchoTest {

    private static Conversation<State, Message> nodes(int n, Start start) {
        return Conversation.of(n, start, me -> new RingEcho(me, n));
    }

    private static Conversation<State, Message> nodes(int n) {
        return nodes(n, Start.fresh());
    }

    private static Message request(long number, int node, long fence) {
        return new Message.Request(new Ticket(number, node), fence);
    }

    @Test
    void theNumberOfMessagesCanBeCutToN() {
        for (int n = 2; n <= 6; n++) {
            var group = nodes(n);
            group.enterAndLeave(n);
            assertThat(group.sent()).hasSize(n);
            group.enterAndLeave(IntStream.rangeClosed(1, n).toArray());
            assertThat(group.sent()).hasSize(n * (n + 1));
        }
    }

    /** Section 4.2: "No parallelism can exist in such a structure". */
    @Test
    void theRequestIsProcessedSeriallyThroughALogicalCircuitConsistingOfAllNodes() {
        var group = nodes(3);
        group.request(2);
        assertThat(group.underway()).containsExactly(new Conversation.Envelope<>(2, 3, request(1, 2, 0)));
        group.deliver(2, 3);
        assertThat(group.underway()).containsExactly(new Conversation.Envelope<>(3, 1, request(1, 2, 0)));
        group.deliver(3, 1);
        assertThat(group.underway()).containsExactly(new Conversation.Envelope<>(1, 2, request(1, 2, 0)));
        assertThat(group.inside()).isEmpty();
        group.deliver(1, 2);
        assertThat(group.inside()).containsExactly(2);
    }

    @Test
    void asTheRequestTravelsAroundTheCircuitItMayBeDeferredAtSeveralStops() {
        var group = nodes(3);
        group.request(3);
        group.request(1);
        group.request(2);
        group.deliver(3, 1);
        assertThat(group.state(1).held()).isEqualTo(TicketQueue.empty().plus(new Ticket(1, 3)));
        group.settle();
        assertThat(group.inside()).containsExactly(1);
        group.release(1);
        group.deliver(1, 2); // 2's own, which was deferred at one stop
        assertThat(group.inside()).containsExactly(2);
        group.deliver(1, 2); // 3's, which is deferred again
        assertThat(group.state(2).held()).isEqualTo(TicketQueue.empty().plus(new Ticket(1, 3)));
        group.release(2);
        group.settle();
        assertThat(group.inside()).containsExactly(3);
        assertThat(group.sent()).hasSize(9);
    }

    @Test
    void whenItIsReceivedAtTheInitiatingNodeCriticalSectionProcessingMayBegin() {
        var group = nodes(2);
        group.request(1);
        group.deliver(1, 2);
        assertThat(group.inside()).isEmpty();
        group.deliver(2, 1);
        assertThat(group.inside()).containsExactly(1);
    }

    /** Section 2.2, decision table, rules 2 and 3. */
    @Test
    void theSmallerSequenceNumberHasPriority() {
        var group = nodes(3);
        group.enterAndLeave(3);
        group.request(2);
        assertThat(group.state(2).numbers().our()).isEqualTo(2);
        group.deliver(2, 3);
        group.request(3);
        assertThat(group.state(3).numbers().our()).isEqualTo(3);
        group.request(1);
        group.settle();
        group.release(1);
        group.settle();
        group.release(2);
        group.settle();
        assertThat(group.entered()).containsExactly(3, 1, 2, 3);
    }

    /** Section 2.2: "the highest sequence number seen in any REQUEST message sent or received". */
    @Test
    void theHighestNumberIsRaisedWhenARequestIsSent() {
        var group = nodes(2);
        group.enterAndLeave(1);
        group.request(1);
        assertThat(group.state(1).numbers().our()).isEqualTo(2);
    }

    // Fences

    @Test
    void theRequestCarriesTheGreatestFenceOfTheNodesThatLetItPass() {
        var group = nodes(3);
        long first = group.request(1);
        group.settle();
        group.release(1, first, 10);
        group.request(3);
        group.deliver(3, 1);
        assertThat(group.underway(1, 2)).containsExactly(request(2, 3, 10));
        group.deliver(1, 2);
        assertThat(group.underway(2, 3)).containsExactly(request(2, 3, 10));
    }

    // Withdrawal

    @Test
    void aCancelledRequestSendsOnWhatItHeldAndIsWithdrawnAtOnce() {
        var group = nodes(2);
        group.request(1);
        group.request(2);
        group.deliver(2, 1);
        group.cancel(1);
        assertThat(group.withdrawn()).containsExactly(1);
        assertThat(group.underway(1, 2)).containsExactly(request(1, 1, 0), request(1, 2, 0));
        group.settle();
        assertThat(group.entered()).containsExactly(2);
    }

    @Test
    void aCancelledRequestThatComesBackIsKnownByItsNumber() {
        var group = nodes(2);
        group.request(1);
        group.cancel(1);
        group.request(1);
        group.deliver(1, 2);
        group.deliver(2, 1);
        assertThat(group.inside()).isEmpty();
        group.settle();
        assertThat(group.inside()).containsExactly(1);
        assertThat(group.sent()).hasSize(4);
    }

    @Test
    void twoRequestsOfOneNodeMayBeHeldIfOneOfThemIsCancelled() {
        var group = nodes(2, holder(2));
        group.request(1);
        group.cancel(1);
        group.request(1);
        group.settle();
        assertThat(group.state(2).held())
                .isEqualTo(TicketQueue.empty().plus(new Ticket(1, 1)).plus(new Ticket(2, 1)));
        group.release(2, 1, 7);
        group.settle();
        assertThat(group.entered()).containsExactly(1);
    }
}
