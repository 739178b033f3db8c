package org.peerlock.algorithm.permission;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.peerlock.algorithm.Conversation;
import org.peerlock.algorithm.Mode;
import org.peerlock.algorithm.Phase;
import org.peerlock.algorithm.Request;
import org.peerlock.algorithm.Start;
import org.peerlock.algorithm.Storm;
import org.peerlock.algorithm.data.NodeSet;
import org.peerlock.algorithm.data.Ticket;
import org.peerlock.algorithm.permission.RicartAgrawala.Message;
import org.peerlock.algorithm.permission.RicartAgrawala.State;

/** Sentences of Ricart and Agrawala 1981, section 6.4. */
class RicartAgrawalaModuloTest {

    private static Conversation<State, Message> nodes(int n, int modulus, Start start) {
        return Conversation.of(n, start, me -> new RicartAgrawalaModulo(me, n, modulus));
    }

    private static Conversation<State, Message> nodes(int n) {
        return nodes(n, 2 * n - 1, Start.fresh());
    }

    @Test
    void theSequenceNumbersCanBeStoredModuloM() {
        var group = nodes(2);
        for (long number : new long[] {1, 2, 0, 1, 2, 0}) {
            group.request(1);
            assertThat(group.state(1).numbers().our()).isEqualTo(number);
            group.settle();
            assertThat(group.state(2).numbers().highest()).isEqualTo(number);
            group.release(1);
        }
        assertThat(group.fences()).containsExactly(1L, 2L, 3L, 4L, 5L, 6L);
    }

    @Test
    void whereMIsAtLeast2NMinus1() {
        assertThat(RicartAgrawalaModulo.leastModulus(4)).isEqualTo(7);
        assertThatThrownBy(() -> new RicartAgrawalaModulo(1, 4, 6))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("the modulus must be at least 2N - 1 = 7, not 6:"
                        + " with fewer numbers, one that has wrapped around looks like one that has not");
    }

    @Test
    void theSmallerNumberShouldBeIncreasedByMIfTheDifferenceIsNOrMore() {
        Modifications numbers = Modifications.none().modulo(5, 3);
        assertThat(numbers.precedes(new Ticket(1, 1), new Ticket(3, 2))).isTrue();
        assertThat(numbers.precedes(new Ticket(1, 1), new Ticket(4, 2))).isFalse(); // 6 and 4
        assertThat(numbers.precedes(new Ticket(4, 1), new Ticket(0, 2))).isTrue(); // 4 and 5
        assertThat(numbers.precedes(new Ticket(0, 1), new Ticket(0, 2))).isTrue();
        assertThat(numbers.precedes(new Ticket(0, 2), new Ticket(0, 1))).isFalse();
        assertThat(numbers.maximum(4, 0)).isZero();
        assertThat(numbers.maximum(0, 4)).isZero();
        assertThat(numbers.maximum(1, 3)).isEqualTo(3);
    }

    @Test
    void aRequestThatHasWrappedAroundIsTheLaterOne() {
        var group = nodes(3);
        group.enterAndLeave(1);
        group.enterAndLeave(1);
        group.request(1); // 3
        group.settle();
        group.request(2); // 4
        group.settle();
        group.request(3); // 0
        group.settle();
        assertThat(group.state(3).numbers().our()).isZero();
        assertThat(group.state(2).deferred()).isEqualTo(NodeSet.of(3));
        group.release(1);
        group.settle();
        assertThat(group.inside()).containsExactly(2);
    }

    /**
     * "That request cannot be granted as long as a lower sequence number request is outstanding."
     */
    @Test
    void theNumbersMustFallWithinTheRangeFromXToXPlusNMinus1() {
        int n = 5;
        int modulus = 1000; // so large that the numbers do not wrap around, and can be compared
        for (int seed = 0; seed < 50; seed++) {
            new Storm<>(nodes(n, modulus, Start.fresh()), n, seed, group -> {
                        long least = Long.MAX_VALUE;
                        long greatest = Long.MIN_VALUE;
                        for (int j = 1; j <= n; j++) {
                            State state = group.state(j);
                            if (state.own().phase() != Phase.IDLE) {
                                least = Math.min(least, state.numbers().our());
                                greatest = Math.max(greatest, state.numbers().our());
                            }
                        }
                        assertThat(greatest - least).isLessThanOrEqualTo(n - 1);
                    })
                    .run(200);
        }
    }

    // Our own rules

    @Test
    void aWithdrawnRequestKeepsItsTurnAndLeavesTheMomentItWouldEnter() {
        var group = nodes(3);
        group.request(1);
        group.settle();
        group.request(2);
        group.settle();
        group.request(3);
        group.settle();
        group.cancel(2);
        assertThat(group.underway()).isEmpty(); // nobody is answered yet
        group.release(1);
        group.deliver(1, 2);
        assertThat(group.withdrawn()).containsExactly(2);
        assertThat(group.underway(2, 3)).containsExactly(new Message.Reply(1));
        group.settle();
        assertThat(group.entered()).containsExactly(1, 3);
        assertThat(group.fences()).containsExactly(1L, 2L);
    }

    @Test
    void aWithdrawnRequestStillDefersLaterOnes() {
        var group = nodes(2);
        group.request(1);
        group.cancel(1);
        group.request(2);
        group.deliver(2, 1, Message.Request.class);
        assertThat(group.underway(1, 2)).containsExactly(new Message.Request(1));
        group.settle();
        assertThat(group.withdrawn()).containsExactly(1);
        assertThat(group.inside()).containsExactly(2);
    }

    @Test
    void incrementsOtherThan1AreRefusedWithASentence() {
        var group = nodes(2);
        assertThatThrownBy(() -> group.request(1, new Request(1, Mode.EXCLUSIVE, 1, 2)))
                .isInstanceOf(AssertionError.class)
                .hasMessage("numbers modulo M stay within reach of each other only in steps of 1");
    }

    @Test
    void aNodeAloneNeedsOneNumber() {
        var group = nodes(1);
        group.enterAndLeave(1);
        group.enterAndLeave(1);
        assertThat(group.entered()).containsExactly(1, 1);
        assertThat(group.fences()).containsExactly(1L, 2L);
        assertThat(group.state(1).numbers().highest()).isZero();
    }
}
