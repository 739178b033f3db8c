package org.peerlock.algorithm.token;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.peerlock.algorithm.Conversation;
import org.peerlock.algorithm.Conversation.Envelope;
import org.peerlock.algorithm.Phase;
import org.peerlock.algorithm.Start;
import org.peerlock.algorithm.Storm;
import org.peerlock.algorithm.data.NodeQueue;
import org.peerlock.algorithm.token.LastEntered.Message;
import org.peerlock.algorithm.token.LastEntered.Message.AlreadyThere;
import org.peerlock.algorithm.token.LastEntered.Message.RegionTransfer;
import org.peerlock.algorithm.token.LastEntered.Message.WishingToEnter;
import org.peerlock.algorithm.token.LastEntered.State;

/**
 * Sentences of Rajan's "Last Entered Algorithm" that hold for the repaired one, and what the repair
 * rests on.
 */
class LastEnteredTest {

    private static Conversation<State, Message> nodes(int n, Start start) {
        return Conversation.of(n, start, LastEntered::new);
    }

    private static Conversation<State, Message> nodes(int n) {
        return nodes(n, Start.fresh());
    }

    // The three messages

    /** Section 3.5: "Send WISHING_TO_ENTER message to the process" that LAST_ENTERED names. */
    @Test
    void aProcessThatWishesToEnterAsksTheOneThatEnteredLast() {
        var group = nodes(3);
        group.enterAndLeave(2);
        assertThat(group.state(1).lastEntered()).isEqualTo(2);
        group.request(1);
        assertThat(group.underway(1, 2)).containsExactly(new WishingToEnter(1, 1));
        assertThat(group.underway()).hasSize(1);
    }

    /**
     * Section 3.2: ALREADY_THERE is "used when a process is in a critical region and it receives
     * WISHING_TO_ENTER".
     */
    @Test
    void aProcessThatIsInTheCriticalRegionAnswersThatItIsThereAndQueuesTheSender() {
        var group = nodes(3);
        group.request(1);
        group.request(2);
        group.request(3);
        group.deliver(3, 1);
        group.deliver(2, 1);
        assertThat(group.state(1).queue()).isEqualTo(NodeQueue.of(3, 2));
        assertThat(group.underway(1, 2)).containsExactly(new AlreadyThere(1));
        assertThat(group.underway(1, 3)).containsExactly(new AlreadyThere(1));
    }

    /**
     * Section 3.2: REGION_TRANSFER is "used by a process done with the critical region", and
     * carries the wait queue.
     */
    @Test
    void aProcessThatIsDoneTransfersTheRegionToTheNextInTheQueueWithTheRestOfTheQueue() {
        var group = nodes(3);
        group.request(1);
        group.request(2);
        group.request(3);
        group.settle();
        group.release(1);
        assertThat(group.underway(1, 2)).containsExactly(new RegionTransfer(2, NodeQueue.of(3)));
        assertThat(group.state(1).lastEntered()).isEqualTo(2);
        group.settle();
        assertThat(group.inside()).containsExactly(2);
        assertThat(group.state(2).queue()).isEqualTo(NodeQueue.of(3));
    }

    /** Section 3.5: "Refresh the LAST_ENTERED variable of each of the processes in the Queue." */
    @Test
    void aProcessThatEntersRefreshesTheLastEnteredVariableOfThoseInTheQueue() {
        var group = nodes(4);
        group.request(1);
        group.request(2);
        group.request(3);
        group.request(4);
        group.settle();
        assertThat(group.state(4).lastEntered()).isEqualTo(1);
        group.release(1);
        group.deliver(1, 2);
        assertThat(group.underway(2, 3)).containsExactly(new AlreadyThere(2));
        assertThat(group.underway(2, 4)).containsExactly(new AlreadyThere(2));
        group.settle();
        assertThat(group.state(4).lastEntered()).isEqualTo(2);
        assertThat(group.state(4).version()).isEqualTo(2);
    }

    /** Section 3.7: "Pass the control of critical region to the sender." */
    @Test
    void anOwnerThatIsNotInsidePassesTheControlToTheSender() {
        var group = nodes(3);
        group.request(3);
        group.deliver(3, 1);
        assertThat(group.underway(1, 3)).containsExactly(new RegionTransfer(1, NodeQueue.empty()));
        group.settle();
        assertThat(group.inside()).containsExactly(3);
        assertThat(group.sent()).hasSize(2);
    }

    /** Section 4, best case; here it is none at all. */
    @Test
    void aProcessThatEnteredLastEntersAgainWithoutAMessage() {
        var group = nodes(3);
        group.enterAndLeave(2);
        int before = group.sent().size();
        group.enterAndLeave(2);
        group.enterAndLeave(2);
        assertThat(group.sent()).hasSize(before);
        assertThat(group.entered()).containsExactly(2, 2, 2);
    }

    /**
     * Section 1: "It also achieves access on First-Come-First-Serve basis", in the order of arrival
     * at the owner.
     */
    @Test
    void thoseInTheQueueEnterInTheOrderInWhichTheirWishesReachedTheOwner() {
        var group = nodes(4);
        group.request(1);
        group.request(2);
        group.request(3);
        group.request(4);
        group.deliver(4, 1);
        group.deliver(2, 1);
        group.deliver(3, 1);
        for (int leaving : new int[] {1, 4, 2, 3}) {
            assertThat(group.inside()).containsExactly(leaving);
            group.release(leaving);
            group.settle();
        }
    }

    // What the repair rests on

    @Test
    void aWishIsPassedOnFromHintToHintAndMeetsAGreaterVersionEachTime() {
        var group = nodes(4);
        group.enterAndLeave(2);
        group.enterAndLeave(3);
        group.request(4);
        group.deliver(4, 1);
        assertThat(group.underway(1, 2)).containsExactly(new WishingToEnter(4, 1));
        group.deliver(1, 2);
        assertThat(group.underway(2, 3)).containsExactly(new WishingToEnter(4, 2));
        group.deliver(2, 3);
        group.deliver(3, 4);
        assertThat(group.inside()).containsExactly(4);
    }

    @Test
    void anEntryCostsTwoToNMessagesIfNobodyElseWants() {
        for (int n = 2; n <= 8; n++) {
            var group = nodes(n);
            for (int node = 2; node <= n; node++) {
                int before = group.sent().size();
                group.enterAndLeave(node); // the wish goes from 1 to node - 1
                assertThat(group.sent()).hasSize(before + node);
            }
            int before = group.sent().size();
            group.enterAndLeave(n - 1); // which has handed the region to n itself
            assertThat(group.sent()).hasSize(before + 2);
        }
    }

    @Test
    void aWishThatOvertakesTheRegionIsHeldUntilTheRegionComes() {
        var group = nodes(3);
        group.request(2);
        group.deliver(2, 1);
        group.request(3);
        group.deliver(3, 1);
        group.deliver(1, 2, WishingToEnter.class); // overtakes REGION_TRANSFER
        assertThat(group.state(2).queue()).isEqualTo(NodeQueue.of(3));
        assertThat(group.underway()).hasSize(1);
        group.deliver(1, 2);
        assertThat(group.inside()).containsExactly(2);
        assertThat(group.underway(2, 3)).containsExactly(new AlreadyThere(1));
        group.release(2);
        group.settle();
        assertThat(group.inside()).containsExactly(3);
    }

    @Test
    void anAlreadyThereThatWasOvertakenIsIgnored() {
        var group = nodes(2);
        group.request(1);
        group.request(2);
        group.deliver(2, 1);
        group.release(1);
        group.deliver(1, 2, RegionTransfer.class);
        State before = group.state(2);
        group.deliver(1, 2, AlreadyThere.class);
        assertThat(group.state(2)).isEqualTo(before);
    }

    /**
     * Nobody is said not to starve: on FIFO links, and although each message arrives before the
     * next round is over.
     */
    @Test
    void theWishOfAThirdMayComeToTwoOthersJustTooLateForEver() {
        var group = nodes(3);
        group.request(1);
        group.request(2);
        group.deliver(2, 1);
        group.deliver(1, 2);
        group.request(3);
        int wishComesFrom = 3;
        for (int round = 1; round <= 20; round++) {
            int leaving = 2 - round % 2;
            int entering = 3 - leaving;
            group.release(leaving);
            group.request(leaving);
            group.deliver(
                    wishComesFrom,
                    leaving); // the node that has just left forwards it, behind the region and its own wish
            assertThat(group.underway(leaving, entering)).hasSize(3);
            group.deliver(leaving, entering);
            group.deliver(leaving, entering);
            group.deliver(entering, leaving);
            assertThat(group.inside()).containsExactly(entering);
            assertThat(group.underway())
                    .containsExactly(new Envelope<>(leaving, entering, new WishingToEnter(3, round + 1)));
            wishComesFrom = leaving;
        }
        assertThat(group.entered()).hasSize(21).doesNotContain(3);
    }

    // Withdrawal

    @Test
    void aCancelledRequestIsWithdrawnAtOnceAndTheRegionPassedOnWhenItComes() {
        var group = nodes(3);
        group.request(1);
        group.request(2);
        group.request(3);
        group.settle();
        group.cancel(2);
        assertThat(group.withdrawn()).containsExactly(2);
        assertThat(group.state(2).own().phase()).isEqualTo(Phase.WITHDRAWN);
        group.release(1);
        group.deliver(1, 2);
        assertThat(group.state(2).own().phase()).isEqualTo(Phase.IDLE);
        assertThat(group.underway(2, 3)).containsExactly(new RegionTransfer(3, NodeQueue.empty()));
        group.settle();
        assertThat(group.entered()).containsExactly(1, 3);
    }

    @Test
    void aRegionThatComesForACancelledRequestIsKeptIfNobodyWaits() {
        var group = nodes(2);
        group.request(2);
        group.cancel(2);
        group.settle();
        assertThat(group.entered()).isEmpty();
        assertThat(group.state(2).lastEntered()).isEqualTo(2);
        group.enterAndLeave(1);
        assertThat(group.entered()).containsExactly(1);
    }

    @Test
    void aNewRequestAfterACancelledOneSendsNothingAndTakesItsRegion() {
        var group = nodes(3);
        group.request(2);
        group.cancel(2);
        group.request(2);
        group.cancel(2);
        group.request(2);
        assertThat(group.sent(WishingToEnter.class)).isEqualTo(1);
        assertThat(group.withdrawn()).containsExactly(2, 2);
        group.settle();
        assertThat(group.inside()).containsExactly(2);
    }

    // Start

    @Test
    void theRegionStartsAtHome() {
        var group = nodes(3, new Start(3, 7, List.of()));
        group.request(3);
        assertThat(group.inside()).containsExactly(3);
        assertThat(group.fences()).containsExactly(8L);
        group.request(1);
        assertThat(group.underway(1, 3)).hasSize(1);
    }

    // Wanted

    // All together

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void inAStormThereIsOneRegion(long seed) {
        int n = 5;
        new Storm<>(nodes(n), n, seed, group -> {
                    long owners = IntStream.rangeClosed(1, n)
                            .filter(node -> group.state(node).lastEntered() == node)
                            .count();
                    long underway = group.underway().stream()
                            .filter(envelope -> envelope.message() instanceof RegionTransfer)
                            .count();
                    assertThat(owners + underway).isEqualTo(1);
                })
                .run(2_000);
    }

    // What cannot be

    @Test
    void anImpossibleInputIsRefusedWithASentence() {
        var group = nodes(2);
        group.request(2);
        group.settle();
        group.underway().add(new Envelope<>(1, 2, new RegionTransfer(9, NodeQueue.empty())));
        assertThatThrownBy(group::settle)
                .isInstanceOf(AssertionError.class)
                .hasMessage("the region comes only to a node that has asked for it");
        group.underway().add(new Envelope<>(1, 2, new WishingToEnter(2, 0)));
        assertThatThrownBy(group::settle)
                .isInstanceOf(AssertionError.class)
                .hasMessage("a process has one wish at a time, and sends none to itself");
    }
}
