package org.peerlock.bench.storm;

import java.time.Duration;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.peerlock.Peerlock;
import org.peerlock.PeerlockClosedException;
import org.peerlock.bench.storm.RecordedLocks.RecordedGrant;

/** A thread that takes locks, and in the end takes each lock once more. */
final class StormThread implements Runnable {

    private static final int SHORT_WAIT_PERCENT = 5;
    private static final int MAX_SHORT_WAIT_NANOS = (int) TimeUnit.MILLISECONDS.toNanos(20);
    private static final int MAX_PAUSE_NANOS = (int) TimeUnit.MILLISECONDS.toNanos(10);
    private static final int MAX_STEP_NANOS = (int) TimeUnit.MILLISECONDS.toNanos(2);
    /** For about a moment. */
    static final int SHORT_HOLDS = 3;
    /** For a second, so that every fault finds a holder. */
    static final int LONG_HOLDS = 1_000;

    private final Peerlock peerlock;
    private final RecordedLocks locks;
    private final int mostSteps;
    private final BooleanSupplier finishing;
    private final SplittableRandom random;

    /** @param mostSteps how often it looks at its grant at most before it releases it */
    StormThread(
            Peerlock peerlock, RecordedLocks locks, int mostSteps, BooleanSupplier finishing, SplittableRandom random) {
        this.peerlock = peerlock;
        this.locks = locks;
        this.mostSteps = mostSteps;
        this.finishing = finishing;
        this.random = random;
    }

    @Override
    public void run() {
        try {
            while (!finishing.getAsBoolean()) {
                boolean hurried = random.nextInt(100) < SHORT_WAIT_PERCENT;
                use(
                        StormLock.of(random.nextInt(StormLock.COUNT)),
                        hurried ? Duration.ofNanos(random.nextInt(MAX_SHORT_WAIT_NANOS)) : RecordedLocks.FOREVER);
                LockSupport.parkNanos(random.nextInt(MAX_PAUSE_NANOS));
            }
            for (StormLock lock : StormLock.all().toList()) {
                use(lock, RecordedLocks.FOREVER);
            }
        } catch (PeerlockClosedException e) {
            // This process has left.
        } catch (RuntimeException | InterruptedException e) {
            locks.failed(e);
        }
    }

    private void use(StormLock lock, Duration timeout) throws InterruptedException {
        Optional<RecordedGrant> grant = locks.acquire(lock.draw(peerlock, random), timeout);
        if (grant.isPresent()) {
            hold(grant.get());
            grant.get().release();
        }
    }

    private void hold(RecordedGrant grant) {
        int steps = random.nextInt(mostSteps);
        for (int step = 0; step < steps && !finishing.getAsBoolean(); step++) {
            grant.check();
            if (grant.usage().use().isAlone()) {
                grant.write();
            }
            LockSupport.parkNanos(random.nextInt(MAX_STEP_NANOS));
        }
        grant.check();
    }
}
