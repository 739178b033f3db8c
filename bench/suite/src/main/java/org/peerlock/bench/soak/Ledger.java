package org.peerlock.bench.soak;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** All that the processes of a soak share, in one file. */
final class Ledger {

    /** How many processes there are at a time. */
    static final int NODES = 3;
    /** How many exclusive locks there are besides the hot one. */
    static final int NAMES = 8;

    static final int PERMITS = 3;

    /** Words of different places are that far apart, so that processors do not hinder each other. */
    private static final int LINE = 8;

    private static final int LIVES = CountedEvent.values().length;
    private static final int READERS = line(LIVES + NODES);
    private static final int HOLDERS = READERS + LINE;
    private static final int COPIES = HOLDERS + LINE;
    private static final int COUNTERS = COPIES + line(GuardedCopies.SIZE);
    private static final int SIZE = COUNTERS + (1 + NAMES) * LINE;

    private final SharedLongs sharedLongs;
    private final LiveProcesses liveProcesses;
    private final OccupancyCounter readers;
    private final OccupancyCounter holders;
    private final GuardedCopies copies;
    private final GuardedPermits permits;
    private final List<GuardedCounter> counters = new ArrayList<>();

    private Ledger(SharedLongs sharedLongs, Consumer<Anomaly> findings) {
        this.sharedLongs = sharedLongs;
        liveProcesses = new LiveProcesses(sharedLongs, LIVES, NODES);
        readers = new OccupancyCounter(sharedLongs, READERS, liveProcesses);
        holders = new OccupancyCounter(sharedLongs, HOLDERS, liveProcesses);
        copies = new GuardedCopies(sharedLongs, COPIES, liveProcesses, readers, findings);
        permits = new GuardedPermits(holders, PERMITS, findings);
        for (int i = 0; i < 1 + NAMES; i++) {
            counters.add(new GuardedCounter(sharedLongs, COUNTERS + i * LINE, liveProcesses, findings));
        }
    }

    private static int line(int words) {
        return (words + LINE - 1) / LINE * LINE;
    }

    /** @param findings is told what is wrong, as soon as this process sees it */
    static Ledger open(Path file, Consumer<Anomaly> findings) throws IOException {
        return new Ledger(SharedLongs.open(file, SIZE), findings);
    }

    /** Under the hot lock. */
    GuardedCounter hot() {
        return counters.get(0);
    }

    /** Under one of the others, from 0. */
    GuardedCounter name(int number) {
        return counters.get(1 + number);
    }

    GuardedCopies copies() {
        return copies;
    }

    GuardedPermits permits() {
        return permits;
    }

    @SuppressWarnings("EnumOrdinal") // the file is not older than the processes that read it
    private static int word(CountedEvent what) {
        return what.ordinal();
    }

    void count(CountedEvent what) {
        sharedLongs.add(word(what), 1);
    }

    Map<CountedEvent, Long> counts() {
        Map<CountedEvent, Long> counts = new EnumMap<>(CountedEvent.class);
        for (CountedEvent each : CountedEvent.values()) {
            counts.put(each, sharedLongs.get(word(each)));
        }
        return counts;
    }

    /** The process of this node is going to be killed. */
    void condemn(int node) {
        liveProcesses.condemn(node);
    }

    /** A process is going to be started at this node, and the one before, if there was one, is dead. */
    void begin(int node, long life) {
        readers.clear(node);
        holders.clear(node);
        liveProcesses.begin(node, life);
    }
}
