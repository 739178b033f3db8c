package org.peerlock.cli.lab;

import java.awt.BasicStroke;
import java.awt.Dimension;
import java.awt.Font;
import java.awt.Rectangle;
import java.awt.font.FontRenderContext;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.text.DecimalFormat;
import java.text.DecimalFormatSymbols;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.apache.batik.svggen.SVGGraphics2D;
import org.jfree.chart.ChartUtils;
import org.jfree.chart.JFreeChart;
import org.jfree.chart.axis.LogAxis;
import org.jfree.chart.axis.NumberAxis;
import org.jfree.chart.axis.NumberTickUnit;
import org.jfree.chart.axis.ValueAxis;
import org.jfree.chart.block.BlockBorder;
import org.jfree.chart.plot.XYPlot;
import org.jfree.chart.renderer.xy.XYErrorRenderer;
import org.jfree.chart.text.TextUtils;
import org.jfree.chart.title.LegendTitle;
import org.jfree.chart.title.TextTitle;
import org.jfree.chart.ui.RectangleInsets;
import org.jfree.data.xy.YIntervalSeries;
import org.jfree.data.xy.YIntervalSeriesCollection;
import org.peerlock.cli.terminal.CommandException;
import org.peerlock.cli.terminal.Exit;
import org.peerlock.lab.simulate.ArrivalPattern;
import org.peerlock.lab.simulate.Metric;
import org.peerlock.lab.simulate.Sample;

/**
 * A chart of a metric against the number of nodes under one load, with a line for each algorithm. The points for one number of
 * nodes are side by side, because many are equal and would hide each other.
 */
record SweepChart(SweepResult sweep, Metric metric, ArrivalPattern load) {

    /** Small, with large letters, so that it is readable on a phone. */
    private static final int WIDTH = 480;

    private static final int HEIGHT = 420;

    /** Pixels of a PNG for each unit of the chart. */
    private static final int DENSITY = 2;

    /** An axis is logarithmic if the ratio of the greatest to the least value is at least this. */
    private static final double WIDE = 20;

    /** The margin of a logarithmic axis, as a factor. */
    private static final double MARGIN = 1.3;

    /** A chart for each load and metric that has values. */
    static List<SweepChart> all(SweepResult sweepResult) {
        List<SweepChart> charts = new ArrayList<>();
        for (ArrivalPattern arrivalPattern : sweepResult.loads()) {
            for (Metric metric : sweepResult.metrics()) {
                SweepChart chart = new SweepChart(sweepResult, metric, arrivalPattern);
                if (!chart.rows().isEmpty()) {
                    charts.add(chart);
                }
            }
        }
        return charts;
    }

    /** Checks that Java has fonts, before anything is measured. */
    static void requireFonts() {
        System.setProperty("java.awt.headless", "true");
        try {
            font(Font.PLAIN, 12).createGlyphVector(new FontRenderContext(null, true, true), "N");
        } catch (LinkageError | InternalError | RuntimeException e) {
            throw new CommandException(
                    Exit.UNAVAILABLE,
                    "Java finds no fonts for charts. Install fontconfig and a font, as in 'apt-get install"
                            + " fontconfig fonts-dejavu-core', or leave out --charts and --html");
        }
    }

    /** The name of its files. */
    String name() {
        return metric.id() + "-" + load.toString().replaceAll("[^A-Za-z0-9.]+", "-");
    }

    String title() {
        return SweepText.capitalized(metric.title());
    }

    /** As a PNG. */
    byte[] png() {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try {
            ChartUtils.writeScaledChartAsPNG(bytes, draw(), WIDTH, HEIGHT, DENSITY, DENSITY);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toByteArray();
    }

    /** As an SVG, with its text as text. */
    String svg() {
        try {
            SVGGraphics2D graphics = new SVGGraphics2D(DocumentBuilderFactory.newInstance()
                    .newDocumentBuilder()
                    .getDOMImplementation()
                    .createDocument("http://www.w3.org/2000/svg", "svg", null));
            graphics.setSVGCanvasSize(new Dimension(WIDTH, HEIGHT));
            graphics.getGeneratorContext().setComment(null);
            TextUtils.setUseDrawRotatedStringWorkaround(false); // it draws text as outlines
            draw().draw(graphics, new Rectangle(WIDTH, HEIGHT));
            StringWriter text = new StringWriter();
            graphics.stream(text, true);
            // No document type, which would refer to an address; and a size that adapts to the page.
            return text.toString()
                            .replaceFirst("(?s)^.*?<svg ", "<svg viewBox=\"0 0 " + WIDTH + " " + HEIGHT + "\" ")
                            .replace("\n  ", "")
                            .stripTrailing()
                    + "\n";
        } catch (ParserConfigurationException | IOException e) {
            throw new IllegalStateException("cannot draw " + name(), e);
        }
    }

    private List<SweepResult.SweepRow> rows() {
        return sweep.under(load).stream()
                .filter(sweepRow -> sweepRow.of(metric).size() > 0)
                .toList();
    }

    private JFreeChart draw() {
        XYPlot plot = new XYPlot(data(), nodesAxis(), valueAxis(), renderer());
        plot.setBackgroundPaint(null);
        plot.setOutlineVisible(false);
        plot.setDomainGridlinesVisible(false);
        plot.setRangeGridlinePaint(ChartPalette.grid());
        plot.setRangeGridlineStroke(new BasicStroke(1));
        plot.setAxisOffset(new RectangleInsets(0, 0, 0, 0));
        JFreeChart chart = new JFreeChart(title(), font(Font.BOLD, 17), plot, true);
        chart.getTitle().setPaint(ChartPalette.text());
        TextTitle circumstances = new TextTitle(sweep.circumstances(load), font(Font.PLAIN, 14));
        circumstances.setPaint(ChartPalette.soft());
        circumstances.setPadding(0, 0, 8, 0);
        chart.addSubtitle(0, circumstances);
        chart.setBackgroundPaint(ChartPalette.paper());
        chart.setPadding(new RectangleInsets(8, 8, 8, 16));
        LegendTitle legend = chart.getLegend();
        legend.setFrame(BlockBorder.NONE);
        legend.setBackgroundPaint(null);
        legend.setItemFont(font(Font.PLAIN, 14));
        legend.setItemPaint(ChartPalette.text());
        legend.setItemLabelPadding(new RectangleInsets(2, 2, 2, 8));
        return chart;
    }

    private YIntervalSeriesCollection data() {
        YIntervalSeriesCollection data = new YIntervalSeriesCollection();
        List<String> algorithms = sweep.algorithms();
        double floor = logarithmic(this::mean) ? leastShown() : Double.NEGATIVE_INFINITY;
        for (int index = 0; index < algorithms.size(); index++) {
            String algorithm = algorithms.get(index);
            double aside = ((index + 0.5) / algorithms.size() - 0.5) * spread();
            YIntervalSeries series = new YIntervalSeries(algorithm);
            for (SweepResult.SweepRow sweepRow : rows()) {
                if (sweepRow.algorithm().equals(algorithm)) {
                    Sample sample = sweepRow.of(metric);
                    double either = either(sweepRow);
                    double nodes = logarithmic(SweepResult.SweepRow::nodes)
                            ? sweepRow.nodes() * Math.exp(aside)
                            : sweepRow.nodes() + aside;
                    series.add(nodes, sample.mean(), Math.max(floor, sample.mean() - either), sample.mean() + either);
                }
            }
            data.addSeries(series);
        }
        return data;
    }

    /** The distance of the points for one number of nodes, so that they do not touch those of the next one. */
    private double spread() {
        double[] places = rows().stream()
                .mapToDouble(SweepResult.SweepRow::nodes)
                .map(nodes -> logarithmic(SweepResult.SweepRow::nodes) ? Math.log(nodes) : nodes)
                .sorted()
                .distinct()
                .toArray();
        double range = places.length == 1 ? 1 : places[places.length - 1] - places[0];
        double spread = range * Math.min(10, 2 * sweep.algorithms().size()) / 100;
        for (int i = 1; i < places.length; i++) {
            spread = Math.min(spread, 0.7 * (places[i] - places[i - 1]));
        }
        return spread;
    }

    private XYErrorRenderer renderer() {
        XYErrorRenderer renderer = new XYErrorRenderer();
        renderer.setDefaultLinesVisible(true);
        renderer.setDrawXError(false);
        renderer.setDrawYError(sweep.replications() > 1);
        renderer.setErrorStroke(new BasicStroke(1.5f));
        int count = sweep.algorithms().size();
        for (int index = 0; index < count; index++) {
            renderer.setSeriesPaint(index, ChartPalette.line(index));
            renderer.setSeriesStroke(index, ChartPalette.stroke(index));
            renderer.setSeriesShape(index, ChartPalette.shape(index));
        }
        return renderer;
    }

    private boolean logarithmic(ToDoubleFunction<SweepResult.SweepRow> value) {
        return least(value) > 0 && greatest(value) / least(value) > WIDE;
    }

    private ValueAxis nodesAxis() {
        if (logarithmic(SweepResult.SweepRow::nodes)) {
            return styled(doublings(
                    "nodes",
                    least(SweepResult.SweepRow::nodes) / MARGIN,
                    greatest(SweepResult.SweepRow::nodes) * MARGIN));
        }
        NumberAxis axis = new NumberAxis("nodes");
        axis.setAutoRangeIncludesZero(false);
        axis.setStandardTickUnits(NumberAxis.createIntegerTickUnits());
        return styled(axis);
    }

    private ValueAxis valueAxis() {
        if (!logarithmic(this::mean)) {
            return styled(new NumberAxis(metric.unit()));
        }
        return styled(doublings(
                metric.unit(), leastShown(), greatest(sweepRow -> mean(sweepRow) + either(sweepRow)) * MARGIN));
    }

    /** A logarithmic axis with as many of 1, 2, 4, 8 and so on as fit. */
    private static LogAxis doublings(String label, double least, double most) {
        LogAxis axis = new LogAxis(label);
        axis.setBase(2);
        axis.setNumberFormatOverride(new DecimalFormat("0.####", DecimalFormatSymbols.getInstance(Locale.ROOT)));
        axis.setTickUnit(new NumberTickUnit(Math.ceil(Math.log(most / least) / Math.log(2) / 8)));
        axis.setRange(least, most);
        return axis;
    }

    private double mean(SweepResult.SweepRow sweepRow) {
        return sweepRow.of(metric).mean();
    }

    /** Half the length of an error bar. */
    private double either(SweepResult.SweepRow sweepRow) {
        Sample sample = sweepRow.of(metric);
        return sample.size() < 2 ? 0 : sample.confidence95();
    }

    /** The end of a logarithmic axis. Error bars that reach further, perhaps below 0, are cut. */
    private double leastShown() {
        return least(this::mean) / MARGIN;
    }

    private double least(ToDoubleFunction<SweepResult.SweepRow> value) {
        return rows().stream().mapToDouble(value).min().orElseThrow();
    }

    private double greatest(ToDoubleFunction<SweepResult.SweepRow> value) {
        return rows().stream().mapToDouble(value).max().orElseThrow();
    }

    private static ValueAxis styled(ValueAxis axis) {
        axis.setLabelFont(font(Font.PLAIN, 14));
        axis.setTickLabelFont(font(Font.PLAIN, 14));
        axis.setLabelPaint(ChartPalette.soft());
        axis.setTickLabelPaint(ChartPalette.soft());
        axis.setAxisLinePaint(ChartPalette.grid());
        axis.setTickMarkPaint(ChartPalette.grid());
        return axis;
    }

    private static Font font(int style, int size) {
        return new Font(Font.SANS_SERIF, style, size);
    }
}
