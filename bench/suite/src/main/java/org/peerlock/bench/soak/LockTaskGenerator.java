package org.peerlock.bench.soak;

import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.peerlock.DistributedLock;
import org.peerlock.DistributedReadWriteLock;
import org.peerlock.DistributedSemaphore;
import org.peerlock.Peerlock;

/** Picks the next task of a thread at random, among all kinds of locks. */
final class LockTaskGenerator {

    /**
     * One in this many tasks holds its lock for longer, so that others wait, and some are killed
     * while they hold it.
     */
    private static final int LONG_HOLD_ONE_IN = 4;

    private static final int MAX_HOLD_NANOS = (int) TimeUnit.MILLISECONDS.toNanos(4);

    /** Every task holds its permits, and for so long that the semaphore is mostly exhausted. */
    private static final int MAX_PERMIT_HOLD_NANOS = (int) TimeUnit.MILLISECONDS.toNanos(10);

    private final Peerlock peerlock;
    private final SoakLedger ledger;
    private final int node;
    private final long incarnation;
    private final SplittableRandom random;
    private final DistributedLock hot;
    private final DistributedReadWriteLock readWrite;
    private final DistributedSemaphore semaphore;

    LockTaskGenerator(Peerlock peerlock, SoakLedger ledger, int node, long incarnation, SplittableRandom random) {
        this.peerlock = peerlock;
        this.ledger = ledger;
        this.node = node;
        this.incarnation = incarnation;
        this.random = random;
        hot = peerlock.lock("hot");
        readWrite = peerlock.readWriteLock("copies");
        semaphore = peerlock.semaphore("permits", ledger.permits().permits());
    }

    LockTask next() {
        int percent = random.nextInt(100);
        if (percent < 30) {
            return count(hot, CountedEvent.HOT, ledger.hot());
        } else if (percent < 55) {
            int index = random.nextInt(SoakLedger.OTHER_LOCKS);
            return count(peerlock.lock("other-" + index), CountedEvent.OTHERS, ledger.other(index));
        } else if (percent < 80) {
            return LockTask.under(
                    readWrite.readLock(),
                    CountedEvent.READS,
                    grant -> ledger.copies().read(node, SoakHold.of(grant), this::hold));
        } else if (percent < 85) {
            return LockTask.under(
                    readWrite.writeLock(),
                    CountedEvent.WRITES,
                    grant -> ledger.copies().write(incarnation, SoakHold.of(grant), this::hold));
        }
        int permits = 1 + random.nextInt(2);
        return LockTask.under(
                semaphore,
                permits,
                CountedEvent.PERMITS,
                grant -> ledger.permits().use(node, permits, SoakHold.of(grant), this::holdPermits));
    }

    private LockTask count(DistributedLock lock, CountedEvent event, GuardedCounter counter) {
        return LockTask.under(lock, event, grant -> counter.increment(incarnation, SoakHold.of(grant), this::hold));
    }

    private void hold() {
        if (random.nextInt(LONG_HOLD_ONE_IN) == 0) {
            LockSupport.parkNanos(random.nextInt(MAX_HOLD_NANOS));
        }
    }

    private void holdPermits() {
        LockSupport.parkNanos(random.nextInt(MAX_PERMIT_HOLD_NANOS));
    }
}
