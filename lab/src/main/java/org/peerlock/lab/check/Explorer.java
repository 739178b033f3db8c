package org.peerlock.lab.check;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.peerlock.algorithm.Algorithm;
import org.peerlock.algorithm.Capacity;
import org.peerlock.algorithm.Property;
import org.peerlock.algorithm.Request;
import org.peerlock.lab.check.StarvationSearch.Lasso;
import org.peerlock.lab.check.numbering.Numberings;
import org.peerlock.lab.check.numbering.Renamings;
import org.peerlock.lab.trace.TextFormat;
import org.peerlock.lab.world.Churn;
import org.peerlock.lab.world.EntryOrder;
import org.peerlock.lab.world.Numbering;
import org.peerlock.lab.world.Renaming;
import org.peerlock.lab.world.StateEquivalence;
import org.peerlock.lab.world.Step;
import org.peerlock.lab.world.Symmetry;
import org.peerlock.lab.world.SystemConfig;
import org.peerlock.lab.world.Violation;
import org.peerlock.lab.world.World;

/**
 * Searches all reachable states of a small system of locks.
 *
 * <p>A counterexample has as few steps as possible. The explorer first checks every transition and
 * every state. Once all states are known, it checks that every request that waits can still be
 * served from each of them (progress). Finally it checks that no request waits for ever in a fair
 * cycle, in which all messages arrive and all requests inside leave (starvation).
 *
 * <p>If a step was pruned, what comes after it is unknown: then the result is a violation that does
 * not depend on it, or incomplete.
 */
public final class Explorer<S extends Record, M> {

    private static final Violation HOPELESS =
            new Violation(Property.PROGRESS, "whatever happens from here on, somebody waits for ever");

    private final SystemConfig<S, M> systemConfig;
    private final Workload workload;
    private final Set<Property> properties;
    private final LockModel<S, M> model;
    private final Search<ModelState<S, M>, Step<M>> search;

    private Explorer(
            SystemConfig<S, M> systemConfig,
            Workload workload,
            Set<Property> properties,
            StateEquivalence<S, M> stateEquivalence,
            SearchOptions searchOptions) {
        validateOrder(systemConfig, workload, properties);
        this.systemConfig = systemConfig;
        this.workload = workload;
        this.properties = properties;
        this.model = new LockModel<>(
                systemConfig,
                workload,
                properties,
                stateEquivalence,
                searchOptions.symmetry()
                        ? Optional.of(symmetry(systemConfig, workload, properties))
                        : Optional.empty());
        this.search = Search.of(model, searchOptions, keepsGraph(properties));
    }

    /** The symmetry reduction: which states differ only in the names of nodes. */
    static <S extends Record, M> Symmetry<S, M> symmetry(
            SystemConfig<S, M> systemConfig, Workload workload, Set<Property> properties) {
        Algorithm<S, M> algorithm = systemConfig.nodes().get(0);
        Renaming<S, M> renaming = Renamings.of(algorithm)
                .orElseThrow(() -> new IllegalArgumentException(
                        "the nodes of " + algorithm.profile().id()
                                + " cannot change their names without a difference to what happens;"
                                + " those of naimi-trehel, suzuki-kasami and token-ring can"));
        if (properties.contains(Property.FIRST_COME)) {
            throw new IllegalArgumentException(
                    "where nodes change their names one cannot tell who came first: leave first-come out");
        }
        if (properties.contains(Property.NO_STARVATION)) {
            throw new IllegalArgumentException(
                    "where nodes change their names one cannot tell who starves: leave no-starvation out");
        }
        if (!workload.isTheSameForAll()) {
            throw new IllegalArgumentException(
                    "nodes can change their names only if all do the same, and nothing happens to them");
        }
        return new Symmetry<>(renaming, systemConfig.size());
    }

    /** Refuses properties about the order of entries that have no meaning in a system. */
    static <S extends Record, M> void validateOrder(
            SystemConfig<S, M> systemConfig, Workload workload, Set<Property> properties) {
        boolean order = properties.contains(Property.ORDER);
        boolean firstCome = properties.contains(Property.FIRST_COME);
        if ((order || firstCome) && systemConfig.capacity().kind() != Capacity.Kind.MUTEX) {
            throw new IllegalArgumentException("the order of entries is checked for a mutex only");
        }
        if (firstCome && !workload.churn().equals(Churn.none())) {
            throw new IllegalArgumentException("first-come is checked without faults only");
        }
        if (order && !hasNumbers(systemConfig)) {
            throw new IllegalArgumentException("the requests of "
                    + systemConfig.nodes().get(0).profile().id() + " have no numbers whose order could be checked");
        }
    }

    private static <S extends Record, M> boolean hasNumbers(SystemConfig<S, M> systemConfig) {
        World<S, M> start = World.start(systemConfig).world();
        for (int node = 1; node <= start.size(); node++) {
            if (start.mayAsk(node)) {
                Step<M> ask = new Step.Ask<>(node, Request.exclusive(start.requests(node) + 1));
                World<S, M> asked = start.apply(ask).world();
                return EntryOrder.isKnown(asked, asked.activeRequests(node).get(0));
            }
        }
        return false;
    }

    /** The coarsest equivalence that the properties allow. */
    static <S extends Record, M> StateEquivalence<S, M> equivalence(
            SystemConfig<S, M> systemConfig, Workload workload, Set<Property> properties) {
        Optional<Numbering<S, M>> numbering = Numberings.of(systemConfig.nodes().get(0));
        boolean fences = properties.contains(Property.FENCE);
        if (workload.requests() != Workload.UNLIMITED) {
            return fences || numbering.isEmpty()
                    ? StateEquivalence.equality()
                    : StateEquivalence.withoutFences(numbering.get());
        }
        String id = systemConfig.nodes().get(0).profile().id();
        if (numbering.isEmpty()) {
            throw new IllegalArgumentException("with unlimited entries " + id + " has states without end:"
                    + " nothing is known that would tell which of them are alike");
        }
        if (fences) {
            throw new IllegalArgumentException(
                    "fences grow without end, so with unlimited entries they are not judged");
        }
        return StateEquivalence.upToShift(numbering.get());
    }

    /** Progress and starvation need the state graph. */
    private static boolean keepsGraph(Set<Property> properties) {
        return properties.contains(Property.PROGRESS) || properties.contains(Property.NO_STARVATION);
    }

    /**
     * Explores until all states are visited, a property is violated, or the limits of the search
     * are reached.
     */
    public static <S extends Record, M> CheckReport<M> explore(
            SystemConfig<S, M> systemConfig, Workload workload, Set<Property> properties, SearchOptions searchOptions) {
        return explore(
                systemConfig, workload, properties, equivalence(systemConfig, workload, properties), searchOptions);
    }

    /** The same with a given state equivalence. */
    static <S extends Record, M> CheckReport<M> explore(
            SystemConfig<S, M> systemConfig,
            Workload workload,
            Set<Property> properties,
            StateEquivalence<S, M> stateEquivalence,
            SearchOptions searchOptions) {
        return new Explorer<>(systemConfig, workload, properties, stateEquivalence, searchOptions).run();
    }

    /** The same with one thread and a limit on the number of states. */
    public static <S extends Record, M> CheckReport<M> explore(
            SystemConfig<S, M> systemConfig, Workload workload, Set<Property> properties, long limit) {
        return explore(systemConfig, workload, properties, SearchOptions.upTo(limit));
    }

    private CheckReport<M> run() {
        Optional<Counterexample<M>> wrongFromTheStart =
                model.wrongFromTheStart().map(violation -> new Counterexample<>(violation, List.of()));
        Search.Result<Step<M>> result = search.run();
        Optional<Counterexample<M>> found = wrongFromTheStart.or(
                () -> result.errorPath().map(errorPath -> counterexample(errorPath.violation(), errorPath.actions())));
        if (result.exhausted()) {
            found = found.or(this::hopeless).or(this::starving);
        }
        return new CheckReport<>(
                result.states(),
                result.transitions(),
                result.pruned(),
                result.depth(),
                result.exhausted() && found.isEmpty(),
                result.full(),
                model.contended(),
                model.coverage().entered(),
                model.coverage().messages(TextFormat::name),
                result.complete() && keepsGraph(properties) ? search.graph().costs() : Optional.empty(),
                result.bytes(),
                found);
    }

    private Optional<Counterexample<M>> hopeless() {
        int hopeless = properties.contains(Property.PROGRESS) ? search.graph().firstHopeless() : -1;
        return hopeless < 0 ? Optional.empty() : Optional.of(counterexample(HOPELESS, search.pathTo(hopeless)));
    }

    private Optional<Counterexample<M>> starving() {
        if (!properties.contains(Property.NO_STARVATION)) {
            return Optional.empty();
        }
        return StarvationSearch.find(model, search).map(this::starving);
    }

    private Counterexample<M> starving(Lasso<Step<M>> lasso) {
        List<Step<M>> steps = new ArrayList<>(lasso.stem());
        steps.addAll(lasso.cycle());
        return counterexample(
                new Violation(
                        Property.NO_STARVATION,
                        "node " + lasso.waiter() + " waits for ever if the last "
                                + lasso.cycle().size()
                                + " steps happen again and again, and all that must happen does"),
                steps);
    }

    private Counterexample<M> counterexample(Violation violation, List<Step<M>> steps) {
        LockModel<S, M> exact = new LockModel<>(systemConfig, workload, properties, StateEquivalence.equality());
        return new Counterexample<>(violation, CounterexampleConcretizer.of(steps, model, exact));
    }
}
