package org.peerlock;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.peerlock.algorithm.Capacity;
import org.peerlock.algorithm.Mode;

/**
 * How a lock stands in the whole cluster, as its members have said when they were asked. They have not answered at one moment: of
 * a lock that is just being passed on, two holders may be shown, or none. That does not mean that two had it.
 *
 * @param lock its name
 * @param capacity what kind of lock it is, and how many permits there are; empty if nobody knows the lock, since nobody has wanted it
 *     for a while
 * @param algorithm decides which process has the lock; empty if nobody knows the lock
 * @param holders who has it, the one that has had it for longest first
 * @param waiters who waits for it, the one that will be served next first
 * @param ordered whether that is the order in which the waiters will be served, as far as each process's next turn goes; if it is
 *     not, those of whom nobody knows where they stand come last, and among those the one that has waited longest first
 * @param unanswered the members that did not answer: what they hold or wait for is not told
 * @param omitted how many more hold it or wait than are told here: more than 1000 of one process are not
 * @param reason on whom this process is waiting, and why: a sentence
 */
public record Inspection(
        String lock,
        Optional<Capacity> capacity,
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
     * One who has the lock.
     *
     * @param peer the process
     * @param label the thread that took it, or the name that was given by {@link DistributedLock#withLabel}
     * @param held for how long, as measured there
     * @param mode alone, or beside others
     * @param permits how many of a semaphore's; 1 otherwise
     * @param fence see {@link Grant#fence}
     */
    public record Holder(Peer peer, String label, Duration held, Mode mode, int permits, long fence) {

        @Override
        public String toString() {
            return Inspector.text(this);
        }
    }

    /**
     * One who waits for the lock.
     *
     * @param peer the process
     * @param label the thread that wants it, or the name that was given by {@link DistributedLock#withLabel}
     * @param waited for how long, as measured there
     * @param mode alone, or beside others
     * @param permits how many of a semaphore's; 1 otherwise
     */
    public record Waiter(Peer peer, String label, Duration waited, Mode mode, int permits) {

        @Override
        public String toString() {
            return Inspector.text(this);
        }
    }

    /** All of it in some lines, for a log or a console. What they look like may change. */
    @Override
    public String toString() {
        return Inspector.text(this);
    }
}
