package org.peerlock.bench.jmh;

import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.AuxCounters;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.peerlock.algorithm.catalogue.Catalogue;

/**
 * The computing time of one uncontended entry, summed over all nodes, and of one step.
 *
 * <p>Three nodes take turns. One requests the lock, messages are delivered until it enters, it
 * leaves, and the remaining messages are delivered. So a token is at another node each time. A step
 * is a request, a release, a delivery or an expired timer. There is neither a network nor a clock.
 * The queue of messages is part of what is measured.
 *
 * <p>{@code enterAndLeave} is the time of one entry. {@code enterAndLeave:steps} is the time of one
 * step: the same time divided by the number of steps, which depends on the algorithm. Algorithms
 * without any claimed guarantee are left out: as published, one of them may never enter.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class UncontendedEntry {

    private static final int NODES = 3;

    /** Counts the steps. */
    @State(Scope.Thread)
    @AuxCounters
    public static class Counted {
        public long steps;
    }

    @Param({
        "lamport",
        "ricart-agrawala",
        "ra-implicit-reply",
        "ra-broadcast",
        "ra-medium",
        "ra-broadcast-reply",
        "ra-ring-echo",
        "ra-ring-notes",
        "ra-modulo",
        "ra-random-increment",
        "ra-priority",
        "ra-readers-writers",
        "ra-membership",
        "roucairol-carvalho",
        "raymond-k",
        "maekawa-simple",
        "maekawa",
        "suzuki-kasami",
        "raymond-tree",
        "naimi-trehel",
        "token-ring",
        "last-entered"
    })
    public String algorithm = "";

    @SuppressWarnings("NullAway.Init") // JMH calls start first
    private SingleThreadGroup<?, ?> group;

    @Setup
    public void start() {
        group = new SingleThreadGroup<>(Catalogue.find(algorithm).orElseThrow(), NODES);
    }

    @Benchmark
    public long enterAndLeave(Counted counted) {
        long before = group.steps();
        long fence = group.enterAndLeave();
        counted.steps += group.steps() - before;
        return fence;
    }
}
