package org.peerlock.lab.check;

import java.util.List;
import java.util.function.BiPredicate;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.peerlock.algorithm.Property;
import org.peerlock.lab.world.Step;
import org.peerlock.lab.world.Violation;

/**
 * Tells a story of states that {@linkplain org.peerlock.lab.world.Likeness stand for others} once more, with the fences and
 * numbers that it really has.
 */
final class Retelling<S extends Record, M> {

    private final LockModel<S, M> like;
    private final LockModel<S, M> exact;
    private Situation<S, M> seen;
    private Situation<S, M> real;

    private Retelling(LockModel<S, M> like, LockModel<S, M> exact) {
        this.like = like;
        this.exact = exact;
        this.seen = like.initial().get(0);
        this.real = exact.initial().get(0);
    }

    /** The steps that really lead where these lead: each to a state, or the last one to something wrong. */
    static <S extends Record, M> List<Step<M>> of(List<Step<M>> steps, LockModel<S, M> like, LockModel<S, M> exact) {
        Retelling<S, M> retelling = new Retelling<>(like, exact);
        return steps.stream().map(retelling::next).toList();
    }

    private Step<M> next(Step<M> step) {
        First taken = new First(action -> action.equals(step), (next, wrong) -> true);
        like.expand(seen, taken);
        First meant = new First(
                action -> action.node() == step.node() && action.getClass() == step.getClass(),
                (next, wrong) -> wrong == taken.wrong && (next == null || standsFor(next, taken.next)));
        exact.expand(real, meant);
        if (meant.action == null) {
            throw new IllegalStateException("no step stands for " + step);
        }
        if (taken.next != null && meant.next != null) {
            seen = taken.next;
            real = meant.next;
        }
        return meant.action;
    }

    private boolean standsFor(Situation<S, M> exactly, @Nullable Situation<S, M> other) {
        return other != null
                && exactly.world().like(other.world()).fingerprint()
                        == other.world().fingerprint();
    }

    /** The first step of some kind, and what it leads to. */
    private final class First implements Model.Steps<Situation<S, M>, Step<M>> {

        private final Predicate<Step<M>> kind;
        private final BiPredicate<@Nullable Situation<S, M>, @Nullable Property> result;
        private @Nullable Step<M> action;
        private @Nullable Situation<S, M> next;
        private @Nullable Property wrong;

        First(Predicate<Step<M>> kind, BiPredicate<@Nullable Situation<S, M>, @Nullable Property> result) {
            this.kind = kind;
            this.result = result;
        }

        @Override
        public void to(Step<M> possible, Situation<S, M> to, int cost) {
            if (action == null && kind.test(possible) && result.test(to, null)) {
                action = possible;
                next = to;
            }
        }

        @Override
        public void wrong(Step<M> possible, Violation violation) {
            if (action == null && kind.test(possible) && result.test(null, violation.property())) {
                action = possible;
                wrong = violation.property();
            }
        }

        @Override
        public void wrong(Violation violation) {
            // the state that a story ends with
        }
    }
}
