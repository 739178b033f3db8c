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
import org.peerlock.bench.soak.GuardedCounter.Reading;

class GuardedCounterTest {

    @TempDir
    private Path directory;

    private Scene scene;
    private GuardedCounter counter;

    @BeforeEach
    void open() throws IOException {
        scene = new Scene(directory);
        counter = new GuardedCounter(scene.sharedLongs, Scene.PLACE, scene.liveProcesses, scene.findings::add);
    }

    private void overwrite(long count) {
        scene.sharedLongs.set(Scene.PLACE + GuardedCounter.COUNT, count);
    }

    @Test
    void whoComesOneAfterTheOtherCountsExactly() {
        counter.increment(1, valid(10), NOTHING);
        counter.increment(2, valid(11), NOTHING);
        counter.increment(2, valid(15), NOTHING);
        assertThat(counter.read()).isEqualTo(new Reading(3, 3, 0, false));
        assertThat(scene.found()).isEmpty();
    }

    @Test
    void twoAtOnceAreNoticedByBoth() {
        counter.increment(1, valid(10), () -> counter.increment(2, valid(11), NOTHING));
        assertThat(scene.found()).containsExactly("somebody was still inside", "two were inside at once");
        assertThat(scene.findings.get(0).suspects()).containsExactly(1L);
        assertThat(scene.findings.get(1).suspects()).isEmpty();
    }

    @Test
    void twoThreadsOfOneProcessAtOnceAreNoticed() {
        counter.increment(1, valid(10), () -> counter.increment(1, valid(11), NOTHING));
        assertThat(scene.found()).contains("two were inside at once");
    }

    @Test
    void whoHasLostTheLockWhileInsideIsRefusedAndDoesNoHarm() {
        counter.increment(1, lost(10), () -> counter.increment(2, valid(11), NOTHING));
        assertThat(scene.found()).containsExactly("somebody was still inside");
        assertThat(scene.findings.get(0).suspects()).containsExactly(1L);
        assertThat(counter.read()).isEqualTo(new Reading(1, 1, 1, false));
    }

    @Test
    void whoHasLostTheLockBeforeItComesIsRefusedAndDoesNoHarm() {
        counter.increment(2, valid(11), () -> counter.increment(1, lost(10), NOTHING));
        assertThat(scene.found()).isEmpty();
        assertThat(counter.read()).isEqualTo(new Reading(1, 1, 0, false));
    }

    @Test
    void aFenceThatDoesNotGrowIsNoticed() {
        counter.increment(1, valid(10), NOTHING);
        counter.increment(2, valid(10), NOTHING);
        counter.increment(2, valid(9), NOTHING);
        assertThat(scene.found()).containsExactly("a fence has not grown", "a fence has not grown");
        assertThat(counter.read().done()).isEqualTo(1);
    }

    @Test
    void whoIsKilledBeforeItHasCountedHasNotCounted() {
        counter.increment(2, valid(10), NOTHING);
        scene.killed(0, () -> counter.increment(1, valid(11), DEATH));
        assertThat(counter.read()).isEqualTo(new Reading(1, 1, 1, true));
        counter.increment(2, valid(12), NOTHING);
        assertThat(counter.read()).isEqualTo(new Reading(2, 2, 1, false));
        assertThat(scene.found()).isEmpty();
    }

    @Test
    void whatWasCountedByOneWhoIsKilledBeforeItHasFinishedIsUndone() {
        counter.increment(2, valid(10), NOTHING);
        scene.killed(
                0,
                () -> counter.increment(1, valid(11), () -> {
                    overwrite(2);
                    DEATH.run();
                }));
        assertThat(counter.read()).isEqualTo(new Reading(1, 2, 1, true));
        assertThat(counter.read().isExact()).isTrue();
        counter.increment(2, valid(12), NOTHING);
        assertThat(counter.read()).isEqualTo(new Reading(2, 2, 1, false));
        assertThat(scene.found()).isEmpty();
    }

    @Test
    void aCountThatGotLostIsNoticedByTheNextOneAndInTheEnd() {
        counter.increment(1, valid(10), NOTHING);
        overwrite(0);
        assertThat(counter.read().isExact()).isFalse();
        counter.increment(2, valid(11), NOTHING);
        assertThat(scene.found()).containsExactly("a counter is wrong");
    }

    @Test
    void processesWithALockCountExactly() throws Exception {
        Lock lock = new ReentrantLock();
        count(2_000, lock, lock);
        assertThat(scene.found()).isEmpty();
        assertThat(counter.read()).isEqualTo(new Reading(4_000, 4_000, 0, false));
    }

    @Test
    void processesThatDoNotExcludeEachOtherAreNoticed() throws Exception {
        for (int attempt = 0; attempt < 100 && !scene.found().contains("two were inside at once"); attempt++) {
            count(1_000, new ReentrantLock(), new ReentrantLock());
        }
        assertThat(scene.found()).contains("two were inside at once", "somebody was still inside");
    }

    /** Each of these locks is for one thread, which maps the file for itself, as a process does. */
    private void count(int times, Lock... locks) throws Exception {
        AtomicLong fences = new AtomicLong(counter.fence());
        ExecutorService threads = Executors.newFixedThreadPool(locks.length);
        try {
            List<Future<?>> counting = new ArrayList<>();
            for (int i = 0; i < locks.length; i++) {
                Scene own = new Scene(directory);
                GuardedCounter its =
                        new GuardedCounter(own.sharedLongs, Scene.PLACE, own.liveProcesses, scene.findings::add);
                long life = i + 1L;
                Lock lock = locks[i];
                counting.add(threads.submit(() -> {
                    for (int n = 0; n < times; n++) {
                        lock.lock();
                        try {
                            its.increment(life, valid(fences.incrementAndGet()), Thread::yield);
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
