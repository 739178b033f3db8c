package org.peerlock.internal.protocol;

import java.util.List;
import java.util.OptionalLong;
import org.peerlock.algorithm.Capacity;
import org.peerlock.algorithm.Mode;
import org.peerlock.internal.cluster.Incarnation;

/**
 * The status of a lock at one node, for monitoring. Durations end when the node was asked.
 *
 * @param capacity the kind of lock, as the node uses it
 * @param algorithm the id of the algorithm that decides about it in the node's view; empty while it has not begun there
 * @param inside whether the node may grant the lock, whether or not somebody holds it
 * @param holders the holders there
 * @param waiters the waiters there, in the order in which they will be served
 * @param queue the nodes that come next, as far as the node knows: see {@link org.peerlock.algorithm.QueuePosition}
 * @param omitted how many more holders and waiters there are
 */
public record LockStatus(
        Capacity capacity,
        String algorithm,
        boolean inside,
        List<LockHolder> holders,
        List<LockWaiter> waiters,
        List<Incarnation> queue,
        int omitted) {

    /** How many holders, and how many waiters, are listed at most. */
    static final int MOST = 1_000;

    private static final int LONGEST = 200;

    public LockStatus {
        int all = holders.size() + waiters.size();
        holders = List.copyOf(holders.subList(0, Math.min(MOST, holders.size())));
        waiters = List.copyOf(waiters.subList(0, Math.min(MOST, waiters.size())));
        queue = List.copyOf(queue);
        omitted += all - holders.size() - waiters.size();
    }

    /** A label without characters that cannot be sent or displayed, and not too long: threads may have any name. */
    static String sanitize(String who) {
        StringBuilder text = new StringBuilder();
        who.codePoints()
                .limit(LONGEST)
                .map(point ->
                        Character.getType(point) == Character.SURROGATE || Character.isISOControl(point) ? '?' : point)
                .forEach(text::appendCodePoint);
        return text.toString();
    }

    /**
     * A holder.
     *
     * @param label of the holder; empty if it is not known
     * @param heldNanos how long it has held the lock
     */
    public record LockHolder(String label, long heldNanos, Mode mode, int permits, long fence) {
        public LockHolder {
            label = sanitize(label);
        }
    }

    /**
     * A waiter.
     *
     * @param label of the waiter
     * @param waitedNanos how long it has waited
     * @param turn 0 if it will be served before the node passes the lock on, n if that is when the node has it for the nth time
     *     from now
     * @param number of the request that serves it, where the algorithm has such numbers
     */
    public record LockWaiter(String label, long waitedNanos, Mode mode, int permits, int turn, OptionalLong number) {
        public LockWaiter {
            label = sanitize(label);
        }
    }
}
