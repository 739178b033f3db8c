package org.peerlock.lab.check;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;
import org.peerlock.lab.check.Expansion.Wrong;
import org.peerlock.lab.world.Violation;

/**
 * Breadth-first search of all states of a {@link Model}, by any number of threads. States get
 * numbers in the order in which a single thread would find them, so the result is deterministic;
 * the first violation is reached by as few steps as possible.
 *
 * <p>Each round takes some states: first all threads expand them, then all look up the successors,
 * each in its own {@linkplain VisitedStates shards}, and finally one thread numbers the new states.
 */
public final class Search<T, A> {

    /** How many states are expanded in one round. */
    private static final int ROUND = 1 << 13;
    /** How many of them a thread takes at once. */
    private static final int RUN = 1 << 7;

    private static final int INITIAL = -1;

    /** The greatest number of states, or of transitions if the graph is kept. */
    static final int MAX = Integer.MAX_VALUE;

    private final Model<T, A> model;
    private final SearchOptions searchOptions;
    private final int most;
    private final VisitedStates visitedStates = new VisitedStates();
    private final IntList parents = new IntList();
    private final @Nullable StateGraph stateGraph;
    private final List<Expansion<T, A>> expansions = new ArrayList<>();
    private @Nullable ExecutorService threads;
    private final BitSet keep;
    private final SortedMap<Integer, T> kept = new TreeMap<>();
    private List<T> layer = new ArrayList<>();
    private List<T> nextLayer = new ArrayList<>();
    private long transitions;
    private long pruned;
    private boolean full;
    private int depth;

    /**
     * The result of a search.
     *
     * @param states the number of distinct states reached
     * @param transitions the number of transitions between them
     * @param pruned how many more transitions were {@linkplain Model.SuccessorSink#prune pruned}
     * @param depth the greatest distance of a state from the start
     * @param exhausted whether all reached states were expanded and no violation was found
     * @param full whether the search stopped because there were more states or transitions than can
     *     be numbered
     * @param bytes the memory for the states, and for the graph if it was kept
     */
    public record Result<A>(
            long states,
            long transitions,
            long pruned,
            int depth,
            boolean exhausted,
            boolean full,
            long bytes,
            Optional<ErrorPath<A>> errorPath) {

        /** Whether all states were visited, no step was pruned, and no violation was found. */
        public boolean complete() {
            return exhausted && pruned == 0;
        }
    }

    /** A shortest path to a violation. */
    public record ErrorPath<A>(List<A> actions, Violation violation) {}

    private Search(Model<T, A> model, SearchOptions searchOptions, int most, boolean graph, BitSet keep) {
        this.model = model;
        this.most = most;
        this.keep = keep;
        this.searchOptions = searchOptions;
        this.stateGraph = graph ? new StateGraph() : null;
    }

    /**
     * Creates a search that can be run once.
     *
     * @param graph whether to keep the state graph
     */
    static <T, A> Search<T, A> of(Model<T, A> model, SearchOptions searchOptions, boolean graph) {
        return of(model, searchOptions, MAX, graph);
    }

    /** The same with a smaller limit for the numbers of states and transitions. */
    static <T, A> Search<T, A> of(Model<T, A> model, SearchOptions searchOptions, int most, boolean graph) {
        return new Search<>(model, searchOptions, most, graph, new BitSet());
    }

    /**
     * Searches a model until all states are visited, a violation is found, or the limits are
     * reached.
     */
    public static <A> Result<A> run(Model<?, A> model, SearchOptions searchOptions) {
        return of(model, searchOptions, false).run();
    }

    /**
     * Searches until all states are visited, a violation is found, or there are too many states.
     */
    Result<A> run() {
        try {
            begin();
            Wrong<A> wrong = null;
            while (wrong == null && !layer.isEmpty() && !isSpent()) {
                wrong = expandLayer();
            }
            boolean exhausted = wrong == null && layer.isEmpty() && !full;
            if (exhausted && stateGraph != null) {
                stateGraph.close();
            }
            return new Result<>(
                    parents.size(),
                    transitions,
                    pruned,
                    exhausted ? depth - 1 : depth,
                    exhausted,
                    full,
                    visitedStates.bytes()
                            + parents.size() * Integer.BYTES
                            + (stateGraph == null ? 0 : stateGraph.bytes()),
                    Optional.ofNullable(wrong).map(this::trace));
        } finally {
            if (threads != null) {
                threads.shutdown();
            }
        }
    }

    private boolean isSpent() {
        return full || parents.size() > searchOptions.limit();
    }

    private void begin() {
        for (T state : model.initial()) {
            long print = model.fingerprint(state);
            visitedStates.makeRoom(VisitedStates.shard(print), 1);
            int place = visitedStates.placeOf(print);
            if (visitedStates.isNew(print, place)) {
                visitedStates.number(print, place, (int) parents.size());
                found(state, INITIAL, layer);
            }
        }
    }

    private void found(T state, int parent, List<T> states) {
        if (keep.get((int) parents.size())) {
            kept.put((int) parents.size(), state);
        }
        parents.add(parent);
        states.add(state);
        if (stateGraph != null) {
            stateGraph.state(model.waiting(state), model.complete(state));
        }
    }

    private @Nullable Wrong<A> expandLayer() {
        int first = (int) parents.size() - layer.size();
        for (int begin = 0; begin < layer.size() && !isSpent(); begin += ROUND) {
            int end = Math.min(begin + ROUND, layer.size());
            Wrong<A> wrong = expandRound(first, begin, end);
            if (wrong != null) {
                depth += wrong.action() == null ? 0 : 1;
                return wrong;
            }
            searchOptions.progress().at(parents.size(), depth, layer.size() - end + nextLayer.size());
        }
        List<T> done = layer;
        layer = nextLayer;
        done.clear();
        nextLayer = done;
        depth++;
        return null;
    }

    private @Nullable Wrong<A> expandRound(int first, int begin, int end) {
        int runs = (end - begin + RUN - 1) / RUN;
        while (expansions.size() < runs) {
            expansions.add(new Expansion<>(model));
        }
        AtomicInteger nextRun = new AtomicInteger();
        boolean alone = runs < 4 || searchOptions.threads() == 1;
        inParallel(alone, share -> {
            for (int run = nextRun.getAndIncrement(); run < runs; run = nextRun.getAndIncrement()) {
                int from = begin + run * RUN;
                expandRun(expansions.get(run), first, from, Math.min(from + RUN, end));
            }
        });
        inParallel(alone, share -> locate(runs, share, alone ? 1 : searchOptions.threads()));
        for (int run = 0; run < runs; run++) {
            if (!hasRoomFor(expansions.get(run))) {
                full = true;
                return null;
            }
            number(expansions.get(run));
            if (expansions.get(run).wrong() != null) {
                return expansions.get(run).wrong();
            }
        }
        return null;
    }

    private void expandRun(Expansion<T, A> expansion, int first, int begin, int end) {
        expansion.clear(first + begin);
        for (int i = begin; i < end; i++) {
            expansion.expand(layer.get(i), first + i);
        }
    }

    private void locate(int runs, int share, int shares) {
        for (int shard = share; shard < VisitedStates.SHARDS; shard += shares) {
            int more = 0;
            for (int run = 0; run < runs; run++) {
                more += expansions.get(run).inShard(shard);
            }
            visitedStates.makeRoom(shard, more);
        }
        for (int run = 0; run < runs; run++) {
            expansions.get(run).locate(visitedStates, share, shares);
        }
    }

    private boolean hasRoomFor(Expansion<T, A> expansion) {
        return Math.max(parents.size(), stateGraph == null ? 0 : transitions) + expansion.size() <= most;
    }

    /** Numbers the new states, in order. */
    private void number(Expansion<T, A> expansion) {
        transitions += expansion.size();
        pruned += expansion.pruned();
        if (stateGraph != null) {
            expansion.prunedByThemselves().forEach(stateGraph::leadsBeyond);
        }
        for (int i = 0; i < expansion.size(); i++) {
            long print = expansion.print(i);
            int place = expansion.place(i);
            if (visitedStates.isNew(print, place)) {
                visitedStates.number(print, place, (int) parents.size());
                found(expansion.next(i), expansion.source(i), nextLayer);
            }
            if (stateGraph != null) {
                stateGraph.edge(
                        expansion.source(i),
                        visitedStates.number(print, place),
                        expansion.cost(i),
                        expansion.byItself(i));
            }
        }
    }

    private void inParallel(boolean alone, IntConsumer work) {
        if (alone) {
            work.accept(0);
            return;
        }
        if (threads == null) {
            threads = Executors.newFixedThreadPool(searchOptions.threads());
        }
        List<Future<?>> shares = new ArrayList<>();
        for (int i = 0; i < searchOptions.threads(); i++) {
            int share = i;
            shares.add(threads.submit(() -> work.accept(share)));
        }
        for (Future<?> share : shares) {
            try {
                share.get();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new IllegalStateException("interrupted while searching", e);
            } catch (ExecutionException e) {
                throw new IllegalStateException("a step failed: " + e.getCause(), e.getCause());
            }
        }
    }

    private ErrorPath<A> trace(Wrong<A> wrong) {
        List<A> actions = pathTo(wrong.source());
        if (wrong.action() != null) {
            actions.add(wrong.action());
        }
        return new ErrorPath<>(actions, wrong.violation());
    }

    /** The actions on the path to a state. */
    List<A> pathTo(int number) {
        List<Integer> numbers = new ArrayList<>();
        for (int at = number; at != INITIAL; at = parents.get(at)) {
            numbers.add(at);
        }
        Collections.reverse(numbers);
        T at = initial(numbers.get(0));
        List<A> actions = new ArrayList<>();
        for (int next : numbers.subList(1, numbers.size())) {
            Step<T, A> step = stepTo(at, next);
            at = step.to();
            actions.add(step.action());
        }
        return actions;
    }

    /** Receives a transition to a state with a number. */
    interface Successors<A> {
        void to(A action, int target);
    }

    /** Reports the transitions from a state to visited states. */
    void successors(T state, Successors<A> successors) {
        model.expand(state, new Found<>() {
            @Override
            public void successor(A action, T next, int cost) {
                successors.to(action, visitedStates.numberOf(model.fingerprint(next)));
            }
        });
    }

    /** Repeats the search, and keeps some of the states. */
    SortedMap<Integer, T> collect(BitSet numbers) {
        Search<T, A> again = new Search<>(model, searchOptions, most, false, numbers);
        again.run();
        return again.kept;
    }

    StateGraph graph() {
        return Objects.requireNonNull(stateGraph);
    }

    private T initial(int number) {
        for (T state : model.initial()) {
            if (visitedStates.numberOf(model.fingerprint(state)) == number) {
                return state;
            }
        }
        throw new IllegalStateException("no initial state has the number " + number);
    }

    /** The first transition that leads from a state to another. */
    private Step<T, A> stepTo(T from, int number) {
        List<Step<T, A>> found = new ArrayList<>();
        model.expand(from, new Found<>() {
            @Override
            public void successor(A action, T next, int cost) {
                if (visitedStates.numberOf(model.fingerprint(next)) == number) {
                    found.add(new Step<>(action, next));
                }
            }
        });
        return found.get(0);
    }

    private record Step<T, A>(A action, T to) {}

    /** Considers only transitions that lead to a state. */
    private abstract static class Found<T, A> implements Model.SuccessorSink<T, A> {

        @Override
        public void violation(A action, Violation violation) {
            // leads to no state
        }

        @Override
        public void violation(Violation violation) {
            // leads nowhere
        }
    }
}
