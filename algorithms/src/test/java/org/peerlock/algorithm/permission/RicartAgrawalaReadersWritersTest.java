package org.peerlock.algorithm.permission;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.peerlock.algorithm.Contention;
import org.peerlock.algorithm.Conversation;
import org.peerlock.algorithm.Mode;
import org.peerlock.algorithm.Request;
import org.peerlock.algorithm.Start;
import org.peerlock.algorithm.data.NodeSet;
import org.peerlock.algorithm.permission.RicartAgrawala.Message;
import org.peerlock.algorithm.permission.RicartAgrawala.State;

/** Sentences of Ricart and Agrawala 1981, section 6.6. */
class RicartAgrawalaReadersWritersTest {

    private static Conversation<State, Message> nodes(int n, Start start) {
        return Conversation.of(n, start, me -> new RicartAgrawalaReadersWriters(me, n));
    }

    private static Conversation<State, Message> nodes(int n) {
        return nodes(n, Start.fresh());
    }

    private static Request read(long id) {
        return Request.shared(id);
    }

    private static Request write(long id) {
        return Request.exclusive(id);
    }

    @Test
    void readersNeverDeferARequestForAnotherReaderInsteadTheyAlwaysReplyImmediately() {
        var group = nodes(2);
        group.request(1, read(1));
        group.settle();
        assertThat(group.inside()).containsExactly(1);
        group.request(2, read(2));
        group.deliver(2, 1);
        assertThat(group.underway(1, 2)).containsExactly(new Message.Reply(1));
        group.settle();
        assertThat(group.inside()).containsExactly(1, 2);
    }

    @Test
    void aReaderThatWaitsRepliesToReadersToo() {
        var group = nodes(3);
        group.request(3, write(1));
        group.settle();
        group.request(1, read(2));
        group.request(2, read(3));
        group.settle();
        assertThat(group.state(1).deferred()).isEqualTo(NodeSet.empty());
        assertThat(group.state(1).awaiting()).isEqualTo(NodeSet.of(3));
        assertThat(group.state(2).awaiting()).isEqualTo(NodeSet.of(3));
        group.release(3);
        group.settle();
        assertThat(group.inside()).containsExactly(1, 2);
    }

    @Test
    void writersFollowTheOriginalAlgorithm() {
        var group = nodes(3);
        group.request(1, write(1));
        group.settle();
        group.request(3, write(2));
        group.request(2, write(3));
        group.settle();
        assertThat(group.inside()).containsExactly(1);
        group.release(1);
        group.settle();
        group.release(2);
        group.settle();
        assertThat(group.entered()).containsExactly(1, 2, 3);
    }

    @Test
    void aReaderDefersAWriter() {
        var group = nodes(2);
        group.request(1, read(1));
        group.settle();
        group.request(2, write(2));
        group.settle();
        assertThat(group.state(1).deferred()).isEqualTo(NodeSet.of(2));
        assertThat(group.contention(1)).isEqualTo(Contention.YES);
        group.release(1);
        group.settle();
        assertThat(group.inside()).containsExactly(2);
    }

    @Test
    void aRequestSaysWhichOfTheTwoItIs() {
        var group = nodes(2);
        group.request(1, read(1));
        group.request(2, write(2));
        assertThat(group.underway(1, 2)).containsExactly(new Message.Request(1, Mode.SHARED));
        assertThat(group.underway(2, 1)).containsExactly(new Message.Request(1, Mode.EXCLUSIVE));
    }

    /** The paper says "where writers are given priority". */
    @Test
    void writersAreNotGivenPriority() {
        var group = nodes(2);
        group.request(2, write(1));
        group.request(1, read(2)); // asks later, with the same number, and wins the tie
        group.settle();
        assertThat(group.inside()).containsExactly(1);
    }

    @Test
    void noReaderThatHasSeenAWritersRequestOvertakesIt() {
        var group = nodes(3);
        group.request(1, read(1));
        group.settle();
        group.request(3, write(2));
        group.settle();
        group.request(2, read(3));
        group.settle();
        assertThat(group.inside()).containsExactly(1);
        group.release(1);
        group.settle();
        assertThat(group.inside()).containsExactly(3);
        group.release(3);
        group.settle();
        assertThat(group.entered()).containsExactly(1, 3, 2);
    }

    // Our own rules

    @Test
    void nobodyWantsAReaderOutBecauseOfOtherReaders() {
        var group = nodes(2);
        group.request(1, read(1));
        group.request(2, read(2));
        group.settle();
        assertThat(group.contention(1)).isEqualTo(Contention.NO);
    }

    @Test
    void aWritersFenceIsGreaterThanThatOfEverybodyBefore() {
        var group = nodes(3);
        group.request(1, read(1));
        group.request(2, read(2));
        group.settle();
        group.request(3, write(3));
        group.settle();
        group.release(1, 1, 1);
        group.release(2, 2, 5); // several of its threads read, one after the other
        group.settle();
        assertThat(group.fences()).containsExactly(1L, 1L, 6L);
        group.request(1, read(4));
        group.settle();
        group.release(3, 3, 8);
        group.settle();
        assertThat(group.fences()).containsExactly(1L, 1L, 6L, 9L);
    }

    @Test
    void aGroupCanStartWithReadersInside() {
        var inside = List.of(new Start.Inside(1, read(1)), new Start.Inside(2, read(2)));
        var group = nodes(3, new Start(1, 7, inside));
        group.request(3, write(3));
        group.settle();
        group.release(1, 1, 7);
        group.settle();
        assertThat(group.inside()).containsExactly(2);
        group.request(1, read(4));
        group.settle();
        assertThat(group.waiting()).containsExactly(1, 3);
        group.release(2, 2, 7);
        group.settle();
        assertThat(group.inside()).containsExactly(3);
        assertThat(group.fences()).containsExactly(8L);
    }

    @Test
    void aWriterThatGivesUpLetsReadersPassAtOnce() {
        var group = nodes(3);
        group.request(1, read(1));
        group.settle();
        group.request(3, write(2));
        group.settle();
        group.request(2, read(3));
        group.settle();
        group.cancel(3);
        group.settle();
        assertThat(group.inside()).containsExactly(1, 2);
        assertThat(group.withdrawn()).isEmpty();
        group.release(1, 1, 1);
        group.settle();
        assertThat(group.withdrawn()).containsExactly(3); // node 2 chose the greater number, and owes nothing
    }
}
