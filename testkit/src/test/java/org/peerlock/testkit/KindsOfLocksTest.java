package org.peerlock.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.peerlock.AcquireTimeoutException;
import org.peerlock.DistributedLock;
import org.peerlock.DistributedReadWriteLock;
import org.peerlock.DistributedSemaphore;
import org.peerlock.Election;
import org.peerlock.Grant;
import org.peerlock.Grants;
import org.peerlock.LockLossReason;
import org.peerlock.LockLostException;
import org.peerlock.LockRefusedException;

/** Read-write locks, semaphores, several locks at once and leadership, as an application uses them. */
class KindsOfLocksTest {

    private static final Duration MOMENT = Duration.ofSeconds(1);

    private final PeerlockTestCluster cluster = PeerlockTestCluster.start(3);

    @AfterEach
    void end() {
        cluster.close();
    }

    private DistributedReadWriteLock readWrite(int node) {
        return cluster.node(node).readWriteLock("catalogue");
    }

    private DistributedSemaphore semaphore(int node) {
        return cluster.node(node).semaphore("licences", 5);
    }

    private static boolean canBeHad(DistributedLock lock) throws InterruptedException {
        Optional<Grant> grant = lock.tryAcquire(MOMENT);
        grant.ifPresent(Grant::close);
        return grant.isPresent();
    }

    // Read-write locks

    @Test
    void readersOfAllNodesAreInTogetherAndAWriterIsAlone() throws InterruptedException {
        Grant one = readWrite(1).readLock().acquire(MOMENT);
        Grant two = readWrite(2).readLock().acquire(MOMENT);
        Grant again = readWrite(2).readLock().acquire(MOMENT);
        assertThat(canBeHad(readWrite(3).writeLock())).isFalse();
        List.of(one, two, again).forEach(Grant::close);
        try (Grant writer = readWrite(3).writeLock().acquire(MOMENT)) {
            assertThat(writer.fence()).isGreaterThan(one.fence()).isGreaterThan(two.fence());
            assertThat(canBeHad(readWrite(1).readLock())).isFalse();
            assertThat(canBeHad(readWrite(3).readLock())).isFalse();
        }
        assertThat(canBeHad(readWrite(1).readLock())).isTrue();
    }

    @Test
    void aReaderDoesNotOvertakeAWriterThatWaits() throws InterruptedException {
        Grant reader = readWrite(1).readLock().acquire(MOMENT);
        CompletableFuture<Grant> writer = readWrite(2).writeLock().acquireAsync();
        cluster.advance(MOMENT);
        CompletableFuture<Grant> late = readWrite(3).readLock().acquireAsync();
        cluster.advance(MOMENT);
        assertThat(writer).isNotDone();
        assertThat(late).isNotDone();
        reader.close();
        cluster.advance(MOMENT);
        assertThat(writer).isCompleted();
        assertThat(late).isNotDone();
        writer.join().close();
        cluster.advance(MOMENT);
        assertThat(late).isCompleted();
        assertThat(late.join().fence()).isGreaterThanOrEqualTo(writer.join().fence());
    }

    @Test
    @SuppressWarnings("LockNotBeforeTry") // the test examines each call
    void aWriterGoesOnReadingWithoutLettingAnybodyWrite() throws InterruptedException {
        DistributedReadWriteLock lock = readWrite(1);
        lock.writeLock().lock();
        lock.readLock().lock();
        lock.writeLock().unlock();
        assertThat(lock.writeLock().isHeldByCurrentThread()).isFalse();
        assertThat(lock.readLock().isHeldByCurrentThread()).isTrue();
        assertThat(canBeHad(readWrite(2).writeLock())).isFalse();
        assertThatThrownBy(lock.writeLock()::lock)
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("Unlock it first");
        lock.readLock().unlock();
        assertThat(canBeHad(readWrite(2).writeLock())).isTrue();
    }

    @Test
    void aGrantToWriteBecomesOneToRead() throws InterruptedException {
        Grant writer = readWrite(1).writeLock().acquire(MOMENT);
        Grant reader = writer.downgrade();
        assertThat(writer.isValid()).isFalse();
        assertThat(reader.isValid()).isTrue();
        assertThat(canBeHad(readWrite(1).readLock())).isTrue();
        assertThat(canBeHad(readWrite(2).writeLock())).isFalse();
        assertThatThrownBy(reader::downgrade).isInstanceOf(IllegalStateException.class);
        reader.close();
        assertThat(canBeHad(readWrite(2).writeLock())).isTrue();
    }

    @Test
    void readersAndWritersThatAreCutOffLose() throws InterruptedException {
        Grant reader = readWrite(1).readLock().acquire(MOMENT);
        List<LockLossReason> losses = new ArrayList<>();
        reader.onLost(losses::add);
        cluster.isolate(1);
        Grant writer = readWrite(2).writeLock().acquire(cluster.lease().multipliedBy(3));
        assertThat(losses).containsExactly(LockLossReason.LEASE_EXPIRED);
        assertThatThrownBy(reader::close).isInstanceOf(LockLostException.class);
        writer.close();
    }

    // Semaphores

    @Test
    void neverMoreThanAllPermitsAreOut() throws InterruptedException {
        Grant three = semaphore(1).acquire(3, MOMENT);
        Grant two = semaphore(2).acquire(2, MOMENT);
        assertThat(three.permits()).isEqualTo(3);
        assertThat(semaphore(3).tryAcquire(1, MOMENT)).isEmpty();
        two.close();
        assertThat(semaphore(3).tryAcquire(3, MOMENT)).isEmpty();
        assertThat(semaphore(3).tryAcquire(2, MOMENT)).isPresent();
        assertThatThrownBy(() -> semaphore(1).acquire(6)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void requestsAreServedInTheirOrder() throws InterruptedException {
        Grant four = semaphore(1).acquire(4, MOMENT);
        CompletableFuture<Grant> large = semaphore(2).acquireAsync(5);
        cluster.advance(MOMENT);
        CompletableFuture<Grant> small = semaphore(3).acquireAsync(1);
        cluster.advance(MOMENT);
        assertThat(large).isNotDone();
        assertThat(small).as("there is one left, but another has waited longer").isNotDone();
        large.cancel(true);
        cluster.advance(MOMENT);
        assertThat(small).isCompleted();
        four.close();
    }

    @Test
    void thePermitsOfACrashedNodeComeBack() throws InterruptedException {
        Grant three = semaphore(1).acquire(3, MOMENT);
        Grant one = semaphore(2).acquire(1, MOMENT);
        long fence = one.fence();
        assertThat(three.isValid()).isTrue();
        cluster.crash(1);
        assertThat(semaphore(3).tryAcquire(4, MOMENT)).isEmpty();
        assertThat(semaphore(3).tryAcquire(4, cluster.lease().multipliedBy(3))).isPresent();
        assertThat(semaphore(3).tryAcquire(1, MOMENT)).isEmpty();
        assertThat(one.isValid()).isTrue();
        assertThat(one.fence()).as("it grows with the view").isGreaterThan(fence);
    }

    @Test
    void aNodeThatUsesALockAsAnotherKindIsToldSo() throws InterruptedException {
        Grant one = semaphore(1).acquire(1, MOMENT);
        assertThatThrownBy(() -> cluster.node(2).semaphore("licences", 6).acquire())
                .isInstanceOf(LockRefusedException.class)
                .hasMessageContaining("a semaphore of 6 permits")
                .hasMessageContaining("a semaphore of 5 permits");
        assertThatThrownBy(() -> cluster.node(2).lock("licences").acquire())
                .isInstanceOf(LockRefusedException.class)
                .hasMessageContaining("an exclusive lock");
        assertThat(one.isValid()).isTrue();
    }

    // Several at once

    @Test
    void allOrNone() throws InterruptedException {
        DistributedLock a = cluster.node(1).lock("a");
        DistributedLock b = cluster.node(1).lock("b");
        Grant other = cluster.node(2).lock("b").acquire(MOMENT);
        assertThatThrownBy(() -> cluster.node(1).acquireAll(MOMENT, b, a)).isInstanceOf(AcquireTimeoutException.class);
        assertThat(canBeHad(cluster.node(3).lock("a"))).isTrue();
        other.close();
        try (Grants both = cluster.node(1).acquireAll(MOMENT, b, a)) {
            assertThat(both.isValid()).isTrue();
            assertThat(both.of(a).lock()).isEqualTo("a");
            assertThat(canBeHad(cluster.node(3).lock("a"))).isFalse();
        }
        assertThat(canBeHad(cluster.node(3).lock("b"))).isTrue();
        assertThatThrownBy(() -> cluster.node(1).acquireAll(MOMENT, a, b, a))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("given twice");
    }

    @Test
    void nobodyWaitsForOneThatWaitsForHim() throws InterruptedException {
        List<Thread> threads = new ArrayList<>();
        int[] done = {0};
        for (int node = 1; node <= 2; node++) {
            DistributedLock a = cluster.node(node).lock("a");
            DistributedLock b = cluster.node(node).lock("b");
            DistributedLock[] order = node == 1 ? new DistributedLock[] {a, b} : new DistributedLock[] {b, a};
            threads.add(new Thread(() -> {
                for (int i = 0; i < 20; i++) {
                    try (Grants both = cluster.node(1).acquireAll(Duration.ofDays(1), order)) {
                        done[0] += both.isValid() ? 1 : 0;
                    } catch (InterruptedException e) {
                        throw new AssertionError(e);
                    }
                }
            }));
        }
        threads.forEach(Thread::start);
        for (Thread thread : threads) {
            thread.join();
        }
        assertThat(done[0]).isEqualTo(40);
    }

    // Leadership

    @Test
    void oneLeaderFollowsAnother() {
        List<String> story = new ArrayList<>();
        List<Election> elections = new ArrayList<>();
        for (int node = 1; node <= 2; node++) {
            String name = "node " + node;
            elections.add(cluster.node(node)
                    .elect(
                            "leader",
                            grant -> story.add(name + " leads"),
                            lossCause -> story.add(name + " lost: " + lossCause)));
            cluster.advance(MOMENT);
        }
        assertThat(story).containsExactly("node 1 leads");
        cluster.isolate(1);
        cluster.advance(cluster.lease().multipliedBy(2));
        assertThat(story).containsExactly("node 1 leads", "node 1 lost: LEASE_EXPIRED", "node 2 leads");
        assertThat(elections.get(0).isLeader()).isFalse();
        assertThat(elections.get(1).isLeader()).isTrue();
        cluster.heal();
        cluster.advance(cluster.lease().multipliedBy(3));
        elections.get(1).close();
        cluster.advance(MOMENT);
        assertThat(story).endsWith("node 1 leads").hasSize(4);
    }

    /** A leader may lead for long, and must be able to check whether it still leads, and to resign. */
    @Test
    void anImmediatelyElectedLeaderRunsOnTheExecutorAndBlocksNothing() throws InterruptedException {
        cluster.node(1).lock("leader").acquire(MOMENT).close();
        List<Boolean> holdsUp = new ArrayList<>();
        List<Election> elections = new ArrayList<>();
        elections.add(cluster.node(1)
                .elect("leader", grant -> holdsUp.add(Thread.holdsLock(elections.get(0))), lossCause -> {}));
        assertThat(holdsUp).isEmpty();
        cluster.advance(MOMENT);
        assertThat(holdsUp).containsExactly(false);
        assertThat(elections.get(0).isLeader()).isTrue();
    }

    @Test
    void aLeaderThatHasResignedIsNotToldOfALoss() throws InterruptedException {
        List<Election> elections = new ArrayList<>();
        List<LockLossReason> losses = new ArrayList<>();
        elections.add(cluster.node(1)
                .elect(
                        "leader",
                        grant -> grant.onLost(lossCause -> elections.get(0).close()),
                        losses::add));
        cluster.advance(MOMENT);
        assertThat(elections.get(0).isLeader()).isTrue();
        cluster.isolate(1);
        cluster.advance(cluster.lease().multipliedBy(2));
        assertThat(losses).isEmpty();
    }

    // Fences

    @Test
    void theFenceOfPermitsDoesNotGrowAfterTheyWereGivenBack() throws InterruptedException {
        Grant held = semaphore(1).acquire(1, MOMENT);
        Grant closed = semaphore(1).acquire(1, MOMENT);
        long fence = closed.fence();
        closed.close();
        cluster.crash(3);
        cluster.advance(cluster.lease().multipliedBy(3));
        assertThat(held.fence()).isGreaterThan(fence);
        assertThat(closed.fence()).isEqualTo(fence);
    }
}
