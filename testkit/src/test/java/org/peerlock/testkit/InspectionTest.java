package org.peerlock.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.peerlock.DistributedReadWriteLock;
import org.peerlock.Grant;
import org.peerlock.Inspection;
import org.peerlock.LockKind;
import org.peerlock.LockMode;
import org.peerlock.Peer;
import org.peerlock.PeerlockClosedException;
import org.peerlock.algorithm.Capacity;
import org.peerlock.algorithm.catalogue.Catalogue;
import org.peerlock.algorithm.catalogue.CatalogueEntry;
import org.peerlock.internal.engine.settings.AlgorithmSelection;
import org.peerlock.internal.engine.settings.LiveAlgorithms;

/** Any node can see who holds a lock and who waits for it. */
class InspectionTest {

    private static final Duration SECOND = Duration.ofSeconds(1);
    private static final String DEFAULT = "naimi-trehel";

    private final List<String> granted = new ArrayList<>();

    private static PeerlockTestCluster cluster(int nodes, String algorithm, int cohort) {
        return PeerlockTestCluster.start(
                nodes, AlgorithmSelection.of(Catalogue.find(algorithm).orElseThrow()), cohort);
    }

    private static PeerlockTestCluster cluster(int nodes) {
        return cluster(nodes, DEFAULT, 1);
    }

    /** A thread of a node requests the lock, notes when it gets it, and releases it. */
    private void want(PeerlockTestCluster cluster, int node, String who) {
        var unused = cluster.node(node)
                .lock("lock")
                .withLabel(who)
                .acquireAsync()
                .thenAccept(grant -> {
                    granted.add(who);
                    grant.close();
                });
    }

    private static List<String> waiters(Inspection inspection) {
        return inspection.waiters().stream().map(Inspection.Waiter::label).toList();
    }

    // Holders and waiters

    @Test
    void anyNodeSeesTheHolderOfALockAndSinceWhen() throws InterruptedException {
        try (PeerlockTestCluster cluster = cluster(3)) {
            Grant grant = cluster.node(1).lock("lock").withLabel("order-17").acquire();
            cluster.advance(Duration.ofSeconds(5));
            for (int node = 1; node <= 3; node++) {
                Inspection seen = cluster.node(node).inspect("lock");
                assertThat(seen.kind()).contains(LockKind.EXCLUSIVE);
                assertThat(seen.algorithm()).isEqualTo(DEFAULT);
                assertThat(seen.unanswered()).isEmpty();
                assertThat(seen.waiters()).isEmpty();
                Inspection.Holder holder = seen.holders().get(0);
                assertThat(holder.label()).isEqualTo("order-17");
                assertThat(holder.peer().label()).isEqualTo("node 1");
                assertThat(holder.peer().here()).isEqualTo(node == 1);
                assertThat(holder.held()).isBetween(Duration.ofSeconds(5), Duration.ofSeconds(6));
                assertThat(holder.fence()).isEqualTo(grant.fence());
                assertThat(holder.mode()).isEqualTo(LockMode.EXCLUSIVE);
            }
        }
    }

    @Test
    void aHolderThatHasGivenNoNameIsShownByItsThread() throws InterruptedException {
        try (PeerlockTestCluster cluster = cluster(2)) {
            String thread = Thread.currentThread().getName();
            try (Grant first = cluster.node(1).lock("lock").acquire()) {
                assertThat(cluster.node(2).inspect("lock").holders().get(0).label())
                        .isEqualTo(thread);
                assertThat(first.isValid()).isTrue();
            }
            try (Grant again =
                    cluster.node(1).lock("lock").withLabel("without the engine").acquire()) {
                assertThat(cluster.node(2).inspect("lock").holders().get(0).label())
                        .isEqualTo("without the engine");
                assertThat(again.isValid()).isTrue();
            }
            assertThat(cluster.node(2).inspect("lock").holders()).isEmpty();
        }
    }

    @Test
    void aLockThatWasNeverRequestedIsUnknown() throws InterruptedException {
        try (PeerlockTestCluster cluster = cluster(2)) {
            Inspection seen = cluster.node(1).inspect("lock");
            assertThat(seen.kind()).isEmpty();
            assertThat(seen.holders()).isEmpty();
            assertThat(seen.toString()).contains("'lock': no member knows it", "held by nobody");
        }
    }

    @Test
    void aHoldIsShownAfterTheMembersHaveChanged() throws InterruptedException {
        try (PeerlockTestCluster cluster = cluster(2)) {
            Grant grant = cluster.node(1).lock("lock").withLabel("me").acquire();
            cluster.add();
            Inspection seen = cluster.node(3).inspect("lock");
            assertThat(seen.holders().get(0).label()).isEqualTo("me");
            assertThat(seen.holders().get(0).fence()).isEqualTo(grant.fence());
        }
    }

    @Test
    void readersAreShownSideBySideAndTheWriterThatWaitsForThem() throws InterruptedException {
        try (PeerlockTestCluster cluster = cluster(3)) {
            for (int node = 1; node <= 2; node++) {
                DistributedReadWriteLock lock =
                        cluster.node(node).readWriteLock("data").withLabel("reader " + node);
                assertThat(lock.readLock().tryAcquire(SECOND)).isPresent();
            }
            var unused = cluster.node(3)
                    .readWriteLock("data")
                    .withLabel("writer")
                    .writeLock()
                    .acquireAsync();
            cluster.advance(SECOND);
            Inspection seen = cluster.node(3).inspect("data");
            assertThat(seen.kind()).contains(LockKind.READ_WRITE);
            assertThat(seen.holders())
                    .extracting(Inspection.Holder::label)
                    .containsExactlyInAnyOrder("reader 1", "reader 2");
            assertThat(seen.holders()).allMatch(holder -> holder.mode() == LockMode.SHARED);
            assertThat(waiters(seen)).containsExactly("writer");
            assertThat(seen.reason()).contains("of 2 holders");
        }
    }

    @Test
    void permitsAreShownWithTheirNumberAndTheNextRequest() throws InterruptedException {
        try (PeerlockTestCluster cluster = cluster(3)) {
            Grant grant = cluster.node(1).semaphore("pool", 5).withLabel("big").acquire(4);
            for (String who : List.of("2 first", "3 then", "2 again")) {
                int node = Integer.parseInt(who.substring(0, 1));
                var unused = cluster.node(node)
                        .semaphore("pool", 5)
                        .withLabel(who)
                        .acquireAsync(3)
                        .thenAccept(got -> {
                            granted.add(who);
                            got.close();
                        });
                cluster.advance(Duration.ofMillis(100));
            }
            Inspection seen = cluster.node(1).inspect("pool");
            assertThat(seen.holders().get(0).permits()).isEqualTo(4);
            assertThat(waiters(seen)).containsExactly("2 first", "3 then", "2 again");
            assertThat(seen.ordered()).isTrue();
            grant.close();
            cluster.advance(SECOND);
            assertThat(granted).isEqualTo(waiters(seen));
        }
    }

    // Why

    @Test
    void aWaitingProcessIsToldWhichHolderItWaitsFor() throws InterruptedException {
        try (PeerlockTestCluster cluster = cluster(3)) {
            Grant grant = cluster.node(1).lock("lock").acquire();
            want(cluster, 2, "second");
            cluster.advance(SECOND);
            want(cluster, 3, "third");
            cluster.advance(SECOND);
            assertThat(cluster.node(1).inspect("lock").reason()).isEqualTo("This process is not waiting for it.");
            assertThat(cluster.node(2).inspect("lock").reason())
                    .matches("This process is waiting, because node [0-9a-f]{8} \\(node 1, nowhere\\) holds it\\.");
            assertThat(cluster.node(3).inspect("lock").reason()).endsWith("holds it, and 1 other request comes first.");
            grant.close();
        }
    }

    @Test
    void aMemberThatDoesNotAnswerIsNamed() throws InterruptedException {
        try (PeerlockTestCluster cluster = cluster(3)) {
            assertThat(cluster.node(1).lock("lock").tryAcquire(SECOND)).isPresent();
            want(cluster, 2, "second");
            cluster.advance(SECOND);
            cluster.crash(1);
            Duration before = cluster.now();
            Inspection seen = cluster.node(2).inspect("lock");
            assertThat(cluster.now().minus(before)).isLessThan(Duration.ofMillis(1_100));
            assertThat(seen.unanswered()).hasSize(1);
            assertThat(seen.ordered()).isFalse();
            assertThat(seen.holders()).isEmpty();
            assertThat(seen.reason()).contains("does not reply, and may hold it");
            assertThat(seen.toString()).contains("held by nobody who replied", "no reply from node");
        }
    }

    @Test
    void aNodeThatIsCutOffSaysThatItMayNotGrant() throws InterruptedException {
        try (PeerlockTestCluster cluster = cluster(3)) {
            cluster.isolate(1);
            cluster.advance(cluster.lease());
            want(cluster, 1, "in vain");
            Inspection seen = cluster.node(1).inspect("lock");
            assertThat(seen.reason()).startsWith("This process cannot grant locks at the moment");
            assertThat(seen.unanswered()).extracting(Peer::here).containsExactly(false, false);
        }
    }

    @Test
    void aNodeThatHasLeftTellsNothing() {
        try (PeerlockTestCluster cluster = cluster(2)) {
            cluster.node(1).close();
            assertThatThrownBy(() -> cluster.node(1).inspect("lock"))
                    .isInstanceOf(PeerlockClosedException.class)
                    .hasMessageContaining("has left");
        }
    }

    // The order of waiting requests

    static Stream<String> algorithms() {
        return LiveAlgorithms.all(Capacity.Kind.MUTEX).stream().map(CatalogueEntry::id);
    }

    /** Each of Maekawa's arbiters has a queue of its own, and none knows which request will be served first. */
    @ParameterizedTest
    @MethodSource("algorithms")
    void theOrderThatIsShownIsTheOneInWhichTheyAreServed(String algorithm) throws InterruptedException {
        List<Integer> nodes = new ArrayList<>(List.of(2, 3, 4, 5));
        for (int turn = 0; turn < 6; turn++) {
            Collections.rotate(nodes, 1);
            Collections.swap(nodes, 0, turn % 3);
            Duration pause = Duration.ofMillis(turn % 2 * 20L); // some ask at the same time
            try (PeerlockTestCluster cluster = cluster(5, algorithm, 1)) {
                Grant grant = cluster.node(1).lock("lock").acquire();
                for (int node : nodes) {
                    want(cluster, node, "of " + node);
                    cluster.advance(pause);
                }
                cluster.advance(SECOND);
                Inspection seen = cluster.node(1).inspect("lock");
                grant.close();
                cluster.advance(SECOND);
                assertThat(seen.ordered()).isEqualTo(!algorithm.equals("maekawa"));
                if (seen.ordered()) {
                    assertThat(granted).isEqualTo(waiters(seen));
                } else {
                    assertThat(waiters(seen)).containsExactlyInAnyOrderElementsOf(granted);
                }
                granted.clear();
            }
        }
    }

    @Test
    void aNodeServesAsManyOfItsOwnInATurnAsItsCohortSays() throws InterruptedException {
        for (int cohort = 1; cohort <= 3; cohort++) {
            try (PeerlockTestCluster cluster = cluster(3, DEFAULT, cohort)) {
                Grant grant = cluster.node(1).lock("lock").acquire();
                for (String who : List.of("2a", "2b", "2c", "3a", "1a")) {
                    want(cluster, Integer.parseInt(who.substring(0, 1)), who);
                    cluster.advance(Duration.ofMillis(50));
                }
                List<String> shown = waiters(cluster.node(3).inspect("lock"));
                grant.close();
                cluster.advance(SECOND);
                int turn = shown.indexOf("3a") + 1; // a later request must be sent again, which takes more or less time
                assertThat(granted.subList(0, turn))
                        .isEqualTo(shown.subList(0, turn))
                        .hasSize(List.of(2, 4, 5).get(cohort - 1));
                granted.clear();
            }
        }
    }

    @Test
    void raymondsPermitsAreOrderedByTheNumbersOfTheirRequests() throws InterruptedException {
        TreeMap<String, CatalogueEntry<?, ?>> byPrefix = new TreeMap<>();
        byPrefix.put("pool", Catalogue.find("raymond-k").orElseThrow());
        AlgorithmSelection algorithms =
                new AlgorithmSelection(Catalogue.find(DEFAULT).orElseThrow(), byPrefix);
        try (PeerlockTestCluster cluster = PeerlockTestCluster.start(4, algorithms, 1)) {
            Grant one = cluster.node(1).semaphore("pool", 1).acquire();
            for (int node : List.of(3, 4, 2)) {
                String who = "of " + node;
                var unused = cluster.node(node)
                        .semaphore("pool", 1)
                        .withLabel(who)
                        .acquireAsync(1)
                        .thenAccept(got -> {
                            granted.add(who);
                            got.close();
                        });
                cluster.advance(Duration.ofMillis(50));
            }
            Inspection seen = cluster.node(1).inspect("pool");
            assertThat(seen.algorithm()).isEqualTo("raymond-k");
            one.close();
            cluster.advance(SECOND);
            assertThat(granted).isEqualTo(waiters(seen)).hasSize(3);
        }
    }
}
