package org.peerlock.lab.check;

import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.peerlock.algorithm.Property;
import org.peerlock.lab.world.ActiveRequest.Stage;
import org.peerlock.lab.world.Event;
import org.peerlock.lab.world.Fingerprint;
import org.peerlock.lab.world.StateEquivalence;
import org.peerlock.lab.world.Step;
import org.peerlock.lab.world.SystemConfig;
import org.peerlock.lab.world.Violation;
import org.peerlock.lab.world.World;

/**
 * Finds how often others can enter between a node's request and its entry. The model is a
 * {@link LockModel} with that count for one node. If the node has several requests under way, the
 * count restarts when one of them enters.
 */
@SuppressWarnings("exports") // only this package looks into its states
public final class Bypass<S extends Record, M> implements Model<Bypass.Counted<S, M>, Step<M>> {

    /** A state, and how often others have entered since the node asked, or entered itself. */
    record Counted<S extends Record, M>(ModelState<S, M> state, int count) {}

    /**
     * The result of the search.
     *
     * @param most how often others can enter before the node
     * @param complete whether the search was exhaustive; if not, the limit was exceeded, there are
     *     more states, or a step got an input that it considers impossible
     * @param states the number of states searched
     */
    public record Bound(int most, boolean complete, long states) {}

    private static final Set<Property> NOTHING = Collections.emptySet();

    private final LockModel<S, M> locks;
    private final int node;
    private final int limit;
    private final AtomicInteger most = new AtomicInteger();

    private Bypass(LockModel<S, M> locks, int node, int limit) {
        this.locks = locks;
        this.node = node;
        this.limit = limit;
    }

    /**
     * Searches until all states are visited, others have entered more than {@code limit} times, or
     * the limits of the search are reached.
     */
    public static <S extends Record, M> Bound of(
            SystemConfig<S, M> systemConfig, Workload workload, int node, int limit, SearchOptions searchOptions) {
        return of(
                systemConfig,
                workload,
                Explorer.equivalence(systemConfig, workload, NOTHING),
                node,
                limit,
                searchOptions);
    }

    /** The same with a given state equivalence. */
    static <S extends Record, M> Bound of(
            SystemConfig<S, M> systemConfig,
            Workload workload,
            StateEquivalence<S, M> stateEquivalence,
            int node,
            int limit,
            SearchOptions searchOptions) {
        Bypass<S, M> model =
                new Bypass<>(new LockModel<>(systemConfig, workload, NOTHING, stateEquivalence), node, limit);
        Search.Result<Step<M>> result = Search.run(model, searchOptions);
        return new Bound(model.most.get(), result.complete(), result.states());
    }

    @Override
    public List<Counted<S, M>> initial() {
        return List.of(new Counted<>(locks.initial().get(0), 0));
    }

    @Override
    public long fingerprint(Counted<S, M> counted) {
        return locks.fingerprint(counted.state()) + Fingerprint.at(2, counted.count());
    }

    @Override
    public void expand(Counted<S, M> counted, SuccessorSink<Counted<S, M>, Step<M>> successorSink) {
        locks.expand(counted.state(), new SuccessorSink<>() {
            @Override
            public void successor(Step<M> step, ModelState<S, M> next, int cost) {
                int count = count(counted, step, next.world());
                if (count > limit) {
                    violation(step, new Violation(Property.NO_STARVATION, "others entered " + count + " times"));
                } else {
                    successorSink.successor(step, new Counted<>(next, count), cost);
                }
            }

            @Override
            public void prune(Step<M> step) {
                successorSink.prune(step);
            }

            @Override
            public void violation(Step<M> step, Violation violation) {
                successorSink.violation(step, violation);
            }

            @Override
            public void violation(Violation violation) {
                successorSink.violation(violation);
            }
        });
    }

    private int count(Counted<S, M> before, Step<M> step, World<S, M> after) {
        if (after.activeRequests(node, Stage.WAITING).isEmpty()) {
            return 0;
        }
        int count = before.count();
        for (Event<M> event : before.state().world().apply(step).events()) {
            if (event instanceof Event.Entered) {
                count = event.node() == node ? 0 : count + 1;
            }
        }
        most.accumulateAndGet(count, Math::max);
        return count;
    }
}
