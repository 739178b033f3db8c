package org.peerlock.lab.swarm;

import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import org.peerlock.lab.simulate.Parallel;

/** Many random runs over some algorithms. */
public record Swarm(List<SwarmTarget> subjects) {

    /** So that the algorithm does not depend on the rest that is drawn, nor the rest on the algorithms there are. */
    private static final long OF_SUBJECTS = 0x5DEECE66DL;

    public Swarm {
        subjects = List.copyOf(subjects);
    }

    /** The run that a seed gives: also which of the algorithms it is. */
    public SwarmRun drawRun(long seed) {
        int index = new SplittableRandom(seed ^ OF_SUBJECTS).nextInt(subjects.size());
        return SwarmRun.of(subjects.get(index), seed);
    }

    /** Runs a seed and the ones after it, and tells what came of each, in their order. */
    public void run(long seed, long count, Consumer<SwarmRun.Outcome> each) {
        Parallel.inOrder(count, index -> drawRun(seed + index).run(), each);
    }
}
