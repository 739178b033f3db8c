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

    private LoadResult run(Subject subject, LockWorkload workload, @Nullable SharedCounters counters) throws Exception {
        return LoadGenerator.prepare(subject, workload, counters).run(soon());
    }

    @Test
    void onlyTheHolderOfALockCounts() throws Exception {
        SharedCounters counters = SharedCounters.open(directory.resolve("counters"), 1);

        LoadResult result = run(new Locks(new ReentrantLock()), LockWorkload.exclusive(4, 1), counters);

        assertThat(result.total()).isPositive().isEqualTo(counters.sum());
        assertThat(result.perThread()).hasSize(4);
        assertThat(result.latencies().getTotalCount())
                .isEqualTo(
                        result.perThread().stream().mapToLong(Long::longValue).sum());
    }

    /** Otherwise the process whose clock is behind would measure a lock that it has for itself. */
    @Test
    void theLoadContinuesAfterTheMeasurement() {
        LoadGenerator.Window window = new LoadGenerator.Window(100, 200, 300);

        assertThat(IntStream.of(100, 199, 200, 299, 300).map(window::phase)).containsExactly(0, 0, 1, 1, 2);
        assertThat(window.isOpen(300)).isTrue();
        assertThat(window.isOpen(300 + TimeUnit.SECONDS.toNanos(1))).isFalse();
    }

    @Test
    void aKindOfLockThatTheSubjectDoesNotHaveIsReported() {
        assertThatThrownBy(() -> run(new Locks(new ReentrantLock()), LockWorkload.semaphore(1, 3), null))
                .isInstanceOf(UnsupportedOperationException.class)
                .hasMessage("it has no semaphores");
    }

    @Test
    void aResultIsReadAsItWasWritten() throws Exception {
        LoadResult result = run(new Locks(new ReentrantLock()), LockWorkload.exclusive(2, 3), null);

        LoadResult read = LoadResult.of(Options.read(Options.write(result.options())));

        assertThat(read).isEqualTo(result);
    }

    @Test
    void aWorkloadIsReadAsItWasWritten() {
        LockWorkload workload = LockWorkload.readWrite(4, 90);

        assertThat(LockWorkload.of(Options.read(Options.write(workload.options()))))
                .isEqualTo(workload);
    }

    @Test
    void aMalformedOptionIsRefused() {
        assertThatThrownBy(() -> Options.read("a=1 b"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("'b' does not have the form name=value");
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
