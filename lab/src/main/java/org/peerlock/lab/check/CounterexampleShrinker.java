package org.peerlock.lab.check;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.peerlock.algorithm.Request;
import org.peerlock.lab.world.Envelope;
import org.peerlock.lab.world.Step;
import org.peerlock.lab.world.World;

/**
 * Shrinks a counterexample: removes steps, with all steps that are impossible without them, as long
 * as the same property is still violated and no other property that was not violated before. At the
 * end no single step and no two steps can be removed.
 *
 * <p>Requests get new numbers if earlier ones are removed. If the original message no longer
 * exists, the oldest message of its type on the same link takes its place, because numbers in
 * messages often change.
 *
 * <p>A counterexample of a breadth-first search is already minimal if the search covered all
 * shorter runs. Most steps of other counterexamples, from random runs or from an incomplete search,
 * can be removed.
 */
final class CounterexampleShrinker<S extends Record, M> {

    /** A request of the longer run. */
    private record Asked(int node, long id) {}

    private final Map<Asked, Long> renumbered = new HashMap<>();

    private CounterexampleShrinker(World<S, M> start) {
        start.activeRequests().forEach(inside -> renumbered.put(new Asked(inside.node(), inside.id()), inside.id()));
    }

    /**
     * A shorter run, or the same one. A violation that a single run cannot show, such as the loss
     * of all hope of progress, cannot be shrunk; then the run stays as it is.
     */
    static <S extends Record, M> Replay<S, M> of(Replay<S, M> replay) {
        if (replay.violation().isEmpty()) {
            return replay;
        }
        Replay<S, M> shorter = replay;
        int before;
        do {
            before = shorter.steps().size();
            shorter = withoutPairs(withoutSingles(shorter));
        } while (shorter.steps().size() < before);
        return shorter;
    }

    private static <S extends Record, M> Replay<S, M> withoutSingles(Replay<S, M> replay) {
        Replay<S, M> shorter = replay;
        for (int i = 0; i < shorter.steps().size(); ) {
            Optional<Replay<S, M>> found = without(shorter, i, i);
            i += found.isPresent() ? 0 : 1;
            shorter = found.orElse(shorter);
        }
        return shorter;
    }

    /** The run without the first two steps that can be removed together. */
    private static <S extends Record, M> Replay<S, M> withoutPairs(Replay<S, M> replay) {
        for (int i = 0; i < replay.steps().size(); i++) {
            for (int j = i + 1; j < replay.steps().size(); j++) {
                Optional<Replay<S, M>> found = without(replay, i, j);
                if (found.isPresent()) {
                    return found.get();
                }
            }
        }
        return replay;
    }

    private static <S extends Record, M> Optional<Replay<S, M>> without(Replay<S, M> replay, int first, int second) {
        List<Step<M>> rest = new ArrayList<>(replay.steps());
        rest.remove(second);
        if (first != second) {
            rest.remove(first);
        }
        Replay<S, M> start = replay.restart();
        Replay<S, M> replayed = new CounterexampleShrinker<>(start.world()).replay(start, rest);
        return Optional.of(replayed)
                .filter(shorter ->
                        shorter.violation().isPresent() && replay.onTheWay().containsAll(shorter.onTheWay()));
    }

    /** Replays those of the steps that are possible, until the property is violated. */
    private Replay<S, M> replay(Replay<S, M> start, List<Step<M>> steps) {
        Replay<S, M> replayed = start;
        for (Step<M> step : steps) {
            replayed = next(replayed, step).orElse(replayed);
        }
        return replayed;
    }

    private Optional<Replay<S, M>> next(Replay<S, M> replayed, Step<M> step) {
        if (step instanceof Step.Ask<M> ask) {
            return ask(replayed, ask);
        } else if (step instanceof Step.Cancel<M> cancel) {
            return number(cancel.node(), cancel.id())
                    .flatMap(id -> replayed.next(new Step.Cancel<>(cancel.node(), id)));
        } else if (step instanceof Step.Release<M> release) {
            return number(release.node(), release.id())
                    .flatMap(id -> replayed.next(new Step.Release<>(release.node(), id, release.lastFence())));
        } else if (step instanceof Step.Deliver<M> deliver) {
            return replayed.next(step)
                    .or(() -> alike(replayed.world(), deliver.envelope())
                            .flatMap(other -> replayed.next(new Step.Deliver<>(other))));
        }
        return replayed.next(step);
    }

    private Optional<Replay<S, M>> ask(Replay<S, M> replayed, Step.Ask<M> ask) {
        Request request = ask.request();
        long id = replayed.world().requests(ask.node()) + 1;
        Optional<Replay<S, M>> next = replayed.next(
                new Step.Ask<>(ask.node(), new Request(id, request.mode(), request.permits(), request.increment())));
        if (next.isPresent()) {
            renumbered.put(new Asked(ask.node(), request.id()), id);
        }
        return next;
    }

    private Optional<Long> number(int node, long id) {
        return Optional.ofNullable(renumbered.get(new Asked(node, id)));
    }

    private static <M> Optional<Envelope<M>> alike(World<?, M> world, Envelope<M> wanted) {
        return world.underway().stream()
                .filter(envelope -> envelope.from() == wanted.from()
                        && envelope.to() == wanted.to()
                        && envelope.message().getClass() == wanted.message().getClass())
                .findFirst();
    }
}
