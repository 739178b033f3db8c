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

/** A thread that runs one errand after the other. Mostly it waits for the lock; now and then it gives up, or takes back that it asked. */
final class LockTaskRunner implements Runnable {

    /** Who has not got a lock after that time never will. */
    private static final Duration LONG = Duration.ofSeconds(60);

    private static final int GIVES_UP_PERCENT = 2;
    private static final int TAKES_BACK_PERCENT = 2;
    private static final int SHORT_NANOS = (int) TimeUnit.MILLISECONDS.toNanos(2);
    private static final int REST_NANOS = (int) TimeUnit.MILLISECONDS.toNanos(8);

    private final LockTaskGenerator lockTaskGenerator;
    private final Ledger ledger;
    private final SoakReporter soakReporter;
    private final Recorder waits;
    private final BooleanSupplier goesOn;
    private final SplittableRandom random;

    /** @param waits how long those have waited who have not given up, in nanoseconds */
    LockTaskRunner(
            LockTaskGenerator lockTaskGenerator,
            Ledger ledger,
            SoakReporter soakReporter,
            Recorder waits,
            BooleanSupplier goesOn,
            SplittableRandom random) {
        this.lockTaskGenerator = lockTaskGenerator;
        this.ledger = ledger;
        this.soakReporter = soakReporter;
        this.waits = waits;
        this.goesOn = goesOn;
        this.random = random;
    }

    @Override
    public void run() {
        try {
            while (goesOn.getAsBoolean()) {
                visit(lockTaskGenerator.draw());
                LockSupport.parkNanos(random.nextInt(REST_NANOS));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (RuntimeException e) {
            soakReporter.find(Anomaly.certain("a thread has failed", e.toString()));
        }
    }

    private void visit(LockTask lockTask) throws InterruptedException {
        Optional<Grant> had = acquire(lockTask);
        if (had.isEmpty()) {
            return;
        }
        try (Grant grant = had.get()) {
            lockTask.action().accept(grant);
            ledger.count(lockTask.kind());
        } catch (LockLostException e) {
            ledger.count(CountedEvent.LOST);
            soakReporter.lost();
        }
    }

    private Optional<Grant> acquire(LockTask lockTask) throws InterruptedException {
        int percent = random.nextInt(100);
        if (percent < GIVES_UP_PERCENT) {
            return giveUp(lockTask);
        } else if (percent < GIVES_UP_PERCENT + TAKES_BACK_PERCENT) {
            return takeBack(lockTask);
        }
        return await(lockTask);
    }

    private Optional<Grant> await(LockTask lockTask) throws InterruptedException {
        long before = System.nanoTime();
        Optional<Grant> had = lockTask.timedAcquire().tryAcquire(LONG);
        waits.recordValue(Math.min(System.nanoTime() - before, LONG.toNanos()));
        if (had.isEmpty()) {
            soakReporter.find(Anomaly.certain("a lock cannot be had", lockTask.kind() + ", in " + LONG));
        }
        return had;
    }

    private Optional<Grant> giveUp(LockTask lockTask) throws InterruptedException {
        Optional<Grant> had = lockTask.timedAcquire().tryAcquire(Duration.ofNanos(random.nextInt(SHORT_NANOS)));
        if (had.isEmpty()) {
            ledger.count(CountedEvent.TIMED_OUT);
        }
        return had;
    }

    private Optional<Grant> takeBack(LockTask lockTask) {
        CompletableFuture<Grant> coming = lockTask.asyncAcquire().get();
        LockSupport.parkNanos(random.nextInt(SHORT_NANOS));
        if (coming.cancel(false)) {
            ledger.count(CountedEvent.CANCELLED);
            return Optional.empty();
        }
        return Optional.of(coming.join());
    }
}
