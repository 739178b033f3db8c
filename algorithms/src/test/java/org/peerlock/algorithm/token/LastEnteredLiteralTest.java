package org.peerlock.algorithm.token;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.peerlock.algorithm.Conversation.holder;

import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.peerlock.algorithm.Algorithm;
import org.peerlock.algorithm.Capacity;
import org.peerlock.algorithm.Contention;
import org.peerlock.algorithm.Conversation;
import org.peerlock.algorithm.Conversation.Envelope;
import org.peerlock.algorithm.Start;
import org.peerlock.algorithm.TimerId;
import org.peerlock.algorithm.catalogue.Catalogue;
import org.peerlock.algorithm.catalogue.GroupConfig;
import org.peerlock.algorithm.data.NodeQueue;
import org.peerlock.algorithm.token.LastEnteredLiteral.Daemon;
import org.peerlock.algorithm.token.LastEnteredLiteral.Message;
import org.peerlock.algorithm.token.LastEnteredLiteral.Message.AlreadyThere;
import org.peerlock.algorithm.token.LastEnteredLiteral.Message.RegionTransfer;
import org.peerlock.algorithm.token.LastEnteredLiteral.Message.WishingToEnter;
import org.peerlock.algorithm.token.LastEnteredLiteral.Place;
import org.peerlock.algorithm.token.LastEnteredLiteral.State;

/**
 * Sentences of Rajan's "Last Entered Algorithm" as printed, and with two slips corrected; and what
 * is wrong with both.
 */
class LastEnteredLiteralTest {

    private static final TimerId QUANTUM = new TimerId("quantum");
    private static final TimerId DAEMON_QUANTUM = new TimerId("daemon-quantum");

    private static Conversation<State, Message> group(int n, Start start, IntFunction<Algorithm<State, Message>> node) {
        return new Conversation<>(IntStream.rangeClosed(1, n).mapToObj(node).toList(), start);
    }

    private static Conversation<State, Message> printed(int n) {
        return group(n, Start.fresh(), me -> new LastEnteredLiteral(me, n, 2));
    }

    private static Conversation<State, Message> mended(int n) {
        return group(n, Start.fresh(), me -> new LastEnteredCharitable(me, n, 2));
    }

    /** The node hears nothing until it enters. */
    private static void enterByTimeOut(Conversation<State, Message> group, int node) {
        group.request(node);
        for (int quantum = 0; quantum <= 2; quantum++) {
            group.settle();
            group.expire(node, QUANTUM);
        }
        assertThat(group.inside()).contains(node);
    }

    // 3.5. Function ENTER

    /** "The process then broadcasts a WISHING_TO_ENTER message." */
    @Test
    void aProcessThatKnowsNobodyAsksAllOthersAndWaitsForAQuantum() {
        var group = printed(3);
        group.request(2);
        assertThat(group.underway(2, 1)).containsExactly(new WishingToEnter());
        assertThat(group.underway(2, 3)).containsExactly(new WishingToEnter());
        assertThat(group.timers()).containsExactly(new Conversation.Timer(2, QUANTUM));
    }

    /**
     * "Waited sufficiently long so let us enter the critical region"; section 4 has N*Q messages
     * for that.
     */
    @Test
    void itEntersWhenItHasHeardNothingForMoreThanTheTimeLimit() {
        var group = printed(3);
        group.request(2);
        group.expire(2, QUANTUM);
        group.expire(2, QUANTUM);
        assertThat(group.state(2).repeat()).isEqualTo(2);
        assertThat(group.inside()).isEmpty();
        group.expire(2, QUANTUM);
        assertThat(group.inside()).containsExactly(2);
        assertThat(group.sent()).hasSize(2 * 3);
    }

    /** "Record that the sender process is in the critical region now." */
    @Test
    void anAlreadyThereTellsWhomToAsk() {
        var group = mended(2);
        enterByTimeOut(group, 1);
        group.request(2);
        group.settle();
        assertThat(group.state(2).lastEntered()).isEqualTo(1);
        assertThat(group.state(2).place()).isEqualTo(Place.ASKING);
        assertThat(group.timers()).isEmpty();
    }

    /** "Relinquish control and let the leader enter the critical region." */
    @Test
    void ofTwoThatWishTheOneWithTheGreaterIdIsTheLeader() {
        var group = printed(2);
        group.request(1);
        group.request(2);
        group.deliver(2, 1);
        assertThat(group.state(1).lastEntered()).isEqualTo(2);
        group.deliver(1, 2);
        assertThat(group.state(2).lastEntered()).isZero();
    }

    /**
     * "Some process is trying to transfer the access of the critical region to the receiver by
     * mistake."
     */
    @Test
    void aProcessThatKnowsNoOtherDiscardsTheRegionWithWhichADaemonAnswers() {
        var group = printed(2);
        enterByTimeOut(group, 1);
        group.release(1);
        group.request(2);
        group.deliver(2, 1);
        group.deliver(1, 2, RegionTransfer.class);
        assertThat(group.state(2).place()).isEqualTo(Place.POLLING);
        assertThat(group.inside()).isEmpty();
    }

    /** "We are already in the queue for critical region so discard the message." */
    @Test
    void aProcessThatHasAskedDiscardsAWishAndAsksAgain() {
        var group = printed(3);
        enterByTimeOut(group, 3);
        group.request(1);
        int before = group.underway(1, 3).size();
        group.request(2);
        group.deliver(2, 1);
        assertThat(group.state(1).mailbox()).isEmpty();
        assertThat(group.underway(1, 3)).hasSize(before + 1);
    }

    /**
     * "First acknowledge the receipt of the message to the sender"; "Now set the LAST_ENTERED to
     * itself."
     */
    @Test
    void aProcessThatGetsTheRegionAcknowledgesItTellsTheQueueAndEnters() {
        var group = mended(4);
        enterByTimeOut(group, 4);
        group.request(1);
        group.request(2);
        group.request(3);
        group.settle();
        assertThat(group.state(4).queue()).isEqualTo(NodeQueue.of(1, 2, 3));
        group.release(4);
        group.deliver(4, 1);
        assertThat(group.inside()).containsExactly(1);
        assertThat(group.state(1).lastEntered()).isEqualTo(1);
        for (int told = 2; told <= 4; told++) {
            assertThat(group.underway(1, told)).containsExactly(new AlreadyThere());
        }
    }

    // 3.6. Function LEAVE

    /**
     * "Try to transfer the critical region to the process waiting in the queue"; "Job finished so
     * return."
     */
    @Test
    void aProcessThatLeavesTransfersTheRegionAndWaitsForTheAnswer() {
        var group = mended(3);
        enterByTimeOut(group, 3);
        group.request(1);
        group.settle();
        group.release(3);
        assertThat(group.underway(3, 1)).containsExactly(new RegionTransfer(NodeQueue.empty(), 1));
        assertThat(group.state(3).place()).isEqualTo(Place.LEAVING);
        group.settle();
        assertThat(group.state(3).lastEntered()).isEqualTo(1);
        assertThat(group.state(3).place()).isEqualTo(Place.OUTSIDE);
        assertThat(group.timers()).isEmpty();
    }

    /**
     * "Increment count so that next time try to transfer critical region to some other process."
     */
    @Test
    void aProcessThatGetsNoAnswerWithinAQuantumTriesTheNextAndThenStartsADaemon() {
        var group = mended(3);
        enterByTimeOut(group, 3);
        group.request(1);
        group.request(2);
        group.settle();
        group.release(3);
        group.expire(3, QUANTUM);
        assertThat(group.underway(3, 2)).containsExactly(new RegionTransfer(NodeQueue.empty(), 1));
        group.expire(3, QUANTUM);
        assertThat(group.state(3).daemon()).isEqualTo(Daemon.LISTENING);
        assertThat(group.state(3).lastEntered()).isEqualTo(3);
    }

    /** "COUNT &lt; LENGTH_OF_QUEUE", of a queue that begins at 1. */
    @Test
    void theLastInTheQueueIsNotServedAsPrinted() {
        assertThat(new LastEnteredLiteral(1, 3, 2).more(NodeQueue.of(2))).isFalse();
        assertThat(new LastEnteredLiteral(1, 3, 2).more(NodeQueue.of(2, 3))).isTrue();
        assertThat(new LastEnteredCharitable(1, 3, 2).more(NodeQueue.of(2))).isTrue();
    }

    @Test
    void aRequestThatIsMadeWhileLeaveRunsWaitsForItsEnd() {
        var group = mended(2);
        enterByTimeOut(group, 2);
        group.request(1);
        group.settle();
        group.release(2);
        group.request(2);
        assertThat(group.state(2).place()).isEqualTo(Place.LEAVING);
        group.settle();
        assertThat(group.state(2).place()).isEqualTo(Place.ASKING);
        group.release(1);
        group.settle();
        assertThat(group.entered()).containsExactly(2, 1, 2);
    }

    // 3.7. Function DAEMON

    /** "Pass the control of critical region to the sender"; what arrived before is read now. */
    @Test
    void theDaemonTransfersTheRegionToTheProcessThatAskedAndEndsWithTheAnswer() {
        var group = printed(2);
        enterByTimeOut(group, 2);
        group.request(1); // it has 2's wishes in its mailbox, so it asks 2
        group.settle();
        assertThat(group.inside()).containsExactly(2);
        group.release(2);
        assertThat(group.state(2).daemon()).isEqualTo(Daemon.OFFERING);
        group.settle();
        assertThat(group.inside()).containsExactly(1);
        assertThat(group.state(2).daemon()).isEqualTo(Daemon.NONE);
        assertThat(group.state(2).lastEntered()).isEqualTo(1);
        assertThat(group.timers()).isEmpty();
    }

    /**
     * "If the returned message is not a time out message i.e. critical region is transferred"; else
     * it keeps on.
     */
    @Test
    void theDaemonKeepsOnIfNobodyAnswersWithinAQuantum() {
        var group = printed(2);
        enterByTimeOut(group, 2);
        group.release(2);
        group.request(1);
        group.deliver(1, 2);
        assertThat(group.underway(2, 1)).contains(new RegionTransfer(NodeQueue.empty(), 1));
        group.expire(2, DAEMON_QUANTUM);
        assertThat(group.state(2).daemon()).isEqualTo(Daemon.LISTENING);
    }

    /** "There is some process in critical region this is a failure"; "Now this is failure." */
    @Test
    void anAlreadyThereOrARegionTransferIsAFailureForTheDaemon() {
        for (Message message : List.of(new AlreadyThere(), new RegionTransfer(NodeQueue.empty(), 0))) {
            var group = printed(2);
            enterByTimeOut(group, 2);
            group.release(2);
            group.underway().add(new Envelope<>(1, 2, message));
            group.settle();
            assertThat(group.state(2).place()).isEqualTo(Place.FAILED);
            group.request(2);
            group.request(1);
            group.settle(); // a failed process reads nothing
            assertThat(group.inside()).isEmpty();
            group.cancel(2);
            assertThat(group.withdrawn()).containsExactly(2);
        }
    }

    /** Section 3.6: "Now this is failure." */
    @Test
    void aRegionTransferIsAFailureForAProcessThatLeaves() {
        var group = mended(2);
        enterByTimeOut(group, 2);
        group.request(1);
        group.settle();
        group.release(2);
        group.underway().clear();
        group.underway().add(new Envelope<>(1, 2, new RegionTransfer(NodeQueue.empty(), 0)));
        group.settle();
        assertThat(group.state(2).place()).isEqualTo(Place.FAILED);
        assertThat(group.timers()).isEmpty();
    }

    /** Section 4, best case; here it is none at all. */
    @Test
    void theOwnDaemonGivesTheRegionBackWithoutAMessage() {
        var group = printed(2);
        enterByTimeOut(group, 2);
        group.release(2);
        int before = group.sent().size();
        group.request(2);
        assertThat(group.inside()).containsExactly(2);
        assertThat(group.state(2).daemon()).isEqualTo(Daemon.NONE);
        assertThat(group.sent()).hasSize(before);
        assertThat(group.timers()).isEmpty();
    }

    // What is wrong

    /** Section 3.2 says who sends ALREADY_THERE; but no function runs in the critical region. */
    @Test
    void nobodyAnswersFromInsideAsPrinted() {
        var group = printed(2);
        enterByTimeOut(group, 1);
        enterByTimeOut(group, 2);
        assertThat(group.inside()).containsExactly(1, 2);
        assertThat(group.underway()).isEmpty();
    }

    /** Every receipt restarts the loop, which asks again, so that REPEAT does not grow. */
    @Test
    void twoThatWishTogetherAnswerEachOtherForEver() {
        for (Conversation<State, Message> group : List.of(printed(2), mended(2))) {
            group.request(1);
            group.request(2);
            for (int i = 0; i < 1_000; i++) {
                group.deliver(group.underway().get(0));
            }
            assertThat(group.inside()).isEmpty();
            assertThat(group.underway()).hasSize(2);
            assertThat(group.state(2).repeat()).isZero();
        }
    }

    /** "REPEAT" is never set back. */
    @Test
    void aProcessThatHasOnceWaitedForLongEntersAfterOneQuantumTheNextTime() {
        var group = printed(2);
        group.request(1);
        group.expire(1, QUANTUM);
        group.expire(1, QUANTUM);
        group.cancel(1);
        group.request(1);
        group.expire(1, QUANTUM);
        assertThat(group.inside()).containsExactly(1);
    }

    // Our own rules

    @Test
    void aFenceGoesWithTheRegion() {
        var group = mended(2);
        enterByTimeOut(group, 2);
        group.request(1);
        group.settle();
        group.release(2, 1, 5);
        group.settle();
        assertThat(group.fences()).containsExactly(1L, 6L);
    }

    @Test
    void aProcessWhoseRequestIsCancelledStopsWaiting() {
        var group = mended(2);
        group.request(1);
        group.cancel(1);
        assertThat(group.withdrawn()).containsExactly(1);
        assertThat(group.timers()).isEmpty();
        assertThat(group.state(1).place()).isEqualTo(Place.OUTSIDE);
        group.settle();
        enterByTimeOut(group, 2);
        group.request(1);
        group.cancel(1);
        assertThat(group.state(1).place()).isEqualTo(Place.OUTSIDE);
    }

    @Test
    void aGroupCanStartWithANodeInside() {
        Start start = holder(2);
        var group = group(2, start, me -> new LastEnteredCharitable(me, 2, 2));
        group.request(1);
        group.settle();
        assertThat(group.inside()).containsExactly(2);
        assertThat(group.contention(2)).isEqualTo(Contention.UNKNOWN);
        group.release(2, 1, 9);
        group.settle();
        assertThat(group.inside()).containsExactly(1);
        assertThat(group.fences()).containsExactly(10L);
    }

    @Test
    void aNodeAloneEntersAfterTheTimeLimitAndThenAtOnce() {
        var group = printed(1);
        enterByTimeOut(group, 1);
        group.release(1);
        group.request(1);
        assertThat(group.fences()).containsExactly(1L, 2L);
        assertThat(group.sent()).isEmpty();
    }

    @Test
    void theTimeLimitIsAnOption() {
        for (String id : List.of("last-entered-literal", "last-entered-charitable")) {
            var entry = Catalogue.find(id).orElseThrow();
            assertThat(entry.create(GroupConfig.mutex(2))).hasSize(2);
            SortedMap<String, String> soon = new TreeMap<>(Map.of("time-limit", "soon"));
            assertThatThrownBy(() -> entry.create(new GroupConfig(2, Capacity.mutex(), soon)))
                    .hasMessage("option time-limit: expected a number of at least 0, not 'soon'");
        }
    }
}
