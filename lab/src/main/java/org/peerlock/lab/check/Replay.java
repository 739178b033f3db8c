package org.peerlock.lab.check;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import org.peerlock.algorithm.Property;
import org.peerlock.lab.world.Causes;
import org.peerlock.lab.world.EntryOrder;
import org.peerlock.lab.world.OvertakeCounts;
import org.peerlock.lab.world.Step;
import org.peerlock.lab.world.StepOutcome;
import org.peerlock.lab.world.SystemConfig;
import org.peerlock.lab.world.Violation;
import org.peerlock.lab.world.World;

/**
 * A prefix of a run that is replayed, with the same checks as in the {@link Explorer}.
 *
 * @param property the property that the run violates
 * @param maxOvertakes how often a waiting request may be {@linkplain OvertakeCounts overtaken}, if
 *     that is checked
 * @param overtaken all zero if it is not checked
 * @param causes which requests were made before which, if the property depends on it
 * @param violation the violation of the property; if there is one, the run is over
 * @param onTheWay other properties that were violated before
 */
record Replay<S extends Record, M>(
        Property property,
        OptionalInt maxOvertakes,
        List<Step<M>> steps,
        World<S, M> world,
        OvertakeCounts overtaken,
        Causes causes,
        Optional<Violation> violation,
        Set<Property> onTheWay) {

    /** The replay before the first step. */
    static <S extends Record, M> Replay<S, M> start(
            SystemConfig<S, M> systemConfig, Property property, OptionalInt maxOvertakes) {
        StepOutcome<S, M> start = World.start(systemConfig);
        return new Replay<>(
                property,
                maxOvertakes,
                List.of(),
                start.world(),
                OvertakeCounts.none(systemConfig.size()),
                property == Property.FIRST_COME ? Causes.none(start.world()) : Causes.untracked(),
                start.violation(EnumSet.of(property)),
                EnumSet.noneOf(Property.class));
    }

    Replay<S, M> restart() {
        return start(world.systemConfig(), property, maxOvertakes);
    }

    /** The replay with all of these steps, if each of them is possible. */
    Optional<Replay<S, M>> all(List<Step<M>> more) {
        Optional<Replay<S, M>> replay = Optional.of(this);
        for (Step<M> step : more) {
            replay = replay.flatMap(prefix -> prefix.next(step));
        }
        return replay;
    }

    /** The replay with one more step; empty if that step is not possible, or the run is over. */
    Optional<Replay<S, M>> next(Step<M> step) {
        return violation.isPresent()
                ? Optional.empty()
                : EnabledSteps.match(world, step).map(this::take);
    }

    private Replay<S, M> take(Step<M> step) {
        StepOutcome<S, M> stepOutcome = world.apply(step);
        List<Step<M>> longer = new ArrayList<>(steps);
        longer.add(step);
        OvertakeCounts more = maxOvertakes.isPresent() ? overtaken.after(stepOutcome) : overtaken;
        Optional<Violation> wrong = stepOutcome
                .violation(EnumSet.of(property))
                .or(() -> about(more.beyond(maxOvertakes.orElse(Integer.MAX_VALUE))))
                .or(() -> about(stepOutcome.world().stuck()))
                .or(() -> property == Property.ORDER ? EntryOrder.violation(stepOutcome) : Optional.empty())
                .or(() -> causes.violation(step, stepOutcome));
        return new Replay<>(
                property,
                maxOvertakes,
                List.copyOf(longer),
                stepOutcome.world(),
                more,
                causes.after(world, step, causes.copies(world, step).get(0), stepOutcome),
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

    /** How often the run switches from one node to another. */
    int turns() {
        int turns = 0;
        for (int i = 1; i < steps.size(); i++) {
            turns += steps.get(i).node() == steps.get(i - 1).node() ? 0 : 1;
        }
        return turns;
    }
}
