package org.peerlock.lab.check;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import org.peerlock.algorithm.Property;
import org.peerlock.lab.world.OvertakeCounts;
import org.peerlock.lab.world.Step;
import org.peerlock.lab.world.StepOutcome;
import org.peerlock.lab.world.SystemConfig;
import org.peerlock.lab.world.Violation;
import org.peerlock.lab.world.World;

/**
 * A story as far as it is told again, judged as the {@link Explorer} does.
 *
 * @param property the one that the story is about
 * @param patience how often who waits may be {@linkplain OvertakeCounts overtaken}, if that is judged
 * @param overtaken nobody where it is not judged
 * @param violation of the property; where there is one, the story is over
 * @param onTheWay what else went wrong before
 */
record Replay<S extends Record, M>(
        Property property,
        OptionalInt patience,
        List<Step<M>> steps,
        World<S, M> world,
        OvertakeCounts overtaken,
        Optional<Violation> violation,
        Set<Property> onTheWay) {

    /** Before the first step. */
    static <S extends Record, M> Replay<S, M> start(
            SystemConfig<S, M> systemConfig, Property property, OptionalInt patience) {
        StepOutcome<S, M> start = World.start(systemConfig);
        return new Replay<>(
                property,
                patience,
                List.of(),
                start.world(),
                OvertakeCounts.nobody(systemConfig.size()),
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
                : EnabledSteps.match(world, step).map(this::take);
    }

    private Replay<S, M> take(Step<M> step) {
        StepOutcome<S, M> stepOutcome = world.apply(step);
        List<Step<M>> longer = new ArrayList<>(steps);
        longer.add(step);
        OvertakeCounts more = patience.isPresent() ? overtaken.after(stepOutcome) : overtaken;
        Optional<Violation> wrong = stepOutcome
                .violation(EnumSet.of(property))
                .or(() -> about(more.beyond(patience.orElse(Integer.MAX_VALUE))))
                .or(() -> about(stepOutcome.world().stuck()));
        return new Replay<>(
                property,
                patience,
                List.copyOf(longer),
                stepOutcome.world(),
                more,
                wrong,
                onTheWay(stepOutcome, wrong));
    }

    private Optional<Violation> about(Optional<Violation> wrong) {
        return wrong.filter(found -> found.property() == property);
    }

    private Set<Property> onTheWay(StepOutcome<S, M> stepOutcome, Optional<Violation> end) {
        if (end.isPresent() || stepOutcome.violations().isEmpty()) {
            return onTheWay;
        }
        Set<Property> more = EnumSet.copyOf(onTheWay);
        stepOutcome.violations().forEach(wrong -> more.add(wrong.property()));
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
