package org.peerlock.lab.world;

/**
 * Knows which numbers of an algorithm only grow, so that states that differ only in their growth
 * count as equivalent.
 *
 * <p>It rebuilds a state or a message with other numbers. A number that no later step reads, such
 * as the id of a request that is over, becomes 0.
 */
public interface Numbering<S extends Record, M> {

    /**
     * Maps numbers to others.
     *
     * <p>The algorithm compares numbers of one series with each other, but with no constant. It may
     * add to growing numbers; it only copies the others.
     */
    interface Renumbering {

        /** Maps a fence. */
        long fence(long fence);

        /** Maps the id of a request at the node. */
        long request(long id);

        /**
         * Maps a number from which greater ones are computed: a clock, or the highest known number.
         *
         * @param series 0, or the node whose requests have these numbers
         */
        long growing(int series, long number);

        /**
         * Maps a number that was chosen once and does not change.
         *
         * @param series as for {@link #growing}
         */
        long fixed(int series, long number);
    }

    S state(int node, S state, Renumbering to);

    M message(int sender, M message, Renumbering to);
}
