package org.peerlock.lab.check;

import java.util.List;
import java.util.function.BiPredicate;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.peerlock.algorithm.Property;
import org.peerlock.lab.world.Step;
import org.peerlock.lab.world.Violation;

/**
 * Replays a run over {@linkplain org.peerlock.lab.world.StateEquivalence representative states}
 * with the fences and numbers that really occur.
 */
final class CounterexampleConcretizer<S extends Record, M> {

    private final LockModel<S, M> like;
    private final LockModel<S, M> exact;
    private ModelState<S, M> seen;
    private ModelState<S, M> real;

    private CounterexampleConcretizer(LockModel<S, M> like, LockModel<S, M> exact) {
        this.like = like;
        this.exact = exact;
        this.seen = like.initial().get(0);
        this.real = exact.initial().get(0);
    }

    /**
     * The concrete steps that correspond to the given ones: each leads to an equivalent state, or
     * the last one to the violation.
     */
    static <S extends Record, M> List<Step<M>> of(List<Step<M>> steps, LockModel<S, M> like, LockModel<S, M> exact) {
        CounterexampleConcretizer<S, M> counterexampleConcretizer = new CounterexampleConcretizer<>(like, exact);
        return steps.stream().map(counterexampleConcretizer::next).toList();
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

    private boolean standsFor(ModelState<S, M> exactly, @Nullable ModelState<S, M> other) {
        return other != null
                && exactly.world().like(other.world()).fingerprint()
                        == other.world().fingerprint();
    }

    /** The first step that meets a condition, and its successor. */
    private final class First implements Model.SuccessorSink<ModelState<S, M>, Step<M>> {

        private final Predicate<Step<M>> kind;
        private final BiPredicate<@Nullable ModelState<S, M>, @Nullable Property> result;
        private @Nullable Step<M> action;
        private @Nullable ModelState<S, M> next;
        private @Nullable Property wrong;

        First(Predicate<Step<M>> kind, BiPredicate<@Nullable ModelState<S, M>, @Nullable Property> result) {
            this.kind = kind;
            this.result = result;
        }

        @Override
        public void successor(Step<M> possible, ModelState<S, M> to, int cost) {
            if (action == null && kind.test(possible) && result.test(to, null)) {
                action = possible;
                next = to;
            }
        }

        @Override
        public void violation(Step<M> possible, Violation violation) {
            if (action == null && kind.test(possible) && result.test(null, violation.property())) {
                action = possible;
                wrong = violation.property();
            }
        }

        @Override
        public void violation(Violation violation) {
            // the last state of the run
        }
    }
}
