package org.peerlock.internal.protocol;

import java.util.List;
import java.util.OptionalLong;
import org.peerlock.algorithm.Capacity;
import org.peerlock.algorithm.Mode;
import org.peerlock.internal.cluster.Incarnation;

/**
 * How a lock stands at one node, for whoever looks on. Times are in nanoseconds until the node was asked.
 *
 * @param capacity what kind of lock it is there
 * @param inside whether the node has the right to let somebody in, whether or not somebody is
 * @param holders who has it there
 * @param waiters who waits for it there, in the order in which they will be served there
 * @param queue which nodes come next, as seen from there: see {@link org.peerlock.algorithm.QueuePosition}
 * @param omitted how many more hold it or wait than are told here
 */
public record LockStatus(
        Capacity capacity,
        boolean inside,
        List<LockHolder> holders,
        List<LockWaiter> waiters,
        List<Incarnation> queue,
        int omitted) {

    /** More of a kind are not told. */
    static final int MOST = 1_000;

    private static final int LONGEST = 200;

    public LockStatus {
        int all = holders.size() + waiters.size();
        holders = List.copyOf(holders.subList(0, Math.min(MOST, holders.size())));
        waiters = List.copyOf(waiters.subList(0, Math.min(MOST, waiters.size())));
        queue = List.copyOf(queue);
        omitted += all - holders.size() - waiters.size();
    }

    /** Something that can be sent, and read by a human, of whatever threads are called. */
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
     * Somebody who has it.
     *
     * @param label as it calls itself; empty if that is not known
     * @param heldNanos for how long
     */
    public record LockHolder(String label, long heldNanos, Mode mode, int permits, long fence) {
        public LockHolder {
            label = sanitize(label);
        }
    }

    /**
     * Somebody who waits.
     *
     * @param label as it calls itself
     * @param waitedNanos for how long
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
