package org.peerlock.lab.check;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import org.peerlock.algorithm.Property;
import org.peerlock.lab.world.Outcome;
import org.peerlock.lab.world.Overtaken;
import org.peerlock.lab.world.Rules;
import org.peerlock.lab.world.Step;
import org.peerlock.lab.world.Violation;
import org.peerlock.lab.world.World;

/**
 * A story as far as it is told again, judged as the {@link Explorer} does.
 *
 * @param property the one that the story is about
 * @param patience how often who waits may be {@linkplain Overtaken overtaken}, if that is judged
 * @param overtaken nobody where it is not judged
 * @param violation of the property; where there is one, the story is over
 * @param onTheWay what else went wrong before
 */
record Replay<S extends Record, M>(
        Property property,
        OptionalInt patience,
        List<Step<M>> steps,
        World<S, M> world,
        Overtaken overtaken,
        Optional<Violation> violation,
        Set<Property> onTheWay) {

    /** Before the first step. */
    static <S extends Record, M> Replay<S, M> start(Rules<S, M> rules, Property property, OptionalInt patience) {
        Outcome<S, M> start = World.start(rules);
        return new Replay<>(
                property,
                patience,
                List.of(),
                start.world(),
                Overtaken.nobody(rules.size()),
                start.violation(EnumSet.of(property)),
                EnumSet.noneOf(Property.class));
    }

    Replay<S, M> restart() {
        return start(world.rules(), property, patience);
    }

    /** The story with all of these steps, if they can happen one after the other. */
    Optional<Replay<S, M>> all(List<Step<M>> more) {
        Optional<Replay<S, M>> story = Optional.of(this);
        for (Step<M> step : more) {
            story = story.flatMap(told -> told.next(step));
        }
        return story;
    }

    /** The story with one more step; nothing if that cannot happen next, or the story is over. */
    Optional<Replay<S, M>> next(Step<M> step) {
        return violation.isPresent()
                ? Optional.empty()
                : Possible.in(world, step).map(this::take);
    }

    private Replay<S, M> take(Step<M> step) {
        Outcome<S, M> outcome = world.apply(step);
        List<Step<M>> longer = new ArrayList<>(steps);
        longer.add(step);
        Overtaken more = patience.isPresent() ? overtaken.after(outcome) : overtaken;
        Optional<Violation> wrong = outcome.violation(EnumSet.of(property))
                .or(() -> about(more.beyond(patience.orElse(Integer.MAX_VALUE))))
                .or(() -> about(outcome.world().stuck()));
        return new Replay<>(
                property, patience, List.copyOf(longer), outcome.world(), more, wrong, onTheWay(outcome, wrong));
    }

    private Optional<Violation> about(Optional<Violation> wrong) {
        return wrong.filter(found -> found.property() == property);
    }

    private Set<Property> onTheWay(Outcome<S, M> outcome, Optional<Violation> end) {
        if (end.isPresent() || outcome.violations().isEmpty()) {
            return onTheWay;
        }
        Set<Property> more = EnumSet.copyOf(onTheWay);
        outcome.violations().forEach(wrong -> more.add(wrong.property()));
        return more;
    }

    /** How often the story turns from one node to another. */
    int turns() {
        int turns = 0;
        for (int i = 1; i < steps.size(); i++) {
            turns += steps.get(i).node() == steps.get(i - 1).node() ? 0 : 1;
        }
        return turns;
    }
}
