package org.peerlock.bench.storm;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.peerlock.Peerlock;
import org.peerlock.PeerlockClosedException;
import org.peerlock.bench.storm.RecordedLocks.RecordedGrant;

/** A thread that takes one lock again and again, as a thread of each other process does. */
final class PassingThread implements Runnable {

    /** Short, so that passing the lock on takes most of the time; the records of some minutes still fit into memory. */
    private static final long HOLD_NANOS = TimeUnit.MICROSECONDS.toNanos(300);

    private final StormLock.Usage usage;
    private final RecordedLocks locks;
    private final BooleanSupplier finishing;

    PassingThread(StormLock lock, Peerlock peerlock, RecordedLocks locks, BooleanSupplier finishing) {
        usage = OutageLocks.usage(lock, peerlock);
        this.locks = locks;
        this.finishing = finishing;
    }

    @Override
    public void run() {
        try {
            while (!finishing.getAsBoolean()) {
                RecordedGrant grant =
                        locks.acquire(usage, RecordedLocks.FOREVER).orElseThrow();
                grant.write();
                LockSupport.parkNanos(HOLD_NANOS);
                grant.check();
                grant.release();
            }
        } catch (PeerlockClosedException e) {
            // This process has left.
        } catch (RuntimeException | InterruptedException e) {
            locks.failed(e);
        }
    }
}
