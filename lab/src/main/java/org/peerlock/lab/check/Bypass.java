package org.peerlock.lab.check;

import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.peerlock.algorithm.Property;
import org.peerlock.lab.world.Claimant.Stage;
import org.peerlock.lab.world.Event;
import org.peerlock.lab.world.Fingerprint;
import org.peerlock.lab.world.Likeness;
import org.peerlock.lab.world.Rules;
import org.peerlock.lab.world.Step;
import org.peerlock.lab.world.Violation;
import org.peerlock.lab.world.World;

/**
 * Finds how often others can enter between a node's asking and its entry: a system of locks, and that count for one node. Where
 * the node has several requests under way, the count begins anew when one of them enters.
 */
public final class Bypass<S extends Record, M> implements Model<Bypass.Counted<S, M>, Step<M>> {

    /** A situation, and how often others have entered since the node asked, or entered itself. */
    record Counted<S extends Record, M>(Situation<S, M> situation, int count) {}

    /**
     * What was found.
     *
     * @param most how often others can enter before the node
     * @param complete whether all was searched: otherwise they can enter more often than was tried, there are more states, or
     *     a node met what it takes for impossible
     * @param states how many were searched
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

    /** Searches until all is visited, others have entered more than {@code limit} times, or the effort is spent. */
    public static <S extends Record, M> Bound of(
            Rules<S, M> rules, Workload workload, int node, int limit, Effort effort) {
        return of(rules, workload, Explorer.likeness(rules, workload, NOTHING), node, limit, effort);
    }

    /** The same, where the caller knows which states are alike. */
    static <S extends Record, M> Bound of(
            Rules<S, M> rules, Workload workload, Likeness<S, M> likeness, int node, int limit, Effort effort) {
        Bypass<S, M> model = new Bypass<>(new LockModel<>(rules, workload, NOTHING, likeness), node, limit);
        Search.Result<Step<M>> result = Search.run(model, effort);
        return new Bound(model.most.get(), result.complete() && result.pruned() == 0, result.states());
    }

    @Override
    public List<Counted<S, M>> initial() {
        return List.of(new Counted<>(locks.initial().get(0), 0));
    }

    @Override
    public long fingerprint(Counted<S, M> counted) {
        return locks.fingerprint(counted.situation()) + Fingerprint.at(2, counted.count());
    }

    @Override
    public void expand(Counted<S, M> counted, Steps<Counted<S, M>, Step<M>> steps) {
        locks.expand(counted.situation(), new Steps<>() {
            @Override
            public void to(Step<M> step, Situation<S, M> next, int cost) {
                int count = count(counted, step, next.world());
                if (count > limit) {
                    wrong(step, new Violation(Property.NO_STARVATION, "others entered " + count + " times"));
                } else {
                    steps.to(step, new Counted<>(next, count), cost);
                }
            }

            @Override
            public void nowhere(Step<M> step) {
                steps.nowhere(step);
            }

            @Override
            public void wrong(Step<M> step, Violation violation) {
                steps.wrong(step, violation);
            }

            @Override
            public void wrong(Violation violation) {
                steps.wrong(violation);
            }
        });
    }

    private int count(Counted<S, M> before, Step<M> step, World<S, M> after) {
        if (after.claimants(node, Stage.WAITING).isEmpty()) {
            return 0;
        }
        int count = before.count();
        for (Event<M> event : before.situation().world().apply(step).events()) {
            if (event instanceof Event.Entered) {
                count = event.node() == node ? 0 : count + 1;
            }
        }
        most.accumulateAndGet(count, Math::max);
        return count;
    }
}
