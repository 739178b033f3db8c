package org.peerlock.lab.check;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.peerlock.algorithm.catalogue.Catalogue;
import org.peerlock.algorithm.catalogue.Entry;
import org.peerlock.lab.check.Case.Variant;

/** How many states small systems have, as a table in a document: a line for each {@link Case}. */
public final class StateTable {

    /** The head of the table. */
    public static final List<String> HEAD = List.of(
            "| algorithm | nodes | entries | network | variant | states | transitions | depth | messages | verdict |",
            "|---|---:|---:|---|---|---:|---:|---:|---:|---|");

    private static final Pattern ROW = Pattern.compile("\\| ([a-z-]+) \\| (\\d+) \\| (\\d+) \\| (\\w+) \\| (\\w+) "
            + "\\| ([\\d,]+) \\| ([\\d,]+) \\| (\\d+) \\| ([^|]*) \\| (\\w+) \\|");

    private StateTable() {}

    /** A line of the table. */
    public static String row(Case one, Report<?> report) {
        String messages = report.sent()
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
                report.states(),
                report.transitions(),
                report.depth(),
                messages,
                report.verdict());
    }

    /** A line that was read, and what it says of the number of states. */
    public record Row(Case one, long states, String line) {}

    /** The lines of the table in a document. */
    public static List<Row> rows(String document) {
        List<Row> rows = new ArrayList<>();
        for (Matcher line = ROW.matcher(document); line.find(); ) {
            Entry<?, ?> entry = Catalogue.find(line.group(1)).orElseThrow();
            Case one = Case.of(entry).stream()
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
