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
 * Leaves out of a story what does not matter to its end: steps without which, and without all that cannot happen without them, the
 * same property is still violated, and nothing else that was not before. In the end no step and no two steps can be left out.
 *
 * <p>Requests get new numbers where earlier ones are gone. Where the very message does not exist any more, the oldest one of its
 * type takes its place, for numbers in messages often change.
 *
 * <p>Of a story that breadth-first search found nothing can be left out, as long as every shorter one was in what it searched; of
 * stories found otherwise, by a search that does not try everything or at random, most can.
 */
final class CounterexampleShrinker<S extends Record, M> {

    /** A request of the longer story. */
    private record Asked(int node, long id) {}

    private final Map<Asked, Long> renumbered = new HashMap<>();

    private CounterexampleShrinker(World<S, M> start) {
        start.activeRequests().forEach(inside -> renumbered.put(new Asked(inside.node(), inside.id()), inside.id()));
    }

    /** A shorter story, or the same. That nobody has hope any more cannot be seen in a story; one like that stays as it is. */
    static <S extends Record, M> Replay<S, M> of(Replay<S, M> story) {
        if (story.violation().isEmpty()) {
            return story;
        }
        Replay<S, M> shorter = story;
        int before;
        do {
            before = shorter.steps().size();
            shorter = withoutPairs(withoutSingles(shorter));
        } while (shorter.steps().size() < before);
        return shorter;
    }

    private static <S extends Record, M> Replay<S, M> withoutSingles(Replay<S, M> story) {
        Replay<S, M> shorter = story;
        for (int i = 0; i < shorter.steps().size(); ) {
            Optional<Replay<S, M>> found = without(shorter, i, i);
            i += found.isPresent() ? 0 : 1;
            shorter = found.orElse(shorter);
        }
        return shorter;
    }

    /** Without the first two steps that can be left out together. */
    private static <S extends Record, M> Replay<S, M> withoutPairs(Replay<S, M> story) {
        for (int i = 0; i < story.steps().size(); i++) {
            for (int j = i + 1; j < story.steps().size(); j++) {
                Optional<Replay<S, M>> found = without(story, i, j);
                if (found.isPresent()) {
                    return found.get();
                }
            }
        }
        return story;
    }

    private static <S extends Record, M> Optional<Replay<S, M>> without(Replay<S, M> story, int first, int second) {
        List<Step<M>> rest = new ArrayList<>(story.steps());
        rest.remove(second);
        if (first != second) {
            rest.remove(first);
        }
        Replay<S, M> start = story.restart();
        Replay<S, M> told = new CounterexampleShrinker<>(start.world()).tell(start, rest);
        return Optional.of(told)
                .filter(shorter ->
                        shorter.violation().isPresent() && story.onTheWay().containsAll(shorter.onTheWay()));
    }

    /** Tells of the steps what can happen, until the story is over. */
    private Replay<S, M> tell(Replay<S, M> start, List<Step<M>> steps) {
        Replay<S, M> told = start;
        for (Step<M> step : steps) {
            told = next(told, step).orElse(told);
        }
        return told;
    }

    private Optional<Replay<S, M>> next(Replay<S, M> told, Step<M> step) {
        if (step instanceof Step.Ask<M> ask) {
            return ask(told, ask);
        } else if (step instanceof Step.Cancel<M> cancel) {
            return number(cancel.node(), cancel.id()).flatMap(id -> told.next(new Step.Cancel<>(cancel.node(), id)));
        } else if (step instanceof Step.Release<M> release) {
            return number(release.node(), release.id())
                    .flatMap(id -> told.next(new Step.Release<>(release.node(), id, release.lastFence())));
        } else if (step instanceof Step.Deliver<M> deliver) {
            return told.next(step)
                    .or(() -> alike(told.world(), deliver.envelope())
                            .flatMap(other -> told.next(new Step.Deliver<>(other))));
        }
        return told.next(step);
    }

    private Optional<Replay<S, M>> ask(Replay<S, M> told, Step.Ask<M> ask) {
        Request request = ask.request();
        long id = told.world().requests(ask.node()) + 1;
        Optional<Replay<S, M>> next = told.next(
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
