package org.peerlock.cli.lab;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.peerlock.cli.terminal.Csv;
import org.peerlock.cli.terminal.Table;
import org.peerlock.lab.simulate.ArrivalPattern;
import org.peerlock.lab.simulate.Metric;
import org.peerlock.lab.simulate.Sample;

/** The result of a sweep as a table, as CSV and as JSON. */
final class SweepText {

    private SweepText() {}

    /** A table with the chosen metrics, and with the nodes if they are wanted. */
    static List<String> table(SweepResult sweepResult) {
        List<String> titles = new ArrayList<>(List.of("ALGORITHM", "N"));
        sweepResult.metrics().forEach(metric -> titles.add(metric.id()));
        nodes(sweepResult).forEach(node -> titles.add("node " + node));
        titles.add("");
        Table table = new Table(titles.toArray(String[]::new));
        for (ArrivalPattern arrivalPattern : sweepResult.loads()) {
            table.add(sweepResult.circumstances(arrivalPattern));
            for (SweepResult.SweepRow sweepRow : sweepResult.under(arrivalPattern)) {
                List<String> cells =
                        new ArrayList<>(List.of("  " + sweepRow.algorithm(), Integer.toString(sweepRow.nodes())));
                sweepResult.metrics().forEach(metric -> cells.add(cell(sweepRow.of(metric), " +-")));
                nodes(sweepResult).forEach(node -> cells.add(cell(sweepRow.waitingOf(node), " +-")));
                cells.add(sweepRow.note());
                table.add(cells.toArray(String[]::new));
            }
        }
        List<String> lines = new ArrayList<>(List.of(sweepResult.conditions(), sweepResult.planText(), ""));
        lines.addAll(table.lines());
        return lines;
    }

    /** The nodes that have a column of their own. */
    static List<Integer> nodes(SweepResult sweepResult) {
        int most = sweepResult.counts().stream().reduce(0, Math::max);
        return IntStream.rangeClosed(1, sweepResult.byNode() ? most : 0).boxed().toList();
    }

    /** The mean, and its confidence interval if it is known. */
    static String cell(Sample sample, String plusMinus) {
        double confidence = sample.confidence95();
        return Table.number(sample.mean()) + (Double.isNaN(confidence) ? "" : plusMinus + Table.number(confidence));
    }

    /** With an initial capital. */
    static String capitalized(String text) {
        return text.substring(0, 1).toUpperCase(Locale.ROOT) + text.substring(1);
    }

    /** CSV with all metrics: a line with titles and a line for each combination. */
    static List<String> csv(SweepResult sweepResult) {
        List<Object> titles = new ArrayList<>(List.of("algorithm", "nodes", "load", "holdOverDelay"));
        for (Metric metric : Metric.values()) {
            titles.addAll(List.of(metric.id(), metric.id() + "Confidence95"));
        }
        nodes(sweepResult).forEach(node -> titles.addAll(ofNode(node)));
        titles.add("note");
        List<String> lines = new ArrayList<>(List.of(Csv.line(titles)));
        for (SweepResult.SweepRow sweepRow : sweepResult.rows()) {
            List<Object> cells = new ArrayList<>(
                    List.of(sweepRow.algorithm(), sweepRow.nodes(), sweepRow.load(), sweepResult.holdOverDelay()));
            for (Metric metric : Metric.values()) {
                Sample sample = sweepRow.of(metric);
                cells.addAll(List.of(sample.mean(), sample.confidence95()));
            }
            for (int node : nodes(sweepResult)) {
                Sample sample = sweepRow.waitingOf(node);
                cells.addAll(List.of(sample.mean(), sample.confidence95()));
            }
            cells.add(sweepRow.note());
            lines.add(Csv.line(cells));
        }
        return lines;
    }

    private static List<String> ofNode(int node) {
        String title = Metric.WAITING_TIME.id() + "OfNode" + node;
        return List.of(title, title + "Confidence95");
    }

    /** JSON: for each combination the output of {@code simulate --json}, or why it was not run. */
    static List<Map<String, @Nullable Object>> json(SweepResult sweepResult) {
        List<Map<String, @Nullable Object>> views = new ArrayList<>();
        for (SweepResult.SweepRow sweepRow : sweepResult.rows()) {
            Map<String, @Nullable Object> view = sweepRow.result()
                    .map(result -> result.json(sweepResult.byNode()))
                    .orElseGet(LinkedHashMap::new);
            view.put("algorithm", sweepRow.algorithm());
            view.put("nodes", sweepRow.nodes());
            view.put("load", sweepRow.load().toString());
            view.put("note", sweepRow.note().isEmpty() ? null : sweepRow.note());
            views.add(view);
        }
        return views;
    }
}
