package org.peerlock.cli.lab;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.peerlock.algorithm.Assumptions;
import org.peerlock.algorithm.Capacity;
import org.peerlock.algorithm.Family;
import org.peerlock.algorithm.Medium;
import org.peerlock.algorithm.Network;
import org.peerlock.algorithm.Profile;
import org.peerlock.algorithm.Property;
import org.peerlock.algorithm.catalogue.Catalogue;
import org.peerlock.algorithm.catalogue.CatalogueEntry;
import org.peerlock.cli.terminal.Json;
import org.peerlock.cli.terminal.Table;
import org.peerlock.cli.terminal.TextFit;
import org.peerlock.internal.engine.settings.LiveAlgorithms;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code peerlock lab algorithms}. */
@Command(
        name = "algorithms",
        description = "List the algorithms, with their assumptions, costs and kinds of locks.",
        footerHeading = "%nThe columns and details:%n",
        footer = {
            "  needs     what the network must guarantee, beside that every message arrives",
            "            once. 'fifo': messages do not overtake each other; 'broadcast': one",
            "            transmission reaches all nodes; 'sequenced': all nodes see all",
            "            messages in one order; 'time bound': no message takes longer than T",
            "  messages  between nodes, for one entry",
            "  serves    the kinds of locks that it implements",
            "  delay     from the exit of one node to the entry of the next waiting one",
            "  order     the order in which requests enter",
            "  fence     how the algorithm carries the fencing token of each entry",
            "",
            "  N nodes; K permits, or members of a request set; D the diameter of a tree;",
            "  T the longest time that a message takes"
        })
final class AlgorithmsCommand implements Runnable {

    @Spec
    private CommandSpec spec;

    @Parameters(arity = "0..*", paramLabel = "ALGORITHM", description = "Show all details of these.")
    private List<String> ids = new ArrayList<>();

    @Option(names = "--json", description = "Print all details as JSON.")
    private boolean json;

    @Override
    public void run() {
        List<CatalogueEntry<?, ?>> chosen = new ArrayList<>();
        ids.forEach(id -> chosen.add(ExperimentOptions.algorithm(id)));
        PrintWriter out = spec.commandLine().getOut();
        if (json) {
            out.println(Json.of((chosen.isEmpty() ? Catalogue.entries() : chosen)
                    .stream().map(AlgorithmsCommand::view).toList()));
        } else if (chosen.isEmpty()) {
            table(TextFit.TERMINAL_WIDTH).forEach(out::println);
            out.println();
            out.println("'peerlock lab algorithms ALGORITHM' shows all details of one.");
        } else {
            chosen.forEach(entry -> {
                details(entry, TextFit.TERMINAL_WIDTH).forEach(out::println);
                out.println();
            });
        }
        out.flush();
    }

    static List<String> details(CatalogueEntry<?, ?> entry, int width) {
        Profile profile = entry.profile();
        Table table = new Table(profile.id(), "");
        Map<String, String> details = new LinkedHashMap<>();
        details.put("family", profile.family().toString());
        details.put("source", profile.source());
        details.put("needs", needs(profile.assumptions()));
        profile.assumptions().claims().forEach((network, claims) -> {
            if (!claims.isEmpty()) {
                details.put(
                        "claims, " + network.name().toLowerCase(Locale.ROOT),
                        claims.stream().map(Property::toString).collect(Collectors.joining(", ")));
            }
        });
        details.put("messages", profile.costs().messages());
        details.put("delay", profile.costs().synchronizationDelay());
        details.put("order", profile.costs().order());
        details.put("fence", profile.costs().fence());
        details.put("serves", String.join(", ", serves(profile)));
        details.put("live nodes", live(entry));
        entry.options().forEach((name, meaning) -> details.put("option " + name, meaning));
        details.forEach((title, text) -> table.add("  " + title, text));
        return table.wrapped(width, 1);
    }

    /** The kinds of locks for which live nodes can use it, or why there are none. */
    private static String live(CatalogueEntry<?, ?> entry) {
        String kinds = entry.profile().serves().stream()
                .filter(kind -> LiveAlgorithms.refusal(entry, kind).isEmpty())
                .map(Catalogue::name)
                .collect(Collectors.joining(", "));
        return kinds.isEmpty()
                ? "no: " + LiveAlgorithms.refusal(entry, Capacity.Kind.MUTEX).orElseThrow()
                : kinds;
    }

    static List<String> table(int width) {
        Table table = new Table("ALGORITHM", "NEEDS", "MESSAGES", "SERVES");
        for (Family family : Family.values()) {
            List<CatalogueEntry<?, ?>> entries = Catalogue.entries().stream()
                    .filter(entry -> entry.profile().family() == family)
                    .toList();
            if (!entries.isEmpty()) {
                table.add(family.toString());
            }
            for (CatalogueEntry<?, ?> entry : entries) {
                Profile profile = entry.profile();
                table.add(
                        "  " + profile.id(),
                        needs(profile.assumptions()),
                        profile.costs().messages(),
                        String.join(", ", serves(profile)));
            }
        }
        return table.wrapped(width, 1, 2, 3);
    }

    private static String needs(Assumptions assumptions) {
        if (assumptions.claims().isEmpty()) {
            return "claims nothing";
        }
        List<String> needs = new ArrayList<>();
        if (assumptions.weakest() != Network.UNORDERED) {
            needs.add("fifo");
        }
        if (assumptions.medium() != Medium.LINKS) {
            needs.add(assumptions.medium().name().toLowerCase(Locale.ROOT));
        }
        if (assumptions.timeBound()) {
            needs.add("time bound");
        }
        return needs.isEmpty() ? "-" : String.join(", ", needs);
    }

    private static List<String> serves(Profile profile) {
        return profile.serves().stream().map(Catalogue::name).toList();
    }

    /** An algorithm in JSON output. */
    private record AlgorithmJson(
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

    private static AlgorithmJson view(CatalogueEntry<?, ?> entry) {
        Profile profile = entry.profile();
        return new AlgorithmJson(
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
