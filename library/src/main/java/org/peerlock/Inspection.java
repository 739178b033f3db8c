package org.peerlock;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * A snapshot of a lock in the whole cluster, put together from the replies of the members: see
 * {@link Peerlock#inspect}.
 *
 * <p>The members reply one after the other, not at one moment. While a lock passes from one holder
 * to the next, a snapshot may show both holders, or none. That does not mean that two held the lock
 * at once.
 *
 * @param lock the lock's name
 * @param kind the kind of lock; empty if no member knows the lock, because nobody has used it for a
 *     while
 * @param permits how many permits a semaphore has; 1 for the other kinds; 0 if no member knows the
 *     lock
 * @param algorithm the id of the algorithm that decides which process has the lock; empty if no
 *     member knows the lock
 * @param holders all holders, the longest hold first
 * @param waiters all waiting requests, the one to be served next first
 * @param ordered whether {@code waiters} is the order in which they will be served, at least as far
 *     as the next turn of each process. If not, requests whose position is unknown come last, the
 *     longest wait first
 * @param unanswered the members that did not reply: their holders and waiters are missing here
 * @param omitted how many holders and waiters are left out, because a member reports at most 1000
 *     of each
 * @param reason a sentence that says why this process does not get the lock, if it is waiting for
 *     it
 */
public record Inspection(
        String lock,
        Optional<LockKind> kind,
        int permits,
        String algorithm,
        List<Holder> holders,
        List<Waiter> waiters,
        boolean ordered,
        List<Peer> unanswered,
        int omitted,
        String reason) {

    public Inspection {
        holders = List.copyOf(holders);
        waiters = List.copyOf(waiters);
        unanswered = List.copyOf(unanswered);
    }

    /**
     * A holder of the lock.
     *
     * @param peer the process
     * @param label the name of the thread that acquired it, or the label that was set by
     *     {@link DistributedLock#withLabel}
     * @param held for how long, measured by that process
     * @param mode whether it excludes all others
     * @param permits how many permits of a semaphore it holds; 1 for the other kinds
     * @param fence its fencing token: see {@link Grant#fence}
     */
    public record Holder(Peer peer, String label, Duration held, LockMode mode, int permits, long fence) {

        /** A line for a log or a console. Its format may change. */
        @Override
        public String toString() {
            return InspectionText.of(this);
        }
    }

    /**
     * A request that waits for the lock.
     *
     * @param peer the process
     * @param label the name of the thread that waits, or the label that was set by
     *     {@link DistributedLock#withLabel}
     * @param waited for how long, measured by that process
     * @param mode whether it will exclude all others
     * @param permits how many permits of a semaphore it asks for; 1 for the other kinds
     */
    public record Waiter(Peer peer, String label, Duration waited, LockMode mode, int permits) {

        /** A line for a log or a console. Its format may change. */
        @Override
        public String toString() {
            return InspectionText.of(this);
        }
    }

    /** Several lines for a log or a console. Their format may change. */
    @Override
    public String toString() {
        return InspectionText.of(this);
    }
}
