package org.peerlock.lab.check;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;

/**
 * Finds a request that may wait for ever in a fair run: a cycle of states in all of which it waits,
 * and in which every {@linkplain Model#fairActions fair action} happens, or is not enabled at some
 * time.
 *
 * <p>A strongly connected component has such a cycle if and only if the component itself is fair in
 * this sense, because a path may visit all of its states.
 */
final class StarvationSearch<T, A> {

    private final Model<T, A> model;
    private final Search<T, A> search;
    private final BitSet component;
    private final SortedMap<Integer, T> states;
    private final Map<Integer, List<Edge<A>>> edges = new HashMap<>();
    private final Map<Integer, Set<String>> due = new HashMap<>();

    /**
     * A path to a cycle, and the cycle.
     *
     * @param waiter the number of a process that waits in all states of the cycle
     */
    record Lasso<A>(int waiter, List<A> stem, List<A> cycle) {}

    /** A transition that stays in the component. */
    private record Edge<A>(A action, String word, int target) {}

    private StarvationSearch(Model<T, A> model, Search<T, A> search, BitSet component, SortedMap<Integer, T> states) {
        this.model = model;
        this.search = search;
        this.component = component;
        this.states = states;
    }

    /**
     * A lasso, if a process can starve.
     *
     * @param search a complete search that kept its graph
     */
    static <T, A> Optional<Lasso<A>> find(Model<T, A> model, Search<T, A> search) {
        StateGraph stateGraph = search.graph();
        BitSet cyclic = stateGraph.cyclic();
        for (int bit = 0; bit < Integer.SIZE && !cyclic.isEmpty(); bit++) {
            int who = 1 << bit;
            List<BitSet> components =
                    stateGraph.components(state -> cyclic.get(state) && (stateGraph.waiting(state) & who) != 0);
            if (components.isEmpty()) {
                continue;
            }
            BitSet wanted = new BitSet();
            components.forEach(wanted::or);
            SortedMap<Integer, T> states = search.collect(wanted);
            for (BitSet component : components) {
                StarvationSearch<T, A> suspect = new StarvationSearch<>(model, search, component, states);
                if (suspect.isFair()) {
                    return Optional.of(suspect.lasso(bit));
                }
            }
        }
        return Optional.empty();
    }

    private boolean isFair() {
        Set<String> owed = null;
        Set<String> taken = new HashSet<>();
        for (int state = component.nextSetBit(0); state >= 0; state = component.nextSetBit(state + 1)) {
            look(state);
            Set<String> here = Objects.requireNonNull(due.get(state));
            if (owed == null) {
                owed = new HashSet<>(here);
            } else {
                owed.retainAll(here);
            }
            Objects.requireNonNull(edges.get(state)).forEach(edge -> taken.add(edge.word()));
        }
        return taken.containsAll(Objects.requireNonNull(owed));
    }

    private void look(int state) {
        List<Edge<A>> inside = new ArrayList<>();
        T from = Objects.requireNonNull(states.get(state));
        search.successors(from, (action, target) -> {
            if (component.get(target)) {
                inside.add(new Edge<>(action, model.fairnessLabel(action), target));
            }
        });
        edges.put(state, inside);
        due.put(state, model.fairActions(from));
    }

    /**
     * A cycle through the component that passes, for each fair action, a transition where it
     * happens or a state where it is not enabled.
     */
    private Lasso<A> lasso(int who) {
        int start = component.nextSetBit(0);
        Walk walk = new Walk(start);
        Set<String> words = new HashSet<>();
        due.values().forEach(words::addAll);
        for (String word : words.stream().sorted().toList()) {
            walk.settle(word);
        }
        walk.returnTo(start);
        return new Lasso<>(who, search.pathTo(start), walk.actions);
    }

    /** A path within the component. */
    private final class Walk {

        private int at;
        private final List<A> actions = new ArrayList<>();
        private final Set<String> taken = new HashSet<>();
        private final List<Integer> places = new ArrayList<>();

        Walk(int start) {
            at = start;
            places.add(start);
        }

        /** Continues until an action has happened, or was not enabled. */
        void settle(String word) {
            boolean settled = taken.contains(word) || places.stream().anyMatch(place -> !isDue(place, word));
            if (!settled) {
                go(edge -> edge.word().equals(word) || !isDue(edge.target(), word));
            }
        }

        private boolean isDue(int place, String word) {
            return Objects.requireNonNull(due.get(place)).contains(word);
        }

        void returnTo(int start) {
            if (at != start || actions.isEmpty()) {
                go(edge -> edge.target() == start);
            }
        }

        /**
         * Appends a shortest path that ends with an edge that meets the goal; the component has
         * one.
         */
        private void go(Goal<A> goal) {
            Map<Integer, Arrival<A>> arrivals = new HashMap<>();
            List<Integer> queue = new ArrayList<>();
            queue.add(at);
            for (int next = 0; next < queue.size(); next++) {
                int from = queue.get(next);
                for (Edge<A> edge : Objects.requireNonNull(edges.get(from))) {
                    if (goal.reachedBy(edge)) {
                        follow(arrivals, from);
                        take(edge);
                        return;
                    }
                    if (edge.target() != at && !arrivals.containsKey(edge.target())) {
                        arrivals.put(edge.target(), new Arrival<>(from, edge));
                        queue.add(edge.target());
                    }
                }
            }
            throw new IllegalStateException("a component leads everywhere in it");
        }

        private void follow(Map<Integer, Arrival<A>> arrivals, int to) {
            List<Edge<A>> way = new ArrayList<>();
            for (@Nullable Arrival<A> step = arrivals.get(to); step != null; step = arrivals.get(step.from())) {
                way.add(0, step.edge());
            }
            way.forEach(this::take);
        }

        private void take(Edge<A> edge) {
            actions.add(edge.action());
            taken.add(edge.word());
            at = edge.target();
            places.add(at);
        }
    }

    /** The edge by which a state was reached. */
    private record Arrival<A>(int from, Edge<A> edge) {}

    /** The goal of a path. */
    private interface Goal<A> {
        boolean reachedBy(Edge<A> edge);
    }
}
