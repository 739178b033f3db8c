package org.peerlock.bench.soak;

import java.util.Arrays;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.peerlock.bench.process.SharedLongs;

/**
 * The incarnation of the live process at each node. Each process that is started gets a new
 * incarnation; 0 means that there is none.
 *
 * <p>A process is removed <em>before</em> it is killed, so that the state that it leaves behind is
 * not mistaken for an anomaly.
 */
final class LiveProcesses {

    private final SharedLongs longs;
    private final int offset;
    private final int nodes;

    /** @param offset of the first of the shared longs, one for each node */
    LiveProcesses(SharedLongs longs, int offset, int nodes) {
        this.longs = longs;
        this.offset = offset;
        this.nodes = nodes;
    }

    void put(int node, long incarnation) {
        longs.set(offset + node, incarnation);
    }

    void remove(int node) {
        longs.set(offset + node, 0);
    }

    long[] byNode() {
        long[] incarnations = new long[nodes];
        Arrays.setAll(incarnations, node -> longs.get(offset + node));
        return incarnations;
    }

    boolean contains(long incarnation) {
        return all().contains(incarnation);
    }

    SortedSet<Long> all() {
        return Arrays.stream(byNode())
                .filter(incarnation -> incarnation != 0)
                .boxed()
                .collect(Collectors.toCollection(TreeSet::new));
    }
}
