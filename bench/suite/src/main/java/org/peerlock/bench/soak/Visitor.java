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
final class Visitor implements Runnable {

    /** Who has not got a lock after that time never will. */
    private static final Duration LONG = Duration.ofSeconds(60);

    private static final int GIVES_UP_PERCENT = 2;
    private static final int TAKES_BACK_PERCENT = 2;
    private static final int SHORT_NANOS = (int) TimeUnit.MILLISECONDS.toNanos(2);
    private static final int REST_NANOS = (int) TimeUnit.MILLISECONDS.toNanos(8);

    private final Errands errands;
    private final Ledger ledger;
    private final Teller teller;
    private final Recorder waits;
    private final BooleanSupplier goesOn;
    private final SplittableRandom random;

    /** @param waits how long those have waited who have not given up, in nanoseconds */
    Visitor(
            Errands errands,
            Ledger ledger,
            Teller teller,
            Recorder waits,
            BooleanSupplier goesOn,
            SplittableRandom random) {
        this.errands = errands;
        this.ledger = ledger;
        this.teller = teller;
        this.waits = waits;
        this.goesOn = goesOn;
        this.random = random;
    }

    @Override
    public void run() {
        try {
            while (goesOn.getAsBoolean()) {
                visit(errands.draw());
                LockSupport.parkNanos(random.nextInt(REST_NANOS));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (RuntimeException e) {
            teller.find(Finding.certain("a thread has failed", e.toString()));
        }
    }

    private void visit(Errand errand) throws InterruptedException {
        Optional<Grant> had = acquire(errand);
        if (had.isEmpty()) {
            return;
        }
        try (Grant grant = had.get()) {
            errand.deed().accept(grant);
            ledger.count(errand.kind());
        } catch (LockLostException e) {
            ledger.count(Count.LOST);
            teller.lost();
        }
    }

    private Optional<Grant> acquire(Errand errand) throws InterruptedException {
        int percent = random.nextInt(100);
        if (percent < GIVES_UP_PERCENT) {
            return giveUp(errand);
        } else if (percent < GIVES_UP_PERCENT + TAKES_BACK_PERCENT) {
            return takeBack(errand);
        }
        return await(errand);
    }

    private Optional<Grant> await(Errand errand) throws InterruptedException {
        long before = System.nanoTime();
        Optional<Grant> had = errand.door().tryAcquire(LONG);
        waits.recordValue(Math.min(System.nanoTime() - before, LONG.toNanos()));
        if (had.isEmpty()) {
            teller.find(Finding.certain("a lock cannot be had", errand.kind() + ", in " + LONG));
        }
        return had;
    }

    private Optional<Grant> giveUp(Errand errand) throws InterruptedException {
        Optional<Grant> had = errand.door().tryAcquire(Duration.ofNanos(random.nextInt(SHORT_NANOS)));
        if (had.isEmpty()) {
            ledger.count(Count.TIMED_OUT);
        }
        return had;
    }

    private Optional<Grant> takeBack(Errand errand) {
        CompletableFuture<Grant> coming = errand.bell().get();
        LockSupport.parkNanos(random.nextInt(SHORT_NANOS));
        if (coming.cancel(false)) {
            ledger.count(Count.CANCELLED);
            return Optional.empty();
        }
        return Optional.of(coming.join());
    }
}
