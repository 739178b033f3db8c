package org.peerlock.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.peerlock.Grant;
import org.peerlock.LockLossReason;
import org.peerlock.LockUse;
import org.peerlock.Member;
import org.peerlock.Peer;
import org.peerlock.PeerlockClosedException;
import org.peerlock.PeerlockListener;
import org.peerlock.Statistics;

/** What a node reports about itself: its locks, the other members, and events. */
class LookingOnTest {

    private static final Duration SECOND = Duration.ofSeconds(1);

    private final PeerlockTestCluster cluster = PeerlockTestCluster.start(3);

    @AfterEach
    void end() {
        cluster.close();
    }

    private void use(int node, String lock, Duration time) throws InterruptedException {
        try (Grant grant = cluster.node(node).lock(lock).acquire()) {
            cluster.advance(time);
            assertThat(grant.isValid()).isTrue();
        }
    }

    private LockUse only(int node) {
        List<LockUse> locks = cluster.node(node).locks();
        assertThat(locks).hasSize(1);
        return locks.get(0);
    }

    // Locks

    @Test
    void theBusiestLockComesFirst() throws InterruptedException {
        use(1, "seldom", SECOND);
        for (int i = 0; i < 3; i++) {
            use(1, "often", Duration.ofMillis(10));
        }
        assertThat(cluster.node(1).locks()).extracting(LockUse::lock).containsExactly("often", "seldom");
        assertThat(cluster.node(2).locks()).isEmpty();
    }

    @Test
    void timesOfHoldsAreMeasuredWhetherOrNotTheyTookAMessage() throws InterruptedException {
        use(1, "lock", Duration.ofSeconds(3));
        use(1, "lock", SECOND);
        LockUse use = only(1);
        assertThat(use.acquisitions()).isEqualTo(2);
        assertThat(use.longestHold()).isBetween(Duration.ofSeconds(3), Duration.ofMillis(3_100));
        assertThat(use.meanHold()).isBetween(Duration.ofSeconds(2), Duration.ofMillis(2_100));
        assertThat(use.held()).isZero();
    }

    @Test
    void timesOfWaitsAreMeasured() throws InterruptedException {
        Grant grant = cluster.node(1).lock("lock").acquire();
        var next = cluster.node(2).lock("lock").acquireAsync();
        cluster.advance(Duration.ofSeconds(4));
        assertThat(only(2).waiting()).isEqualTo(1);
        grant.close();
        cluster.advance(SECOND);
        assertThat(next).isCompleted();
        LockUse use = only(2);
        assertThat(use.waiting()).isZero();
        assertThat(use.held()).isEqualTo(1);
        assertThat(use.longestWait()).isBetween(Duration.ofSeconds(4), Duration.ofSeconds(5));
        assertThat(use.meanWait()).isEqualTo(use.longestWait());
    }

    @Test
    void readersAndPermitsAreCountedToo() throws InterruptedException {
        Grant reader = cluster.node(1).readWriteLock("data").readLock().acquire();
        Grant permits = cluster.node(1).semaphore("pool", 5).acquire(2);
        cluster.advance(Duration.ofSeconds(2));
        assertThat(cluster.node(1).locks()).extracting(LockUse::held).containsExactly(1, 1);
        reader.close();
        permits.close();
        cluster.advance(SECOND);
        assertThat(cluster.node(1).statistics().acquisitions()).isEqualTo(2);
        assertThat(cluster.node(1).locks())
                .allMatch(use -> use.held() == 0 && use.longestHold().compareTo(Duration.ofSeconds(2)) >= 0);
    }

    @Test
    void countsOutliveTheLockThatTheyAreOf() throws InterruptedException {
        use(1, "lock", SECOND);
        assertThat(cluster.node(1).statistics().locks()).isEqualTo(1);
        cluster.add(); // in the view that begins now, no node knows the lock
        cluster.advance(SECOND);
        Statistics now = cluster.node(1).statistics();
        assertThat(now.locks()).isZero();
        assertThat(now.acquisitions()).isEqualTo(1);
    }

    @Test
    void anyNodeSeesTheBusiestLocksOfAll() throws InterruptedException {
        for (int node = 1; node <= 3; node++) {
            use(node, "shared", SECOND.multipliedBy(node));
            use(1, "own", SECOND);
        }
        use(2, "shared", SECOND);
        Grant grant = cluster.node(2).lock("shared").acquire();
        for (int node = 1; node <= 3; node++) {
            List<LockUse> seen = cluster.node(node).clusterLocks(SECOND);
            assertThat(seen).extracting(LockUse::lock).containsExactly("shared", "own");
            LockUse shared = seen.get(0);
            assertThat(shared.acquisitions()).isEqualTo(5);
            assertThat(shared.held()).isEqualTo(1);
            assertThat(shared.longestHold()).isBetween(Duration.ofSeconds(3), Duration.ofMillis(3_100));
            assertThat(shared.meanHold()).isBetween(Duration.ofMillis(1_750), Duration.ofMillis(1_850));
        }
        grant.close();
    }

    @Test
    void aNodeThatHasJustJoinedSeesEarlierUse() throws InterruptedException {
        use(1, "lock", SECOND);
        cluster.add(); // in the view that begins now, no node knows the lock
        cluster.advance(SECOND);
        use(1, "lock", SECOND);
        assertThat(only(1).acquisitions()).isEqualTo(1);
        assertThat(cluster.node(4).clusterLocks(SECOND))
                .hasSize(1)
                .allSatisfy(use -> assertThat(use.acquisitions()).isEqualTo(2));
    }

    @Test
    void aNodeThatDoesNotAnswerIsNotWaitedForLonger() throws InterruptedException {
        use(1, "of 1", SECOND);
        use(2, "of 2", SECOND);
        cluster.crash(1);
        Duration before = cluster.now();
        assertThat(cluster.node(2).clusterLocks(SECOND))
                .extracting(LockUse::lock)
                .containsExactly("of 2");
        assertThat(cluster.now().minus(before)).isLessThan(Duration.ofMillis(1_100));
    }

    @Test
    void statisticsSayWhatALockHasCost() throws InterruptedException {
        use(1, "lock", SECOND);
        Statistics before = cluster.node(2).statistics();
        use(2, "lock", SECOND);
        use(2, "lock", SECOND);
        Statistics after = cluster.node(2).statistics();
        assertThat(after.acquisitions() - before.acquisitions()).isEqualTo(2);
        assertThat(after.handOffs() - before.handOffs()).isEqualTo(1);
        assertThat(after.messagesReceived()).isGreaterThan(before.messagesReceived());
        assertThat(after.members()).isEqualTo(3);
        assertThat(after.lease()).isPositive().isLessThanOrEqualTo(cluster.lease());
        assertThat(after.lost()).isZero();
    }

    @Test
    void aNodeThatHasLeftShowsNothing() {
        cluster.node(1).close();
        assertThatThrownBy(() -> cluster.node(1).statistics()).isInstanceOf(PeerlockClosedException.class);
    }

    // Members

    @Test
    void aNodeKnowsItsNeighboursByName() {
        cluster.advance(SECOND);
        List<Member> members = cluster.node(2).members();
        assertThat(members)
                .extracting(member -> member.peer().label())
                .containsExactlyInAnyOrder("node 1", "node 2", "node 3");
        assertThat(members)
                .filteredOn(member -> member.peer().here())
                .hasSize(1)
                .allSatisfy(me -> assertThat(me.peer().label()).isEqualTo("node 2"));
        assertThat(members)
                .allMatch(
                        member -> member.epoch() == cluster.node(2).statistics().epoch());
        assertThat(members).allSatisfy(member -> assertThat(member.lease()).isPositive());
    }

    @Test
    void theLeaseOfOneThatIsGoneIsSeenToEnd() {
        cluster.crash(3);
        cluster.advance(Duration.ofSeconds(4));
        List<Member> members = cluster.node(1).members();
        assertThat(members)
                .filteredOn(member -> member.peer().label().equals("node 3"))
                .allSatisfy(gone -> assertThat(gone.lease()).isLessThan(Duration.ofSeconds(3)));
    }

    // Listeners

    private static final class Diary implements PeerlockListener {

        final List<String> entries = new ArrayList<>();

        @Override
        public void viewChanged(long epoch, List<Peer> members) {
            entries.add("view of " + members.size());
        }

        @Override
        public void memberJoined(Peer peer) {
            entries.add("joined");
        }

        @Override
        public void memberLeft(Peer peer) {
            entries.add("left");
        }

        @Override
        public void lockLost(String lock, long fence, LockLossReason reason) {
            entries.add("lost " + lock + ": " + reason);
        }

        @Override
        public void lockKindConflict(String reason) {
            entries.add("disagreed");
        }
    }

    private Diary listen(int node) {
        Diary diary = new Diary();
        cluster.node(node).addListener(diary);
        return diary;
    }

    @Test
    void aListenerHearsOfMembersThatComeAndGo() {
        Diary diary = listen(1);
        cluster.add();
        cluster.advance(SECOND);
        cluster.node(2).close();
        cluster.advance(SECOND);
        assertThat(diary.entries).containsExactly("view of 4", "joined", "view of 3", "left");
        cluster.node(1).removeListener(diary);
        cluster.add();
        cluster.advance(SECOND);
        assertThat(diary.entries).hasSize(4);
    }

    @Test
    void aListenerHearsOfLocksThatAreLost() throws InterruptedException {
        Diary diary = listen(1);
        assertThat(cluster.node(1).lock("lock").tryAcquire(SECOND)).isPresent();
        cluster.isolate(1);
        cluster.advance(cluster.lease().multipliedBy(2));
        assertThat(diary.entries).contains("lost lock: LEASE_EXPIRED");
        assertThat(cluster.node(1).statistics().lost()).isEqualTo(1);
    }

    @Test
    void aListenerHearsThatNodesDisagree() throws InterruptedException {
        Diary diary = listen(1);
        assertThat(cluster.node(1).lock("name").tryAcquire(SECOND)).isPresent();
        for (int node = 2; node <= 3; node++) { // one of them may have heard of the lock, and refuse by itself
            var refused = cluster.node(node).semaphore("name", 3).acquireAsync(1);
            cluster.advance(SECOND);
            assertThat(refused).isCompletedExceptionally();
        }
        assertThat(diary.entries).contains("disagreed");
    }

    @Test
    void aListenerThatFailsDoesNoHarm() {
        cluster.node(1).addListener(new PeerlockListener() {
            @Override
            public void viewChanged(long epoch, List<Peer> members) {
                throw new IllegalStateException("of the application");
            }
        });
        Diary diary = listen(1);
        cluster.add();
        cluster.advance(SECOND);
        assertThat(diary.entries).containsExactly("view of 4", "joined");
    }
}
