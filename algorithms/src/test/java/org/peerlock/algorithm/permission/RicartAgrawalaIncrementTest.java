package org.peerlock.algorithm.permission;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.peerlock.algorithm.Algorithm;
import org.peerlock.algorithm.Conversation;
import org.peerlock.algorithm.Effects;
import org.peerlock.algorithm.Mode;
import org.peerlock.algorithm.Request;
import org.peerlock.algorithm.Start;
import org.peerlock.algorithm.Storm;
import org.peerlock.algorithm.permission.RicartAgrawala.Message;
import org.peerlock.algorithm.permission.RicartAgrawala.State;

/** Sentences of Ricart and Agrawala 1981, section 6.5, (1). */
class RicartAgrawalaIncrementTest {

    private static Conversation<State, Message> nodes(int n, Start start) {
        return Conversation.of(n, start, me -> new RicartAgrawalaIncrement(me, n));
    }

    private static Request increment(long id, int increment) {
        return new Request(id, Mode.EXCLUSIVE, 1, increment);
    }

    private static List<Integer> orderOfEntry(int... increments) {
        var group = nodes(increments.length, Start.fresh());
        for (int j = 1; j <= increments.length; j++) {
            group.request(j, increment(j, increments[j - 1]));
        }
        group.settle();
        while (!group.inside().isEmpty()) {
            group.release(group.inside().get(0));
            group.settle();
        }
        return group.entered();
    }

    @Test
    void theAlgorithmTendsToFavorLowerNumberedNodes() {
        assertThat(orderOfEntry(1, 1, 1)).containsExactly(1, 2, 3);
    }

    @Test
    void thisFavoritismCanBeReducedByIncrementingTheSequenceNumberByARandomInteger() {
        assertThat(orderOfEntry(5, 3, 2)).containsExactly(3, 2, 1);
    }

    @Test
    void theTieBreakingNodeNumberIsStillRequiredInCaseTheRandomIntegersUsedWereEqual() {
        assertThat(orderOfEntry(4, 2, 4)).containsExactly(2, 1, 3);
    }

    @Test
    void theIncrementIsAddedToTheHighestNumberSentOrReceived() {
        var group = nodes(2, Start.fresh());
        group.request(1, increment(1, 7));
        assertThat(group.underway(1, 2)).containsExactly(new Message.Request(7));
        group.settle();
        group.release(1);
        group.request(1, increment(2, 3));
        group.request(2, increment(3, 2));
        assertThat(group.state(1).numbers().our()).isEqualTo(10);
        assertThat(group.state(2).numbers().our()).isEqualTo(9);
    }

    @Test
    void itsProfileTellsDriversToDrawIncrements() {
        assertThat(RicartAgrawalaIncrement.PROFILE.increments()).isTrue();
        assertThat(RicartAgrawala.PROFILE.increments()).isFalse();
    }

    /** Otherwise the numbers would not grow by 1. */
    @Test
    void theUnmodifiedAlgorithmTakesNoIncrement() {
        assertThat(new RicartAgrawala(1, 2).next(4, increment(1, 7))).isEqualTo(5);
    }

    // As with increments of 1

    @Test
    void withAnyIncrementsAtMostOneNodeIsInsideAndEveryRequestThatWaitsEnters() {
        for (int n = 2; n <= 6; n++) {
            for (int seed = 0; seed < 50; seed++) {
                int size = n;
                List<Algorithm<State, Message>> nodes = IntStream.rangeClosed(1, n)
                        .<Algorithm<State, Message>>mapToObj(me -> new RicartAgrawalaIncrement(me, size) {
                            @Override
                            public State onRequest(State s, Request request, Effects<Message> out) {
                                int drawn = 1 + (int) (request.id() * 7 % 5);
                                return super.onRequest(s, increment(request.id(), drawn), out);
                            }
                        })
                        .toList();
                new Storm<>(new Conversation<>(nodes, Start.fresh()), n, seed, group -> {}).run(200);
            }
        }
    }
}
