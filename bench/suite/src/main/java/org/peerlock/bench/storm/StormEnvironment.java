package org.peerlock.bench.storm;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.locks.Lock;
import java.util.function.Consumer;

/** Where a storm takes place, and what can happen there. */
public interface StormEnvironment extends ProcessHosts {

    /**
     * What one nemesis does.
     *
     * @param greatestGap the longest time from the end of one fault to the next one
     */
    record Attack(Map<FaultKind, Nemesis.Fault> faults, Duration greatestGap) {}

    /**
     * The attacks that go on at once, beside those on the processes.
     *
     * @param undisturbed is held by others while a process is starting or stopped
     * @param progress gets a line for each fault that is not possible here
     */
    List<Attack> attacks(Lock undisturbed, SplittableRandom random, Consumer<String> progress) throws IOException;
}
