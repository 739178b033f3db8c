package org.peerlock.bench.soak;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.peerlock.bench.process.SharedLongs;

/** All state that the processes of a soak share, in one memory-mapped file. */
final class SoakLedger {

    /** The number of processes at a time. */
    static final int NODES = 3;
    /** The number of exclusive locks besides the hot one. */
    static final int OTHER_LOCKS = 8;

    static final int PERMITS = 3;

    /** Longs per cache line. Each counter has a cache line of its own, to avoid false sharing. */
    private static final int LINE = 8;

    private static final int INCARNATIONS = CountedEvent.values().length;
    private static final int READERS = roundUp(INCARNATIONS + NODES);
    private static final int PERMIT_HOLDERS = READERS + LINE;
    private static final int COPIES = PERMIT_HOLDERS + LINE;
    private static final int COUNTERS = COPIES + roundUp(GuardedCopies.SIZE);
    private static final int SIZE = COUNTERS + (1 + OTHER_LOCKS) * LINE;

    private final SharedLongs longs;
    private final LiveProcesses live;
    private final OccupancyCounter readers;
    private final OccupancyCounter permitHolders;
    private final GuardedCopies copies;
    private final GuardedPermits permits;
    private final List<GuardedCounter> counters = new ArrayList<>();

    private SoakLedger(SharedLongs longs, Consumer<Anomaly> onAnomaly) {
        this.longs = longs;
        live = new LiveProcesses(longs, INCARNATIONS, NODES);
        readers = new OccupancyCounter(longs, READERS, live);
        permitHolders = new OccupancyCounter(longs, PERMIT_HOLDERS, live);
        copies = new GuardedCopies(longs, COPIES, live, readers, onAnomaly);
        permits = new GuardedPermits(permitHolders, PERMITS, onAnomaly);
        for (int i = 0; i < 1 + OTHER_LOCKS; i++) {
            counters.add(new GuardedCounter(longs, COUNTERS + i * LINE, live, onAnomaly));
        }
    }

    private static int roundUp(int count) {
        return (count + LINE - 1) / LINE * LINE;
    }

    /** @param onAnomaly gets each anomaly as soon as this process detects it */
    static SoakLedger open(Path file, Consumer<Anomaly> onAnomaly) throws IOException {
        return new SoakLedger(SharedLongs.open(file, SIZE), onAnomaly);
    }

    /** The counter under the hot lock. */
    GuardedCounter hot() {
        return counters.get(0);
    }

    /** The counter under one of the other locks; the first index is 0. */
    GuardedCounter other(int index) {
        return counters.get(1 + index);
    }

    GuardedCopies copies() {
        return copies;
    }

    GuardedPermits permits() {
        return permits;
    }

    @SuppressWarnings("EnumOrdinal") // all processes that open the file run the same code
    private static int index(CountedEvent event) {
        return event.ordinal();
    }

    void count(CountedEvent event) {
        longs.add(index(event), 1);
    }

    Map<CountedEvent, Long> counts() {
        Map<CountedEvent, Long> counts = new EnumMap<>(CountedEvent.class);
        for (CountedEvent event : CountedEvent.values()) {
            counts.put(event, longs.get(index(event)));
        }
        return counts;
    }

    /** Call this before killing the process of a node. */
    void processEnds(int node) {
        live.remove(node);
    }

    /** Call this before starting a process at a node; the previous one, if any, must be dead. */
    void processStarts(int node, long incarnation) {
        readers.clear(node);
        permitHolders.clear(node);
        live.put(node, incarnation);
    }
}
