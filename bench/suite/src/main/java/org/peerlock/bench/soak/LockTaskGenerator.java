package org.peerlock.bench.soak;

import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.peerlock.DistributedLock;
import org.peerlock.DistributedReadWriteLock;
import org.peerlock.DistributedSemaphore;
import org.peerlock.Peerlock;

/** Draws what one thread does next, among locks of all kinds. */
final class LockTaskGenerator {

    /** Once in so many times somebody stays inside for longer, so that others must wait, and some are killed there. */
    private static final int STAYS = 4;

    private static final int STAY_NANOS = (int) TimeUnit.MILLISECONDS.toNanos(4);

    /** With permits all stay, and for so long that mostly none is left. */
    private static final int STAY_WITH_PERMITS_NANOS = (int) TimeUnit.MILLISECONDS.toNanos(10);

    private final Peerlock peerlock;
    private final Ledger ledger;
    private final int node;
    private final long life;
    private final SplittableRandom random;
    private final DistributedLock hot;
    private final DistributedReadWriteLock readWrite;
    private final DistributedSemaphore semaphore;

    LockTaskGenerator(Peerlock peerlock, Ledger ledger, int node, long life, SplittableRandom random) {
        this.peerlock = peerlock;
        this.ledger = ledger;
        this.node = node;
        this.life = life;
        this.random = random;
        hot = peerlock.lock("hot");
        readWrite = peerlock.readWriteLock("copies");
        semaphore = peerlock.semaphore("permits", ledger.permits().permits());
    }

    LockTask draw() {
        int percent = random.nextInt(100);
        if (percent < 30) {
            return count(hot, CountedEvent.HOT, ledger.hot());
        } else if (percent < 55) {
            int number = random.nextInt(Ledger.NAMES);
            return count(peerlock.lock("name-" + number), CountedEvent.NAMES, ledger.name(number));
        } else if (percent < 80) {
            return LockTask.under(
                    readWrite.readLock(),
                    CountedEvent.READS,
                    grant -> ledger.copies().read(node, SoakHold.of(grant), this::stay));
        } else if (percent < 85) {
            return LockTask.under(
                    readWrite.writeLock(),
                    CountedEvent.WRITES,
                    grant -> ledger.copies().write(life, SoakHold.of(grant), this::stay));
        }
        int permits = 1 + random.nextInt(2);
        return LockTask.under(
                semaphore,
                permits,
                CountedEvent.PERMITS,
                grant -> ledger.permits().use(node, permits, SoakHold.of(grant), this::stayWithPermits));
    }

    private LockTask count(DistributedLock lock, CountedEvent kind, GuardedCounter counter) {
        return LockTask.under(lock, kind, grant -> counter.increment(life, SoakHold.of(grant), this::stay));
    }

    private void stay() {
        if (random.nextInt(STAYS) == 0) {
            LockSupport.parkNanos(random.nextInt(STAY_NANOS));
        }
    }

    private void stayWithPermits() {
        LockSupport.parkNanos(random.nextInt(STAY_WITH_PERMITS_NANOS));
    }
}
