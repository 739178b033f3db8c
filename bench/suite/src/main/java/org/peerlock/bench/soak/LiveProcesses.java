package org.peerlock.bench.soak;

import java.util.Arrays;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * Which process lives at each node. Every process that is started there has another number, its life; 0 is nobody.
 *
 * <p>Who is going to be killed is taken from here before, so that nothing it leaves behind is held against it.
 */
final class LiveProcesses {

    private final SharedLongs sharedLongs;
    private final int first;
    private final int nodes;

    /** @param first of the words, one for each node */
    LiveProcesses(SharedLongs sharedLongs, int first, int nodes) {
        this.sharedLongs = sharedLongs;
        this.first = first;
        this.nodes = nodes;
    }

    void begin(int node, long life) {
        sharedLongs.set(first + node, life);
    }

    /** It will be killed, after this. */
    void condemn(int node) {
        sharedLongs.set(first + node, 0);
    }

    /** By node. */
    long[] now() {
        long[] now = new long[nodes];
        Arrays.setAll(now, node -> sharedLongs.get(first + node));
        return now;
    }

    boolean has(long life) {
        return all().contains(life);
    }

    SortedSet<Long> all() {
        return Arrays.stream(now()).filter(life -> life != 0).boxed().collect(Collectors.toCollection(TreeSet::new));
    }
}
