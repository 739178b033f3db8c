package org.peerlock.live;

import static org.assertj.core.api.Assertions.assertThat;
import static org.peerlock.live.Cluster.acquire;
import static org.peerlock.live.Cluster.ask;
import static org.peerlock.live.Cluster.hearFence;
import static org.peerlock.registry.TimeLimits.TIMEOUT;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.peerlock.Grant;
import org.peerlock.Inspection;
import org.peerlock.Peerlock;
import org.peerlock.internal.cluster.ClusterStateText;
import org.peerlock.internal.registry.Children.Child;
import org.peerlock.internal.registry.FileRegistryStore;

/** Processes that end while they hold a lock. The lease is so long that no process lives until its renewal. */
@EnabledOnOs(OS.LINUX)
class HandoverTest {

    private static final Duration LEASE = Duration.ofHours(1);

    @TempDir
    private Path directory;

    private Cluster cluster;

    @BeforeEach
    void makeTheCluster() {
        cluster = new Cluster(place(), LEASE, 1);
    }

    private Path place() {
        return directory.resolve("cluster");
    }

    @AfterEach
    void endTheCluster() {
        cluster.close();
    }

    private interface End {
        void of(Child holder) throws Exception;
    }

    @Test
    void theNextOneEntersAtOnceHoweverTheHolderEnds() throws Exception {
        List<Child> nodes = cluster.start(4);
        Child killed = nodes.get(0);
        Child asked = nodes.get(1);
        Child leaving = nodes.get(2);
        Child last = nodes.get(3);
        acquire(last, "kept");

        killed.tell("lock a");
        List<Long> fences = new ArrayList<>();
        fences.add(hearFence(killed));
        fences.add(handOver("kill -9", killed, Child::kill, asked));
        fences.add(handOver("kill", asked, Child::terminate, leaving));
        assertThat(ask(leaving, "unlock a")).isEqualTo("unlocked");
        fences.add(handOver("leaving", leaving, holder -> holder.tell("leave"), last));

        assertThat(fences).isSorted().doesNotHaveDuplicates();
        assertThat(ask(last, "valid kept")).isEqualTo("true");
    }

    /** Ends the holder of a lock while another process waits for it. Returns the fence of the next holder. */
    private static long handOver(String how, Child holder, End end, Child next) throws Exception {
        long begin = System.nanoTime();
        next.tell("lock a");
        end.of(holder);
        long fence = hearFence(next);
        long nanos = System.nanoTime() - begin;
        System.out.printf("After %s the next one had the lock within %d ms%n", how, nanos / 1_000_000);
        return fence;
    }

    @Test
    void thePermitsOfAKilledProcessComeBackAndNeverAreMoreOutThanThereAre() throws Exception {
        List<Child> nodes = cluster.start(3);
        Child killed = nodes.get(0);
        Child second = nodes.get(1);
        Child third = nodes.get(2);
        killed.tell("take permits 5 3");
        hearFence(killed);
        second.tell("take permits 5 1");
        hearFence(second);
        assertThat(ask(third, "tryTake permits 5 2 500")).isEqualTo("none");
        third.tell("take permits 5 4");
        killed.kill();
        hearFence(third);
        assertThat(ask(second, "valid permits")).isEqualTo("true");
        assertThat(ask(second, "tryTake permits 5 1 500")).isEqualTo("none");
        assertThat(ask(third, "close permits")).isEqualTo("closed");
        third.tell("take permits 5 4");
        hearFence(third);
    }

    @Test
    void anObserverSeesTheHolderAndTheOrderInWhichTheOthersAreServed() throws Exception {
        List<Child> nodes = cluster.start(3);
        try (Peerlock here =
                Peerlock.builder("live").directory(place()).lease(LEASE).join()) {
            long fence = acquire(nodes.get(1), "seen");
            nodes.get(2).tell("acquire seen");
            awaitWaiters(here, 1);
            nodes.get(0).tell("acquire seen");
            Inspection seen = awaitWaiters(here, 2);

            assertThat(seen.holders()).extracting(Inspection.Holder::fence).containsExactly(fence);
            assertThat(seen.holders().get(0).peer().label())
                    .endsWith(" " + nodes.get(1).pid());
            assertThat(seen.ordered()).isTrue();
            assertThat(seen.waiters())
                    .extracting(waiter -> waiter.peer().label())
                    .satisfiesExactly(
                            first -> assertThat(first)
                                    .endsWith(" " + nodes.get(2).pid()),
                            second -> assertThat(second)
                                    .endsWith(" " + nodes.get(0).pid()));

            assertThat(ask(nodes.get(1), "close seen")).isEqualTo("closed");
            long next = hearFence(nodes.get(2));
            assertThat(ask(nodes.get(2), "close seen")).isEqualTo("closed");
            assertThat(hearFence(nodes.get(0))).isGreaterThan(next);
        }
    }

    private static Inspection awaitWaiters(Peerlock here, int waiters) throws InterruptedException {
        Inspection seen = here.inspect("seen");
        for (int i = 0; i < 300 && seen.waiters().size() < waiters; i++) {
            Thread.sleep(100);
            seen = here.inspect("seen");
        }
        assertThat(seen.waiters()).hasSize(waiters);
        return seen;
    }

    /** No other process is there that could notice its end. */
    @Test
    void aProcessThatIsAskedToEndLeavesByItself() throws Exception {
        Child node = cluster.start(1).get(0);
        assertThat(registered()).isEqualTo(1);
        node.terminate();
        node.await();
        assertThat(registered()).isZero();

        cluster.start(1).get(0).kill();
        assertThat(registered()).isEqualTo(1);
    }

    private int registered() throws IOException {
        return ClusterStateText.read(
                        new FileRegistryStore(place()).read(TIMEOUT).content())
                .members()
                .size();
    }

    @Test
    void fencesGoOnGrowingAfterAllNodesWereKilledAndAfterAllHaveLeft() throws Exception {
        List<Child> killed = cluster.start(2);
        long first = acquire(killed.get(0), "a");
        for (Child node : killed) {
            node.kill();
        }

        List<Child> leaving = cluster.start(2);
        long second = acquire(leaving.get(1), "a");
        assertThat(ask(leaving.get(1), "close a")).isEqualTo("closed");
        for (Child node : leaving) {
            assertThat(ask(node, "leave")).isEqualTo("left");
        }

        long third = acquire(cluster.start(1).get(0), "a");
        assertThat(List.of(first, second, third)).isSorted().doesNotHaveDuplicates();
    }

    @Test
    void whenAllNodesWereKilledOrHaveLeftTheNextOneDecidesTheSettings() throws Exception {
        Child killed = cluster.start(1).get(0);
        long first = acquire(killed, "a");
        killed.kill();

        long second = acquireWith("suzuki-kasami", Duration.ofMinutes(30));
        long third = acquireWith("raymond-tree", Duration.ofMinutes(40)); // the one before has left
        assertThat(List.of(first, second, third)).isSorted().doesNotHaveDuplicates();
    }

    private long acquireWith(String algorithm, Duration lease) throws InterruptedException {
        try (Peerlock node = Peerlock.builder("live")
                        .directory(place())
                        .algorithm(algorithm)
                        .lease(lease)
                        .join();
                Grant grant = node.lock("a").acquire()) {
            return grant.fence();
        }
    }
}
