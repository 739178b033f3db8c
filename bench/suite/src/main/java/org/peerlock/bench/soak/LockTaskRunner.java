package org.peerlock.bench.soak;

import java.time.Duration;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.HdrHistogram.Recorder;
import org.peerlock.Grant;
import org.peerlock.LockLostException;

/**
 * Runs one {@link LockTask} after the other. Most tasks wait for their lock; some time out soon,
 * and some cancel their request.
 */
final class LockTaskRunner implements Runnable {

    /** A lock that takes longer counts as an anomaly. */
    private static final Duration ACQUIRE_TIMEOUT = Duration.ofSeconds(60);

    private static final int TIME_OUT_PERCENT = 2;
    private static final int CANCEL_PERCENT = 2;
    private static final int MAX_SHORT_WAIT_NANOS = (int) TimeUnit.MILLISECONDS.toNanos(2);
    private static final int MAX_PAUSE_NANOS = (int) TimeUnit.MILLISECONDS.toNanos(8);

    private final LockTaskGenerator tasks;
    private final SoakLedger ledger;
    private final SoakReporter reporter;
    private final Recorder latencies;
    private final BooleanSupplier running;
    private final SplittableRandom random;

    /**
     * @param latencies records the latency of each acquisition that waits for its lock, in
     *     nanoseconds
     */
    LockTaskRunner(
            LockTaskGenerator tasks,
            SoakLedger ledger,
            SoakReporter reporter,
            Recorder latencies,
            BooleanSupplier running,
            SplittableRandom random) {
        this.tasks = tasks;
        this.ledger = ledger;
        this.reporter = reporter;
        this.latencies = latencies;
        this.running = running;
        this.random = random;
    }

    @Override
    public void run() {
        try {
            while (running.getAsBoolean()) {
                runTask(tasks.next());
                LockSupport.parkNanos(random.nextInt(MAX_PAUSE_NANOS));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (RuntimeException e) {
            reporter.anomaly(Anomaly.unexplainable("a thread failed", e.toString()));
        }
    }

    private void runTask(LockTask task) throws InterruptedException {
        Optional<Grant> acquired = acquire(task);
        if (acquired.isEmpty()) {
            return;
        }
        try (Grant grant = acquired.get()) {
            task.action().accept(grant);
            ledger.count(task.event());
        } catch (LockLostException e) {
            ledger.count(CountedEvent.LOST);
            reporter.lockLost();
        }
    }

    private Optional<Grant> acquire(LockTask task) throws InterruptedException {
        int percent = random.nextInt(100);
        if (percent < TIME_OUT_PERCENT) {
            return acquireBriefly(task);
        } else if (percent < TIME_OUT_PERCENT + CANCEL_PERCENT) {
            return acquireAndCancel(task);
        }
        return acquireAndWait(task);
    }

    private Optional<Grant> acquireAndWait(LockTask task) throws InterruptedException {
        long before = System.nanoTime();
        Optional<Grant> acquired = task.timedAcquire().tryAcquire(ACQUIRE_TIMEOUT);
        latencies.recordValue(Math.min(System.nanoTime() - before, ACQUIRE_TIMEOUT.toNanos()));
        if (acquired.isEmpty()) {
            reporter.anomaly(Anomaly.unexplainable(
                    "a lock was not granted in time", task.event() + ", within " + ACQUIRE_TIMEOUT));
        }
        return acquired;
    }

    private Optional<Grant> acquireBriefly(LockTask task) throws InterruptedException {
        Optional<Grant> acquired =
                task.timedAcquire().tryAcquire(Duration.ofNanos(random.nextInt(MAX_SHORT_WAIT_NANOS)));
        if (acquired.isEmpty()) {
            ledger.count(CountedEvent.TIMED_OUT);
        }
        return acquired;
    }

    private Optional<Grant> acquireAndCancel(LockTask task) {
        CompletableFuture<Grant> pending = task.asyncAcquire().get();
        LockSupport.parkNanos(random.nextInt(MAX_SHORT_WAIT_NANOS));
        if (pending.cancel(false)) {
            ledger.count(CountedEvent.CANCELLED);
            return Optional.empty();
        }
        return Optional.of(pending.join());
    }
}
