package org.peerlock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.Test;
import org.peerlock.internal.engine.effects.LossCause;
import org.peerlock.internal.engine.effects.LostHold;
import org.peerlock.internal.engine.locks.Hold;

/** What the threads and listeners of a process hear of its node. */
class NodeEventsTest {

    private static final Duration SHORT = Duration.ofSeconds(1);

    private final Peerlock peerlock = ScheduledRuntime.start();
    private final ScheduledRuntime runtime = ScheduledRuntime.of(peerlock);
    private final DistributedLock lock = peerlock.lock("a");
    private final LocalNode node = lock.handle().localNode;

    // Joining

    @Test
    void aProcessThatDoesNotBecomeAMemberInTimeSaysWhy() {
        assertThatThrownBy(() -> node.join(SHORT, System.nanoTime()))
                .isInstanceOf(RegistryUnavailableException.class)
                .hasMessage("could not become a member of cluster 'scheduled' within 1 s: other members do not"
                        + " respond, and their leases have not expired yet");
        runtime.haveRegistryProblem("the disk is full");
        assertThatThrownBy(() -> node.join(Duration.ofSeconds(-1), System.nanoTime()))
                .isInstanceOf(RegistryUnavailableException.class)
                .hasMessage("could not become a member of cluster 'scheduled' within 0 s: the disk is full");
    }

    @Test
    void aMemberHasJoined() throws InterruptedException {
        runtime.becomeMember();
        node.join(Duration.ZERO, System.nanoTime());
        assertThat(node.listeners().view().members()).hasSize(1);
    }

    @Test
    void aProcessThatIsRefusedSaysSoToEverybodyWhoWaits() {
        runtime.stall();
        CompletableFuture<Grant> waiting = lock.acquireAsync();
        node.onRefused("other settings");
        assertThatThrownBy(() -> node.join(SHORT, System.nanoTime()))
                .isInstanceOf(IncompatibleSettingsException.class)
                .hasMessage("other settings");
        runtime.runCallbacks();
        assertThatThrownBy(waiting::join)
                .isInstanceOf(CompletionException.class)
                .hasCauseInstanceOf(IncompatibleSettingsException.class);
        assertThatThrownBy(lock::acquire).isInstanceOf(IncompatibleSettingsException.class);
        assertThatThrownBy(lock::tryLock).isInstanceOf(IncompatibleSettingsException.class);
        assertThatThrownBy(() -> peerlock.inspect("a")).isInstanceOf(IncompatibleSettingsException.class);
    }

    // Timeouts

    @Test
    void aTimeoutWhileTheProcessIsNoMemberIsNoUseOfTheLock() {
        runtime.stall();
        assertThatThrownBy(() -> lock.acquire(SHORT))
                .isInstanceOf(RegistryUnavailableException.class)
                .hasMessage("lock 'a' was not acquired within 1 s: the membership of cluster 'scheduled' is changing,"
                        + " or this process is not a member");
        runtime.haveRegistryProblem("the disk is full");
        assertThatThrownBy(() -> lock.acquire(SHORT))
                .isInstanceOf(RegistryUnavailableException.class)
                .hasMessage("lock 'a' was not acquired within 1 s: the disk is full");
    }

    @Test
    void aRequestThatWasGivenUpDoesNotWaitAnyMoreAndTakesNoGrant() throws InterruptedException {
        runtime.becomeMember();
        Grant held = lock.acquire();
        assertThat(lock.tryAcquire(SHORT)).isEmpty();
        CompletableFuture<Grant> cancelled = lock.acquireAsync();
        assertThat(peerlock.statistics().waiting()).isEqualTo(1);
        cancelled.cancel(false);
        assertThat(peerlock.statistics().waiting()).isZero();
        held.close();

        PendingAcquire pending = new PendingAcquire(lock.handle());
        assertThat(pending.cancel()).isTrue();
        assertThat(pending.offer(new Hold("a", 7, 1, 1, null))).isFalse();
        assertThat(new PendingAcquire(lock.handle()).offer(new Hold("a", 7, 1, 1, null)))
                .isTrue();
    }

    @Test
    void aLockThatThisProcessHoldsIsNotAskedFor() throws InterruptedException {
        runtime.becomeMember();
        Grant held = lock.acquire();
        int before = runtime.submitted();
        assertThat(lock.tryAcquire()).isEmpty();
        assertThat(runtime.submitted()).isEqualTo(before);
        held.close();
        runtime.expire();
        runtime.becomeMember();
        assertThat(lock.tryAcquire()).as("known, but neither held nor idle").isPresent();
    }

    // Leaving

    @Test
    void aProcessWaitsForItsHoldersForFourLeasesAtMost() throws InterruptedException {
        runtime.becomeMember();
        Grant held = lock.acquire();
        long start = runtime.now();
        peerlock.close();
        assertThat(runtime.now() - start).isEqualTo(4 * ScheduledRuntime.TIMING.leaseNanos());
        assertThat(held.isValid()).isFalse();
    }

    @Test
    void aProcessThatLeavesAtOnceGivesItsHoldersNoTime() throws InterruptedException {
        runtime.becomeMember();
        Grant grant = lock.acquire();
        CompletableFuture<Grant> waiting = lock.acquireAsync();
        node.leave(0, ScheduledRuntime.TIMING.leaveTimeoutNanos());
        assertThat(grant.isValid()).isFalse();
        runtime.runCallbacks();
        assertThatThrownBy(waiting::join).hasCauseInstanceOf(PeerlockClosedException.class);
        assertThatThrownBy(grant::close)
                .isInstanceOf(LockLostException.class)
                .extracting(loss -> ((LockLostException) loss).reason())
                .isEqualTo(LockLossReason.LEFT);
    }

    @Test
    void aProcessThatLeavesWhileNobodyHoldsALockHasLeftAtOnce() {
        runtime.becomeMember();
        long start = runtime.now();
        peerlock.close();
        peerlock.close();
        assertThat(runtime.now() - start).isLessThan(ScheduledRuntime.TIMING.leaseNanos());
        assertThat(runtime.gates().current().open()).isFalse();
    }

    @Test
    void anInterruptWhileAProcessLeavesIsKept() {
        runtime.becomeMember();
        runtime.interruptNextWait();
        node.leave(0, ScheduledRuntime.TIMING.leaveTimeoutNanos());
        assertThat(Thread.interrupted()).isTrue();
    }

    // Listeners

    @Test
    void listenersHearOfTheRegistryOfConflictsAndOfLosses() {
        List<String> heard = new ArrayList<>();
        peerlock.addListener(new PeerlockListener() {
            @Override
            public void registryUnavailable(String reason) {
                heard.add("unavailable: " + reason);
            }

            @Override
            public void registryAvailable() {
                heard.add("available");
            }

            @Override
            public void lockKindConflict(String reason) {
                heard.add("conflict: " + reason);
            }

            @Override
            public void lockLost(String name, long fence, LockLossReason reason) {
                heard.add("lost " + name + " " + fence + " " + reason);
            }
        });
        node.onRegistryProblem("full");
        node.onRegistryProblem(null);
        node.onKindConflict("two kinds");
        node.onLocksLost(List.of(new LostHold("x", 7), new LostHold("y", 8)), LossCause.EVICTED);
        runtime.runCallbacks();
        assertThat(heard)
                .containsExactly(
                        "unavailable: full",
                        "available",
                        "conflict: two kinds",
                        "lost x 7 EVICTED",
                        "lost y 8 EVICTED");
    }

    @Test
    void aListenerThatWasRemovedHearsNothing() {
        List<String> heard = new ArrayList<>();
        PeerlockListener listener = new PeerlockListener() {
            @Override
            public void registryAvailable() {
                heard.add("available");
            }
        };
        peerlock.addListener(listener);
        peerlock.removeListener(listener);
        node.onRegistryProblem(null);
        runtime.runCallbacks();
        assertThat(heard).isEmpty();
    }

    @Test
    void everyCauseOfALossHasAReasonAndAReasonHasADescription() {
        for (LossCause cause : LossCause.values()) {
            assertThat(LockLossReason.of(cause)).hasToString(cause.name());
            assertThat(LockLossReason.of(cause).description()).isNotBlank();
        }
    }

    // Labels

    @Test
    void aRequestHasTheLabelThatItWasGivenElseTheNameOfItsThread() throws InterruptedException {
        runtime.becomeMember();
        DistributedReadWriteLock shared = peerlock.readWriteLock("rw");
        Grant labelled = lock.withLabel("order-17").acquire();
        assertThat(peerlock.inspect("a").holders().get(0).label()).isEqualTo("order-17");
        labelled.close();
        Grant plain = lock.acquire();
        assertThat(peerlock.inspect("a").holders().get(0).label())
                .isEqualTo(Thread.currentThread().getName());
        plain.close();
        Grant reader = shared.withLabel("reader").readLock().acquire();
        Grant other = shared.readLock().acquire();
        assertThat(peerlock.inspect("rw").holders())
                .extracting(Inspection.Holder::label)
                .containsExactlyInAnyOrder("reader", Thread.currentThread().getName());
        reader.close();
        other.close();
        assertThat(shared.name()).isEqualTo("rw");
        Grant permits = peerlock.semaphore("s", 2).withLabel("pool").acquire();
        assertThat(peerlock.inspect("s").holders().get(0).label()).isEqualTo("pool");
        permits.close();
    }

    @Test
    void aHandleWithALabelLearnsAndTeachesWhereTheLockIs() throws InterruptedException {
        runtime.becomeMember();
        lock.withLabel("order-17").acquire().close();
        for (DistributedLock each : List.of(lock, lock.withLabel("order-18"))) {
            int before = runtime.submitted();
            Grant idle = each.acquire();
            assertThat(runtime.submitted()).as("the node is not asked").isEqualTo(before);
            idle.close();
        }
    }

    // Questions

    @Test
    void aProcessShowsItsLocksAndItsMembers() throws InterruptedException {
        runtime.becomeMember();
        Grant grant = lock.acquire();
        assertThat(peerlock.locks()).singleElement().satisfies(use -> {
            assertThat(use.lock()).isEqualTo("a");
            assertThat(use.held()).isEqualTo(1);
        });
        assertThat(peerlock.clusterLocks(SHORT)).extracting(LockUse::lock).containsExactly("a");
        assertThat(peerlock.members())
                .singleElement()
                .satisfies(member -> assertThat(member.peer().here()).isTrue());
        assertThat(peerlock.statistics().held()).isEqualTo(1);
        grant.close();
        peerlock.close();
        assertThatThrownBy(peerlock::locks).isInstanceOf(PeerlockClosedException.class);
        assertThatThrownBy(peerlock::statistics).isInstanceOf(PeerlockClosedException.class);
    }

    @Test
    void aNodeThatDoesNotRespondIsNotWaitedForLongerThanALease() {
        runtime.becomeMember();
        runtime.stall();
        long start = runtime.now();
        assertThatThrownBy(peerlock::statistics)
                .isInstanceOf(NodeUnresponsiveException.class)
                .hasMessageStartingWith("the node of this process in cluster 'scheduled' did not respond");
        assertThat(runtime.now() - start).isEqualTo(ScheduledRuntime.TIMING.leaseNanos());
        assertThatThrownBy(() -> peerlock.inspect("a", SHORT)).isInstanceOf(NodeUnresponsiveException.class);
        node.leave(0, ScheduledRuntime.TIMING.leaveTimeoutNanos());
        assertThatThrownBy(peerlock::statistics).isInstanceOf(PeerlockClosedException.class);
    }
}
