package org.peerlock;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.peerlock.internal.engine.effects.LossCause;
import org.slf4j.LoggerFactory;

/** When a candidate leads, and what it gives back. */
class ElectionTest {

    private static final Duration SHORT = Duration.ofSeconds(1);

    private final Peerlock peerlock = ScheduledRuntime.start();
    private final ScheduledRuntime runtime = ScheduledRuntime.of(peerlock);
    private final DistributedLock lock = peerlock.lock("leader");
    private final List<Grant> leaderships = new ArrayList<>();
    private final List<LockLossReason> losses = new ArrayList<>();
    private final LogLines lines = new LogLines(LoggerFactory.getLogger(Election.class));
    private final LogLines linesOfGrants = new LogLines(LoggerFactory.getLogger(Grant.class));

    @BeforeEach
    void join() {
        runtime.becomeMember();
    }

    @AfterEach
    void printLinesAgain() {
        lines.close();
        linesOfGrants.close();
    }

    private Election elect() {
        return peerlock.elect("leader", leaderships::add, losses::add);
    }

    private Election elected() {
        Election election = elect();
        runtime.runCallbacks();
        assertThat(election.isLeader()).isTrue();
        return election;
    }

    private void assertFree() throws InterruptedException {
        lock.acquire(SHORT).close();
    }

    private void assertHeld() throws InterruptedException {
        assertThat(lock.tryAcquire(SHORT)).isEmpty();
    }

    @Test
    void aCandidateLeadsAsSoonAsItIsToldAndUntilItResigns() throws InterruptedException {
        Election election = elect();
        assertThat(election.isLeader()).as("it has not been told").isFalse();
        runtime.runCallbacks();
        assertThat(election.isLeader()).isTrue();
        assertThat(leaderships)
                .singleElement()
                .satisfies(grant -> assertThat(grant.isValid()).isTrue());
        assertHeld();
        election.close();
        election.close();
        assertThat(election.isLeader()).isFalse();
        runtime.runCallbacks();
        assertThat(losses).as("it has resigned").isEmpty();
        assertFree();
        assertThat(lines.warnings()).isEmpty();
    }

    @Test
    void aCandidateThatWithdrawsNeverLeads() throws InterruptedException {
        Grant other = lock.acquire();
        Election election = elect();
        election.close();
        other.close();
        runtime.runCallbacks();
        assertThat(leaderships).isEmpty();
        assertThat(lines.warnings()).isEmpty();
        assertFree();
    }

    @Test
    void aCandidateThatWithdrawsBeforeItIsToldNeverLeads() throws InterruptedException {
        assertFree(); // so that the lock is granted at once
        Election election = elect();
        election.close();
        assertFree();
        runtime.runCallbacks();
        assertThat(leaderships).isEmpty();
        assertThat(election.isLeader()).isFalse();
        assertFree();
        assertThat(lines.warnings()).isEmpty();
    }

    @Test
    void aLeaderThatLosesIsToldAndIsACandidateAgain() {
        Election election = elected();
        runtime.expire();
        assertThat(election.isLeader()).isFalse();
        runtime.becomeMember();
        runtime.runCallbacks();
        assertThat(losses).containsExactly(LockLossReason.LEASE_EXPIRED);
        assertThat(leaderships).hasSize(2);
        assertThat(election.isLeader()).isTrue();
        assertThat(leaderships.get(1).fence()).isGreaterThan(0);
        assertThat(leaderships.get(0).isValid()).isFalse();
    }

    @Test
    void aLeaderWhoseCallbackFailsWhenItLosesIsACandidateAgain() {
        Election election = peerlock.elect("leader", leaderships::add, reason -> {
            throw new IllegalStateException("on purpose");
        });
        runtime.runCallbacks();
        runtime.expire();
        runtime.becomeMember();
        runtime.runCallbacks();
        assertThat(leaderships).hasSize(2);
        assertThat(election.isLeader()).isTrue();
        assertThat(linesOfGrants.warnings()).containsExactly("A listener for the loss of lock 'leader' failed");
    }

    @Test
    void aLeaderWhoseProcessLeavesIsToldAndIsNoCandidate() {
        Election election = elected();
        lock.handle().localNode.leave(0, ScheduledRuntime.TIMING.leaveTimeoutNanos());
        runtime.runCallbacks();
        assertThat(losses).containsExactly(LockLossReason.LEFT);
        assertThat(election.isLeader()).isFalse();
        election.close();
        assertThat(lines.warnings()).isEmpty();
        assertThat(linesOfGrants.warnings()).isEmpty();
    }

    @Test
    void aLeaderWhoseProcessHasADefectIsToldAndIsNoCandidate() {
        Election election = elected();
        LocalNode node = lock.handle().localNode;
        node.onLeaseExpired(runtime.gates().current().generation(), LossCause.FAILED);
        runtime.gates().expireLease();
        node.onHoldsLost();
        node.onFailed(new IllegalStateException("on purpose"));
        runtime.runCallbacks();
        assertThat(losses).containsExactly(LockLossReason.FAILED);
        assertThat(election.isLeader()).isFalse();
        assertThat(lines.warnings()).isEmpty();
        assertThat(linesOfGrants.warnings()).isEmpty();
    }

    @Test
    void aLeaderThatResignsAfterALossOfWhichItHasNotHeardIsNotTold() throws InterruptedException {
        Election election = elected();
        runtime.expire();
        election.close();
        runtime.runCallbacks();
        assertThat(losses).isEmpty();
        runtime.becomeMember();
        runtime.runCallbacks();
        assertThat(leaderships).hasSize(1);
        assertFree();
    }

    @Test
    void aLeadershipThatCannotBeToldIsGivenBack() throws InterruptedException {
        assertFree(); // so that the lock is granted at once
        runtime.refuseCallbacks();
        Election election = elect();
        assertThat(lines.warnings()).containsExactly("The election of the leader 'leader' failed in this process");
        assertThat(leaderships).isEmpty();
        assertThat(election.isLeader()).isFalse();
        assertFree();
        election.close();
        assertFree();
    }

    @Test
    void aLeadershipThatCannotBeDeliveredIsGivenBack() throws InterruptedException {
        Grant other = lock.acquire();
        Election election = elect();
        runtime.refuseCallbacks();
        other.close();
        assertThat(lines.warnings()).containsExactly("The election of the leader 'leader' failed in this process");
        assertThat(election.isLeader()).isFalse();
        assertFree();
        election.close();
        assertFree();
    }

    @Test
    void aLeaderWhoseCallbackFailsGoesOnLeading() throws InterruptedException {
        Election election = peerlock.elect(
                "leader",
                grant -> {
                    throw new AssertionError("on purpose");
                },
                losses::add);
        runtime.runCallbacks();
        assertThat(lines.warnings()).containsExactly("The election of the leader 'leader' failed in this process");
        assertThat(election.isLeader()).isTrue();
        assertHeld();
        runtime.expire();
        runtime.runCallbacks();
        assertThat(losses).containsExactly(LockLossReason.LEASE_EXPIRED);
    }

    @Test
    void aCandidateForALockOfAnotherKindIsToldInALine() throws InterruptedException {
        Grant reader = peerlock.readWriteLock("leader").readLock().acquire();
        Election election = elect();
        runtime.runCallbacks();
        assertThat(lines.warnings()).containsExactly("The election of the leader 'leader' failed in this process");
        assertThat(election.isLeader()).isFalse();
        election.close();
        reader.close();
    }

    @Test
    void aLeaderThatCannotBeToldToResignResignsNevertheless() throws InterruptedException {
        Election election = elected();
        runtime.refuseCallbacks();
        election.resign(Duration.ofHours(1));
        assertThat(lines.warnings()).containsExactly("The election of the leader 'leader' failed in this process");
        assertFree();
    }

    @Test
    void aLeaderThatResignsBeforeItIsToldIsNeverTold() throws InterruptedException {
        assertFree(); // so that the lock is granted at once
        Election election = elect();
        election.resign(SHORT);
        assertFree();
        runtime.runCallbacks();
        assertThat(leaderships).isEmpty();
        assertThat(losses).isEmpty();
        runtime.pass(SHORT.toNanos());
        runtime.runCallbacks();
        assertThat(election.isLeader()).isTrue();
    }

    @Test
    void aLeaderWhoseCallbackFailsWhenItResignsGivesTheLockBack() throws InterruptedException {
        Election election = peerlock.elect("leader", leaderships::add, reason -> {
            throw new IllegalStateException("on purpose");
        });
        runtime.runCallbacks();
        election.resign(Duration.ofHours(1));
        assertHeld();
        runtime.runCallbacks();
        assertFree();
        assertThat(lines.warnings()).containsExactly("The election of the leader 'leader' failed in this process");
    }

    @Test
    void aHealthCheckThatCannotBeCalledMeansThatTheProcessIsNotWell() throws InterruptedException {
        Election election = peerlock.elect("leader", () -> true, leaderships::add, losses::add);
        runtime.runCallbacks();
        assertThat(election.isLeader()).isTrue();
        runtime.refuseCallbacks();
        runtime.pass(ScheduledRuntime.TIMING.renewalIntervalNanos());
        assertThat(election.isLeader()).isFalse();
        assertFree();
        assertThat(lines.warnings())
                .containsExactly(
                        "The health check of the election 'leader' fails: this process takes no part in it",
                        "The election of the leader 'leader' failed in this process");
    }

    @Test
    void aHealthCheckIsNotCalledAfterTheEndOfTheElection() {
        List<String> checks = new ArrayList<>();
        Election election = peerlock.elect("leader", () -> checks.add("well"), leaderships::add, losses::add);
        runtime.runCallbacks();
        election.close();
        for (int i = 0; i < 10; i++) {
            runtime.pass(ScheduledRuntime.TIMING.renewalIntervalNanos());
            runtime.runCallbacks();
        }
        assertThat(checks).hasSizeLessThanOrEqualTo(2);
    }

    @Test
    void anElectionThatIsClosedAsksForNothing() throws InterruptedException {
        assertFree();
        Election election = new Election(lock, null, leaderships::add, losses::add);
        election.close();
        election.begin();
        assertFree();
        runtime.runCallbacks();
        assertThat(leaderships).isEmpty();
    }
}
