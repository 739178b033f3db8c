package org.peerlock.internal.engine.membership;

import static org.assertj.core.api.Assertions.assertThat;
import static org.peerlock.internal.engine.membership.SampleStates.ids;
import static org.peerlock.internal.engine.membership.SampleStates.joined;
import static org.peerlock.internal.engine.membership.SampleStates.renewed;

import org.junit.jupiter.api.Test;
import org.peerlock.internal.cluster.ClusterState;
import org.peerlock.internal.cluster.Incarnation;

class PartitionResolverTest {

    @Test
    void noNodeStepsDownWithoutAnAccusation() {
        assertThat(PartitionResolver.membersToStepDown(joined(1, 2, 3))).isEmpty();
    }

    @Test
    void ofTwoNodesThatCannotReachEachOtherTheYoungerStepsDown() {
        assertThat(PartitionResolver.membersToStepDown(renewed(joined(1, 2, 3), 1, 2)))
                .isEqualTo(ids(2));
        assertThat(PartitionResolver.membersToStepDown(renewed(joined(2, 1, 3), 1, 2)))
                .isEqualTo(ids(1));
    }

    @Test
    void itDoesNotMatterWhichOfTwoNodesAccusesTheOther() {
        ClusterState clusterState = joined(1, 2, 3);
        assertThat(PartitionResolver.membersToStepDown(renewed(clusterState, 2, 1)))
                .isEqualTo(ids(2));
        assertThat(PartitionResolver.membersToStepDown(renewed(renewed(clusterState, 2, 1), 1, 2)))
                .isEqualTo(ids(2));
    }

    @Test
    void aNodeWithMoreBrokenLinksStepsDownFirstEvenIfItIsOlder() {
        assertThat(PartitionResolver.membersToStepDown(renewed(joined(1, 2, 3, 4), 1, 2, 3)))
                .isEqualTo(ids(1));
        assertThat(PartitionResolver.membersToStepDown(renewed(renewed(joined(1, 2, 3, 4), 2, 1), 3, 1)))
                .isEqualTo(ids(1));
    }

    @Test
    void asManyGoAsAreNeeded() {
        ClusterState pairs = renewed(renewed(joined(1, 2, 3, 4), 1, 2), 4, 3);
        assertThat(PartitionResolver.membersToStepDown(pairs)).isEqualTo(ids(2, 4));
        ClusterState triangle = renewed(renewed(joined(1, 2, 3), 1, 2, 3), 2, 3);
        assertThat(PartitionResolver.membersToStepDown(triangle)).isEqualTo(ids(2, 3));
        ClusterState chain = renewed(renewed(renewed(joined(1, 2, 3, 4, 5), 1, 2), 2, 3), 4, 3);
        assertThat(PartitionResolver.membersToStepDown(chain)).isEqualTo(ids(2, 3));
    }

    @Test
    void accusationsOfNodesThatAreGoneOrOfOneselfDoNotCount() {
        assertThat(PartitionResolver.membersToStepDown(renewed(joined(1, 2), 1, 7)))
                .isEmpty();
        assertThat(PartitionResolver.membersToStepDown(renewed(joined(1, 2), 1, 1)))
                .isEmpty();
    }

    @Test
    void anAccusationEndsWithTheRenewalThatDoesNotRepeatIt() {
        ClusterState accused = renewed(joined(1, 2), 1, 2);
        assertThat(PartitionResolver.membersToStepDown(accused)).isEqualTo(ids(2));
        assertThat(PartitionResolver.membersToStepDown(renewed(accused, 1))).isEmpty();
    }

    @Test
    void theNodesThatStayReachEachOther() {
        ClusterState clusterState = joined(1, 2, 3, 4, 5, 6);
        clusterState = renewed(clusterState, 1, 2, 5);
        clusterState = renewed(clusterState, 3, 4, 6);
        clusterState = renewed(clusterState, 6, 1);
        var leaving = PartitionResolver.membersToStepDown(clusterState);
        for (var accuser : clusterState.members().entrySet()) {
            for (Incarnation accused : accuser.getValue().unreachable()) {
                assertThat(leaving.contains(accuser.getKey()) || leaving.contains(accused))
                        .isTrue();
            }
        }
        assertThat(leaving.size()).isLessThan(4);
    }
}
