package org.peerlock.cli;

import java.awt.BasicStroke;
import java.awt.Dimension;
import java.awt.Font;
import java.awt.Rectangle;
import java.awt.font.FontRenderContext;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
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
import org.jfree.chart.axis.ValueAxis;
import org.jfree.chart.block.BlockBorder;
import org.jfree.chart.plot.XYPlot;
import org.jfree.chart.renderer.xy.XYErrorRenderer;
import org.jfree.chart.title.LegendTitle;
import org.jfree.chart.title.TextTitle;
import org.jfree.chart.ui.RectangleInsets;
import org.jfree.data.xy.YIntervalSeries;
import org.jfree.data.xy.YIntervalSeriesCollection;
import org.peerlock.lab.simulate.Load;
import org.peerlock.lab.simulate.Metric;
import org.peerlock.lab.simulate.Sample;

/** A metric against the number of nodes under one load: a line for each algorithm. */
record SweepChart(Sweep sweep, Metric metric, Load load) {

    /** Small, with large letters, so that it can be read on a telephone. */
    private static final int WIDTH = 480;

    private static final int HEIGHT = 400;

    /** Dots of a picture for each one of the chart. */
    private static final int DENSITY = 2;

    /** From this ratio of the greatest to the least on, an axis is logarithmic. */
    private static final double WIDE = 20;

    /** A chart for each load and metric of which there is something to show. */
    static List<SweepChart> all(Sweep sweep) {
        List<SweepChart> charts = new ArrayList<>();
        for (Load load : sweep.loads()) {
            for (Metric metric : sweep.metrics()) {
                SweepChart chart = new SweepChart(sweep, metric, load);
                if (!chart.rows().isEmpty()) {
                    charts.add(chart);
                }
            }
        }
        return charts;
    }

    /** Finds out whether Java can write letters here, before anything is measured in vain. */
    static void demandFonts() {
        System.setProperty("java.awt.headless", "true");
        try {
            font(Font.PLAIN, 12).createGlyphVector(new FontRenderContext(null, true, true), "N");
        } catch (LinkageError | InternalError | RuntimeException e) {
            throw new CommandFailure(
                    Exit.UNAVAILABLE,
                    "Java finds no fonts to draw charts with (" + e.getMessage()
                            + "). Install fontconfig and a font, as in 'apt-get install fontconfig fonts-dejavu-core',"
                            + " or leave out --charts and --html");
        }
    }

    /** A name for files. */
    String name() {
        return metric.id() + "-" + load.toString().replaceAll("[^A-Za-z0-9.]+", "-");
    }

    String title() {
        return metric.title().substring(0, 1).toUpperCase(Locale.ROOT)
                + metric.title().substring(1);
    }

    /** As a picture of dots. */
    byte[] png() {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try {
            ChartUtils.writeScaledChartAsPNG(bytes, draw(), WIDTH, HEIGHT, DENSITY, DENSITY);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toByteArray();
    }

    /** As a drawing, with its letters as letters. */
    String svg() {
        try {
            SVGGraphics2D graphics = new SVGGraphics2D(DocumentBuilderFactory.newInstance()
                    .newDocumentBuilder()
                    .getDOMImplementation()
                    .createDocument("http://www.w3.org/2000/svg", "svg", null));
            graphics.setSVGCanvasSize(new Dimension(WIDTH, HEIGHT));
            graphics.getGeneratorContext().setComment(null);
            draw().draw(graphics, new Rectangle(WIDTH, HEIGHT));
            StringWriter text = new StringWriter();
            graphics.stream(text, true);
            // No document type, which would name an address; and a size that gives way to that of a page.
            return text.toString()
                            .replaceFirst("(?s)^.*?<svg ", "<svg viewBox=\"0 0 " + WIDTH + " " + HEIGHT + "\" ")
                            .replace("\n  ", "")
                            .stripTrailing()
                    + "\n";
        } catch (ParserConfigurationException | IOException e) {
            throw new IllegalStateException("cannot draw " + name(), e);
        }
    }

    private List<Sweep.Row> rows() {
        return sweep.under(load).stream()
                .filter(row -> row.of(metric).size() > 0)
                .toList();
    }

    private JFreeChart draw() {
        XYPlot plot = new XYPlot(data(), axis("nodes", Sweep.Row::nodes), valueAxis(), renderer());
        plot.setBackgroundPaint(null);
        plot.setOutlineVisible(false);
        plot.setDomainGridlinesVisible(false);
        plot.setRangeGridlinePaint(Palette.grid());
        plot.setRangeGridlineStroke(new BasicStroke(1));
        plot.setAxisOffset(new RectangleInsets(0, 0, 0, 0));
        JFreeChart chart = new JFreeChart(title(), font(Font.BOLD, 16), plot, true);
        chart.getTitle().setPaint(Palette.text());
        TextTitle circumstances = new TextTitle(sweep.circumstances(load), font(Font.PLAIN, 13));
        circumstances.setPaint(Palette.soft());
        circumstances.setPadding(0, 0, 8, 0);
        chart.addSubtitle(0, circumstances);
        chart.setBackgroundPaint(Palette.paper());
        chart.setPadding(new RectangleInsets(8, 8, 8, 16));
        LegendTitle legend = chart.getLegend();
        legend.setFrame(BlockBorder.NONE);
        legend.setBackgroundPaint(null);
        legend.setItemFont(font(Font.PLAIN, 13));
        legend.setItemPaint(Palette.text());
        return chart;
    }

    private YIntervalSeriesCollection data() {
        YIntervalSeriesCollection data = new YIntervalSeriesCollection();
        for (String algorithm : sweep.algorithms()) {
            YIntervalSeries series = new YIntervalSeries(algorithm);
            for (Sweep.Row row : rows()) {
                if (row.algorithm().equals(algorithm)) {
                    Sample sample = row.of(metric);
                    double either = sample.size() < 2 ? 0 : sample.confidence95();
                    series.add(row.nodes(), sample.mean(), sample.mean() - either, sample.mean() + either);
                }
            }
            data.addSeries(series);
        }
        return data;
    }

    private XYErrorRenderer renderer() {
        XYErrorRenderer renderer = new XYErrorRenderer();
        renderer.setDefaultLinesVisible(true);
        renderer.setDrawXError(false);
        renderer.setDrawYError(sweep.replications() > 1);
        int count = sweep.algorithms().size();
        for (int index = 0; index < count; index++) {
            renderer.setSeriesPaint(index, Palette.line(index));
            renderer.setSeriesStroke(index, Palette.stroke(index, count));
            renderer.setSeriesShape(index, Palette.shape(index));
        }
        return renderer;
    }

    private ValueAxis valueAxis() {
        return axis(metric.unit(), row -> row.of(metric).mean());
    }

    private ValueAxis axis(String label, ToDoubleFunction<Sweep.Row> value) {
        double least = rows().stream().mapToDouble(value).min().orElseThrow();
        double most = rows().stream().mapToDouble(value).max().orElseThrow();
        ValueAxis axis = least > 0 && most / least > WIDE ? new LogAxis(label) : new NumberAxis(label);
        if (axis instanceof NumberAxis linear && label.equals("nodes")) {
            linear.setAutoRangeIncludesZero(false);
            linear.setStandardTickUnits(NumberAxis.createIntegerTickUnits());
        }
        axis.setLabelFont(font(Font.PLAIN, 13));
        axis.setTickLabelFont(font(Font.PLAIN, 13));
        axis.setLabelPaint(Palette.soft());
        axis.setTickLabelPaint(Palette.soft());
        axis.setAxisLinePaint(Palette.grid());
        axis.setTickMarkPaint(Palette.grid());
        return axis;
    }

    private static Font font(int style, int size) {
        return new Font(Font.SANS_SERIF, style, size);
    }
}
