package org.peerlock.bench.storm;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.locks.Lock;
import java.util.function.Consumer;
import org.peerlock.bench.process.Host;

/** Where a storm takes place: the hosts of its processes, their registry, and what can happen to both. */
public interface StormEnvironment extends AutoCloseable {

    /**
     * What one nemesis does.
     *
     * @param greatestGap the longest time from the end of one fault to the next one
     */
    record Attack(Map<FaultKind, Nemesis.Fault> faults, Duration greatestGap) {}

    /** The URL of the registry. */
    String registry();

    /** Where a process runs. Processes are numbered from 1, in the order of their start. */
    Host host(int process);

    /**
     * The attacks that go on at once, beside those on the processes.
     *
     * @param undisturbed is held by others while a process is starting or stopped
     * @param progress gets a line for each fault that is not possible here
     */
    List<Attack> attacks(Lock undisturbed, SplittableRandom random, Consumer<String> progress) throws IOException;

    @Override
    void close() throws IOException;
}
