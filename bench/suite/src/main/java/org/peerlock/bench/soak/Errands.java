package org.peerlock.bench.soak;

import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.peerlock.DistributedLock;
import org.peerlock.DistributedReadWriteLock;
import org.peerlock.DistributedSemaphore;
import org.peerlock.Peerlock;

/** Draws what one thread does next, among locks of all kinds. */
final class Errands {

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

    Errands(Peerlock peerlock, Ledger ledger, int node, long life, SplittableRandom random) {
        this.peerlock = peerlock;
        this.ledger = ledger;
        this.node = node;
        this.life = life;
        this.random = random;
        hot = peerlock.lock("hot");
        readWrite = peerlock.readWriteLock("copies");
        semaphore = peerlock.semaphore("permits", ledger.permits().permits());
    }

    Errand draw() {
        int percent = random.nextInt(100);
        if (percent < 30) {
            return count(hot, Count.HOT, ledger.hot());
        } else if (percent < 55) {
            int number = random.nextInt(Ledger.NAMES);
            return count(peerlock.lock("name-" + number), Count.NAMES, ledger.name(number));
        } else if (percent < 80) {
            return Errand.under(
                    readWrite.readLock(), Count.READS, grant -> ledger.copies().read(node, Hold.of(grant), this::stay));
        } else if (percent < 85) {
            return Errand.under(
                    readWrite.writeLock(),
                    Count.WRITES,
                    grant -> ledger.copies().write(life, Hold.of(grant), this::stay));
        }
        int permits = 1 + random.nextInt(2);
        return Errand.under(
                semaphore,
                permits,
                Count.PERMITS,
                grant -> ledger.permits().use(node, permits, Hold.of(grant), this::stayWithPermits));
    }

    private Errand count(DistributedLock lock, Count kind, GuardedCounter counter) {
        return Errand.under(lock, kind, grant -> counter.increment(life, Hold.of(grant), this::stay));
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
