package org.peerlock.test;

import java.util.List;
import java.util.function.Consumer;
import org.peerlock.algorithm.catalogue.Entry;
import org.peerlock.lab.simulate.Parallel;

/** Many random runs of live nodes over some algorithms. */
public record LiveSwarm(List<Entry<?, ?>> algorithms) {

    public LiveSwarm {
        algorithms = List.copyOf(algorithms);
    }

    /** The run that a seed gives: the algorithms take turns, and all else depends on the seed alone. */
    public LiveTrial trial(long seed) {
        return new LiveTrial(algorithms.get((int) Math.floorMod(seed, (long) algorithms.size())), seed);
    }

    /** Runs a seed and the ones after it, and tells what came of each, in their order. */
    public void run(long seed, long count, Consumer<LiveTrial.Outcome> each) {
        Parallel.inOrder(count, index -> trial(seed + index).run(), each);
    }
}
