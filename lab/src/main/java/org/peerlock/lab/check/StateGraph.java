package org.peerlock.lab.check;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.function.IntPredicate;

/**
 * The graph of state numbers and transition costs. It must be closed before it is queried.
 */
final class StateGraph {

    private final IntList targets = new IntList();
    private final IntList edgeCosts = new IntList(); // the complement, if the transition is not spontaneous
    /** The index of each state's first edge among the targets. */
    private final IntList begins = new IntList();
    /** Which processes wait in a state, one bit for each. */
    private final IntList waiting = new IntList();

    private final BitSet complete = new BitSet();
    /** The states with a spontaneous transition that was pruned: nobody knows where it leads. */
    private final BitSet beyond = new BitSet();

    private final BitSet cyclic = new BitSet();
    private Optional<CheckReport.Range> costs = Optional.empty();

    /** Adds the next state: which processes wait in it, and whether it ends a complete run. */
    void state(int whoWaits, boolean isComplete) {
        complete.set((int) waiting.size(), isComplete);
        waiting.add(whoWaits);
    }

    /** A spontaneous transition from a state was pruned. */
    void leadsBeyond(int state) {
        beyond.set(state);
    }

    /**
     * Adds a transition. Sources must come in the order of their numbers; the number of transitions
     * is an int, too.
     */
    void edge(int source, int target, int cost, boolean spontaneous) {
        begin(source);
        targets.add(target);
        edgeCosts.add(spontaneous ? cost : ~cost);
    }

    private void begin(int source) {
        while (begins.size() <= source) {
            begins.add((int) targets.size());
        }
    }

    /** Marks the end: all states were expanded. */
    void close() {
        begin(size());
        findCycles();
    }

    /** The memory that it uses. */
    long bytes() {
        return (targets.size() + edgeCosts.size() + begins.size() + waiting.size()) * Integer.BYTES;
    }

    int waiting(int state) {
        return waiting.get(state);
    }

    private int size() {
        return (int) waiting.size();
    }

    /**
     * The first state from which spontaneous transitions reach no state without waiting processes,
     * and no pruned transition; -1 if there is none.
     */
    int firstHopeless() {
        BitSet hopeful = (BitSet) beyond.clone();
        boolean more = true;
        while (more) { // in reverse order of discovery, one sweep is often enough
            more = false;
            for (int state = size() - 1; state >= 0; state--) {
                if (!hopeful.get(state) && (waiting(state) == 0 || leadsByItselfTo(state, hopeful))) {
                    hopeful.set(state);
                    more = true;
                }
            }
        }
        int first = hopeful.nextClearBit(0);
        return first < size() ? first : -1;
    }

    private boolean leadsByItselfTo(int state, BitSet states) {
        for (int edge = begins.get(state); edge < begins.get(state + 1L); edge++) {
            if (edgeCosts.get(edge) >= 0 && states.get(targets.get(edge))) {
                return true;
            }
        }
        return false;
    }

    private int cost(int edge) {
        int cost = edgeCosts.get(edge);
        return cost >= 0 ? cost : ~cost;
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
        return cyclic;
    }

    /**
     * The lowest and the highest cost of a complete run; empty if there is none, or if there are
     * cycles.
     */
    Optional<CheckReport.Range> costs() {
        return costs;
    }

    /**
     * Repeatedly removes the states all of whose successors are removed; the others lead into
     * cycles.
     */
    private void findCycles() {
        PathCosts pathCosts = new PathCosts();
        cyclic.set(0, size());
        boolean more = true;
        while (more) {
            more = false;
            for (int state = cyclic.previousSetBit(size() - 1); state >= 0; state = cyclic.previousSetBit(state - 1)) {
                if (!leadsTo(state, cyclic)) {
                    cyclic.clear(state);
                    pathCosts.measure(state);
                    more = true;
                }
            }
        }
        costs = cyclic.isEmpty() ? pathCosts.from(0) : Optional.empty();
    }

    /**
     * The costs of complete runs from each state, computed after those of all its successors.
     */
    private final class PathCosts {

        private final long[] least = new long[size()];
        private final long[] most = new long[size()];

        void measure(int state) {
            long low = complete.get(state) ? 0 : Long.MAX_VALUE;
            long high = complete.get(state) ? 0 : -1;
            for (int edge = begins.get(state); edge < begins.get(state + 1L); edge++) {
                int target = targets.get(edge);
                if (most[target] >= 0) {
                    low = Math.min(low, cost(edge) + least[target]);
                    high = Math.max(high, cost(edge) + most[target]);
                }
            }
            least[state] = low;
            most[state] = high;
        }

        Optional<CheckReport.Range> from(int state) {
            return most[state] < 0 ? Optional.empty() : Optional.of(new CheckReport.Range(least[state], most[state]));
        }
    }

    /**
     * The strongly connected components, among some states, that contain at least one edge.
     */
    List<BitSet> components(IntPredicate among) {
        return new Components(among).found;
    }

    /** R. Tarjan, "Depth-first search and linear graph algorithms", 1972, without recursion. */
    private final class Components {

        private final IntPredicate among;
        private final int[] index = new int[size()]; // 0: not visited yet
        private final int[] low = new int[size()];
        private final BitSet onStack = new BitSet();
        private final IntList stack = new IntList();
        /** The states on the current path of the search, each followed by its next edge. */
        private final IntList path = new IntList();

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
            push(root);
            while (path.size() > 0) {
                int state = path.get(path.size() - 2);
                int edge = path.get(path.size() - 1);
                if (edge < begins.get(state + 1L)) {
                    path.set(path.size() - 1, edge + 1);
                    follow(state, targets.get(edge));
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

        private void follow(int state, int target) {
            if (!among.test(target)) {
                return;
            }
            if (index[target] == 0) {
                push(target);
            } else if (onStack.get(target)) {
                low[state] = Math.min(low[state], index[target]);
            }
        }

        private void push(int state) {
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
