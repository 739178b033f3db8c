package org.peerlock.lab.swarm;

import java.util.List;
import java.util.function.Consumer;
import org.peerlock.lab.simulate.Parallel;
import org.peerlock.lab.simulate.SplitMix64;

/** A swarm test: many random runs of some algorithms. */
public record Swarm(List<SwarmTarget> subjects) {

    /**
     * Separates the choice of the algorithm from the other random numbers, so that neither changes
     * the other.
     */
    private static final long OF_SUBJECTS = 0x5DEECE66DL;

    public Swarm {
        subjects = List.copyOf(subjects);
    }

    /** The run of a seed; the seed also determines the algorithm. */
    public SwarmRun drawRun(long seed) {
        int index = new SplitMix64(seed ^ OF_SUBJECTS).nextInt(subjects.size());
        return SwarmRun.of(subjects.get(index), seed);
    }

    /** Runs a seed and the following ones, and passes each outcome to the consumer, in order. */
    public void run(long seed, long count, Consumer<SwarmRun.Outcome> each) {
        Parallel.inOrder(count, index -> drawRun(seed + index).run(), each);
    }
}
