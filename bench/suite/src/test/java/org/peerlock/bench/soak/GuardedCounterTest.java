package org.peerlock.bench.soak;

import static org.assertj.core.api.Assertions.assertThat;
import static org.peerlock.bench.soak.Scene.DEATH;
import static org.peerlock.bench.soak.Scene.NOTHING;
import static org.peerlock.bench.soak.Scene.lost;
import static org.peerlock.bench.soak.Scene.valid;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.peerlock.bench.soak.GuardedCounter.FinalCount;

class GuardedCounterTest {

    @TempDir
    private Path directory;

    private Scene scene;
    private GuardedCounter counter;

    @BeforeEach
    void open() throws IOException {
        scene = new Scene(directory);
        counter = new GuardedCounter(scene.longs, Scene.COUNTER, scene.live, scene.anomalies::add);
    }

    private void overwrite(long count) {
        scene.longs.set(Scene.COUNTER + GuardedCounter.COUNT, count);
    }

    @Test
    void sequentialEntriesAreCountedExactly() {
        counter.increment(1, valid(10), NOTHING);
        counter.increment(2, valid(11), NOTHING);
        counter.increment(2, valid(15), NOTHING);
        assertThat(counter.finalCount()).isEqualTo(new FinalCount(3, 3, 0, false));
        assertThat(scene.anomalyKinds()).isEmpty();
    }

    @Test
    void twoProcessesInsideAtOnceAreDetectedByBoth() {
        counter.increment(1, valid(10), () -> counter.increment(2, valid(11), NOTHING));
        assertThat(scene.anomalyKinds())
                .containsExactly("another process was still inside", "two processes were inside at once");
        assertThat(scene.anomalies.get(0).suspects()).containsExactly(1L);
        assertThat(scene.anomalies.get(1).suspects()).isEmpty();
    }

    @Test
    void twoThreadsOfOneProcessInsideAtOnceAreDetected() {
        counter.increment(1, valid(10), () -> counter.increment(1, valid(11), NOTHING));
        assertThat(scene.anomalyKinds()).contains("two processes were inside at once");
    }

    @Test
    void aProcessThatLosesTheLockWhileInsideIsRefusedAndDoesNoHarm() {
        counter.increment(1, lost(10), () -> counter.increment(2, valid(11), NOTHING));
        assertThat(scene.anomalyKinds()).containsExactly("another process was still inside");
        assertThat(scene.anomalies.get(0).suspects()).containsExactly(1L);
        assertThat(counter.finalCount()).isEqualTo(new FinalCount(1, 1, 1, false));
    }

    @Test
    void aProcessThatLostTheLockBeforeEnteringIsRefusedAndDoesNoHarm() {
        counter.increment(2, valid(11), () -> counter.increment(1, lost(10), NOTHING));
        assertThat(scene.anomalyKinds()).isEmpty();
        assertThat(counter.finalCount()).isEqualTo(new FinalCount(1, 1, 0, false));
    }

    @Test
    void aFencingTokenThatDoesNotIncreaseIsDetected() {
        counter.increment(1, valid(10), NOTHING);
        counter.increment(2, valid(10), NOTHING);
        counter.increment(2, valid(9), NOTHING);
        assertThat(scene.anomalyKinds())
                .containsExactly("a fencing token did not increase", "a fencing token did not increase");
        assertThat(counter.finalCount().completed()).isEqualTo(1);
    }

    @Test
    void aProcessThatIsKilledBeforeItsIncrementHasNotCounted() {
        counter.increment(2, valid(10), NOTHING);
        scene.kill(0, () -> counter.increment(1, valid(11), DEATH));
        assertThat(counter.finalCount()).isEqualTo(new FinalCount(1, 1, 1, true));
        counter.increment(2, valid(12), NOTHING);
        assertThat(counter.finalCount()).isEqualTo(new FinalCount(2, 2, 1, false));
        assertThat(scene.anomalyKinds()).isEmpty();
    }

    @Test
    void theIncrementOfAProcessThatIsKilledBeforeLeavingIsUndone() {
        counter.increment(2, valid(10), NOTHING);
        scene.kill(
                0,
                () -> counter.increment(1, valid(11), () -> {
                    overwrite(2);
                    DEATH.run();
                }));
        assertThat(counter.finalCount()).isEqualTo(new FinalCount(1, 2, 1, true));
        assertThat(counter.finalCount().isExact()).isTrue();
        counter.increment(2, valid(12), NOTHING);
        assertThat(counter.finalCount()).isEqualTo(new FinalCount(2, 2, 1, false));
        assertThat(scene.anomalyKinds()).isEmpty();
    }

    @Test
    void aLostIncrementIsDetectedByTheNextProcessAndInTheEnd() {
        counter.increment(1, valid(10), NOTHING);
        overwrite(0);
        assertThat(counter.finalCount().isExact()).isFalse();
        counter.increment(2, valid(11), NOTHING);
        assertThat(scene.anomalyKinds()).containsExactly("a counter is wrong");
    }

    @Test
    void processesWithALockCountExactly() throws Exception {
        Lock lock = new ReentrantLock();
        count(2_000, lock, lock);
        assertThat(scene.anomalyKinds()).isEmpty();
        assertThat(counter.finalCount()).isEqualTo(new FinalCount(4_000, 4_000, 0, false));
    }

    @Test
    void processesThatDoNotExcludeEachOtherAreDetected() throws Exception {
        for (int attempt = 0;
                attempt < 100 && !scene.anomalyKinds().contains("two processes were inside at once");
                attempt++) {
            count(1_000, new ReentrantLock(), new ReentrantLock());
        }
        assertThat(scene.anomalyKinds())
                .contains("two processes were inside at once", "another process was still inside");
    }

    /** Runs one thread for each lock. Each thread maps the file for itself, as a process does. */
    private void count(int times, Lock... locks) throws Exception {
        AtomicLong fences = new AtomicLong(counter.fence());
        ExecutorService threads = Executors.newFixedThreadPool(locks.length);
        try {
            List<Future<?>> counting = new ArrayList<>();
            for (int i = 0; i < locks.length; i++) {
                Scene own = new Scene(directory);
                GuardedCounter ownCounter =
                        new GuardedCounter(own.longs, Scene.COUNTER, own.live, scene.anomalies::add);
                long incarnation = i + 1L;
                Lock lock = locks[i];
                counting.add(threads.submit(() -> {
                    for (int n = 0; n < times; n++) {
                        lock.lock();
                        try {
                            ownCounter.increment(incarnation, valid(fences.incrementAndGet()), Thread::yield);
                        } finally {
                            lock.unlock();
                        }
                    }
                }));
            }
            for (Future<?> each : counting) {
                each.get();
            }
        } finally {
            threads.shutdownNow();
        }
    }
}
