package org.peerlock.bench.harness;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/** Runs a workload on the locks of this process, at the same time as the other processes do. */
final class LoadGenerator {

    /**
     * When the workload runs, in nanoseconds of {@link System#nanoTime()}.
     *
     * @param startNanos when the warm-up starts
     * @param measureNanos when the measurement starts
     * @param endNanos when the measurement ends
     */
    record Window(long startNanos, long measureNanos, long endNanos) {

        /**
         * How long the load continues after the measurement. The clocks of the processes differ a
         * little: without this tail, the last process would measure a lock that it has for itself.
         */
        private static final long TAIL_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

        /**
         * All processes of a machine share the wall clock; each has its own {@code nanoTime}
         * origin.
         */
        static Window at(long startMillis, long warmUpMillis, long measureMillis) {
            long start = System.nanoTime() + Instant.now().until(Instant.ofEpochMilli(startMillis), ChronoUnit.NANOS);
            long measure = start + TimeUnit.MILLISECONDS.toNanos(warmUpMillis);
            return new Window(start, measure, measure + TimeUnit.MILLISECONDS.toNanos(measureMillis));
        }

        /**
         * 0 during the warm-up, 1 during the measurement, 2 after it. There is no branch here on
         * purpose: the JIT would compile only the path that it has seen so far, and would have to
         * deoptimise at the very moment when the measurement starts.
         */
        int phase(long nowNanos) {
            return (int) (((measureNanos - 1 - nowNanos) >>> 63) + ((endNanos - 1 - nowNanos) >>> 63));
        }

        boolean isOpen(long nowNanos) {
            return nowNanos - endNanos < TAIL_NANOS;
        }
    }

    /** What one thread did in one phase. */
    private static final class PhaseResult {
        long acquisitions;
        final Histogram latencies = LoadResult.histogram();
    }

    private final Subject subject;
    private final LockWorkload workload;
    private final @Nullable SharedCounters counters;
    private final ExecutorService threads;
    private final CompletableFuture<Window> scheduled = new CompletableFuture<>();
    private final List<Future<PhaseResult[]>> running = new ArrayList<>();

    private LoadGenerator(Subject subject, LockWorkload workload, @Nullable SharedCounters counters) {
        this.subject = subject;
        this.workload = workload;
        this.counters = counters;
        threads = Executors.newFixedThreadPool(workload.threads());
    }

    /**
     * Starts the threads. Each creates its locks, which may take long, and then waits for
     * {@link #run}.
     *
     * @param counters incremented under the locks; null to count nothing
     * @throws UnsupportedOperationException if the subject has no such locks
     */
    static LoadGenerator prepare(Subject subject, LockWorkload workload, @Nullable SharedCounters counters)
            throws Exception {
        LoadGenerator generator = new LoadGenerator(subject, workload, counters);
        List<CompletableFuture<Void>> ready = new ArrayList<>();
        for (int i = 0; i < workload.threads(); i++) {
            CompletableFuture<Void> one = new CompletableFuture<>();
            ready.add(one);
            generator.running.add(generator.threads.submit(() -> generator.runThread(one)));
        }
        try {
            for (CompletableFuture<Void> one : ready) {
                await(one);
            }
            return generator;
        } catch (Exception e) {
            generator.threads.shutdownNow();
            throw e;
        }
    }

    /** Runs the workload, once, and waits for its end. */
    LoadResult run(Window window) throws Exception {
        scheduled.complete(window);
        try {
            sleepUntil(window.measureNanos);
            long messages = subject.messages();
            long handOffs = subject.handOffs();
            long bytes = subject.bytes();
            sleepUntil(window.endNanos);
            messages = since(messages, subject.messages());
            handOffs = since(handOffs, subject.handOffs());
            bytes = since(bytes, subject.bytes());
            List<Long> perThread = new ArrayList<>();
            long total = 0;
            Histogram latencies = LoadResult.histogram();
            for (Future<PhaseResult[]> each : running) {
                PhaseResult[] phases = await(each);
                perThread.add(phases[1].acquisitions);
                total += Arrays.stream(phases)
                        .mapToLong(phase -> phase.acquisitions)
                        .sum();
                latencies.add(phases[1].latencies);
            }
            return new LoadResult(perThread, total, messages, handOffs, bytes, latencies);
        } finally {
            threads.shutdownNow();
        }
    }

    private static <T> T await(Future<T> result) throws Exception {
        try {
            return result.get();
        } catch (ExecutionException e) {
            throw e.getCause() instanceof Exception cause ? cause : e;
        }
    }

    private static void sleepUntil(long nanos) throws InterruptedException {
        TimeUnit.NANOSECONDS.sleep(nanos - System.nanoTime());
    }

    private static long since(long before, long now) {
        return before < 0 ? -1 : now - before;
    }

    private PhaseResult[] runThread(CompletableFuture<Void> ready) throws Exception {
        RandomLockPicker picker = picker(ready);
        Window window = scheduled.get();
        sleepUntil(window.startNanos);
        PhaseResult[] phases = {new PhaseResult(), new PhaseResult(), new PhaseResult()};
        long now = System.nanoTime();
        do {
            now = acquireAndRelease(picker, now, phases[window.phase(now)]);
        } while (window.isOpen(now));
        return phases;
    }

    /**
     * Acquires and releases one lock. Returns the time after that, which is where the next one
     * starts.
     */
    private long acquireAndRelease(RandomLockPicker picker, long startNanos, PhaseResult result) throws Exception {
        Subject.ThreadLock lock = picker.pick();
        lock.acquire();
        long acquiredNanos = System.nanoTime();
        if (counters != null) {
            counters.increment(picker.index());
        }
        lock.release();
        result.acquisitions++;
        result.latencies.recordValue(Math.min(acquiredNanos - startNanos, result.latencies.getHighestTrackableValue()));
        return System.nanoTime();
    }

    private RandomLockPicker picker(CompletableFuture<Void> ready) {
        try {
            RandomLockPicker picker = workload.picker(subject);
            ready.complete(null);
            return picker;
        } catch (RuntimeException e) {
            ready.completeExceptionally(e);
            throw e;
        }
    }
}
