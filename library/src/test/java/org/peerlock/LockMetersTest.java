package org.peerlock;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

/** What meters measure. */
class LockMetersTest {

    private static final class Recorder implements LockMeter {
        private final List<String> measured = new ArrayList<>();

        @Override
        public void acquired(String lock, long waitedNanos) {
            measured.add(lock + " after " + waitedNanos);
        }

        @Override
        public void released(String lock, long heldNanos) {
            measured.add(lock + " held for " + heldNanos);
        }
    }

    private final Peerlock peerlock = ScheduledRuntime.start();
    private final ScheduledRuntime runtime = ScheduledRuntime.of(peerlock);
    private final DistributedLock lock = peerlock.lock("a");
    private final Recorder recorder = new Recorder();

    @BeforeEach
    void join() {
        runtime.becomeMember();
        peerlock.addMeter(recorder);
    }

    @Test
    void aMeterHearsHowLongARequestHasWaitedAndAGrantWasHeld() throws InterruptedException {
        Grant first = lock.acquire();
        CompletableFuture<Grant> second = lock.acquireAsync();
        runtime.pass(5);
        first.close();
        runtime.pass(3); // the executor is slow
        runtime.runCallbacks();
        second.join().close();
        assertThat(recorder.measured).containsExactly("a after 0", "a held for 5", "a after 5", "a held for 3");
    }

    @Test
    void aLockThatIsIdleIsAcquiredWithoutAWait() throws InterruptedException {
        lock.acquire().close();
        recorder.measured.clear();
        runtime.pass(7);
        Grant idle = lock.acquire();
        runtime.pass(2);
        idle.close();
        idle.close();
        assertThat(recorder.measured).containsExactly("a after 0", "a held for 2");
    }

    @Test
    void aGrantThatBecomesAReadGrantIsHeldUntilThatIsClosed() throws InterruptedException {
        Grant writer = peerlock.readWriteLock("rw").writeLock().acquire();
        runtime.pass(4);
        Grant reader = writer.downgrade();
        runtime.pass(6);
        reader.close();
        assertThat(recorder.measured).containsExactly("rw after 0", "rw held for 10");
    }

    @Test
    void aMeterMeasuresNothingAfterItWasRemoved() throws InterruptedException {
        Recorder other = new Recorder();
        peerlock.addMeter(other);
        peerlock.removeMeter(recorder);
        lock.acquire().close();
        assertThat(recorder.measured).isEmpty();
        assertThat(other.measured).hasSize(2);
    }

    @Test
    void aMeterThatFailsDoesNotConcernTheOthersNorTheHolder() throws InterruptedException {
        peerlock.removeMeter(recorder);
        peerlock.addMeter(new LockMeter() {
            @Override
            public void acquired(String name, long waitedNanos) {
                throw new AssertionError("on purpose");
            }

            @Override
            public void released(String name, long heldNanos) {
                throw new AssertionError("on purpose");
            }
        });
        peerlock.addMeter(recorder);
        try (LogLines lines = new LogLines(LoggerFactory.getLogger(LockMeter.class))) {
            Grant grant = lock.acquire();
            assertThat(grant.isValid()).isTrue();
            grant.close();
            assertThat(lines.warnings()).containsExactly("A meter failed");
        }
        assertThat(recorder.measured).hasSize(2);
        lock.acquire().close();
    }
}
