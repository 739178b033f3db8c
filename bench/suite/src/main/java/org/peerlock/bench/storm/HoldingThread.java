package org.peerlock.bench.storm;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.peerlock.Peerlock;
import org.peerlock.PeerlockClosedException;
import org.peerlock.bench.storm.RecordedLocks.RecordedGrant;

/**
 * A thread that holds many locks, looks at all of them once a second, and takes those again that are
 * lost. In the end it takes each lock of all processes once more.
 */
final class HoldingThread implements Runnable {

    private static final long INTERVAL_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final Peerlock peerlock;
    private final RecordedLocks locks;
    private final BooleanSupplier finishing;
    private final List<RecordedGrant> grants = new ArrayList<>();

    HoldingThread(Peerlock peerlock, RecordedLocks locks, BooleanSupplier finishing) {
        this.peerlock = peerlock;
        this.locks = locks;
        this.finishing = finishing;
    }

    /** Takes locks. Called before the thread starts. */
    void acquire(List<StormLock> mine) throws InterruptedException {
        for (StormLock lock : mine) {
            grants.add(acquire(lock));
        }
    }

    @Override
    public void run() {
        try {
            while (!finishing.getAsBoolean()) {
                LockSupport.parkNanos(INTERVAL_NANOS);
                for (int i = 0; i < grants.size(); i++) {
                    look(i);
                }
            }
            grants.forEach(RecordedGrant::release);
            for (StormLock lock : OutageLocks.all().toList()) {
                RecordedGrant grant = acquire(lock);
                grant.check();
                grant.release();
            }
        } catch (PeerlockClosedException e) {
            // This process has left.
        } catch (RuntimeException | InterruptedException e) {
            locks.failed(e);
        }
    }

    private void look(int index) throws InterruptedException {
        RecordedGrant grant = grants.get(index);
        if (grant.check()) {
            grant.write();
        } else {
            grant.release();
            grants.set(index, acquire(grant.usage().lock()));
        }
    }

    private RecordedGrant acquire(StormLock lock) throws InterruptedException {
        return locks.acquire(OutageLocks.usage(lock, peerlock), RecordedLocks.FOREVER)
                .orElseThrow();
    }
}
