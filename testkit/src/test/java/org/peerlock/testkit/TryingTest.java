package org.peerlock.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.peerlock.AcquireTimeoutException;
import org.peerlock.DistributedLock;
import org.peerlock.DistributedSemaphore;
import org.peerlock.Grant;
import org.peerlock.LockLostException;
import org.peerlock.algorithm.Capacity;
import org.peerlock.algorithm.catalogue.CatalogueEntry;
import org.peerlock.internal.engine.settings.AlgorithmSelection;
import org.peerlock.internal.engine.settings.LiveAlgorithms;

/** Locks that are taken only if they are free, and actions that run under a lock. */
class TryingTest {

    private static final Duration MOMENT = Duration.ofSeconds(1);
    /** A message takes at most a millisecond here. */
    private static final Duration ROUND_TRIP = Duration.ofMillis(3);

    private final PeerlockTestCluster cluster = PeerlockTestCluster.start(3);

    @AfterEach
    void end() {
        cluster.close();
    }

    private DistributedLock lock(int node) {
        return cluster.node(node).lock("lock");
    }

    private DistributedSemaphore semaphore(int node) {
        return cluster.node(node).semaphore("permits", 2);
    }

    /** The result of a call, and the time that it took. */
    private record Timed<T>(T result, Duration took) {}

    private <T> Timed<T> timed(Supplier<T> call) {
        Duration before = cluster.now();
        T result = call.get();
        return new Timed<>(result, cluster.now().minus(before));
    }

    private void assertRefusedAtOnce(Supplier<Optional<Grant>> call) {
        Timed<Optional<Grant>> refused = timed(call);
        assertThat(refused.result()).isEmpty();
        assertThat(refused.took()).isLessThan(ROUND_TRIP);
    }

    // Is it free?

    @Test
    void aTryThatFailsTakesOneRoundTrip() throws InterruptedException {
        Grant held = lock(1).acquire();
        assertRefusedAtOnce(lock(2)::tryAcquire);
        assertRefusedAtOnce(lock(3)::tryAcquire);
        assertThat(timed(lock(2)::tryLock)).satisfies(refused -> {
            assertThat(refused.result()).isFalse();
            assertThat(refused.took()).isLessThan(ROUND_TRIP);
        });
        held.close();
        assertThat(lock(2).tryAcquire()).isPresent();
    }

    @Test
    void aWriterIsRefusedByReadersAndAReaderByAWriter() throws InterruptedException {
        DistributedLock writer = cluster.node(1).readWriteLock("book").writeLock();
        DistributedLock reader = cluster.node(2).readWriteLock("book").readLock();
        Grant writing = writer.acquire();
        assertRefusedAtOnce(reader::tryAcquire);
        writing.close();
        Grant reading = reader.acquire();
        assertThat(cluster.node(3).readWriteLock("book").readLock().tryAcquire())
                .as("beside another reader")
                .isPresent();
        assertRefusedAtOnce(writer::tryAcquire);
        reading.close();
    }

    @Test
    void permitsThatOthersHoldAreAddedUp() throws InterruptedException {
        Grant one = semaphore(1).acquire();
        Grant two = semaphore(2).acquire();
        cluster.advance(MOMENT);
        assertRefusedAtOnce(semaphore(3)::tryAcquire);
        two.close();
        assertRefusedAtOnce(() -> semaphore(3).tryAcquire(2));
        Optional<Grant> free = semaphore(3).tryAcquire();
        assertThat(free).isPresent();
        one.close();
    }

    @ParameterizedTest
    @MethodSource("algorithms")
    void aFreeLockIsFoundWhereverItIs(String id) throws InterruptedException {
        AlgorithmSelection selection = AlgorithmSelection.of(LiveAlgorithms.all(Capacity.Kind.MUTEX).stream()
                .filter(entry -> entry.id().equals(id))
                .findFirst()
                .orElseThrow());
        try (PeerlockTestCluster nodes = PeerlockTestCluster.start(5, selection, 1)) {
            for (int node : List.of(1, 4, 2, 5, 3, 1, 3, 5)) {
                Optional<Grant> grant = nodes.node(node).lock("lock").tryAcquire();
                assertThat(grant).as("at node %s", node).isPresent();
                grant.get().close();
            }
        }
    }

    static List<String> algorithms() {
        return LiveAlgorithms.all(Capacity.Kind.MUTEX).stream()
                .map(CatalogueEntry::id)
                .toList();
    }

    @Test
    void aLockWhoseHolderDoesNotReplyIsGivenUpInTime() throws InterruptedException {
        Grant held = lock(1).acquire();
        cluster.crash(1);
        Timed<Optional<Grant>> refused = timed(lock(2)::tryAcquire);
        assertThat(refused.result()).isEmpty();
        assertThat(refused.took()).isBetween(Duration.ofMillis(290), Duration.ofMillis(310));
        assertThat(held.lock()).isEqualTo("lock");
    }

    @Test
    void nobodyIsAskedWithinNoTime() throws InterruptedException {
        lock(1).acquire().close();
        Duration before = cluster.now();
        assertThat(lock(2).tryAcquire(Duration.ZERO)).isEmpty();
        assertThat(lock(1).tryAcquire(Duration.ZERO)).isPresent();
        assertThat(semaphore(1).tryAcquire(Duration.ZERO)).isEmpty();
        assertThat(cluster.now()).isEqualTo(before);
    }

    @Test
    void aSemaphoreHasAllWaysToAcquireThatALockHas() throws Exception {
        Grant one = semaphore(1).acquire(MOMENT);
        assertThat(semaphore(2).tryAcquire(MOMENT)).isPresent();
        CompletableFuture<Grant> third = semaphore(3).acquireAsync();
        cluster.advance(MOMENT);
        assertThat(third).isNotDone();
        assertThatThrownBy(() -> semaphore(3).acquire(MOMENT)).isInstanceOf(AcquireTimeoutException.class);
        one.close();
        cluster.advance(MOMENT);
        assertThat(third).isCompleted();
    }

    /** A grant is not reentrant: the thread waits for itself, and nobody else is to blame. */
    @Test
    void aTimeoutSaysThatThisProcessMayHoldTheLock() throws Exception {
        try (Grant grant = lock(1).acquire()) {
            assertThatThrownBy(() -> lock(1).acquire(MOMENT))
                    .isInstanceOf(AcquireTimeoutException.class)
                    .hasMessageContaining("perhaps by this process itself");
            assertThat(grant.isValid()).isTrue();
        }
    }

    // Actions

    @Test
    void anActionRunsUnderTheLock() throws Exception {
        List<String> story = new ArrayList<>();
        lock(1).run(() -> {
            story.add("held " + lock(1).isHeldByCurrentThread());
            assertThat(lock(2).runIfFree(() -> story.add("never"))).isFalse();
            assertThatThrownBy(() -> lock(2).run(MOMENT, () -> story.add("never")))
                    .isInstanceOf(AcquireTimeoutException.class);
            assertThat(lock(1).runIfFree(() -> story.add("reentrant"))).isTrue();
        });
        assertThat(lock(2).call(() -> "result")).isEqualTo("result");
        assertThat(lock(3).call(MOMENT, () -> lock(3).fence())).isPositive();
        lock(1).run(MOMENT, () -> story.add("in time"));
        assertThat(story).containsExactly("held true", "reentrant", "in time");
        assertThat(lock(1).isHeldByCurrentThread()).isFalse();
    }

    @Test
    void theLockIsReleasedWhenTheActionFails() throws Exception {
        IllegalStateException mine = new IllegalStateException("of the action");
        assertThatThrownBy(() -> lock(1).run(() -> {
                    throw mine;
                }))
                .isSameAs(mine)
                .hasNoSuppressedExceptions();
        assertThatThrownBy(() -> lock(1).call(() -> {
                    throw mine;
                }))
                .isSameAs(mine);
        assertThat(lock(2).tryAcquire()).isPresent();
    }

    @Test
    void anActionThatLosesTheLockIsToldSo() {
        assertThatThrownBy(() -> lock(1).run(this::loseTheLocksOfNode1)).isInstanceOf(LockLostException.class);
        cluster.heal();
        cluster.advance(cluster.lease().multipliedBy(3));
        assertThatThrownBy(() -> lock(1).call(() -> {
                    loseTheLocksOfNode1();
                    return "discarded";
                }))
                .isInstanceOf(LockLostException.class);
    }

    @Test
    void theFailureOfTheActionComesBeforeTheLossOfTheLock() {
        IllegalStateException mine = new IllegalStateException("of the action");
        assertThatThrownBy(() -> lock(1).run(() -> {
                    loseTheLocksOfNode1();
                    throw mine;
                }))
                .isSameAs(mine);
        assertThat(mine.getSuppressed()).singleElement().isInstanceOf(LockLostException.class);
    }

    private void loseTheLocksOfNode1() {
        cluster.isolate(1);
        cluster.advance(cluster.lease().multipliedBy(2));
    }

    @Test
    void anActionRunsWithAPermit() throws Exception {
        List<String> story = new ArrayList<>();
        semaphore(1)
                .run(() -> assertThat(semaphore(2).runIfFree(() -> {
                            cluster.advance(MOMENT);
                            assertThat(semaphore(3).runIfFree(() -> story.add("never")))
                                    .isFalse();
                            assertThatThrownBy(() -> semaphore(3).call(MOMENT, () -> story.add("never")))
                                    .isInstanceOf(AcquireTimeoutException.class);
                            story.add("two at once");
                        }))
                        .isTrue());
        semaphore(3).run(MOMENT, () -> story.add("in time"));
        assertThat(semaphore(3).call(() -> "result")).isEqualTo("result");
        assertThat(story).containsExactly("two at once", "in time");
        assertThat(semaphore(1).tryAcquire(2)).isPresent();
    }
}
