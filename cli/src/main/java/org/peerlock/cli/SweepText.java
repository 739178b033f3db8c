package org.peerlock.cli;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.peerlock.lab.simulate.Load;
import org.peerlock.lab.simulate.Metric;
import org.peerlock.lab.simulate.Sample;

/** A sweep in letters: as a table, as comma-separated lines and as JSON. */
final class SweepText {

    private SweepText() {}

    /** For people: the metrics that were asked for. */
    static List<String> table(Sweep sweep) {
        List<String> titles = new ArrayList<>(List.of("ALGORITHM", "N"));
        sweep.metrics().forEach(metric -> titles.add(metric.id()));
        titles.add("");
        Table table = new Table(titles.toArray(String[]::new));
        for (Load load : sweep.loads()) {
            table.add(sweep.circumstances(load));
            for (Sweep.Row row : sweep.under(load)) {
                List<String> cells = new ArrayList<>(List.of("  " + row.algorithm(), Integer.toString(row.nodes())));
                sweep.metrics().forEach(metric -> cells.add(cell(row.of(metric), " +-")));
                cells.add(row.note());
                table.add(cells.toArray(String[]::new));
            }
        }
        List<String> lines = new ArrayList<>(List.of(sweep.conditions(), sweep.planText(), ""));
        lines.addAll(table.lines());
        return lines;
    }

    /** The mean, and how sure it is if that is known. */
    static String cell(Sample sample, String plusMinus) {
        double confidence = sample.confidence95();
        return Table.number(sample.mean()) + (Double.isNaN(confidence) ? "" : plusMinus + Table.number(confidence));
    }

    /** With a capital. */
    static String sentence(String text) {
        return text.substring(0, 1).toUpperCase(Locale.ROOT) + text.substring(1);
    }

    /** For spreadsheets: all metrics, a line with titles and a line for each combination. */
    static List<String> csv(Sweep sweep) {
        List<Object> titles = new ArrayList<>(List.of("algorithm", "nodes", "load", "holdOverDelay"));
        for (Metric metric : Metric.values()) {
            titles.addAll(List.of(metric.id(), metric.id() + "Confidence95"));
        }
        titles.add("note");
        List<String> lines = new ArrayList<>(List.of(Csv.line(titles)));
        for (Sweep.Row row : sweep.rows()) {
            List<Object> cells =
                    new ArrayList<>(List.of(row.algorithm(), row.nodes(), row.load(), sweep.holdOverDelay()));
            for (Metric metric : Metric.values()) {
                Sample sample = row.of(metric);
                cells.addAll(List.of(sample.mean(), sample.confidence95()));
            }
            cells.add(row.note());
            lines.add(Csv.line(cells));
        }
        return lines;
    }

    /** For scripts: of each combination what {@code simulate --json} says, or why it was not run. */
    static List<Map<String, @Nullable Object>> json(Sweep sweep) {
        List<Map<String, @Nullable Object>> views = new ArrayList<>();
        for (Sweep.Row row : sweep.rows()) {
            Map<String, @Nullable Object> view =
                    row.measured().map(Measured::json).orElseGet(LinkedHashMap::new);
            view.put("algorithm", row.algorithm());
            view.put("nodes", row.nodes());
            view.put("load", row.load().toString());
            view.put("note", row.note().isEmpty() ? null : row.note());
            views.add(view);
        }
        return views;
    }
}
