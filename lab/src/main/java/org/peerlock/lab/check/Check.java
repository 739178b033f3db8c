package org.peerlock.lab.check;

import java.util.EnumSet;
import java.util.Set;
import java.util.SortedSet;
import org.peerlock.algorithm.Assumptions;
import org.peerlock.algorithm.Network;
import org.peerlock.algorithm.Property;
import org.peerlock.algorithm.Start;
import org.peerlock.algorithm.catalogue.CatalogueEntry;
import org.peerlock.algorithm.catalogue.GroupConfig;
import org.peerlock.lab.world.SystemConfig;
import org.peerlock.lab.zoo.Exhibit.Demonstration;

/**
 * A model-checking task: does an algorithm have these properties in every run of a small system?
 *
 * @param config the number of nodes, the kind of lock and the algorithm's options
 * @param network in which order messages arrive
 * @param start where the token is, and which requests are inside already
 * @param workload what the applications do, and which faults occur
 * @param properties the properties that must hold
 */
public record Check<S extends Record, M>(
        CatalogueEntry<S, M> entry,
        GroupConfig config,
        Network network,
        Start start,
        Workload workload,
        Set<Property> properties) {

    /** The greatest number of nodes that may make requests. */
    public static final int MAX_NODES = LockModel.MAX_NODES;

    private static final long MOST_STATES = 100_000_000;

    /** Checks an algorithm in the system that demonstrates an exhibit. */
    public static <S extends Record, M> Check<S, M> of(
            CatalogueEntry<S, M> entry, Demonstration shown, Set<Property> properties) {
        Workload workload = Workload.of(shown.config().capacity(), shown.requests())
                .withCancels(shown.cancels())
                .by(shown.requesters())
                .withMaxOvertakes(shown.maxOvertakes())
                .with(shown.churn())
                .withTimelyTimers(shown.timely());
        return new Check<>(entry, shown.config(), shown.network(), Start.fresh(), workload, properties);
    }

    /**
     * Checks the smallest useful system: two nodes that make one request each, on the weakest
     * network that the algorithm tolerates.
     */
    public static <S extends Record, M> Check<S, M> of(CatalogueEntry<S, M> entry) {
        Assumptions assumptions = entry.profile().assumptions();
        GroupConfig config = GroupConfig.mutex(2);
        return new Check<>(
                entry,
                config,
                assumptions.weakest(),
                Start.fresh(),
                Workload.of(config.capacity(), 1),
                assumptions.claimedOn(assumptions.weakest()));
    }

    public Check<S, M> nodes(int nodes) {
        GroupConfig other = new GroupConfig(nodes, config.capacity(), config.options());
        return new Check<>(entry, other, network, start, workload, properties);
    }

    /** Lets each node make this many requests, including those that are cancelled. */
    public Check<S, M> entries(int entries) {
        return with(workload.withRequests(entries));
    }

    /**
     * Lets each node make requests again and again. Fences then grow without bound and are not
     * checked.
     *
     * <p>Such a search ends only if the checker knows which states are equivalent: the algorithm is
     * one of the catalogue, or itself implements {@link org.peerlock.lab.world.Numbering}.
     * Otherwise the check throws an {@link IllegalArgumentException}.
     */
    public Check<S, M> unlimitedEntries() {
        return entries(Workload.UNLIMITED).judged();
    }

    /** Drops the properties that cannot be checked for such a workload. */
    private Check<S, M> judged() {
        return workload.requests() == Workload.UNLIMITED ? without(Property.FENCE) : this;
    }

    /** Lets any request be cancelled while it waits, at most {@code cancels} of them in a run. */
    public Check<S, M> cancels(int cancels) {
        return with(workload.withCancels(cancels));
    }

    private Check<S, M> with(Workload other) {
        return new Check<>(entry, config, network, start, other, properties);
    }

    /** Checks on this network, for the properties that the algorithm claims there. */
    public Check<S, M> on(Network other) {
        Set<Property> claimed = entry.profile().assumptions().claimedOn(other);
        return new Check<>(entry, config, other, start, workload, claimed).judged();
    }

    /**
     * Searches all reachable states, up to 100 million, with all processors, and fails if a
     * property is violated.
     *
     * @throws AssertionError with a counterexample if a property is violated; also if the algorithm
     *     claims nothing on the network, if there are more states, if steps were pruned, or if no
     *     two requests ever competed, so that the check is vacuous
     */
    public CheckReport<M> verify() {
        if (properties.isEmpty()) {
            throw new AssertionError(
                    "nothing was checked: " + entry.id() + " claims nothing on this network, " + network);
        }
        CheckReport<M> checkReport = run(SearchOptions.upTo(MOST_STATES).by(SearchOptions.processors()));
        checkReport.counterexample().ifPresent(found -> {
            throw new AssertionError(
                    found.violation().property() + ": " + found.violation().sentence() + "\n" + scenario(found));
        });
        if (!checkReport.complete()) {
            throw new AssertionError("not all was searched: " + whyIncomplete(checkReport));
        }
        if (!checkReport.contended()) {
            throw new AssertionError("nothing was tried: no two nodes ever wanted to enter at once");
        }
        return checkReport;
    }

    private static String whyIncomplete(CheckReport<?> checkReport) {
        if (checkReport.exhausted()) {
            return checkReport.pruned() + " steps were not followed, because a node reached a state that it takes for"
                    + " impossible; check the expectations";
        }
        return checkReport.full()
                ? "there are more states or steps than can be numbered"
                : "there are more than " + MOST_STATES + " states";
    }

    private String scenario(Counterexample<M> found) {
        return found.simplified(systemConfig(), workload.maxOvertakes())
                .scenario(entry.id(), false, entry, config, systemConfig(), workload.maxOvertakes());
    }

    /**
     * Checks that the search is possible.
     *
     * @throws IllegalArgumentException with the reason if it is not
     */
    public void validate(boolean symmetry) {
        Explorer.validateOrder(systemConfig(), workload, properties);
        Explorer.equivalence(systemConfig(), workload, properties);
        if (symmetry) {
            Explorer.symmetry(systemConfig(), workload, properties);
        }
    }

    public Check<S, M> without(Property property) {
        Set<Property> fewer = EnumSet.noneOf(Property.class);
        fewer.addAll(properties);
        fewer.remove(property);
        return new Check<>(entry, config, network, start, workload, fewer);
    }

    /** Searches all reachable states. */
    public CheckReport<M> run(SearchOptions searchOptions) {
        return Explorer.explore(systemConfig(), workload, properties, searchOptions);
    }

    public SystemConfig<S, M> systemConfig() {
        return SystemConfig.of(entry, config, network, start).withTimelyTimers(workload.timely());
    }

    /** The message types of the algorithm, whether or not they are ever sent. */
    public SortedSet<String> messageTypes() {
        return MessageTypeNames.of(systemConfig().nodes().get(0));
    }
}
