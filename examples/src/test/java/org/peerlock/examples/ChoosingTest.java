package org.peerlock.examples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.peerlock.DistributedLock;
import org.peerlock.DistributedReadWriteLock;
import org.peerlock.DistributedSemaphore;
import org.peerlock.Election;
import org.peerlock.Grant;
import org.peerlock.Grants;
import org.peerlock.LockLossReason;
import org.peerlock.LockRefusedException;
import org.peerlock.Peerlock;
import org.peerlock.testkit.PeerlockTestCluster;

/** The code of {@code docs/CHOOSING.md}. */
class ChoosingTest {

    @TempDir
    private Path directory;

    private final Invoices invoices = new Invoices();
    private final PeerlockTestCluster cluster = PeerlockTestCluster.start(2);
    private final Peerlock peerlock = cluster.node(1);

    @AfterEach
    void end() {
        cluster.close();
    }

    @Test
    void manyReadAndOneWrites() throws InterruptedException {
        DistributedReadWriteLock lock = peerlock.readWriteLock("invoices");
        Grant writing = lock.writeLock().acquire(Duration.ofSeconds(2));
        invoices.save(42, "paid", writing.fence());
        try (Grant reading = writing.downgrade()) { // nobody writes in between
            print(invoices.state(42), reading.fence());
        }
        assertThat(cluster.node(2).readWriteLock("invoices").writeLock().tryAcquire())
                .isPresent();
    }

    private static void print(@Nullable String state, long fence) {
        assertThat(state).isEqualTo("paid");
        assertThat(fence).isPositive();
    }

    @Test
    void someAtATime() throws InterruptedException {
        DistributedSemaphore licences = peerlock.semaphore("licences", 5);
        try (Grant two = licences.acquire(2, Duration.ofSeconds(2))) {
            assertThat(two.permits()).isEqualTo(2);
        }
    }

    @Test
    void allOrNone() throws InterruptedException {
        DistributedLock ann = peerlock.lock("account-ann");
        DistributedLock bob = peerlock.lock("account-bob");
        try (Grants both = peerlock.acquireAll(Duration.ofSeconds(2), bob, ann)) {
            move(both.of(bob).fence(), both.of(ann).fence());
        }
        assertThat(cluster.node(2).lock("account-ann").tryAcquire()).isPresent();
    }

    private static void move(long from, long to) {
        assertThat(from).isPositive();
        assertThat(to).isPositive();
    }

    @Test
    void whenTheLeaderCrashesAnotherOneLeads() {
        List<String> story = new ArrayList<>();
        Election first = stand(cluster.node(1), new Reporter("the first", story));
        cluster.advance(Duration.ofSeconds(1));
        assertThat(first.isLeader()).isTrue();
        Election second = stand(cluster.node(2), new Reporter("the second", story));
        cluster.crash(1);
        cluster.advance(cluster.lease().multipliedBy(3));
        assertThat(second.isLeader()).isTrue();
        second.close();
        assertThat(story).containsExactly("the first leads", "the second leads");
    }

    @Test
    void aLeaderHandsOverAndStaysAway() {
        List<String> story = new ArrayList<>();
        Reporter reporter = new Reporter("the first", story);
        Election election = peerlock.elect("reporter", reporter::isWell, reporter::start, reporter::stop);
        cluster.advance(Duration.ofSeconds(1));
        election.resign(Duration.ofMinutes(10)); // does not lead in that time
        cluster.advance(Duration.ofMinutes(9));
        assertThat(election.isLeader()).isFalse();
        cluster.advance(Duration.ofMinutes(2));
        assertThat(story)
                .containsExactly(
                        "the first leads",
                        "the first leads no more: " + LockLossReason.RESIGNED.description(),
                        "the first leads");
        election.close();
    }

    private static Election stand(Peerlock peerlock, Reporter reporter) {
        Election election = peerlock.elect("reporter", reporter::start, reporter::stop);
        return election;
    }

    /** What a leader does. */
    private record Reporter(String name, List<String> story) {
        boolean isWell() {
            return true;
        }

        void start(Grant grant) {
            story.add(name + (grant.isValid() ? " leads" : " has lost it already"));
        }

        void stop(LockLossReason reason) {
            story.add(name + " leads no more: " + reason.description());
        }
    }

    @Test
    void anotherAlgorithmIsNamedForSomeLocks() throws InterruptedException {
        try (Peerlock peerlock = Peerlock.builder("orders")
                .directory(directory)
                .algorithm("seat-", "raymond-k") // of these semaphores no process needs more than one permit at a time
                .algorithm("ticket-", "ricart-agrawala")
                .join()) {
            assertThatThrownBy(() -> peerlock.semaphore("seat-6", 2).acquire(2))
                    .isInstanceOf(LockRefusedException.class)
                    .hasMessage("'seat-6' is decided by raymond-k, which gives one permit at a time, not 2");
            try (Grant one = peerlock.semaphore("seat-6", 2).acquire();
                    Grant two = peerlock.semaphore("room", 2).acquire(2)) {
                assertThat(one.permits()).isEqualTo(1);
                assertThat(two.permits()).isEqualTo(2);
            }
        }
    }

    @Test
    void aNameHasOneKind() throws InterruptedException {
        Grant one = peerlock.semaphore("licences", 5).acquire();
        assertThatThrownBy(() -> peerlock.semaphore("licences", 6).acquire())
                .isInstanceOf(LockRefusedException.class)
                .hasMessage("'licences' is wanted as a semaphore of 6 permits, but it is in use as a semaphore of 5"
                        + " permits: give it the same kind and number of permits everywhere, or use another name");
        assertThat(one.isValid()).isTrue();
    }
}
