package org.peerlock.algorithm.permission;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.peerlock.algorithm.Algorithm;
import org.peerlock.algorithm.Capacity;
import org.peerlock.algorithm.Conversation;
import org.peerlock.algorithm.Medium;
import org.peerlock.algorithm.MembershipAlgorithm.MemberStatus;
import org.peerlock.algorithm.Start;
import org.peerlock.algorithm.TimerId;
import org.peerlock.algorithm.catalogue.Catalogue;
import org.peerlock.algorithm.catalogue.GroupConfig;
import org.peerlock.algorithm.data.NodeSet;

/** Sentences of Ricart and Agrawala 1981, section 7.2.2, "An alternative is possible". */
class MembershipBroadcastTest {

    private static final TimerId T2 = new TimerId("t2");

    /** Of {@code n} nodes, the first {@code members} are members. */
    private static Conversation<MembershipState, MembershipMessage> nodes(int n, int members) {
        List<Integer> names = IntStream.rangeClosed(1, n).boxed().toList();
        return Conversation.of(
                n,
                Start.fresh(),
                me -> new Membership(
                        me, NodeSet.all(members), names, new MembershipBroadcast(me, n, MembershipLearning.QUERY)));
    }

    private static void join(Conversation<MembershipState, MembershipMessage> group, int node, int nearby) {
        group.give(node, (member, state, out) -> member.onJoin(state, nearby, out));
    }

    private static NodeSet members(Conversation<MembershipState, MembershipMessage> group, int node) {
        return group.state(node).group().members();
    }

    @Test
    void aNewNodeObtainsAListOfParticipantsFromANearbyNode() {
        var group = nodes(4, 3);
        join(group, 4, 2);
        group.deliver(4, 2);
        assertThat(group.underway(2, 4)).containsExactly(new MembershipMessage.Names(NodeSet.all(3), 0, 0));
        assertThat(group.underway()).hasSize(1); // nobody invokes mutual exclusion
    }

    @Test
    void thenItBroadcastsAMessageAskingAllOtherNodesToIncludeIt() {
        var group = nodes(4, 3);
        join(group, 4, 2);
        group.deliver(4, 2);
        group.deliver(2, 4);
        assertThat(group.sent(MembershipMessage.Add.class)).isEqualTo(1);
        for (int node = 1; node <= 3; node++) {
            assertThat(group.underway(4, node)).containsExactly(new MembershipMessage.Add(4));
            group.deliver(4, node);
            assertThat(members(group, node)).isEqualTo(NodeSet.all(4));
        }
        assertThat(group.state(4).status()).isEqualTo(MemberStatus.JOINING);
        group.settle();
        assertThat(group.state(4).status()).isEqualTo(MemberStatus.MEMBER);
        group.enterAndLeave(1, 4);
        assertThat(group.entered()).containsExactly(1, 4);
    }

    @Test
    void theNewNodeJoinsWhileAnotherIsInside() {
        var group = nodes(3, 2);
        group.request(1);
        group.settle();
        join(group, 3, 1);
        group.settle();
        assertThat(group.state(3).status()).isEqualTo(MemberStatus.MEMBER);
        assertThat(group.inside()).containsExactly(1);
    }

    /** Our own rule: a member that has included another new node says so. */
    @Test
    void ofTwoNewNodesOneLearnsOfTheOtherFromAMember() {
        var group = nodes(4, 2);
        join(group, 3, 1);
        group.deliver(3, 1);
        group.deliver(1, 3);
        group.deliver(3, 4); // 4 does not listen yet
        join(group, 4, 2);
        group.deliver(4, 2);
        group.deliver(2, 4); // 2 has not heard of 3
        assertThat(members(group, 4)).isEqualTo(NodeSet.of(1, 2, 4));
        group.settle();
        assertThat(members(group, 3)).isEqualTo(NodeSet.all(4));
        assertThat(members(group, 4)).isEqualTo(NodeSet.all(4));
        assertThat(group.state(3).status()).isEqualTo(MemberStatus.MEMBER);
        assertThat(group.state(4).status()).isEqualTo(MemberStatus.MEMBER);
    }

    @Test
    void aNodeThatDoesNotAnswerHasFailed() {
        var group = nodes(3, 2);
        join(group, 3, 1);
        group.deliver(3, 1);
        group.deliver(1, 3);
        group.crash(2); // its ADD is lost
        group.settle();
        assertThat(group.state(3).status()).isEqualTo(MemberStatus.JOINING);
        group.expire(3, T2);
        group.settle();
        assertThat(group.state(3).status()).isEqualTo(MemberStatus.MEMBER);
        assertThat(members(group, 1)).isEqualTo(NodeSet.of(1, 3));
    }

    @Test
    void aNodeThatLeavesTellsTheNewNodeThatAsksIt() {
        var group = nodes(3, 2);
        group.give(2, (member, state, out) -> member.onLeave(state, out));
        join(group, 3, 1);
        group.deliver(3, 1);
        group.deliver(1, 3); // a list with 2 on it
        group.settle();
        assertThat(group.state(2).status()).isEqualTo(MemberStatus.OUTSIDE);
        assertThat(members(group, 3)).isEqualTo(NodeSet.of(1, 3));
        assertThat(group.state(3).status()).isEqualTo(MemberStatus.MEMBER);
    }

    @ParameterizedTest
    @EnumSource(MembershipLearning.class)
    void inRandomRunsWithBroadcastsNothingGoesWrong(MembershipLearning learning) {
        int joined = 0;
        for (int seed = 0; seed < 30; seed++) {
            joined += new MembershipStorm(learning, true, seed, seed % 2).run(600);
        }
        assertThat(joined).isPositive();
    }

    private static Algorithm<?, ?> joinBy(String how) {
        SortedMap<String, String> options = new TreeMap<>();
        options.put("join", how);
        GroupConfig config = new GroupConfig(2, Capacity.mutex(), options);
        return Catalogue.find("ra-membership").orElseThrow().create(config).get(0);
    }

    @Test
    void howANodeJoinsIsAnOptionAndChangesWhatTheMediumMustDo() {
        assertThat(joinBy("broadcast").profile().assumptions().medium()).isEqualTo(Medium.BROADCAST);
        assertThat(joinBy("sponsor").profile()).isEqualTo(Membership.PROFILE);
        assertThatThrownBy(() -> joinBy("phone"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("a node cannot join by 'phone', only by: sponsor, broadcast");
    }
}
