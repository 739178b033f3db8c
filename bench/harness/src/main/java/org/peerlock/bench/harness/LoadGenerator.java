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

/** Puts a load on the locks of this process, at a time that is the same for all processes. */
final class LoadGenerator {

    /**
     * When.
     *
     * @param start when to begin, in nanoseconds as {@link System#nanoTime()} counts them
     * @param measured from when on to count and to measure
     * @param end until when
     */
    record Window(long start, long measured, long end) {

        /**
         * For how long the load goes on after measuring. Clocks differ a little, and who came to the end last would have the locks
         * all for itself meanwhile.
         */
        private static final long TAIL_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

        /** All processes of a machine have the same calendar, and each its own count of nanoseconds. */
        static Window at(long startMillis, long warmUpMillis, long measureMillis) {
            long start = System.nanoTime() + Instant.now().until(Instant.ofEpochMilli(startMillis), ChronoUnit.NANOS);
            long measured = start + TimeUnit.MILLISECONDS.toNanos(warmUpMillis);
            return new Window(start, measured, measured + TimeUnit.MILLISECONDS.toNanos(measureMillis));
        }

        /**
         * 0 until measuring begins, then 1, and 2 when it has ended. Without a branch: Java would compile the one way that it has seen
         * so far, and would have to begin again in the very moment when measuring begins.
         */
        int phase(long now) {
            return (int) (((measured - 1 - now) >>> 63) + ((end - 1 - now) >>> 63));
        }

        boolean open(long now) {
            return now - end < TAIL_NANOS;
        }
    }

    /** What a thread has done in one phase. */
    private static final class Share {
        long count;
        final Histogram waits = LoadResult.histogram();
    }

    private final Subject subject;
    private final LockWorkload lockWorkload;
    private final @Nullable SharedCounters sharedCounters;
    private final ExecutorService threads;
    private final CompletableFuture<Window> when = new CompletableFuture<>();
    private final List<Future<Share[]>> running = new ArrayList<>();

    private LoadGenerator(Subject subject, LockWorkload lockWorkload, @Nullable SharedCounters sharedCounters) {
        this.subject = subject;
        this.lockWorkload = lockWorkload;
        this.sharedCounters = sharedCounters;
        threads = Executors.newFixedThreadPool(lockWorkload.threads());
    }

    /**
     * Gets everything ready. Each thread makes its keys, which may take long, and waits then until it is told when to begin.
     *
     * @throws UnsupportedOperationException if the subject has no such locks
     */
    static LoadGenerator prepare(Subject subject, LockWorkload lockWorkload, @Nullable SharedCounters sharedCounters)
            throws Exception {
        LoadGenerator loadGenerator = new LoadGenerator(subject, lockWorkload, sharedCounters);
        List<CompletableFuture<Void>> ready = new ArrayList<>();
        for (int i = 0; i < lockWorkload.threads(); i++) {
            CompletableFuture<Void> one = new CompletableFuture<>();
            ready.add(one);
            loadGenerator.running.add(loadGenerator.threads.submit(() -> loadGenerator.work(one)));
        }
        try {
            for (CompletableFuture<Void> one : ready) {
                await(one);
            }
            return loadGenerator;
        } catch (Exception e) {
            loadGenerator.threads.shutdownNow();
            throw e;
        }
    }

    /** Does it. */
    LoadResult run(Window window) throws Exception {
        when.complete(window);
        try {
            sleepUntil(window.measured);
            long messages = subject.messages();
            long handOffs = subject.handOffs();
            long bytes = subject.bytes();
            sleepUntil(window.end);
            messages = since(messages, subject.messages());
            handOffs = since(handOffs, subject.handOffs());
            bytes = since(bytes, subject.bytes());
            List<Long> perThread = new ArrayList<>();
            long total = 0;
            Histogram waits = LoadResult.histogram();
            for (Future<Share[]> each : running) {
                Share[] shares = await(each);
                perThread.add(shares[1].count);
                total += Arrays.stream(shares).mapToLong(share -> share.count).sum();
                waits.add(shares[1].waits);
            }
            return new LoadResult(perThread, total, messages, handOffs, bytes, waits);
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

    private static void sleepUntil(long time) throws InterruptedException {
        TimeUnit.NANOSECONDS.sleep(time - System.nanoTime());
    }

    private static long since(long before, long now) {
        return before < 0 ? -1 : now - before;
    }

    private Share[] work(CompletableFuture<Void> ready) throws Exception {
        RandomLockPicker randomLockPicker = keys(ready);
        Window window = when.get();
        sleepUntil(window.start);
        Share[] shares = {new Share(), new Share(), new Share()};
        long before = System.nanoTime();
        do {
            before = enter(randomLockPicker, before, shares[window.phase(before)]);
        } while (window.open(before));
        return shares;
    }

    /** Takes one of the locks, and gives it back. Returns when that was done. */
    private long enter(RandomLockPicker randomLockPicker, long before, Share share) throws Exception {
        Subject.ThreadLock threadLock = randomLockPicker.draw();
        threadLock.acquire();
        long had = System.nanoTime();
        if (sharedCounters != null) {
            sharedCounters.increment(randomLockPicker.drawn());
        }
        threadLock.release();
        share.count++;
        share.waits.recordValue(Math.min(had - before, share.waits.getHighestTrackableValue()));
        return System.nanoTime();
    }

    private RandomLockPicker keys(CompletableFuture<Void> ready) {
        try {
            RandomLockPicker randomLockPicker = lockWorkload.keys(subject);
            ready.complete(null);
            return randomLockPicker;
        } catch (RuntimeException e) {
            ready.completeExceptionally(e);
            throw e;
        }
    }
}
