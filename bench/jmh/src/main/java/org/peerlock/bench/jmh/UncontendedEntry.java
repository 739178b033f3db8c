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
 * What an algorithm computes for one entry that nobody contends for, all nodes together, and what it computes for one step.
 *
 * <p>Three nodes take turns: one asks, all messages arrive one after the other until it is inside, it leaves, and the messages about that
 * arrive. So a token is elsewhere each time. A step is a request, a release, a message that arrives or a timer that runs out. There is no
 * network and no time, but a queue for the messages, which is part of what is measured.
 *
 * <p>{@code enterAndLeave} is the time for one entry, {@code enterAndLeave:steps} that for one step: the same time divided by the number of
 * steps, which differs from algorithm to algorithm. Algorithms that claim nothing are left out: as published, one of them may never enter.
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

    @SuppressWarnings("NullAway.Init") // JMH calls start before anything else
    private SingleThreadGroup<?, ?> singleThreadGroup;

    @Setup
    public void start() {
        singleThreadGroup = new SingleThreadGroup<>(Catalogue.find(algorithm).orElseThrow(), NODES);
    }

    @Benchmark
    public long enterAndLeave(Counted counted) {
        long before = singleThreadGroup.steps();
        long fence = singleThreadGroup.enterAndLeave();
        counted.steps += singleThreadGroup.steps() - before;
        return fence;
    }
}
