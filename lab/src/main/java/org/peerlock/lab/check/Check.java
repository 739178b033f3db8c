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
 * Something to be checked: whether an algorithm has some properties in a small system, whatever happens in it.
 *
 * @param setting how many nodes, and what kind of lock
 * @param network what may happen to messages
 * @param start where a token is, and who is inside already
 * @param workload what the applications do, and what goes wrong around them
 * @param properties what must hold
 */
public record Check<S extends Record, M>(
        CatalogueEntry<S, M> entry,
        GroupConfig setting,
        Network network,
        Start start,
        Workload workload,
        Set<Property> properties) {

    /** How many nodes a system may have in which all of them ask. */
    public static final int MOST_NODES = LockModel.MOST_NODES;

    private static final long MOST_STATES = 100_000_000;

    /** An algorithm in a system that demonstrates something about it. */
    public static <S extends Record, M> Check<S, M> of(
            CatalogueEntry<S, M> entry, Demonstration shown, Set<Property> properties) {
        Workload workload = Workload.of(shown.setting().capacity(), shown.requests())
                .withCancels(shown.cancels())
                .by(shown.requesters())
                .withPatience(shown.patience())
                .with(shown.churn());
        return new Check<>(entry, shown.setting(), shown.network(), Start.fresh(), workload, properties);
    }

    /** The least that is worth checking: two nodes that ask once each, on the weakest network that the algorithm bears. */
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
        GroupConfig other = new GroupConfig(nodes, setting.capacity(), setting.options());
        return new Check<>(entry, other, network, start, workload, properties);
    }

    /** Each node asks so many times; requests that it gives up count. */
    public Check<S, M> entries(int entries) {
        return with(workload.withRequests(entries));
    }

    /**
     * Each node asks again and again. Fences grow without end then, and are not judged.
     *
     * <p>Such a search ends only if it is known which states are alike: the algorithm is one of the catalogue, or is itself a
     * {@link org.peerlock.lab.world.Numbering}. Otherwise it is refused with an {@link IllegalArgumentException}.
     */
    public Check<S, M> unlimitedEntries() {
        return entries(Workload.UNLIMITED).judged();
    }

    /** Only what can be judged of such a workload. */
    private Check<S, M> judged() {
        return workload.requests() == Workload.UNLIMITED ? without(Property.FENCE) : this;
    }

    /** Any request may be given up while it waits, {@code cancels} of them in all. */
    public Check<S, M> cancels(int cancels) {
        return with(workload.withCancels(cancels));
    }

    private Check<S, M> with(Workload other) {
        return new Check<>(entry, setting, network, start, other, properties);
    }

    /** On this network, for what the algorithm claims there. */
    public Check<S, M> on(Network other) {
        Set<Property> claimed = entry.profile().assumptions().claimedOn(other);
        return new Check<>(entry, setting, other, start, workload, claimed).judged();
    }

    /**
     * Searches all that can happen, with all processors and up to 100 million states, and fails if there is something wrong.
     *
     * @throws AssertionError with the story of what is wrong; also if nothing is claimed on the network, if there are more
     *     states, or if nobody ever had to wait for another, so that nothing was tried
     */
    public CheckReport<M> verify() {
        if (properties.isEmpty()) {
            throw new AssertionError(
                    "nothing was checked: " + entry.id() + " claims nothing on this network, " + network);
        }
        CheckReport<M> checkReport = run(SearchOptions.upTo(MOST_STATES).by(SearchOptions.processors()));
        checkReport.counterexample().ifPresent(found -> {
            throw new AssertionError(
                    found.violation().property() + ": " + found.violation().sentence() + "\n" + story(found));
        });
        if (!checkReport.complete()) {
            throw new AssertionError("not all was searched: there are more "
                    + (checkReport.full()
                            ? "states or steps than can be numbered"
                            : "than " + MOST_STATES + " states"));
        }
        if (!checkReport.contended()) {
            throw new AssertionError("nothing was tried: no two nodes ever wanted to enter at once");
        }
        return checkReport;
    }

    private String story(Counterexample<M> found) {
        return found.simplified(rules(), workload.patience())
                .scenario(entry.id(), false, entry, setting, rules(), workload.patience());
    }

    /**
     * Does nothing if it can be searched.
     *
     * @throws IllegalArgumentException that says why it cannot
     */
    public void validate(boolean symmetry) {
        Explorer.likeness(rules(), workload, properties);
        if (symmetry) {
            Explorer.symmetry(rules(), workload, properties);
        }
    }

    public Check<S, M> without(Property property) {
        Set<Property> fewer = EnumSet.noneOf(Property.class);
        fewer.addAll(properties);
        fewer.remove(property);
        return new Check<>(entry, setting, network, start, workload, fewer);
    }

    /** Searches all that can happen. */
    public CheckReport<M> run(SearchOptions searchOptions) {
        return Explorer.explore(rules(), workload, properties, searchOptions);
    }

    public SystemConfig<S, M> rules() {
        return SystemConfig.of(entry, setting, network, start);
    }

    /** The types of messages that the algorithm has, whether they are ever sent or not. */
    public SortedSet<String> messageTypes() {
        return MessageTypeNames.of(rules().nodes().get(0));
    }
}
