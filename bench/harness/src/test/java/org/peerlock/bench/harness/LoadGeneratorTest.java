package org.peerlock.bench.harness;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LoadGeneratorTest {

    @TempDir
    Path directory;

    private static LoadGenerator.Window soon() {
        return LoadGenerator.Window.at(System.currentTimeMillis() + 10, 20, 200);
    }

    private LoadResult run(Subject subject, LockWorkload lockWorkload, @Nullable SharedCounters sharedCounters)
            throws Exception {
        return LoadGenerator.prepare(subject, lockWorkload, sharedCounters).run(soon());
    }

    @Test
    void whoHoldsALockCountsAlone() throws Exception {
        SharedCounters sharedCounters = SharedCounters.open(directory.resolve("counters"), 1);

        LoadResult loadResult = run(new Locks(new ReentrantLock()), LockWorkload.exclusive(4, 1), sharedCounters);

        assertThat(loadResult.total()).isPositive().isEqualTo(sharedCounters.sum());
        assertThat(loadResult.perThread()).hasSize(4);
        assertThat(loadResult.waits().getTotalCount())
                .isEqualTo(loadResult.perThread().stream()
                        .mapToLong(Long::longValue)
                        .sum());
    }

    /** Otherwise the one whose clock is behind would have the lock for itself in the end, and be counted. */
    @Test
    void theLoadGoesOnAfterMeasuring() {
        LoadGenerator.Window window = new LoadGenerator.Window(100, 200, 300);

        assertThat(IntStream.of(100, 199, 200, 299, 300).map(window::phase)).containsExactly(0, 0, 1, 1, 2);
        assertThat(window.open(300)).isTrue();
        assertThat(window.open(300 + TimeUnit.SECONDS.toNanos(1))).isFalse();
    }

    @Test
    void whatAMakeDoesNotHaveIsSaid() {
        assertThatThrownBy(() -> run(new Locks(new ReentrantLock()), LockWorkload.semaphore(1, 3), null))
                .isInstanceOf(UnsupportedOperationException.class)
                .hasMessage("it has no semaphores");
    }

    @Test
    void anOutcomeIsReadAsItWasWritten() throws Exception {
        LoadResult loadResult = run(new Locks(new ReentrantLock()), LockWorkload.exclusive(2, 3), null);

        LoadResult read = LoadResult.of(Options.read(Options.write(loadResult.options())));

        assertThat(read).isEqualTo(loadResult);
    }

    @Test
    void aLoadIsReadAsItWasWritten() {
        LockWorkload lockWorkload = LockWorkload.readWrite(4, 90);

        assertThat(LockWorkload.of(Options.read(Options.write(lockWorkload.options()))))
                .isEqualTo(lockWorkload);
    }

    @Test
    void whatIsNoOptionIsRefused() {
        assertThatThrownBy(() -> Options.read("a=1 b"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("'b' is not of the form name=value");
        assertThatThrownBy(() -> LockWorkload.of(Options.read("kind=exclusive")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("'threads' is missing");
    }

    private record Locks(Lock lock) implements Subject {

        @Override
        public ThreadLock exclusive(String name) {
            return ThreadLock.of(lock);
        }

        @Override
        public void close() {}
    }
}
