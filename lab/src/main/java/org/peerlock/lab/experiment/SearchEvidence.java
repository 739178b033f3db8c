package org.peerlock.lab.experiment;

import java.util.EnumSet;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.peerlock.algorithm.Capacity;
import org.peerlock.algorithm.Network;
import org.peerlock.algorithm.Property;
import org.peerlock.algorithm.Start;
import org.peerlock.algorithm.catalogue.Catalogue;
import org.peerlock.algorithm.catalogue.CatalogueEntry;
import org.peerlock.algorithm.catalogue.GroupConfig;
import org.peerlock.lab.check.Check;
import org.peerlock.lab.check.CheckReport;
import org.peerlock.lab.check.Counterexample;
import org.peerlock.lab.check.SearchOptions;
import org.peerlock.lab.check.Workload;
import org.peerlock.lab.world.BypassCounts;
import org.peerlock.lab.zoo.Exhibit;
import org.peerlock.lab.zoo.Zoo;

/**
 * An exhaustive search for a violation. The command is generated from the search, so they cannot
 * differ.
 *
 * @param check the search
 * @param command the command for the same search
 * @param agrees whether finding a violation agrees with the publication
 */
public record SearchEvidence(Check<?, ?> check, String command, boolean agrees) implements Evidence {

    private static final String COMMAND = "peerlock lab check ";
    /** More states than any of these searches needs. */
    private static final int LIMIT = 3_000_000;

    /** A paper says that this fails, with two nodes and one request each. */
    public static SearchEvidence fails(String algorithm, Network network, Property property) {
        return search(check(algorithm, GroupConfig.mutex(2), network, workload(1), property), true);
    }

    /** A paper says that this does not fail. */
    public static SearchEvidence holds(String algorithm, int nodes, int entries, Network network, Property property) {
        return search(check(algorithm, GroupConfig.mutex(nodes), network, workload(entries), property), false);
    }

    /**
     * A paper says that this does not fail, with one request for each node, if timers expire only
     * when no message is under way; a node waits for one quantum of time.
     */
    public static SearchEvidence holdsInTime(String algorithm, int nodes, Property property) {
        GroupConfig config = new GroupConfig(nodes, Capacity.mutex(), new TreeMap<>(Map.of("time-limit", "0")));
        return search(check(algorithm, config, Network.FIFO, workload(1).withTimelyTimers(true), property), false);
    }

    /** A paper says that others enter at most so often before the last node. */
    public static SearchEvidence bypass(String algorithm, int nodes, Network network, int most, boolean each) {
        Workload workload =
                workload(Workload.UNLIMITED).withBypass(Optional.of(new BypassCounts.Bound(nodes, most, each)));
        return search(check(algorithm, GroupConfig.mutex(nodes), network, workload, Property.BYPASS), false);
    }

    /** The same search with a smaller bound; a paper says that this one is exceeded. */
    public SearchEvidence isReached() {
        BypassCounts.Bound bound = check.workload().bypass().orElseThrow();
        return search(with(check, new BypassCounts.Bound(bound.node(), bound.most() - 1, bound.each())), true);
    }

    private static <S extends Record, M> Check<S, M> with(Check<S, M> check, BypassCounts.Bound bound) {
        Workload workload = check.workload().withBypass(Optional.of(bound));
        return new Check<>(check.entry(), check.config(), check.network(), check.start(), workload, check.properties());
    }

    private static Workload workload(int entries) {
        return Workload.of(Capacity.mutex(), entries);
    }

    private static Check<?, ?> check(
            String algorithm, GroupConfig config, Network network, Workload workload, Property property) {
        return check(Catalogue.find(algorithm).orElseThrow(), config, network, workload, property);
    }

    private static <S extends Record, M> Check<S, M> check(
            CatalogueEntry<S, M> entry, GroupConfig config, Network network, Workload workload, Property property) {
        return new Check<>(entry, config, network, Start.fresh(), workload, EnumSet.of(property));
    }

    private static SearchEvidence search(Check<?, ?> check, boolean agrees) {
        return new SearchEvidence(check, command(check), agrees);
    }

    private static String command(Check<?, ?> check) {
        Workload workload = check.workload();
        StringBuilder command = new StringBuilder(COMMAND + check.entry().id());
        command.append(" --nodes ").append(check.config().nodes());
        check.config()
                .options()
                .forEach((name, value) ->
                        command.append(" --option ").append(name).append('=').append(value));
        if (workload.requests() != 1) {
            boolean unlimited = workload.requests() == Workload.UNLIMITED;
            command.append(" --entries ").append(unlimited ? "unlimited" : workload.requests());
        }
        command.append(" --network ").append(check.network().name().toLowerCase(Locale.ROOT));
        command.append(workload.timely() ? " --timely" : "");
        if (workload.bypass().isPresent()) {
            BypassCounts.Bound bound = workload.bypass().get();
            return command.append(bound.each() ? " --max-bypass-each " : " --max-bypass ")
                    .append(bound.most())
                    .toString();
        }
        return command.append(" --property ")
                .append(check.properties().iterator().next())
                .toString();
    }

    /** An exhibit fails; {@code agrees} says whether its paper expects that. */
    public static SearchEvidence exhibit(String id, boolean agrees) {
        Exhibit<?, ?> exhibit = Zoo.find(id).orElseThrow();
        return new SearchEvidence(exhibit(exhibit), COMMAND + "zoo/" + id, agrees);
    }

    private static <S extends Record, M> Check<S, M> exhibit(Exhibit<S, M> exhibit) {
        return Check.of(exhibit.entry(), exhibit.demonstration(), EnumSet.of(exhibit.breaks()));
    }

    @Override
    public Result gather() {
        CheckReport<?> checkReport = check.run(SearchOptions.upTo(LIMIT));
        return switch (checkReport.verdict()) {
            case HOLDS ->
                new Result(String.format(Locale.ROOT, "no violation in %,d states", checkReport.states()), !agrees);
            case VIOLATED -> new Result(violation(checkReport.counterexample().orElseThrow()), agrees);
            case INCOMPLETE -> throw new IllegalStateException("this search does not end: " + command);
        };
    }

    private static String violation(Counterexample<?> counterexample) {
        return "violates " + counterexample.violation().property() + " after "
                + counterexample.steps().size() + " steps";
    }
}
