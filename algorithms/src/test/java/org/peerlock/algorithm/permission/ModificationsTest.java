package org.peerlock.algorithm.permission;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.peerlock.algorithm.Capacity;
import org.peerlock.algorithm.Conversation;
import org.peerlock.algorithm.Medium;
import org.peerlock.algorithm.Mode;
import org.peerlock.algorithm.Profile;
import org.peerlock.algorithm.Request;
import org.peerlock.algorithm.Start;
import org.peerlock.algorithm.data.NodeSet;

/** Sentences of Ricart and Agrawala 1981, section 6, on modifications that are combined. */
class ModificationsTest {

    private static Conversation<ImplicitReply.State, ImplicitReply.Message> implicit(
            int n, Modifications modifications) {
        return Conversation.of(n, Start.fresh(), me -> new ImplicitReply(me, n, modifications));
    }

    private static Conversation<RicartAgrawala.State, RicartAgrawala.Message> explicit(
            int n, Modifications modifications) {
        return Conversation.of(n, Start.fresh(), me -> new RicartAgrawala(me, n, modifications));
    }

    /** Delivers all messages, and then lets the time of a round trip pass. */
    private static void settle(Conversation<ImplicitReply.State, ImplicitReply.Message> group) {
        group.settle();
        List.copyOf(group.timers()).forEach(timer -> group.expire(timer.node(), timer.id()));
    }

    private static void enterAndLeave(
            Conversation<ImplicitReply.State, ImplicitReply.Message> group, int... requesters) {
        for (int node : requesters) {
            group.request(node);
        }
        settle(group);
        while (!group.inside().isEmpty()) {
            group.release(group.inside().get(0));
            settle(group);
        }
    }

    // 6.1 with 6.2

    /** "If combined with the implicit reply modification, the message count can be as low as one." */
    @Test
    void withImplicitReplyABroadcastRequestIsTheOnlyMessage() {
        for (int n = 2; n <= 6; n++) {
            var group = implicit(n, Modifications.none().withBroadcastRequest());
            enterAndLeave(group, n);
            assertThat(group.entered()).containsExactly(n);
            assertThat(group.sent()).containsExactly(new ImplicitReply.Message.Request(1));
        }
    }

    @Test
    void eachNodeThatDefersTheBroadcastAddsADeferredAndAReply() {
        for (int n = 2; n <= 6; n++) {
            var group = implicit(n, Modifications.none().withBroadcastRequest());
            enterAndLeave(group, IntStream.rangeClosed(1, n).toArray());
            assertThat(group.sent(ImplicitReply.Message.Request.class)).isEqualTo(n);
            int deferrals = n * (n - 1) / 2; // every node, by those that enter before it
            assertThat(group.sent(ImplicitReply.Message.Deferred.class)).isEqualTo(deferrals);
            assertThat(group.sent(ImplicitReply.Message.Reply.class)).isEqualTo(deferrals);
            assertThat(group.sent()).hasSize(n + 2 * deferrals);
        }
    }

    // 6.1 with 6.2.2

    @Test
    void theRepliesThatFollowDeferredsAreOneBroadcast() {
        var group = implicit(4, Modifications.none().withBroadcastRequest().withBroadcastReply());
        enterAndLeave(group, 1, 2, 3, 4);
        assertThat(group.entered()).containsExactly(1, 2, 3, 4);
        assertThat(group.sent(ImplicitReply.Message.Reply.class)).isZero();
        assertThat(group.sent().stream().filter(ImplicitReply.Message.ReplyTo.class::isInstance))
                .containsExactly(
                        new ImplicitReply.Message.ReplyTo(NodeSet.of(2, 3, 4), 1),
                        new ImplicitReply.Message.ReplyTo(NodeSet.of(3, 4), 2),
                        new ImplicitReply.Message.ReplyTo(NodeSet.of(4), 3));
    }

    /** As in footnote 2: a node that is not on the list is still owed its REPLY. */
    @Test
    void aNodeThatIsNotOnTheListIsOwedItsReply() {
        var group = implicit(3, Modifications.none().withBroadcastReply());
        group.request(1);
        group.request(2);
        group.request(3);
        group.deliver(1, 2);
        group.deliver(1, 3);
        group.deliver(2, 1); // DEFERRED to 2
        group.deliver(1, 2);
        group.cancel(1); // REPLY_TO 2
        group.deliver(1, 3);
        assertThat(group.state(3).owed().of(1)).isZero();
        group.deliver(1, 2);
        assertThat(group.state(2).owed().of(1)).isZero();
    }

    // 6.1 with 6.6

    @Test
    void aReaderSaysNothingToAReader() {
        var group = implicit(2, Modifications.none().withBroadcastRequest().withReaders());
        group.request(1, Request.shared(1));
        group.request(2, Request.shared(2));
        settle(group);
        assertThat(group.inside()).containsExactly(1, 2);
        assertThat(group.sent()).hasSize(2);
    }

    @Test
    void aReaderDefersAWriter() {
        var group = implicit(2, Modifications.none().withReaders());
        group.request(1, Request.shared(1));
        settle(group);
        group.request(2);
        settle(group);
        assertThat(group.inside()).containsExactly(1);
        assertThat(group.sent(ImplicitReply.Message.Deferred.class)).isEqualTo(1);
    }

    // 6.1 with 6.4

    @Test
    void aMissingAnswerAndNumbersThatRecurDoNotCombine() {
        assertThatThrownBy(() -> implicit(2, Modifications.none().modulo(3, 2)))
                .hasMessage("a fence follows from its number, so numbers must not recur");
    }

    // 6.2 and 6.2.2 with 6.4

    /** "The message traffic is reduced to N messages", with the fewest numbers. */
    @Test
    void withBoundedNumbersABroadcastRequestAndItsRepliesAreNMessages() {
        int n = 4;
        Modifications broadcast = Modifications.none().withBroadcastRequest();
        Conversation<RicartAgrawala.State, RicartAgrawala.Message> group = Conversation.of(
                n, Start.fresh(), me -> new RicartAgrawalaModulo(me, n, RicartAgrawala.PROFILE, broadcast, 7));
        for (int round = 0; round < 3; round++) {
            for (int node = 1; node <= n; node++) {
                group.enterAndLeave(node);
            }
        }
        assertThat(group.entered()).hasSize(12);
        assertThat(group.sent()).hasSize(12 * n);
        assertThat(group.state(1).numbers().highest()).isEqualTo(12 % 7);
        Profile profile = new RicartAgrawala(1, n, broadcast).profile();
        assertThat(profile.assumptions().medium()).isEqualTo(Medium.BROADCAST);
    }

    // 6.2 with 6.5 and 6.6

    @Test
    void aBroadcastRequestSaysWhetherItReadsAndExceedsTheHighestNumberByAnyInteger() {
        Modifications all =
                Modifications.none().withBroadcastRequest().withIncrements().withReaders();
        var group = explicit(3, all);
        group.request(1, new Request(1, Mode.SHARED, 1, 5));
        assertThat(group.sent()).containsExactly(new RicartAgrawala.Message.Request(5, Mode.SHARED));
        Profile profile = new RicartAgrawala(1, 3, all).profile();
        assertThat(profile.increments()).isTrue();
        assertThat(profile.serves()).containsExactly(Capacity.Kind.MUTEX, Capacity.Kind.READ_WRITE);
        assertThat(profile.id()).isEqualTo("ricart-agrawala");
    }

    @Test
    void withoutModificationsNothingIsModified() {
        assertThat(Modifications.none().of(RicartAgrawala.PROFILE)).isEqualTo(RicartAgrawala.PROFILE);
        assertThat(Modifications.none().of(ImplicitReply.PROFILE)).isEqualTo(ImplicitReply.PROFILE);
        assertThat(Modifications.none().conflict(Mode.SHARED, Mode.SHARED)).isTrue();
    }
}
