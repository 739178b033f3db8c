package org.peerlock.cli.lab;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.peerlock.lab.simulate.ArrivalPattern;
import org.peerlock.lab.simulate.Metric;
import org.peerlock.lab.simulate.Sample;

/**
 * What a chart shows: a line for each algorithm.
 *
 * @param name the name of its files
 * @param title the quantity
 * @param circumstances what is the same for all points
 * @param axis what the horizontal axis shows
 * @param unit what the vertical axis shows
 */
record ChartData(String name, String title, String circumstances, String axis, String unit, List<Line> lines) {

    /** As many as there are colours. More lines cannot be told apart; more algorithms get several charts. */
    static final int MOST_LINES = 8;

    /** A line; {@code style} is its position among all algorithms, so that it looks the same in each chart. */
    record Line(String algorithm, int style, List<Point> points) {}

    record Point(double x, Sample sample) {}

    /** A chart for each metric that has values, and for each load; or for each number of nodes, against the load. */
    static List<ChartData> all(SweepResult sweep) {
        List<ChartData> charts = new ArrayList<>();
        if (sweep.againstLoad()) {
            for (int nodes : sweep.counts()) {
                sweep.metrics().forEach(metric -> charts.addAll(againstLoad(sweep, metric, nodes)));
            }
        } else {
            for (ArrivalPattern load : sweep.loads()) {
                sweep.metrics().forEach(metric -> charts.addAll(againstNodes(sweep, metric, load)));
            }
        }
        if (sweep.byNode()) {
            for (ArrivalPattern load : sweep.loads()) {
                sweep.counts().forEach(nodes -> charts.addAll(byNode(sweep, load, nodes)));
            }
        }
        return charts;
    }

    private static List<ChartData> againstNodes(SweepResult sweep, Metric metric, ArrivalPattern load) {
        List<SweepResult.SweepRow> rows = sweep.under(load);
        ChartData chart = of(metric, metric.id() + "-" + word(load), sweep.circumstances(load), "nodes");
        return chart.split(sweep, rows, row -> Stream.of(new Point(row.nodes(), row.of(metric))));
    }

    private static List<ChartData> againstLoad(SweepResult sweep, Metric metric, int nodes) {
        List<SweepResult.SweepRow> rows = sweep.rows().stream()
                .filter(row -> row.nodes() == nodes && row.load() instanceof ArrivalPattern.Poisson)
                .toList();
        ChartData chart = of(
                metric,
                metric.id() + "-" + nodes + "-nodes",
                nodes + " nodes, E/T = " + sweep.ratio(),
                "requests of all nodes in a unit of time");
        return chart.split(
                sweep,
                rows,
                row -> Stream.of(new Point(((ArrivalPattern.Poisson) row.load()).rate() * nodes, row.of(metric))));
    }

    private static List<ChartData> byNode(SweepResult sweep, ArrivalPattern load, int nodes) {
        List<SweepResult.SweepRow> rows =
                sweep.under(load).stream().filter(row -> row.nodes() == nodes).toList();
        ChartData chart = new ChartData(
                "waitingTimeByNode-" + nodes + "-" + word(load),
                "Waiting time of each node",
                nodes + " nodes, " + sweep.circumstances(load),
                "node",
                Metric.WAITING_TIME.unit(),
                List.of());
        return chart.split(
                sweep,
                rows,
                row -> IntStream.rangeClosed(1, nodes).mapToObj(node -> new Point(node, row.waitingOf(node))));
    }

    private static ChartData of(Metric metric, String name, String circumstances, String axis) {
        return new ChartData(
                name, SweepText.capitalized(metric.title()), circumstances, axis, metric.unit(), List.of());
    }

    private static String word(ArrivalPattern load) {
        return load.toString().replaceAll("[^A-Za-z0-9.]+", "-");
    }

    /** This chart with lines; several charts if there are too many lines for one, none if there are none. */
    private List<ChartData> split(
            SweepResult sweep, List<SweepResult.SweepRow> rows, Function<SweepResult.SweepRow, Stream<Point>> points) {
        List<Line> all = new ArrayList<>();
        List<String> algorithms = sweep.algorithms();
        for (int style = 0; style < algorithms.size(); style++) {
            String algorithm = algorithms.get(style);
            List<Point> measured = rows.stream()
                    .filter(row -> row.algorithm().equals(algorithm))
                    .flatMap(points)
                    .filter(point -> point.sample().size() > 0)
                    .sorted(Comparator.comparingDouble(Point::x))
                    .toList();
            if (!measured.isEmpty()) {
                all.add(new Line(algorithm, style % MOST_LINES, measured));
            }
        }
        List<ChartData> charts = new ArrayList<>();
        for (int first = 0; first < all.size(); first += MOST_LINES) {
            String part = first == 0 ? "" : "-" + (1 + first / MOST_LINES);
            charts.add(new ChartData(
                    name + part,
                    title,
                    circumstances,
                    axis,
                    unit,
                    all.subList(first, Math.min(all.size(), first + MOST_LINES))));
        }
        return charts;
    }

    Stream<Point> points() {
        return lines.stream().flatMap(line -> line.points().stream());
    }
}
