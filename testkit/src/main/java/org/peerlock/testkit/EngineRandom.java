package org.peerlock.testkit;

import java.util.random.RandomGenerator;
import org.peerlock.lab.simulate.SplitMix64;

/** The random numbers of a simulation, as an engine expects them. */
record EngineRandom(SplitMix64 random) implements RandomGenerator {

    @Override
    public long nextLong() {
        return random.nextLong();
    }

    @Override
    public long nextLong(long bound) {
        return random.nextLong(bound);
    }

    @Override
    public int nextInt(int bound) {
        return random.nextInt(bound);
    }
}
