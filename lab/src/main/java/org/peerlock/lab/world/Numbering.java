package org.peerlock.lab.world;

/**
 * Knows where an algorithm has numbers that only grow, so that states which differ in nothing else can be taken for one.
 *
 * <p>It rebuilds a state or a message with other numbers in place of those that matter. What no later step looks at, such as
 * the id of a request that is over, it leaves out: 0 instead.
 */
public interface Numbering<S extends Record, M> {

    /**
     * Gives other numbers in place of some.
     *
     * <p>Numbers of one series are compared with each other, but with no constant. Those that grow may have something added to
     * them; the others are at most replaced by each other.
     */
    interface Renumbering {

        /** In place of a fence. */
        long fence(long fence);

        /** In place of the id of a request at the node. */
        long request(long id);

        /**
         * In place of a number that greater ones are made of: a clock, the highest number known.
         *
         * @param series 0, or the node whose requests are counted
         */
        long growing(int series, long number);

        /**
         * In place of a number that was chosen once.
         *
         * @param series as of {@link #growing}
         */
        long fixed(int series, long number);
    }

    S state(int node, S state, Renumbering to);

    M message(int sender, M message, Renumbering to);
}
