package org.peerlock.bench.soak;

import java.util.SortedMap;
import java.util.TreeMap;
import org.peerlock.bench.process.SharedLongs;

/**
 * Counts the threads that are inside a critical section, by node. All counts are in one word, so
 * that a read is a consistent snapshot.
 */
final class OccupancyCounter {

    private static final int BITS = 16;
    private static final long MASK = (1L << BITS) - 1;

    private final SharedLongs longs;
    private final int index;
    private final LiveProcesses live;

    OccupancyCounter(SharedLongs longs, int index, LiveProcesses live) {
        this.longs = longs;
        this.index = index;
        this.live = live;
    }

    /** Adds {@code count} at a node. Returns the result as {@link #inside} does. */
    SortedMap<Long, Long> enter(int node, int count) {
        long[] before = live.byNode();
        return liveCounts(before, longs.add(index, (long) count << shift(node)));
    }

    void leave(int node, int count) {
        longs.add(index, -((long) count << shift(node)));
    }

    /** The positive counts of the live processes, by incarnation. */
    SortedMap<Long, Long> inside() {
        long[] before = live.byNode();
        return liveCounts(before, longs.get(index));
    }

    /** Resets the count of a node whose process is dead. */
    void clear(int node) {
        long counts;
        do {
            counts = longs.get(index);
        } while (!longs.replace(index, counts, counts & ~(MASK << shift(node))));
    }

    /**
     * Leaves out a node whose incarnation changed meanwhile: the count may be that of the dead
     * process, from before it was {@linkplain #clear cleared}.
     */
    private SortedMap<Long, Long> liveCounts(long[] before, long counts) {
        long[] after = live.byNode();
        SortedMap<Long, Long> result = new TreeMap<>();
        for (int node = 0; node < before.length; node++) {
            long count = (counts >>> shift(node)) & MASK;
            if (before[node] != 0 && before[node] == after[node] && count > 0) {
                result.put(before[node], count);
            }
        }
        return result;
    }

    private static int shift(int node) {
        return node * BITS;
    }
}
