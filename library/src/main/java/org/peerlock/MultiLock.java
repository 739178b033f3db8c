package org.peerlock;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.peerlock.internal.runtime.NodeRuntime;

/**
 * Acquires several locks, all or none. It acquires them in one order, whatever the order of the
 * arguments, so that two callers never wait for each other.
 */
final class MultiLock {

    private static final Comparator<DistributedLock> ORDER = Comparator.comparing(
                    (DistributedLock lock) -> lock.handle().localNode.cluster())
            .thenComparing(DistributedLock::name)
            .thenComparing(lock -> lock.handle().request.mode());

    private MultiLock() {}

    static Optional<Grants> tryAcquire(Duration timeout, DistributedLock... locks) throws InterruptedException {
        List<DistributedLock> sorted = sorted(locks);
        NodeRuntime clock = sorted.get(0).handle().localNode.runtime();
        long end = clock.now() + Timeouts.toNanos(timeout);
        List<Grant> grants = new ArrayList<>();
        boolean complete = false;
        try {
            for (DistributedLock lock : sorted) {
                Duration left = Duration.ofNanos(Math.max(0, end - clock.now()));
                Optional<Grant> grant = lock.tryAcquire(left);
                if (grant.isEmpty()) {
                    return Optional.empty();
                }
                grants.add(grant.get());
            }
            complete = true;
            return Optional.of(new Grants(grants));
        } finally {
            if (!complete) {
                grants.forEach(Grant::release);
            }
        }
    }

    private static List<DistributedLock> sorted(DistributedLock... locks) {
        if (locks.length == 0) {
            throw new IllegalArgumentException("at least one lock is needed");
        }
        List<DistributedLock> sorted = new ArrayList<>(List.of(locks));
        sorted.sort(ORDER);
        for (int i = 1; i < sorted.size(); i++) {
            DistributedLock lock = sorted.get(i);
            DistributedLock before = sorted.get(i - 1);
            if (lock.name().equals(before.name())
                    && lock.handle()
                            .localNode
                            .cluster()
                            .equals(before.handle().localNode.cluster())) {
                throw new IllegalArgumentException("'" + lock.name() + "' is given twice, and would wait for itself");
            }
        }
        return sorted;
    }
}
