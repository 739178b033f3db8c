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
import org.peerlock.lab.world.OvertakeCounts;

/**
 * Puts the steps of a story into an order that reads well: it turns from one node to another as seldom as possible. Each node does
 * the same as before, in the same order, so the story ends in the same states; and not before its end is the property violated.
 *
 * <p>The search is breadth-first, by turns: to each part of a story each node adds its next steps, one or more. How a part can go on
 * depends on how far each node is, not on the order until then; except for how often who waits was overtaken, for messages on a
 * sequenced medium, and for timers that wait for others. The last are disregarded, so there a better order may be missed.
 */
final class CounterexampleReorderer<S extends Record, M> {

    /** More parts of stories than these are not looked at. */
    private static final int LIMIT = 50_000;

    /**
     * On what it depends how a part of a story can go on.
     *
     * @param told how far each node is
     * @param medium what is on a sequenced medium
     */
    private record Progress(NodeCounters told, OvertakeCounts overtaken, List<?> medium) {}

    private record Part<S extends Record, M>(Replay<S, M> story, NodeCounters told) {
        Progress progress() {
            boolean sequenced = story.world().rules().assumptions().medium() == Medium.SEQUENCED;
            return new Progress(
                    told, story.overtaken(), sequenced ? story.world().underway() : List.of());
        }
    }

    private final Replay<S, M> original;
    /** For each node, where in the original its steps are. */
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

    /** The same story in a better order; if none is found, in the same one. */
    static <S extends Record, M> Replay<S, M> of(Replay<S, M> story) {
        return new CounterexampleReorderer<>(story)
                .search()
                .filter(found -> found.turns() < story.turns())
                .orElse(story);
    }

    private Optional<Replay<S, M>> search() {
        Queue<Part<S, M>> queue = new ArrayDeque<>();
        Set<Progress> seen = new HashSet<>();
        Part<S, M> start = new Part<>(original.restart(), NodeCounters.zero(places.size()));
        queue.add(start);
        seen.add(start.progress());
        while (!queue.isEmpty() && seen.size() < LIMIT) {
            Part<S, M> part = queue.remove();
            if (isWhole(part.story())) {
                return Optional.of(part.story());
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

    private boolean isWhole(Replay<S, M> story) {
        return story.steps().size() == original.steps().size();
    }

    /** The nodes that have something left to do; first the one that goes on first in the original. */
    private List<Integer> nodes(Part<S, M> part) {
        List<Integer> nodes = new ArrayList<>();
        for (int node = 1; node <= places.size(); node++) {
            if (part.told().of(node) < places.get(node - 1).size()) {
                nodes.add(node);
            }
        }
        nodes.sort(Comparator.comparing(node -> place(part, node)));
        return nodes;
    }

    /** Where in the original the next step of a node is. */
    private int place(Part<S, M> part, int node) {
        return places.get(node - 1).get((int) part.told().of(node));
    }

    /** With one more step of a node, with two more, and so on for as long as it can go on; the longest first. */
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
        long told = part.told().of(node);
        return told == places.get(node - 1).size()
                ? Optional.empty()
                : part.story()
                        .next(original.steps().get(place(part, node)))
                        .filter(this::isAsBefore)
                        .map(story -> new Part<>(story, part.told().with(node, told + 1)));
    }

    /** Whether nothing goes wrong that did not in the original, nor what ends the story before its end. */
    private boolean isAsBefore(Replay<S, M> story) {
        boolean over = isWhole(story) && original.violation().isPresent();
        return story.violation().isPresent() == over && original.onTheWay().containsAll(story.onTheWay());
    }
}
