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
import org.jfree.chart.plot.SeriesRenderingOrder;
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

/** Draws a chart: each point is at its place, and each line looks in the legend as it does in the chart. */
record SweepChart(ChartData data) {

    /** Small, with large letters, so that it is readable on a phone. */
    private static final int WIDTH = 480;

    private static final int HEIGHT = 420;

    /** Pixels of a PNG for each unit of the chart. */
    private static final int DENSITY = 2;

    /** An axis is logarithmic if the ratio of the greatest to the least value is at least this. */
    private static final double WIDE = 20;

    /** The margin of a logarithmic axis, as a factor. */
    private static final double MARGIN = 1.3;

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
            throw new IllegalStateException("cannot draw " + data.name(), e);
        }
    }

    private JFreeChart draw() {
        XYPlot plot = new XYPlot(series(), placeAxis(), valueAxis(), renderer());
        plot.setSeriesRenderingOrder(SeriesRenderingOrder.FORWARD); // the widest line at the bottom
        plot.setBackgroundPaint(null);
        plot.setOutlineVisible(false);
        plot.setDomainGridlinesVisible(false);
        plot.setRangeGridlinePaint(ChartPalette.grid());
        plot.setRangeGridlineStroke(new BasicStroke(1));
        plot.setAxisOffset(new RectangleInsets(0, 0, 0, 0));
        JFreeChart chart = new JFreeChart(data.title(), font(Font.BOLD, 17), plot, true);
        chart.getTitle().setPaint(ChartPalette.text());
        TextTitle circumstances = new TextTitle(data.circumstances(), font(Font.PLAIN, 14));
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

    private YIntervalSeriesCollection series() {
        YIntervalSeriesCollection all = new YIntervalSeriesCollection();
        double floor = logarithmic(SweepChart::mean) ? leastShown() : Double.NEGATIVE_INFINITY;
        for (ChartData.Line line : data.lines()) {
            YIntervalSeries series = new YIntervalSeries(line.algorithm());
            for (ChartData.Point point : line.points()) {
                double either = either(point);
                series.add(point.x(), mean(point), Math.max(floor, mean(point) - either), mean(point) + either);
            }
            all.addSeries(series);
        }
        return all;
    }

    private XYErrorRenderer renderer() {
        XYErrorRenderer renderer = new XYErrorRenderer();
        renderer.setDefaultLinesVisible(true);
        renderer.setDefaultShapesFilled(false);
        renderer.setDrawXError(false);
        renderer.setDrawYError(data.points().anyMatch(point -> point.sample().size() > 1));
        renderer.setErrorStroke(new BasicStroke(1.5f));
        int count = data.lines().size();
        for (int index = 0; index < count; index++) {
            int style = data.lines().get(index).style();
            renderer.setSeriesPaint(index, ChartPalette.line(style));
            renderer.setSeriesStroke(index, ChartPalette.stroke(count - 1 - index));
            renderer.setSeriesOutlineStroke(index, new BasicStroke(1.5f));
            renderer.setSeriesShape(index, ChartPalette.shape(style));
        }
        return renderer;
    }

    private boolean logarithmic(ToDoubleFunction<ChartData.Point> value) {
        return least(value) > 0 && greatest(value) / least(value) > WIDE;
    }

    private ValueAxis placeAxis() {
        if (logarithmic(ChartData.Point::x)) {
            return styled(
                    doublings(data.axis(), least(ChartData.Point::x) / MARGIN, greatest(ChartData.Point::x) * MARGIN));
        }
        NumberAxis axis = new NumberAxis(data.axis());
        axis.setAutoRangeIncludesZero(false);
        if (data.points().allMatch(point -> point.x() == Math.rint(point.x()))) {
            axis.setStandardTickUnits(NumberAxis.createIntegerTickUnits());
        }
        return styled(axis);
    }

    private ValueAxis valueAxis() {
        if (!logarithmic(SweepChart::mean)) {
            return styled(new NumberAxis(data.unit()));
        }
        return styled(doublings(data.unit(), leastShown(), greatest(point -> mean(point) + either(point)) * MARGIN));
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

    private static double mean(ChartData.Point point) {
        return point.sample().mean();
    }

    /** Half the length of an error bar. */
    private static double either(ChartData.Point point) {
        return point.sample().size() < 2 ? 0 : point.sample().confidence95();
    }

    /** The end of a logarithmic axis. Error bars that reach further, perhaps below 0, are cut. */
    private double leastShown() {
        return least(SweepChart::mean) / MARGIN;
    }

    private double least(ToDoubleFunction<ChartData.Point> value) {
        return data.points().mapToDouble(value).min().orElseThrow();
    }

    private double greatest(ToDoubleFunction<ChartData.Point> value) {
        return data.points().mapToDouble(value).max().orElseThrow();
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
