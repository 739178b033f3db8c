package org.peerlock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** How often a thread that does not want to wait asks the members, and when it gives up. */
class TryAcquireTest {

    /** One input submits the request, and another one ends all inquiries. */
    private static final int REQUEST_AND_END = 2;

    private static final int CANCELLATION = 1;

    private final Peerlock peerlock = ScheduledRuntime.start();
    private final ScheduledRuntime runtime = ScheduledRuntime.of(peerlock);
    private final DistributedLock lock = peerlock.lock("a");
    private final DistributedSemaphore semaphore = peerlock.semaphore("s", 1);

    @BeforeEach
    void join() {
        runtime.becomeMember();
    }

    @Test
    void aLockThatIsFreeIsTakenAndNobodyIsAsked() {
        int before = runtime.submitted();
        Optional<Grant> grant = lock.tryAcquire();
        assertThat(grant).isPresent();
        assertThat(runtime.submitted() - before).isEqualTo(REQUEST_AND_END);
        grant.orElseThrow().close();
    }

    @Test
    void aLockThatThisProcessHoldsIsRefusedWithoutTheNode() throws InterruptedException {
        Grant held = lock.acquire();
        int before = runtime.submitted();
        assertThat(lock.tryAcquire()).isEmpty();
        assertThat(runtime.submitted()).isEqualTo(before);
        held.close();
    }

    @Test
    void theFirstReplyThatProvesAConflictEndsTheWait() throws InterruptedException {
        Grant held = semaphore.acquire();
        runtime.passUnnoticed(1);
        long begin = runtime.now();
        int before = runtime.submitted();
        assertThat(semaphore.tryAcquire()).isEmpty();
        assertThat(runtime.now()).as("no time was spent").isEqualTo(begin);
        assertThat(runtime.submitted() - before).as("with one inquiry").isEqualTo(REQUEST_AND_END + 1 + CANCELLATION);
        held.close();
        assertThat(semaphore.tryAcquire()).as("the request was withdrawn").isPresent();
    }

    @Test
    void aNodeThatDoesNotAnswerIsAskedAtGrowingIntervalsUntilTheTimeIsOver() {
        runtime.stall();
        long begin = runtime.now();
        int before = runtime.submitted();
        assertThat(lock.tryAcquire()).isEmpty();
        assertThat(runtime.now() - begin).isEqualTo(ScheduledRuntime.TIMING.tryLockTimeoutNanos());
        assertThat(runtime.submitted() - before)
                .as("after 0, 1, 3, 7, 15 and 31 of 32 parts of the time")
                .isEqualTo(REQUEST_AND_END + 6 + CANCELLATION);
    }

    @Test
    void anInterruptDoesNotEndTheAttemptAndIsNotForgotten() {
        runtime.stall();
        long begin = runtime.now();
        runtime.interruptNextWait();
        assertThat(lock.tryAcquire()).isEmpty();
        assertThat(Thread.interrupted()).isTrue();
        assertThat(runtime.now() - begin).isEqualTo(ScheduledRuntime.TIMING.tryLockTimeoutNanos());
    }

    @Test
    void aProcessThatHasLeftIsRefusedAtOnce() {
        lock.handle().localNode.runtime().stop();
        lock.handle().localNode.onLeft();
        assertThatThrownBy(lock::tryAcquire).isInstanceOf(PeerlockClosedException.class);
    }
}
