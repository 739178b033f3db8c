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
            "For readers who want to know exactly which systems were model checked, and how large they are.",
            "`./peerlock lab table --write docs/STATES.md` writes this page, with limits of 10 to 100 million",
            "states; do not edit it. A test searches the smaller systems again and demands the same numbers.",
            "",
            "Each row is an exhaustive search of one system for all properties that the algorithm claims on that",
            "network (`./peerlock lab algorithms`).",
            "",
            "- `holds`: no reachable state violates a property; every request that waits can still be served from",
            "  every state; and no request waits for ever in a fair cycle.",
            "- `incomplete`: the search stopped at that many states, and had found no violation until then. The",
            "  limits of these searches differ.",
            "- `entries`: how often each node enters.",
            "- `plain`: nothing else happens; the token starts at the last node.",
            "- `cancel`: any request may be cancelled at any time while it waits.",
            "- `inside`: the last node is inside at the start.",
            "- `depth`: the greatest distance of a state from the start, in transitions.",
            "- `messages`: the fewest and the most messages of a complete run: all entries made, no message under",
            "  way.",
            "",
            "Most algorithms are searched as a mutex. Exceptions: ra-readers-writers is a read-write lock, and",
            "each request may be a reader's or a writer's; raymond-k is a semaphore with one permit less than",
            "there are nodes; ra-random-increment has increments of 1 and 2. An algorithm that is not listed",
            "claims nothing. This table has no faults: [ASSUMPTIONS.md](ASSUMPTIONS.md) says what breaks when",
            "messages are lost or nodes crash.",
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
