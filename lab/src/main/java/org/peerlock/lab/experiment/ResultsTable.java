package org.peerlock.lab.experiment;

import java.util.List;
import java.util.Locale;
import java.util.function.Supplier;
import org.peerlock.lab.simulate.Metric;
import org.peerlock.lab.simulate.Replications;
import org.peerlock.lab.simulate.Sample;

/**
 * A table of measurements that belong together, for a page.
 *
 * @param heading what is measured
 * @param text what to know before reading it, and what it shows
 * @param titles the titles of its columns
 * @param rows measures the rows
 */
public record ResultsTable(String heading, String text, List<String> titles, Supplier<List<List<String>>> rows) {

    private static final double ROUNDING = 1e-9;

    /** All tables, in the order of the page. */
    public static List<ResultsTable> all() {
        return List.of(MeasuresTable.TABLE, IncrementTable.TABLE, RingTables.LOADS, RingTables.CROSSING);
    }

    /** The mean of a metric, and half its confidence interval if it varies; "-" if there is none. */
    static String cell(Replications runs, Metric metric) {
        return cell(runs.of(metric));
    }

    static String cell(Sample sample) {
        if (sample.size() == 0) {
            return "-";
        }
        double confidence = sample.confidence95();
        return number(sample.mean()) + (confidence > ROUNDING ? " ± " + number(confidence) : "");
    }

    /** Three digits, but all digits of an integer. */
    static String number(double value) {
        return Math.abs(value - Math.rint(value)) < ROUNDING
                ? Long.toString(Math.round(value))
                : String.format(Locale.ROOT, "%.3g", value);
    }

    /** The table in Markdown. */
    String markdown() {
        StringBuilder page = new StringBuilder();
        row(page, titles);
        row(page, titles.stream().map(title -> "---").toList());
        rows.get().forEach(cells -> row(page, cells));
        return page.toString();
    }

    private static void row(StringBuilder page, List<String> cells) {
        page.append("| ").append(String.join(" | ", cells)).append(" |\n");
    }
}
