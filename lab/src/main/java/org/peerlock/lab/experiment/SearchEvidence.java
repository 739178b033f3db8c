package org.peerlock.lab.experiment;

import java.util.EnumSet;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.peerlock.algorithm.Capacity;
import org.peerlock.algorithm.Network;
import org.peerlock.algorithm.Property;
import org.peerlock.algorithm.catalogue.Catalogue;
import org.peerlock.algorithm.catalogue.CatalogueEntry;
import org.peerlock.algorithm.catalogue.GroupConfig;
import org.peerlock.lab.check.Check;
import org.peerlock.lab.check.CheckReport;
import org.peerlock.lab.check.SearchOptions;
import org.peerlock.lab.zoo.Exhibit;
import org.peerlock.lab.zoo.Exhibit.Demonstration;
import org.peerlock.lab.zoo.Zoo;

/**
 * An exhaustive search for a violation. The command is generated from the search, so they cannot
 * differ.
 *
 * @param entry what is searched
 * @param demonstration the system
 * @param property the property to violate
 * @param command the command for the same search
 * @param agrees whether finding it agrees with the publication
 */
public record SearchEvidence(
        CatalogueEntry<?, ?> entry, Demonstration demonstration, Property property, String command, boolean agrees)
        implements Evidence {

    private static final String COMMAND = "peerlock lab check ";
    /** More states than any of these searches needs. */
    private static final int LIMIT = 1_000_000;

    /** A paper says that this fails, with two nodes and one request each. */
    public static SearchEvidence fails(String algorithm, Network network, Property property) {
        return search(algorithm, new Demonstration(GroupConfig.mutex(2), network, 1, 0), property, true);
    }

    /**
     * A paper says that this does not fail, with one request for each node, if timers expire only
     * when no message is under way; a node waits for one quantum of time.
     */
    public static SearchEvidence failsInTime(String algorithm, int nodes, Property property) {
        GroupConfig config = new GroupConfig(nodes, Capacity.mutex(), new TreeMap<>(Map.of("time-limit", "0")));
        return search(algorithm, new Demonstration(config, Network.FIFO, 1, 0).withTimelyTimers(), property, false);
    }

    private static SearchEvidence search(
            String algorithm, Demonstration demonstration, Property property, boolean agrees) {
        StringBuilder command = new StringBuilder(COMMAND + algorithm);
        command.append(" --nodes ").append(demonstration.config().nodes());
        demonstration
                .config()
                .options()
                .forEach((name, value) -> command.append(" --option ").append(name + "=" + value));
        command.append(" --network ").append(demonstration.network().name().toLowerCase(Locale.ROOT));
        command.append(demonstration.timely() ? " --timely" : "")
                .append(" --property ")
                .append(property);
        return new SearchEvidence(
                Catalogue.find(algorithm).orElseThrow(), demonstration, property, command.toString(), agrees);
    }

    /** An exhibit fails; {@code agrees} says whether its paper expects that. */
    public static SearchEvidence exhibit(String id, boolean agrees) {
        Exhibit<?, ?> exhibit = Zoo.find(id).orElseThrow();
        return new SearchEvidence(
                exhibit.entry(), exhibit.demonstration(), exhibit.breaks(), COMMAND + "zoo/" + id, agrees);
    }

    @Override
    public Result gather() {
        CheckReport<?> checkReport = search(entry);
        return switch (checkReport.verdict()) {
            case HOLDS -> new Result("no violation", !agrees);
            case VIOLATED ->
                new Result(
                        "violates " + property + " after "
                                + checkReport
                                        .counterexample()
                                        .orElseThrow()
                                        .steps()
                                        .size() + " steps",
                        agrees);
            case INCOMPLETE -> throw new IllegalStateException("this search does not end: " + command);
        };
    }

    private <S extends Record, M> CheckReport<M> search(CatalogueEntry<S, M> of) {
        return Check.of(of, demonstration, EnumSet.of(property)).run(SearchOptions.upTo(LIMIT));
    }
}
