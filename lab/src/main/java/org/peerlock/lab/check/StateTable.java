package org.peerlock.lab.check;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.peerlock.algorithm.catalogue.Catalogue;
import org.peerlock.algorithm.catalogue.CatalogueEntry;
import org.peerlock.lab.check.CheckCase.Variant;

/**
 * A table of the numbers of states of small systems: one row for each {@link CheckCase}.
 */
public final class StateTable {

    /** The header of the table. */
    public static final List<String> HEAD = List.of(
            "| algorithm | nodes | entries | network | variant | states | transitions | depth | messages | verdict |",
            "|---|---:|---:|---|---|---:|---:|---:|---:|---|");

    private static final List<String> INTRODUCTION = List.of(
            "# How many states small systems have",
            "",
            "Written by `./peerlock lab table --write docs/STATES.md`, with limits of 10 to 100 million states; do not edit. A test searches the smaller",
            "systems again and asks for the same numbers.",
            "",
            "Each line is a search of all that can happen in a system, for all that the algorithm claims on that network",
            "(`./peerlock lab algorithms`): `holds` means that nothing violates it, that everybody who waits can still be served",
            "from every state, and that nobody waits for ever in a fair cycle. `incomplete` means that the search was given up at",
            "that many states, whatever the limit of that search was, and had found nothing wrong until then. Each of the nodes",
            "enters as often as `entries` says.",
            "",
            "- `plain`: nothing else happens; a token starts at the last node.",
            "- `cancel`: any request may be given up at any moment while it waits.",
            "- `inside`: at the start the last node is inside already.",
            "- `messages`: the fewest and the most of any complete run: all entries made, nothing under way.",
            "- `depth`: the most steps that a shortest way to any state takes.",
            "",
            "ra-readers-writers is searched as a read-write lock, of which each request may be a reader's or a writer's; raymond-k",
            "as a semaphore with a permit less than there are nodes; ra-random-increment with increments of 1 and 2; all others as a mutex. An algorithm",
            "that is not listed claims nothing. What happens when messages are lost or nodes crash is not in this table:",
            "[ASSUMPTIONS.md](ASSUMPTIONS.md) says what breaks then.",
            "");

    private static final Pattern ROW = Pattern.compile("\\| ([a-z-]+) \\| (\\d+) \\| (\\d+) \\| (\\w+) \\| (\\w+) "
            + "\\| ([\\d,]+) \\| ([\\d,]+) \\| (\\d+) \\| ([^|]*) \\| (\\w+) \\|");

    private StateTable() {}

    /** A row of the table. */
    public static String row(CheckCase one, CheckReport<?> checkReport) {
        String messages = checkReport
                .sent()
                .map(range -> range.least() == range.most()
                        ? String.valueOf(range.least())
                        : range.least() + " to " + range.most())
                .orElse("");
        return String.format(
                Locale.ROOT,
                "| %s | %d | %d | %s | %s | %,d | %,d | %d | %s | %s |",
                one.entry().id(),
                one.nodes(),
                one.entries(),
                one.network().name().toLowerCase(Locale.ROOT),
                one.variant(),
                checkReport.states(),
                checkReport.transitions(),
                checkReport.depth(),
                messages,
                checkReport.verdict());
    }

    /** The page with these rows. */
    public static String page(List<String> rows) {
        return String.join("\n", INTRODUCTION) + "\n" + String.join("\n", HEAD) + "\n" + String.join("\n", rows) + "\n";
    }

    /** A row that was read from a page, with its number of states. */
    public record Row(CheckCase one, long states, String line) {}

    /** Reads the rows of the table in a page. */
    public static List<Row> rows(String document) {
        List<Row> rows = new ArrayList<>();
        for (Matcher line = ROW.matcher(document); line.find(); ) {
            CatalogueEntry<?, ?> entry = Catalogue.find(line.group(1)).orElseThrow();
            CheckCase one = CheckCase.of(entry).stream()
                    .filter(candidate -> candidate.nodes() == Integer.parseInt(line.group(2))
                            && candidate.entries() == Integer.parseInt(line.group(3))
                            && candidate.network().name().equalsIgnoreCase(line.group(4))
                            && candidate.variant()
                                    == Variant.valueOf(line.group(5).toUpperCase(Locale.ROOT)))
                    .findFirst()
                    .orElseThrow();
            rows.add(new Row(one, Long.parseLong(line.group(6).replace(",", "")), line.group()));
        }
        return rows;
    }
}
