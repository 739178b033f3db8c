package org.peerlock.bench.harness;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/** Puts a load on the locks of this process, at a time that is the same for all processes. */
final class Loader {

    /**
     * When.
     *
     * @param start when to begin, in nanoseconds as {@link System#nanoTime()} counts them
     * @param measured from when on to count and to measure
     * @param end when to end
     */
    record Window(long start, long measured, long end) {

        /** All processes of a machine have the same calendar, and each its own count of nanoseconds. */
        static Window at(long startMillis, long warmUpMillis, long measureMillis) {
            long start = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(startMillis - System.currentTimeMillis());
            long measured = start + TimeUnit.MILLISECONDS.toNanos(warmUpMillis);
            return new Window(start, measured, measured + TimeUnit.MILLISECONDS.toNanos(measureMillis));
        }
    }

    private record Share(long measured, long total, Histogram waits) {}

    private final Subject subject;
    private final Load load;
    private final Window window;
    private final @Nullable Counters counters;

    Loader(Subject subject, Load load, Window window, @Nullable Counters counters) {
        this.subject = subject;
        this.load = load;
        this.window = window;
        this.counters = counters;
    }

    Outcome run() throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(load.threads());
        try {
            List<Future<Share>> running = new ArrayList<>();
            for (int i = 0; i < load.threads(); i++) {
                running.add(threads.submit(this::work));
            }
            sleepUntil(window.measured);
            long messages = subject.messages();
            long handOffs = subject.handOffs();
            sleepUntil(window.end);
            messages = since(messages, subject.messages());
            handOffs = since(handOffs, subject.handOffs());
            List<Long> perThread = new ArrayList<>();
            long total = 0;
            Histogram waits = Outcome.histogram();
            for (Future<Share> each : running) {
                Share share = each.get();
                perThread.add(share.measured);
                total += share.total;
                waits.add(share.waits);
            }
            return new Outcome(perThread, total, messages, handOffs, waits);
        } catch (ExecutionException e) {
            throw e.getCause() instanceof Exception cause ? cause : e;
        } finally {
            threads.shutdownNow();
        }
    }

    private static void sleepUntil(long time) throws InterruptedException {
        TimeUnit.NANOSECONDS.sleep(time - System.nanoTime());
    }

    private static long since(long before, long now) {
        return before < 0 ? -1 : now - before;
    }

    private Share work() throws Exception {
        Keys keys = load.keys(subject);
        Histogram waits = Outcome.histogram();
        long measured = 0;
        long total = 0;
        if (System.nanoTime() - window.start > 0) {
            throw new IllegalStateException("the load should have begun before all keys were there");
        }
        LockSupport.parkNanos(window.start - System.nanoTime());
        long before = System.nanoTime();
        while (before - window.end < 0) {
            Subject.Key key = keys.draw();
            key.acquire();
            long had = System.nanoTime();
            if (counters != null) {
                counters.increment(keys.drawn());
            }
            key.release();
            total++;
            if (before - window.measured >= 0) {
                measured++;
                waits.recordValue(Math.min(had - before, waits.getHighestTrackableValue()));
            }
            before = System.nanoTime();
        }
        return new Share(measured, total, waits);
    }
}
