package org.peerlock.lab.check;

import java.util.Arrays;
import java.util.BitSet;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.peerlock.lab.world.Violation;

/**
 * The successors of a range of consecutive states. One thread fills it, then all threads read it.
 */
final class Expansion<T, A> implements Model.SuccessorSink<T, A> {

    private final Model<T, A> model;
    private int size;
    private @Nullable Object[] nexts = new Object[256];
    private long[] prints = new long[256];
    private int[] sources = new int[256];
    private int[] costs = new int[256];
    private boolean[] byThemselves = new boolean[256];
    private int[] places = new int[256];
    private final int[] inShard = new int[VisitedStates.SHARDS];
    private int source;
    private int pruned;
    private int first;
    /** The states with a spontaneous step that was pruned, counted from the first one. */
    private final BitSet prunedByThemselves = new BitSet();

    private @Nullable Wrong<A> wrong;

    /**
     * The first violation.
     *
     * @param source the number of the state where it was found
     * @param action the step that led to it; null if it is the state itself
     */
    record Wrong<A>(int source, @Nullable A action, Violation violation) {}

    Expansion(Model<T, A> model) {
        this.model = model;
    }

    /** Removes all; the next state to expand has this number. */
    void clear(int next) {
        first = next;
        prunedByThemselves.clear();
        Arrays.fill(nexts, 0, size, null);
        Arrays.fill(inShard, 0);
        size = 0;
        pruned = 0;
        wrong = null;
    }

    /**
     * Expands the next state; does nothing after a violation, because later states do not matter.
     */
    void expand(T state, int number) {
        if (wrong == null) {
            source = number;
            model.expand(state, this);
        }
    }

    @Override
    public void successor(A action, T next, int cost) {
        if (wrong != null) {
            return;
        }
        if (size == prints.length) {
            grow();
        }
        long print = model.fingerprint(next);
        nexts[size] = next;
        prints[size] = print;
        sources[size] = source;
        costs[size] = cost;
        byThemselves[size] = model.isSpontaneous(action);
        inShard[VisitedStates.shard(print)]++;
        size++;
    }

    private void grow() {
        nexts = Arrays.copyOf(nexts, 2 * size);
        prints = Arrays.copyOf(prints, 2 * size);
        sources = Arrays.copyOf(sources, 2 * size);
        costs = Arrays.copyOf(costs, 2 * size);
        byThemselves = Arrays.copyOf(byThemselves, 2 * size);
        places = Arrays.copyOf(places, 2 * size);
    }

    @Override
    public void prune(A action) {
        if (wrong == null) {
            pruned++;
            prunedByThemselves.set(
                    source - first, prunedByThemselves.get(source - first) || model.isSpontaneous(action));
        }
    }

    @Override
    public void violation(A action, Violation violation) {
        wrong = wrong == null ? new Wrong<>(source, action, violation) : wrong;
    }

    @Override
    public void violation(Violation violation) {
        wrong = wrong == null ? new Wrong<>(source, null, violation) : wrong;
    }

    @Nullable Wrong<A> wrong() {
        return wrong;
    }

    int size() {
        return size;
    }

    /** How many transitions were pruned. */
    int pruned() {
        return pruned;
    }

    /** The numbers of the states with a spontaneous step that was pruned. */
    IntStream prunedByThemselves() {
        return prunedByThemselves.stream().map(state -> first + state);
    }

    int inShard(int shard) {
        return inShard[shard];
    }

    /** Finds the places of the successors in every {@code shares}-th shard. */
    void locate(VisitedStates visitedStates, int share, int shares) {
        for (int i = 0; i < size; i++) {
            if (VisitedStates.shard(prints[i]) % shares == share) {
                places[i] = visitedStates.placeOf(prints[i]);
            }
        }
    }

    @SuppressWarnings("unchecked") // only states are put there
    T next(int i) {
        return (T) nexts[i];
    }

    long print(int i) {
        return prints[i];
    }

    int place(int i) {
        return places[i];
    }

    int source(int i) {
        return sources[i];
    }

    int cost(int i) {
        return costs[i];
    }

    boolean byItself(int i) {
        return byThemselves[i];
    }
}
