package org.peerlock.cli;

import java.io.PrintWriter;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.peerlock.algorithm.Assumptions;
import org.peerlock.algorithm.Capacity;
import org.peerlock.algorithm.Family;
import org.peerlock.algorithm.Medium;
import org.peerlock.algorithm.Network;
import org.peerlock.algorithm.Profile;
import org.peerlock.algorithm.Property;
import org.peerlock.algorithm.catalogue.Catalogue;
import org.peerlock.algorithm.catalogue.Entry;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code peerlock lab algorithms}. */
@Command(
        name = "algorithms",
        description = "List the algorithms: what each assumes, costs and serves.",
        footerHeading = "%nIn the table:%n",
        footer = {
            "  NEEDS     what the network must do: 'any order' bears messages that",
            "            overtake each other",
            "  MESSAGES  between nodes, for one entry",
            "  DELAY     from one node's leaving to the entry of the next that waits",
            "  FENCE     how the growing number is carried that every entry is given",
            "  N nodes; K permits, or members of a request set; D the longest way in a tree;",
            "  T the longest that a message is under way"
        })
final class AlgorithmsCommand implements Runnable {

    @Spec
    private CommandSpec spec;

    @Option(names = "--json", description = "Print everything that is known of them as JSON.")
    private boolean json;

    @Override
    public void run() {
        PrintWriter out = spec.commandLine().getOut();
        if (json) {
            out.println(Json.of(
                    Catalogue.entries().stream().map(AlgorithmsCommand::view).toList()));
        } else {
            table().lines().forEach(out::println);
        }
        out.flush();
    }

    private static Table table() {
        Table table = new Table("ALGORITHM", "NEEDS", "MESSAGES", "DELAY", "ORDER", "FENCE", "SERVES");
        for (Family family : Family.values()) {
            List<Entry<?, ?>> entries = Catalogue.entries().stream()
                    .filter(entry -> entry.profile().family() == family)
                    .toList();
            if (!entries.isEmpty()) {
                table.add(family.toString());
            }
            for (Entry<?, ?> entry : entries) {
                Profile profile = entry.profile();
                table.add(
                        "  " + profile.id(),
                        needs(profile.assumptions()),
                        profile.costs().messages(),
                        profile.costs().synchronizationDelay(),
                        profile.costs().order(),
                        profile.costs().fence(),
                        String.join(", ", serves(profile)));
            }
        }
        return table;
    }

    private static String needs(Assumptions assumptions) {
        if (assumptions.claims().isEmpty()) {
            return "claims nothing";
        }
        String order = assumptions.weakest() == Network.UNORDERED ? "any order" : "fifo";
        String medium = switch (assumptions.medium()) {
            case LINKS -> "";
            case BROADCAST -> ", broadcast";
            case SEQUENCED -> ", sequenced medium";
        };
        return order + medium + (assumptions.timeBound() ? ", time bound" : "");
    }

    private static List<String> serves(Profile profile) {
        return profile.serves().stream().map(Catalogue::name).toList();
    }

    /** An algorithm as scripts see it. */
    private record View(
            String id,
            String family,
            String source,
            Map<Network, Set<Property>> claims,
            Medium medium,
            boolean timeBound,
            String messagesPerEntry,
            String synchronizationDelay,
            String order,
            String fence,
            List<String> serves,
            boolean modes,
            boolean permits,
            boolean concurrentRequests,
            boolean increments,
            Map<String, String> options) {}

    private static View view(Entry<?, ?> entry) {
        Profile profile = entry.profile();
        return new View(
                profile.id(),
                profile.family().toString(),
                profile.source(),
                profile.assumptions().claims(),
                profile.assumptions().medium(),
                profile.assumptions().timeBound(),
                profile.costs().messages(),
                profile.costs().synchronizationDelay(),
                profile.costs().order(),
                profile.costs().fence(),
                serves(profile),
                profile.serves().contains(Capacity.Kind.READ_WRITE),
                profile.serves().contains(Capacity.Kind.SEMAPHORE),
                profile.concurrentRequests(),
                profile.increments(),
                new TreeMap<>(entry.options()));
    }
}
