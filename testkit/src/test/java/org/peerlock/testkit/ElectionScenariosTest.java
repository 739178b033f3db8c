package org.peerlock.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.peerlock.Election;
import org.peerlock.Grant;
import org.peerlock.LockLossReason;
import org.peerlock.Peerlock;

/** Candidates on several nodes that resign for a while, or are not well. */
class ElectionScenariosTest {

    private static final Duration MOMENT = Duration.ofSeconds(3);
    private static final Duration AWAY = Duration.ofMinutes(10);

    private final PeerlockTestCluster cluster = PeerlockTestCluster.start(3);
    private final List<String> story = new ArrayList<>();

    @AfterEach
    void end() {
        cluster.close();
    }

    /** A process that stands for leader, and how it is. */
    private final class Candidate {

        private final int node;
        private final Election election;
        private boolean healthy = true;
        private boolean throwsInstead;

        @SuppressWarnings("NullAway.Init") // it leads before it loses
        private Grant leadership;

        Candidate(int node, boolean isChecked) {
            this.node = node;
            Peerlock peerlock = cluster.node(node);
            election = isChecked
                    ? peerlock.elect("leader", this::isHealthy, this::onElected, this::onLost)
                    : peerlock.elect("leader", this::onElected, this::onLost);
            cluster.advance(MOMENT);
        }

        private boolean isHealthy() {
            if (throwsInstead) {
                throw new IllegalStateException("on purpose");
            }
            return healthy;
        }

        private void onElected(Grant grant) {
            leadership = grant;
            story.add(node + " leads");
        }

        private void onLost(LockLossReason reason) {
            boolean stillExcludesOthers = leadership.isValid();
            story.add(node + " " + reason + (stillExcludesOthers ? ", before others lead" : ""));
        }
    }

    private List<String> storyUntilNow() {
        List<String> told = List.copyOf(story);
        story.clear();
        return told;
    }

    private void assertStory(String... events) {
        cluster.advance(MOMENT);
        assertThat(storyUntilNow()).containsExactly(events);
    }

    @Test
    void aLeaderThatResignsForAWhileIsFollowedAndStaysAway() {
        Candidate first = new Candidate(1, false);
        Candidate second = new Candidate(2, false);
        assertStory("1 leads");
        first.election.resign(AWAY);
        assertThat(first.election.isLeader()).isFalse();
        assertStory("1 RESIGNED, before others lead", "2 leads");
        assertThat(second.leadership.fence()).isGreaterThan(first.leadership.fence());
        second.election.close();
        cluster.advance(AWAY.minus(MOMENT.multipliedBy(3)));
        assertStory();
        cluster.advance(MOMENT);
        assertStory("1 leads");
        assertThat(first.election.isLeader()).isTrue();
    }

    @Test
    void ofSeveralAbsencesTheLastOneCounts() {
        Candidate only = new Candidate(1, false);
        only.election.resign(MOMENT);
        only.election.resign(AWAY);
        assertStory("1 leads", "1 RESIGNED, before others lead");
        cluster.advance(AWAY.minus(MOMENT.multipliedBy(3)));
        assertStory();
        only.election.resign(MOMENT);
        cluster.advance(MOMENT);
        assertStory("1 leads");
    }

    @Test
    void aCandidateThatResignsForAWhileDoesNotLeadMeanwhile() {
        Candidate first = new Candidate(1, false);
        Candidate second = new Candidate(2, false);
        second.election.resign(AWAY);
        first.election.close();
        assertStory("1 leads");
        cluster.advance(AWAY);
        assertStory("2 leads");
    }

    @Test
    void anElectionThatIsClosedDuringAnAbsenceIsOver() {
        Candidate only = new Candidate(1, false);
        only.election.resign(MOMENT);
        only.election.close();
        only.election.resign(MOMENT);
        cluster.advance(AWAY);
        assertStory("1 leads", "1 RESIGNED, before others lead");
        new Candidate(2, false);
        assertStory("2 leads");
    }

    @Test
    void aLeaderThatIsNotWellResignsAndTakesPartAgainWhenItIs() {
        Candidate first = new Candidate(1, true);
        Candidate second = new Candidate(2, true);
        assertStory("1 leads");
        first.healthy = false;
        assertStory("1 RESIGNED, before others lead", "2 leads");
        second.throwsInstead = true;
        assertStory("2 RESIGNED, before others lead");
        first.healthy = true;
        assertStory("1 leads");
        second.throwsInstead = false;
        first.healthy = false;
        assertStory("1 RESIGNED, before others lead", "2 leads");
    }

    @Test
    void aCandidateThatIsNotWellDoesNotLead() {
        Candidate first = new Candidate(1, false);
        Candidate second = new Candidate(2, true);
        second.healthy = false;
        cluster.advance(MOMENT);
        first.election.close();
        assertStory("1 leads");
        second.healthy = true;
        assertStory("2 leads");
    }

    @Test
    void aCandidateThatComesBackWhileItIsNotWellDoesNotLead() {
        Candidate only = new Candidate(1, true);
        only.election.resign(MOMENT);
        only.healthy = false;
        assertStory("1 leads", "1 RESIGNED, before others lead");
        cluster.advance(AWAY);
        assertStory();
        only.healthy = true;
        assertStory("1 leads");
    }

    @Test
    void aLeaderThatLosesIsNotAlsoToldThatItHasResigned() {
        Candidate first = new Candidate(1, true);
        new Candidate(2, false);
        cluster.isolate(1);
        cluster.advance(cluster.lease().multipliedBy(2));
        assertStory("1 leads", "1 LEASE_EXPIRED", "2 leads");
        first.election.resign(AWAY);
        cluster.heal();
        cluster.advance(cluster.lease().multipliedBy(3));
        assertStory();
    }

    @Test
    void aProcessThatLeavesDuringAnAbsenceIsNoCandidateAnyMore() {
        Candidate first = new Candidate(1, true);
        first.election.resign(MOMENT);
        cluster.node(1).close();
        cluster.advance(AWAY);
        assertStory("1 leads", "1 RESIGNED, before others lead");
        new Candidate(2, true);
        assertStory("2 leads");
    }
}
