package org.peerlock.lab.check;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Queue;

/** Which states lead to a state in which nobody waits: a graph of numbered states. */
final class Hope {

    private int[] from = new int[1024];
    private int[] to = new int[1024];
    private int edges;
    private final BitSet served = new BitSet();

    /** Says that a step leads from one state to another. */
    void edge(int source, int target) {
        if (edges == from.length) {
            from = Arrays.copyOf(from, 2 * edges);
            to = Arrays.copyOf(to, 2 * edges);
        }
        from[edges] = source;
        to[edges++] = target;
    }

    /** Says that nobody waits in a state. */
    void served(int state) {
        served.set(state);
    }

    /** The first of the states 0 to {@code states} - 1 from which no such state can be reached; -1 if there is none. */
    int firstHopeless(int states) {
        int[] begins = new int[states + 1]; // the edges to a state, as positions in sources
        for (int i = 0; i < edges; i++) {
            begins[to[i]]++;
        }
        for (int state = 1; state <= states; state++) {
            begins[state] += begins[state - 1];
        }
        int[] sources = new int[edges];
        for (int i = 0; i < edges; i++) {
            sources[--begins[to[i]]] = from[i];
        }
        BitSet hopeful = (BitSet) served.clone();
        Queue<Integer> queue = new ArrayDeque<>();
        served.stream().forEach(queue::add);
        while (!queue.isEmpty()) {
            int state = queue.remove();
            for (int i = begins[state]; i < begins[state + 1]; i++) {
                if (!hopeful.get(sources[i])) {
                    hopeful.set(sources[i]);
                    queue.add(sources[i]);
                }
            }
        }
        int first = hopeful.nextClearBit(0);
        return first < states ? first : -1;
    }
}
