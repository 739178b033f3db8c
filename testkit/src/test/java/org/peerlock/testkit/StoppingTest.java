package org.peerlock.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.peerlock.Grant;
import org.peerlock.LockLossReason;
import org.peerlock.Peerlock;
import org.peerlock.PeerlockClosedException;
import org.peerlock.ShutdownMode;

/** What happens to locks when a process is told to end, or leaves, by the API. */
class StoppingTest {

    private static final Duration MOMENT = Duration.ofSeconds(1);
    private static final Duration GRACE = Duration.ofMinutes(2);

    private final List<String> told = new ArrayList<>();
    private PeerlockTestCluster cluster = PeerlockTestCluster.start(3);

    @AfterEach
    void end() {
        cluster.close();
    }

    private void start(ShutdownMode mode) {
        cluster.close();
        cluster = PeerlockTestCluster.start(3, builder -> builder.shutdown(mode).gracePeriod(GRACE));
    }

    private Grant hold(int node, String lock) throws InterruptedException {
        return cluster.node(node)
                .lock(lock)
                .acquire(MOMENT)
                .onStopping(() -> told.add(lock + " stops"))
                .onLost(reason -> told.add(lock + " " + reason));
    }

    private CompletableFuture<Grant> ask(int node, String lock) {
        CompletableFuture<Grant> asked = cluster.node(node).lock(lock).acquireAsync();
        cluster.advance(MOMENT);
        assertThat(asked).isNotDone();
        return asked;
    }

    private void assertLeft(int node) {
        cluster.advance(MOMENT);
        assertThat(cluster.node(2).members()).hasSize(2);
        assertThatThrownBy(() -> cluster.node(node).lock("any").acquire()).isInstanceOf(PeerlockClosedException.class);
    }

    // Close

    @Test
    void aHolderThatFinishesWhenItIsToldLetsTheProcessLeaveAtOnce() throws InterruptedException {
        Grant held = hold(1, "a");
        CompletableFuture<Grant> next = ask(2, "a");
        held.onStopping(held::close);
        Duration before = cluster.now();
        cluster.node(1).close(GRACE);
        assertThat(cluster.now().minus(before)).isLessThan(cluster.lease());
        cluster.advance(MOMENT);
        assertThat(next).isCompleted();
        assertThat(told).containsExactly("a stops");
        assertLeft(1);
    }

    @Test
    void aHolderThatDoesNotFinishWithinTheLimitLoses() throws InterruptedException {
        Grant held = hold(1, "a");
        CompletableFuture<Grant> next = ask(2, "a");
        Duration before = cluster.now();
        cluster.node(1).close(GRACE);
        assertThat(cluster.now().minus(before)).isBetween(GRACE, GRACE.plus(cluster.lease()));
        assertThat(held.isValid()).isFalse();
        assertThat(told).containsExactly("a stops", "a LEFT");
        cluster.advance(MOMENT);
        assertThat(next).isCompleted();
    }

    @Test
    void aLimitOfZeroGivesHoldersNoTime() throws InterruptedException {
        Grant held = hold(1, "a");
        Duration before = cluster.now();
        cluster.node(1).close(Duration.ofSeconds(-1));
        assertThat(cluster.now().minus(before)).isLessThan(MOMENT);
        assertThat(held.isValid()).isFalse();
    }

    @Test
    void withoutASettingHoldersHaveOneLease() throws InterruptedException {
        hold(1, "a");
        Duration before = cluster.now();
        cluster.node(1).close();
        assertThat(cluster.now().minus(before))
                .isBetween(cluster.lease(), cluster.lease().plus(MOMENT));
        assertThat(told).containsExactly("a stops", "a LEFT");
    }

    /** Otherwise the lock would come to a process that may not use it, and stay there until it has left. */
    @Test
    void aRequestOfAProcessThatDrainsKeepsNobodyWaiting() throws InterruptedException {
        start(ShutdownMode.DRAIN);
        Grant busy = hold(1, "other");
        Grant held = hold(2, "a");
        CompletableFuture<Grant> first = ask(1, "a");
        CompletableFuture<Grant> second = ask(3, "a");
        cluster.terminate(1);
        cluster.advance(MOMENT);
        assertThat(first).isCompletedExceptionally();
        held.close();
        cluster.advance(MOMENT);
        assertThat(second).isCompleted();
        assertThat(busy.isValid()).isTrue();
    }

    // When the JVM shuts down

    @Test
    void aProcessThatDrainsKeepsTheLocksOfItsHoldersUntilTheyFinish() throws InterruptedException {
        start(ShutdownMode.DRAIN);
        Grant held = hold(1, "a");
        CompletableFuture<Grant> next = ask(2, "a");
        cluster.terminate(1);
        cluster.advance(cluster.lease().multipliedBy(5));
        assertThat(told).containsExactly("a stops");
        assertThat(held.isValid()).isTrue();
        assertThat(next).isNotDone();
        assertThatThrownBy(() -> cluster.node(1).lock("b").acquire()).isInstanceOf(PeerlockClosedException.class);
        held.close();
        cluster.advance(MOMENT);
        assertThat(next).isCompleted();
        assertThat(next.join().fence()).isGreaterThan(held.fence());
        assertLeft(1);
    }

    @Test
    void theOthersWorkOnWhileAProcessDrains() throws InterruptedException {
        start(ShutdownMode.DRAIN);
        Grant held = hold(1, "a");
        Grant kept = hold(2, "b");
        cluster.terminate(1);
        for (int second = 0; second < 60; second++) {
            cluster.node(2 + second % 2).lock("c").acquire(MOMENT).close();
            cluster.advance(MOMENT);
        }
        Peerlock added = cluster.add();
        assertThat(held.isValid()).isTrue();
        assertThat(kept.isValid()).isTrue();
        assertThat(added.lock("a").tryAcquire(MOMENT)).isEmpty();
    }

    @Test
    void whatIsHeldWhenTheGracePeriodEndsIsGivenUp() throws InterruptedException {
        for (ShutdownMode mode : List.of(ShutdownMode.DRAIN, ShutdownMode.AWAIT_CLOSE)) {
            start(mode);
            told.clear();
            Grant held = hold(1, "a");
            CompletableFuture<Grant> next = ask(2, "a");
            cluster.terminate(1);
            cluster.advance(GRACE.minus(MOMENT));
            assertThat(held.isValid()).isTrue();
            cluster.advance(MOMENT.multipliedBy(2));
            assertThat(told).containsExactly("a stops", "a LEFT");
            assertThat(next).isCompleted();
            assertLeft(1);
        }
    }

    @Test
    void aProcessThatAwaitsItsCloseWorksAsBeforeUntilThen() throws InterruptedException {
        start(ShutdownMode.AWAIT_CLOSE);
        Grant held = hold(1, "a");
        cluster.terminate(1);
        cluster.advance(GRACE.dividedBy(2));
        Grant late = hold(1, "b");
        cluster.advance(MOMENT);
        late.close();
        assertThat(held.isValid()).isTrue();
        held.close();
        cluster.node(1).close();
        assertThat(told).containsExactly("a stops", "b stops");
        assertLeft(1);
    }

    @Test
    void theGracePeriodOfTheShutdownEndsAlsoForAProcessThatIsClosedMeanwhile() throws InterruptedException {
        start(ShutdownMode.AWAIT_CLOSE);
        Grant held = hold(1, "a");
        cluster.terminate(1);
        cluster.advance(GRACE.minus(MOMENT));
        Duration before = cluster.now();
        cluster.node(1).close(Duration.ofHours(1));
        assertThat(cluster.now().minus(before)).isLessThan(cluster.lease());
        assertThat(held.isValid()).isFalse();
    }

    @Test
    void aProcessThatSetsNothingGivesItsLocksUpAtOnce() throws InterruptedException {
        Grant held = hold(1, "a");
        CompletableFuture<Grant> next = ask(2, "a");
        cluster.terminate(1);
        cluster.advance(MOMENT);
        assertThat(held.isValid()).isFalse();
        assertThat(told).contains("a LEFT");
        assertThat(next).isCompleted();
        assertLeft(1);
    }

    @Test
    void aProcessWithoutAShutdownHookNoticesNothing() throws InterruptedException {
        start(ShutdownMode.NONE);
        Grant held = hold(1, "a");
        cluster.terminate(1);
        cluster.advance(GRACE.multipliedBy(2));
        assertThat(held.isValid()).isTrue();
        assertThat(told).isEmpty();
    }

    // Listeners

    @Test
    void aHolderIsToldOnceThatItsProcessStops() throws InterruptedException {
        start(ShutdownMode.AWAIT_CLOSE);
        Grant held = hold(1, "a");
        hold(1, "b").close();
        Grant writer = cluster.node(1).readWriteLock("c").writeLock().acquire();
        writer.onStopping(() -> told.add("c stops")).downgrade();
        cluster.terminate(1);
        cluster.terminate(1);
        cluster.advance(MOMENT);
        held.onStopping(() -> told.add("a stops, said late"));
        cluster.advance(MOMENT);
        assertThat(told).containsExactly("a stops", "a stops, said late");
        held.close();
        cluster.node(1).close();
        assertThat(told).containsExactly("a stops", "a stops, said late");
    }

    @Test
    void aHolderThatHasLostItsLockIsNotToldThatItsProcessStops() throws InterruptedException {
        start(ShutdownMode.AWAIT_CLOSE);
        hold(1, "a");
        cluster.isolate(1);
        cluster.advance(cluster.lease().multipliedBy(2));
        cluster.terminate(1);
        cluster.advance(MOMENT);
        assertThat(told).containsExactly("a " + LockLossReason.LEASE_EXPIRED);
    }

    @Test
    void aListenerThatFailsKeepsNoOtherFromBeingCalled() throws InterruptedException {
        start(ShutdownMode.DRAIN);
        Grant first = cluster.node(1).lock("x").acquire().onStopping(() -> {
            throw new IllegalStateException("on purpose");
        });
        first.onStopping(() -> told.add("x stops"));
        cluster.terminate(1);
        cluster.advance(MOMENT);
        assertThat(told).containsExactly("x stops");
    }
}
