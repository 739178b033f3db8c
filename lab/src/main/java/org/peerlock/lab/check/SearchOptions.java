package org.peerlock.lab.check;

/**
 * How much a search may cost.
 *
 * @param threads how many search at once, at most {@link #MOST_THREADS}; what is found does not depend on it
 * @param limit no state is expanded once there are more states than this
 * @param symmetry whether to take states for one in which only the nodes have other names, where that makes no difference
 * @param progress is told now and then how far it is
 */
public record SearchOptions(int threads, long limit, boolean symmetry, Progress progress) {

    /** More would have nothing to do. */
    public static final int MOST_THREADS = VisitedStates.SHARDS;

    public SearchOptions {
        if (limit < 1 || threads < 1 || threads > MOST_THREADS) {
            throw new IllegalArgumentException("a search takes 1 state or more, and 1 to " + MOST_THREADS
                    + " threads, not " + limit + " and " + threads);
        }
    }

    /** As many threads as there are processors. */
    public static int processors() {
        return Math.min(Runtime.getRuntime().availableProcessors(), MOST_THREADS);
    }

    /** Is told how far a search is. */
    public interface Progress {

        /**
         * So far it is.
         *
         * @param states how many were found
         * @param depth how many steps away from the start those are that are being expanded
         * @param queue how many are still to be expanded
         */
        void at(long states, int depth, long queue);
    }

    /** One thread, and nobody is told. */
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
