package org.peerlock.bench.soak;

import java.util.SortedMap;
import java.util.TreeMap;

/** A place that counts how many are in it, by node. One word has all counts, so that whoever looks sees those of one moment. */
final class OccupancyCounter {

    private static final int BITS = 16;
    private static final long MASK = (1L << BITS) - 1;

    private final SharedLongs sharedLongs;
    private final int word;
    private final LiveProcesses liveProcesses;

    OccupancyCounter(SharedLongs sharedLongs, int word, LiveProcesses liveProcesses) {
        this.sharedLongs = sharedLongs;
        this.word = word;
        this.liveProcesses = liveProcesses;
    }

    /** So many come in at once. Who is there then: see {@link #inside}. */
    SortedMap<Long, Long> enter(int node, int many) {
        long[] before = liveProcesses.now();
        return living(before, sharedLongs.add(word, (long) many << shift(node)));
    }

    void leave(int node, int many) {
        sharedLongs.add(word, -((long) many << shift(node)));
    }

    /** How many are there of each life, of those lives that go on. */
    SortedMap<Long, Long> inside() {
        long[] before = liveProcesses.now();
        return living(before, sharedLongs.get(word));
    }

    /** The process of this node is dead: nobody of it is inside any more. */
    void clear(int node) {
        long counts;
        do {
            counts = sharedLongs.get(word);
        } while (!sharedLongs.replace(word, counts, counts & ~(MASK << shift(node))));
    }

    /**
     * A node where another life began between the two looks may have been counted while its dead were not yet {@linkplain #clear
     * cleared}, so it is left out.
     */
    private SortedMap<Long, Long> living(long[] before, long counts) {
        long[] after = liveProcesses.now();
        SortedMap<Long, Long> living = new TreeMap<>();
        for (int node = 0; node < before.length; node++) {
            long count = (counts >>> shift(node)) & MASK;
            if (before[node] != 0 && before[node] == after[node] && count > 0) {
                living.put(before[node], count);
            }
        }
        return living;
    }

    private static int shift(int node) {
        return node * BITS;
    }
}
