package org.peerlock.brain;

import java.util.List;
import java.util.OptionalLong;
import org.peerlock.algorithm.Capacity;
import org.peerlock.algorithm.Mode;
import org.peerlock.brain.registry.Incarnation;

/**
 * How a lock stands at one node, for whoever looks on. Times are in nanoseconds until the node was asked.
 *
 * @param capacity what kind of lock it is there
 * @param inside whether the node has the right to let somebody in, whether or not somebody is
 * @param holders who has it there
 * @param waiting who waits for it there, in the order in which they will be served there
 * @param queue which nodes come next, as seen from there: see {@link org.peerlock.algorithm.Place}
 * @param untold how many more hold it or wait than are told here
 */
public record Standing(
        Capacity capacity,
        boolean inside,
        List<Holder> holders,
        List<Waiting> waiting,
        List<Incarnation> queue,
        int untold) {

    /** More of a kind are not told. */
    static final int MOST = 1_000;

    private static final int LONGEST = 200;

    public Standing {
        int all = holders.size() + waiting.size();
        holders = List.copyOf(holders.subList(0, Math.min(MOST, holders.size())));
        waiting = List.copyOf(waiting.subList(0, Math.min(MOST, waiting.size())));
        queue = List.copyOf(queue);
        untold += all - holders.size() - waiting.size();
    }

    /** Something that can be sent, and read by a human, of whatever threads are called. */
    static String tidy(String who) {
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
     * @param who as it calls itself; empty if that is not known
     * @param heldNanos for how long
     */
    public record Holder(String who, long heldNanos, Mode mode, int permits, long fence) {
        public Holder {
            who = tidy(who);
        }
    }

    /**
     * Somebody who waits.
     *
     * @param who as it calls itself
     * @param waitedNanos for how long
     * @param turn 0 if it will be served before the node passes the lock on, n if that is when the node has it for the nth time
     *     from now
     * @param number of the request that serves it, where the algorithm has such numbers
     */
    public record Waiting(String who, long waitedNanos, Mode mode, int permits, int turn, OptionalLong number) {
        public Waiting {
            who = tidy(who);
        }
    }
}
