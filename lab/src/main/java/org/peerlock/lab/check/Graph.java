package org.peerlock.lab.check;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.function.IntPredicate;

/** Which state leads to which, by their numbers, and at what cost. */
final class Graph {

    private final Ints targets = new Ints();
    private final Ints costs = new Ints();
    /** Where the edges of a state begin among the targets. */
    private final Ints begins = new Ints();
    /** Who waits in a state, a bit for each. */
    private final Ints waiting = new Ints();

    private final BitSet complete = new BitSet();

    /** Says who waits in the next state, and whether nothing is left to do in it. */
    void state(int whoWaits, boolean isComplete) {
        complete.set((int) waiting.size(), isComplete);
        waiting.add(whoWaits);
    }

    /** Says that a step leads from one state to another. Sources come in order of their numbers. */
    void edge(int source, int target, int cost) {
        begin(source);
        targets.add(target);
        costs.add(cost);
    }

    private void begin(int source) {
        while (begins.size() <= source) {
            begins.add(Math.toIntExact(targets.size()));
        }
    }

    /** Says that all states were expanded. */
    void close() {
        begin((int) waiting.size());
    }

    int waiting(int state) {
        return waiting.get(state);
    }

    private int size() {
        return (int) waiting.size();
    }

    /** The first state from which no state can be reached in which nobody waits; -1 if there is none. */
    int firstHopeless() {
        BitSet hopeful = new BitSet(size());
        boolean more = true;
        while (more) { // against the order in which they were found, one sweep is often enough
            more = false;
            for (int state = size() - 1; state >= 0; state--) {
                if (!hopeful.get(state) && (waiting(state) == 0 || leadsTo(state, hopeful))) {
                    hopeful.set(state);
                    more = true;
                }
            }
        }
        int first = hopeful.nextClearBit(0);
        return first < size() ? first : -1;
    }

    private boolean leadsTo(int state, BitSet states) {
        for (int edge = begins.get(state); edge < begins.get(state + 1L); edge++) {
            if (states.get(targets.get(edge))) {
                return true;
            }
        }
        return false;
    }

    /** The states from which a cycle can be reached. */
    BitSet cyclic() {
        BitSet cyclic = new BitSet(size());
        cyclic.set(0, size());
        boolean more = true;
        while (more) {
            more = false;
            for (int state = cyclic.previousSetBit(size() - 1); state >= 0; state = cyclic.previousSetBit(state - 1)) {
                if (!leadsTo(state, cyclic)) {
                    cyclic.clear(state);
                    more = true;
                }
            }
        }
        return cyclic;
    }

    /** The cheapest and the dearest complete way; nothing if there is none, or if there are cycles. */
    Optional<Report.Range> costs() {
        long[] least = new long[size()];
        long[] most = new long[size()];
        Arrays.fill(least, Long.MAX_VALUE);
        Arrays.fill(most, -1);
        if (!cyclic().isEmpty()) {
            return Optional.empty();
        }
        boolean more = true;
        while (more) {
            more = false;
            for (int state = size() - 1; state >= 0; state--) {
                more |= improve(state, least, most);
            }
        }
        return most[0] < 0 ? Optional.empty() : Optional.of(new Report.Range(least[0], most[0]));
    }

    private boolean improve(int state, long[] least, long[] most) {
        long low = complete.get(state) ? 0 : Long.MAX_VALUE;
        long high = complete.get(state) ? 0 : -1;
        for (int edge = begins.get(state); edge < begins.get(state + 1L); edge++) {
            int target = targets.get(edge);
            if (most[target] >= 0) {
                low = Math.min(low, costs.get(edge) + least[target]);
                high = Math.max(high, costs.get(edge) + most[target]);
            }
        }
        boolean better = low < least[state] || high > most[state];
        least[state] = low;
        most[state] = high;
        return better;
    }

    /** The greatest sets of states, among some, in which every state can be reached from every one by a step or more. */
    List<BitSet> components(IntPredicate among) {
        return new Components(among).found;
    }

    /** R. Tarjan, "Depth-first search and linear graph algorithms", 1972, without recursion. */
    private final class Components {

        private final IntPredicate among;
        private final int[] index = new int[size()]; // 0: not yet seen
        private final int[] low = new int[size()];
        private final BitSet onStack = new BitSet();
        private final Ints stack = new Ints();
        private int seen;
        private final List<BitSet> found = new ArrayList<>();

        Components(IntPredicate among) {
            this.among = among;
            for (int state = 0; state < size(); state++) {
                if (index[state] == 0 && among.test(state)) {
                    visit(state);
                }
            }
        }

        private void visit(int root) {
            Ints path = new Ints(); // states, each followed by its next edge
            push(path, root);
            while (path.size() > 0) {
                int state = path.get(path.size() - 2);
                int edge = path.get(path.size() - 1);
                if (edge < begins.get(state + 1L)) {
                    path.set(path.size() - 1, edge + 1);
                    follow(path, state, targets.get(edge));
                } else {
                    path.shrink(2);
                    if (path.size() > 0) {
                        int parent = path.get(path.size() - 2);
                        low[parent] = Math.min(low[parent], low[state]);
                    }
                    if (low[state] == index[state]) {
                        pop(state);
                    }
                }
            }
        }

        private void follow(Ints path, int state, int target) {
            if (!among.test(target)) {
                return;
            }
            if (index[target] == 0) {
                push(path, target);
            } else if (onStack.get(target)) {
                low[state] = Math.min(low[state], index[target]);
            }
        }

        private void push(Ints path, int state) {
            index[state] = ++seen;
            low[state] = seen;
            stack.add(state);
            onStack.set(state);
            path.add(state);
            path.add(begins.get(state));
        }

        private void pop(int root) {
            BitSet component = new BitSet();
            int state;
            do {
                state = stack.get(stack.size() - 1);
                stack.shrink(1);
                onStack.clear(state);
                component.set(state);
            } while (state != root);
            if (component.cardinality() > 1 || leadsTo(root, component)) {
                found.add(component);
            }
        }
    }
}
