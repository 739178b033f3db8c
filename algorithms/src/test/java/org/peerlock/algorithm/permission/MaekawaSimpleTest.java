package org.peerlock.algorithm.permission;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.peerlock.algorithm.Conversation;
import org.peerlock.algorithm.Network;
import org.peerlock.algorithm.Property;
import org.peerlock.algorithm.Start;
import org.peerlock.algorithm.data.Ticket;
import org.peerlock.algorithm.permission.Maekawa.Message;
import org.peerlock.algorithm.permission.Maekawa.State;

/**
 * What the simple version of Maekawa's algorithm lacks: sentences of Dasgupta's "Distributed Mutual
 * Exclusion" ("slides"), and of lecture notes that have it as their section 3.4 ("notes"). What it
 * has is in {@link MaekawaTest}.
 */
class MaekawaSimpleTest {

    private static Conversation<State, Message> nodes(int n) {
        return MaekawaTest.nodes(n, RequestSets.build(n), Start.fresh(), MaekawaSimple::new);
    }

    /**
     * Slides, "Otherwise, queue up the REQUEST"; notes (b). Whichever request is older, and without
     * any message.
     */
    @Test
    void itQueuesUpTheRequestAndTellsNobody() {
        var group = nodes(7);
        group.request(7);
        group.request(6);
        group.request(4);
        group.deliver(6, 7);
        group.deliver(4, 7);
        assertThat(MaekawaTest.arbiter(group, 7).queue()).hasToString("[1@4 1@6]");
        assertThat(group.underway(7, 6)).isEmpty();
        assertThat(group.underway(7, 4)).isEmpty();
    }

    /**
     * Slides: "3*√N", and the notes: here whatever the order of requests, and without the messages
     * to oneself.
     */
    @Test
    void anEntryCostsThreeMessagesForEachOtherMemberOfTheRequestSetWhicheverNodesWait() {
        var group = nodes(7);
        group.request(6);
        group.deliver(6, 7);
        group.enterAndLeave(4);
        assertThat(group.entered()).containsExactly(6, 4);
        assertThat(group.sent(Message.Request.class)).isEqualTo(4);
        assertThat(group.sent(Message.Reply.class)).isEqualTo(4);
        assertThat(group.sent(Message.Release.class)).isEqualTo(4);
        assertThat(group.sent()).hasSize(12);
    }

    /**
     * Slides: "Major problem: DEADLOCK possible". Notes: "a site is exclusively locked by other
     * sites".
     */
    @Test
    void twoNodesDeadlock() {
        var group = nodes(2);
        group.request(1);
        group.request(2);
        group.settle();
        assertThat(group.inside()).isEmpty();
        assertThat(group.waiting()).containsExactly(1, 2);
        assertThat(MaekawaTest.arbiter(group, 1).lock()).isEqualTo(new Ticket(1, 1));
        assertThat(MaekawaTest.arbiter(group, 2).lock()).isEqualTo(new Ticket(1, 2));
    }

    @Test
    void threeNodesDeadlockInACircle() {
        var group = nodes(3);
        for (int node = 1; node <= 3; node++) {
            group.request(node);
        }
        group.settle();
        assertThat(group.waiting()).containsExactly(1, 2, 3);
    }

    @Test
    void aCancellationEndsADeadlock() {
        var group = nodes(2);
        group.request(1);
        group.request(2);
        group.settle();
        group.cancel(1);
        group.settle();
        assertThat(group.inside()).containsExactly(2);
    }

    @Test
    void onlyTrueClaimsAreMade() {
        for (Network network : Network.values()) {
            assertThat(MaekawaSimple.PROFILE.assumptions().claimedOn(network))
                    .containsExactly(Property.EXCLUSION, Property.FENCE, Property.WITHDRAWAL, Property.EXPECTATION);
        }
        assertThat(Maekawa.PROFILE.assumptions().claimedOn(Network.FIFO)).contains(Property.PROGRESS);
    }
}
