package org.peerlock.lab.check;

/**
 * The limits and options of a search.
 *
 * @param threads the number of threads, at most {@link #MAX_THREADS}; the result does not depend on
 *     it
 * @param limit the search stops once there are more states than this
 * @param symmetry whether to use symmetry reduction: states that differ only in the names of nodes
 *     count as one
 * @param progress receives reports while the search runs
 */
public record SearchOptions(int threads, long limit, boolean symmetry, Progress progress) {

    /** More threads would have nothing to do. */
    public static final int MAX_THREADS = VisitedStates.SHARDS;

    public SearchOptions {
        if (limit < 1 || threads < 1 || threads > MAX_THREADS) {
            throw new IllegalArgumentException("a search takes 1 state or more, and 1 to " + MAX_THREADS
                    + " threads, not " + limit + " and " + threads);
        }
    }

    /** As many threads as there are processors. */
    public static int processors() {
        return Math.min(Runtime.getRuntime().availableProcessors(), MAX_THREADS);
    }

    /** Receives reports about a running search. */
    public interface Progress {

        /**
         * Reports the current state of the search.
         *
         * @param states how many states were found
         * @param depth the distance from the start of the states that are being expanded
         * @param queue how many states are still to be expanded
         */
        void at(long states, int depth, long queue);
    }

    /** One thread, without progress reports. */
    public static SearchOptions upTo(long limit) {
        return new SearchOptions(1, limit, false, (states, depth, queue) -> {});
    }

    public SearchOptions by(int more) {
        return new SearchOptions(more, limit, symmetry, progress);
    }

    public SearchOptions withSymmetry() {
        return new SearchOptions(threads, limit, true, progress);
    }
}
