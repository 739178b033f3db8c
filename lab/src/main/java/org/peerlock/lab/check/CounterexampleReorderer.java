package org.peerlock.lab.check;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import org.peerlock.algorithm.Medium;
import org.peerlock.algorithm.data.NodeCounters;
import org.peerlock.lab.world.Causes;
import org.peerlock.lab.world.OvertakeCounts;

/**
 * Reorders the steps of a counterexample so that it reads well: with as few switches between nodes
 * as possible. Each node does the same as before, in the same order, so the run ends in the same
 * states; and the property is not violated before its end.
 *
 * <p>The search is breadth-first over the number of switches: each prefix of a run is extended by
 * one or more next steps of each node. How a prefix can continue depends on how many of its steps
 * each node has taken, not on the order so far, with three exceptions: how often waiting requests
 * were overtaken, messages on a sequenced medium, and timers that wait for others. The last
 * exception is ignored, so a better order may be missed there.
 */
final class CounterexampleReorderer<S extends Record, M> {

    /** The greatest number of prefixes that are examined. */
    private static final int LIMIT = 50_000;

    /**
     * What determines how a prefix can continue.
     *
     * @param taken how many of its steps each node has taken
     * @param medium the messages on a sequenced medium
     */
    private record Progress(NodeCounters taken, OvertakeCounts overtaken, Causes causes, List<?> medium) {}

    private record Part<S extends Record, M>(Replay<S, M> replay, NodeCounters taken) {
        Progress progress() {
            boolean sequenced = replay.world().systemConfig().assumptions().medium() == Medium.SEQUENCED;
            return new Progress(
                    taken,
                    replay.overtaken(),
                    replay.causes(),
                    sequenced ? replay.world().underway() : List.of());
        }
    }

    private final Replay<S, M> original;
    /** For each node, the positions of its steps in the original. */
    private final List<List<Integer>> places = new ArrayList<>();

    private CounterexampleReorderer(Replay<S, M> original) {
        this.original = original;
        for (int node = 0; node < original.world().size(); node++) {
            places.add(new ArrayList<>());
        }
        for (int place = 0; place < original.steps().size(); place++) {
            places.get(original.steps().get(place).node() - 1).add(place);
        }
    }

    /** The same run in a better order; if none is found, in the original order. */
    static <S extends Record, M> Replay<S, M> of(Replay<S, M> replay) {
        return new CounterexampleReorderer<>(replay)
                .search()
                .filter(found -> found.turns() < replay.turns())
                .orElse(replay);
    }

    private Optional<Replay<S, M>> search() {
        Queue<Part<S, M>> queue = new ArrayDeque<>();
        Set<Progress> seen = new HashSet<>();
        Part<S, M> start = new Part<>(original.restart(), NodeCounters.zero(places.size()));
        queue.add(start);
        seen.add(start.progress());
        while (!queue.isEmpty() && seen.size() < LIMIT) {
            Part<S, M> part = queue.remove();
            if (isWhole(part.replay())) {
                return Optional.of(part.replay());
            }
            for (int node : nodes(part)) {
                for (Part<S, M> longer : run(part, node)) {
                    if (seen.add(longer.progress())) {
                        queue.add(longer);
                    }
                }
            }
        }
        return Optional.empty();
    }

    private boolean isWhole(Replay<S, M> replay) {
        return replay.steps().size() == original.steps().size();
    }

    /**
     * The nodes that have steps left; first the one whose next step comes first in the original.
     */
    private List<Integer> nodes(Part<S, M> part) {
        List<Integer> nodes = new ArrayList<>();
        for (int node = 1; node <= places.size(); node++) {
            if (part.taken().of(node) < places.get(node - 1).size()) {
                nodes.add(node);
            }
        }
        nodes.sort(Comparator.comparing(node -> place(part, node)));
        return nodes;
    }

    /** The position of a node's next step in the original. */
    private int place(Part<S, M> part, int node) {
        return places.get(node - 1).get((int) part.taken().of(node));
    }

    /**
     * The prefix with one more step of a node, with two more, and so on as long as possible; the
     * longest first.
     */
    private List<Part<S, M>> run(Part<S, M> part, int node) {
        List<Part<S, M>> run = new ArrayList<>();
        Optional<Part<S, M>> longer = next(part, node);
        while (longer.isPresent()) {
            run.add(0, longer.get());
            longer = next(longer.get(), node);
        }
        return run;
    }

    private Optional<Part<S, M>> next(Part<S, M> part, int node) {
        long taken = part.taken().of(node);
        return taken == places.get(node - 1).size()
                ? Optional.empty()
                : part.replay()
                        .next(original.steps().get(place(part, node)))
                        .filter(this::isAsBefore)
                        .map(replay -> new Part<>(replay, part.taken().with(node, taken + 1)));
    }

    /**
     * Whether the run violates nothing that the original does not, and does not violate the
     * property before its end.
     */
    private boolean isAsBefore(Replay<S, M> replay) {
        boolean over = isWhole(replay) && original.violation().isPresent();
        return replay.violation().isPresent() == over && original.onTheWay().containsAll(replay.onTheWay());
    }
}
