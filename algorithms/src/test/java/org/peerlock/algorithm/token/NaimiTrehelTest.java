package org.peerlock.algorithm.token;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.peerlock.algorithm.Conversation.holder;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.peerlock.algorithm.Conversation;
import org.peerlock.algorithm.Phase;
import org.peerlock.algorithm.Start;
import org.peerlock.algorithm.Storm;
import org.peerlock.algorithm.token.NaimiTrehel.Message;
import org.peerlock.algorithm.token.NaimiTrehel.State;

/**
 * What the abstract of Naimi, Trehel and Arnold 1996 says, and the rules by which it comes true.
 */
class NaimiTrehelTest {

    private static Conversation<State, Message> nodes(int n, Start start) {
        return Conversation.of(n, start, NaimiTrehel::new);
    }

    private static Conversation<State, Message> nodes(int n) {
        return nodes(n, Start.fresh());
    }

    private static List<Integer> lasts(Conversation<State, Message> group, int n) {
        return IntStream.rangeClosed(1, n)
                .mapToObj(node -> group.state(node).last())
                .toList();
    }

    // "When a process invokes a critical section, it sends a request to the tail of a queue."

    @Test
    void atFirstTheTailIsWhereTheTokenIs() {
        assertThat(lasts(nodes(4), 4)).containsExactly(1, 1, 1, 1);
        assertThat(lasts(nodes(4, new Start(3, 0, List.of())), 4)).containsExactly(3, 3, 3, 3);
    }

    @Test
    void aRequestGoesTowardsTheTailWhichIsTheRequesterFromThenOn() {
        var group = nodes(4);
        group.request(3);
        assertThat(group.underway()).containsExactly(new Conversation.Envelope<>(3, 1, new Message.Request(3)));
        assertThat(group.state(3).last()).isEqualTo(3);
    }

    @Test
    void theTailGivesTheTokenIfItIsIdle() {
        var group = nodes(4);
        group.request(3);
        group.deliver(3, 1);
        assertThat(group.underway()).containsExactly(new Conversation.Envelope<>(1, 3, new Message.Token(0)));
        group.settle();
        assertThat(group.inside()).containsExactly(3);
    }

    @Test
    void otherwiseItRemembersTheNextNodeAndGivesItTheTokenWhenItLeaves() {
        var group = nodes(4);
        group.request(1);
        group.request(3);
        group.settle();
        assertThat(group.state(1).next()).isEqualTo(3);
        assertThat(group.inside()).containsExactly(1);
        group.release(1);
        assertThat(group.underway()).containsExactly(new Conversation.Envelope<>(1, 3, new Message.Token(1)));
        assertThat(group.state(1).next()).isEqualTo(State.NOBODY);
    }

    @Test
    void aNodeThatWaitsMayBeTheTailToo() {
        var group = nodes(4);
        group.request(1);
        group.request(3);
        group.settle();
        group.request(4);
        group.settle();
        assertThat(group.state(3).next()).isEqualTo(4);
        group.request(2);
        group.settle();
        assertThat(group.state(4).next()).isEqualTo(2);
        for (int node : new int[] {1, 3, 4, 2}) {
            assertThat(group.inside()).containsExactly(node);
            group.release(node);
            group.settle();
        }
    }

    // "A dynamical rooted tree gives the path to this tail."

    @Test
    void aNodeThatIsNotTheTailSendsTheRequestOn() {
        var group = nodes(4);
        group.enterAndLeave(3);
        group.request(2);
        group.deliver(2, 1); // where the token was when the group began
        assertThat(group.underway()).containsExactly(new Conversation.Envelope<>(1, 3, new Message.Request(2)));
        group.settle();
        assertThat(group.inside()).containsExactly(2);
    }

    /** "Path reversal". */
    @Test
    void everyNodeOnTheWayPointsToTheRequesterAfterwards() {
        var group = nodes(5);
        group.enterAndLeave(2);
        group.request(1); // the path from 1 to the tail: 1, 2
        group.settle();
        group.release(1);
        group.request(3); // from 3: 1, where it ends
        group.settle();
        group.release(3);
        assertThat(lasts(group, 5)).containsExactly(3, 1, 3, 1, 1);
        group.request(4); // from 4: 1, 3
        group.settle();
        assertThat(lasts(group, 5)).containsExactly(4, 1, 4, 4, 1);
    }

    @Test
    void twoRequestsThatCrossFormAQueueAllTheSame() {
        var group = nodes(3);
        group.request(2);
        group.request(3);
        group.deliver(3, 1); // 1 points to 3 now, so 2's request will follow there
        group.deliver(2, 1);
        assertThat(group.underway(1, 3)).containsExactly(new Message.Token(0), new Message.Request(2));
        group.deliver(1, 3, Message.Request.class); // overtakes the token
        assertThat(group.state(3).next()).isEqualTo(2);
        group.settle();
        group.release(3);
        group.settle();
        assertThat(group.entered()).containsExactly(3, 2);
    }

    // "The algorithm requires only O(log n) messages on average."

    @Test
    void noMessageIfTheTokenIsHereElse2ToN() {
        int n = 6;
        for (int node = 2; node <= n; node++) {
            var group = nodes(n);
            group.enterAndLeave(node);
            assertThat(group.sent()).hasSize(2);
            group.enterAndLeave(node);
            assertThat(group.sent()).hasSize(2);
        }
    }

    /** The longest path: each node points to the one before, and the token is at node 1. */
    @Test
    void theLongestPathCostsNMessages() {
        int n = 6;
        var group = nodes(n);
        for (int node = 2; node <= n; node++) {
            group.request(node);
        }
        for (int node = n; node >= 2; node--) {
            group.deliver(node, 1); // which sends each on to the one that came before
        }
        group.settle();
        for (int node = n; node >= 2; node--) {
            group.release(node);
            group.settle();
        }
        group.enterAndLeave(1);
        assertThat(group.entered()).containsExactly(6, 5, 4, 3, 2, 1);
        assertThat(lasts(group, n)).containsExactly(1, 1, 2, 3, 4, 5);
        int before = group.sent().size();
        group.enterAndLeave(n);
        assertThat(group.sent()).hasSize(before + n);
        assertThat(lasts(group, n)).containsOnly(n);
    }

    /** Afterwards all on the way are near the tail: paths do not stay long. */
    @Test
    void aLongPathIsWalkedOnlyOnce() {
        int n = 32;
        var group = nodes(n);
        for (int round = 0; round < 10; round++) {
            for (int node = 1; node <= n; node++) {
                group.enterAndLeave(node);
            }
        }
        assertThat(group.sent().size()).isLessThan(10 * n * 5); // log2 32 = 5
    }

    @Test
    void theNextEntersOneMessageAfterTheLastHasLeft() {
        var group = nodes(3);
        group.request(1);
        group.request(3);
        group.settle();
        group.release(1);
        assertThat(group.underway()).hasSize(1);
        group.settle();
        assertThat(group.inside()).containsExactly(3);
    }

    // Our own rules

    @Test
    void aCancelledRequestIsWithdrawnAtOnceAndTheTokenPassedOnWhenItComes() {
        var group = nodes(3);
        group.request(1);
        group.request(2);
        group.settle();
        group.request(3);
        group.settle();
        group.cancel(2);
        assertThat(group.withdrawn()).containsExactly(2);
        assertThat(group.state(2).own().phase()).isEqualTo(Phase.WITHDRAWN);
        group.release(1);
        group.deliver(1, 2);
        assertThat(group.state(2).own().phase()).isEqualTo(Phase.IDLE);
        assertThat(group.underway()).containsExactly(new Conversation.Envelope<>(2, 3, new Message.Token(1)));
        group.settle();
        assertThat(group.entered()).containsExactly(1, 3);
    }

    @Test
    void aTokenThatComesForACancelledRequestIsKeptIfNobodyWaits() {
        var group = nodes(2);
        group.request(2);
        group.cancel(2);
        group.settle();
        assertThat(group.entered()).isEmpty();
        assertThat(group.state(2).token()).isTrue();
        group.enterAndLeave(1);
        assertThat(group.entered()).containsExactly(1);
    }

    @Test
    void aNewRequestAfterACancelledOneSendsNothingAndTakesItsToken() {
        var group = nodes(3);
        group.request(2);
        group.cancel(2);
        group.request(2);
        assertThat(group.sent()).hasSize(1);
        group.settle();
        assertThat(group.inside()).containsExactly(2);
    }

    @Test
    void anImpossibleInputIsRefusedWithASentence() {
        var group = nodes(2);
        group.request(2);
        group.settle();
        group.underway().add(new Conversation.Envelope<>(1, 2, new Message.Token(0)));
        assertThatThrownBy(group::settle).isInstanceOf(AssertionError.class).hasMessage("there is only one token");
        group.underway().add(new Conversation.Envelope<>(2, 1, new Message.Token(0)));
        assertThatThrownBy(group::settle)
                .isInstanceOf(AssertionError.class)
                .hasMessage("the token comes only to a node that has asked for it");
    }

    @Test
    void inAnyOrderOfMessagesAtMostOneNodeIsInsideAndEveryRequestThatWaitsEnters() {
        for (int n = 2; n <= 7; n++) {
            for (int seed = 0; seed < 50; seed++) {
                storm(n, seed);
            }
        }
    }

    private static void storm(int n, int seed) {
        int home = 1 + seed % n;
        Start start = seed % 4 == 0 ? holder(home) : new Start(home, 0, List.of());
        new Storm<>(nodes(n, start), n, seed, group -> thereIsOneToken(group, n)).run(300);
    }

    private static void thereIsOneToken(Conversation<State, Message> group, int n) {
        long underway = group.underway().stream()
                .filter(envelope -> envelope.message() instanceof Message.Token)
                .count();
        long held = IntStream.rangeClosed(1, n)
                .filter(node -> group.state(node).token())
                .count();
        assertThat(underway + held).isEqualTo(1);
    }
}
