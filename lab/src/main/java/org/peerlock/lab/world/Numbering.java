package org.peerlock.lab.world;

/**
 * Knows where an algorithm has numbers that only grow, so that states which differ in nothing else can be taken for one.
 *
 * <p>It rebuilds a state or a message with other numbers in place of those that matter. What no later step looks at, such as
 * the id of a request that is over, it leaves out: 0 instead.
 */
public interface Numbering<S extends Record, M> {

    /** Gives other numbers in place of some. */
    interface Renumbering {

        /** In place of a fence. */
        long fence(long fence);

        /** In place of the id of a request at the node. */
        long request(long id);

        /**
         * In place of a number that is only compared with others of its series, and raised by small amounts.
         *
         * @param series 0, or the node whose requests are counted
         */
        long number(int series, long number);

        /**
         * In place of a number that others of its series are only held against, to tell which of them are greater: if all of
         * them are, and all that will be, it does not matter by how much.
         *
         * @param series as of {@link #number}
         */
        long bound(int series, long number);
    }

    S state(S state, Renumbering to);

    M message(int sender, M message, Renumbering to);
}
