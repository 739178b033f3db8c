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

class LoaderTest {

    @TempDir
    Path directory;

    private static Loader.Window soon() {
        return Loader.Window.at(System.currentTimeMillis() + 10, 20, 200);
    }

    private Outcome run(Subject subject, Load load, @Nullable Counters counters) throws Exception {
        return Loader.prepare(subject, load, counters).run(soon());
    }

    @Test
    void whoHoldsALockCountsAlone() throws Exception {
        Counters counters = Counters.open(directory.resolve("counters"), 1);

        Outcome outcome = run(new Locks(new ReentrantLock()), Load.exclusive(4, 1), counters);

        assertThat(outcome.total()).isPositive().isEqualTo(counters.sum());
        assertThat(outcome.perThread()).hasSize(4);
        assertThat(outcome.waits().getTotalCount())
                .isEqualTo(
                        outcome.perThread().stream().mapToLong(Long::longValue).sum());
    }

    /** Otherwise the one whose clock is behind would have the lock for itself in the end, and be counted. */
    @Test
    void theLoadGoesOnAfterMeasuring() {
        Loader.Window window = new Loader.Window(100, 200, 300);

        assertThat(IntStream.of(100, 199, 200, 299, 300).map(window::phase)).containsExactly(0, 0, 1, 1, 2);
        assertThat(window.open(300)).isTrue();
        assertThat(window.open(300 + TimeUnit.SECONDS.toNanos(1))).isFalse();
    }

    @Test
    void whatAMakeDoesNotHaveIsSaid() {
        assertThatThrownBy(() -> run(new Locks(new ReentrantLock()), Load.semaphore(1, 3), null))
                .isInstanceOf(UnsupportedOperationException.class)
                .hasMessage("it has no semaphores");
    }

    @Test
    void anOutcomeIsReadAsItWasWritten() throws Exception {
        Outcome outcome = run(new Locks(new ReentrantLock()), Load.exclusive(2, 3), null);

        Outcome read = Outcome.of(Options.read(Options.write(outcome.options())));

        assertThat(read).isEqualTo(outcome);
    }

    @Test
    void aLoadIsReadAsItWasWritten() {
        Load load = Load.readWrite(4, 90);

        assertThat(Load.of(Options.read(Options.write(load.options())))).isEqualTo(load);
    }

    @Test
    void whatIsNoOptionIsRefused() {
        assertThatThrownBy(() -> Options.read("a=1 b"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("'b' is not of the form name=value");
        assertThatThrownBy(() -> Load.of(Options.read("kind=exclusive")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("'threads' is missing");
    }

    private record Locks(Lock lock) implements Subject {

        @Override
        public Key exclusive(String name) {
            return Key.of(lock);
        }

        @Override
        public void close() {}
    }
}
