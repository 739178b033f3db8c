package org.peerlock.lab.trace;

import java.util.ArrayList;
import java.util.List;
import org.peerlock.lab.trace.RecordedStep.Mark;

/** The legend below a space-time diagram: the symbols that occur in it. */
final class DiagramLegend {

    static final double ROW = 22;

    private static final double SAMPLE = 34;
    private static final double GAP = 24;

    /** Draws a sample at a position. */
    private interface Sample {
        void draw(DiagramPen diagramPen, double x, double y);
    }

    private record Item(String text, Sample sample) {
        double width() {
            return SAMPLE + 8 + LabelPlacer.width(text) + GAP;
        }
    }

    private final List<Item> items = new ArrayList<>();

    DiagramLegend message(String type, String ink) {
        return add(type, (diagramPen, x, y) -> diagramPen.arrow(ArrowPath.straight(x, y, x + SAMPLE, y), ink));
    }

    DiagramLegend lost() {
        return add("lost", (diagramPen, x, y) -> diagramPen.lost(ArrowPath.straight(x, y, x + SAMPLE - 6, y), "any"));
    }

    DiagramLegend underway() {
        return add(
                "still under way",
                (diagramPen, x, y) -> diagramPen.underway(ArrowPath.straight(x, y, x + SAMPLE - 6, y), "any"));
    }

    DiagramLegend phase(Mark mark) {
        return switch (mark) {
            case IDLE, OUTSIDE, JOINING -> this; // no bar is drawn for them
            case WAITING -> bar("waits", mark);
            case CANCELLED -> bar("has given up, not yet withdrawn", mark);
            case INSIDE -> bar("inside, ^ its fence", mark);
            case SHARED -> bar("inside with others", mark);
            case CRASHED -> add("crashes", (diagramPen, x, y) -> diagramPen.cross(x + SAMPLE / 2, y));
        };
    }

    private DiagramLegend bar(String text, Mark mark) {
        return add(text, (diagramPen, x, y) -> diagramPen.bar(x, x + SAMPLE, y, mark, false));
    }

    DiagramLegend timer() {
        return add("a timer runs out", (diagramPen, x, y) -> diagramPen.timer(x + SAMPLE / 2, y));
    }

    DiagramLegend violated() {
        return add("something is violated", (diagramPen, x, y) -> diagramPen.violated(x + SAMPLE / 2, y - 8, y + 8));
    }

    private DiagramLegend add(String text, Sample sample) {
        items.add(new Item(text, sample));
        return this;
    }

    /** The number of rows for a width. */
    int rows(double width) {
        int rows = 1;
        double x = 0;
        for (Item item : items) {
            if (x > 0 && x + item.width() - GAP > width) {
                rows++;
                x = 0;
            }
            x += item.width();
        }
        return rows;
    }

    void draw(SvgBuilder svgBuilder, double left, double top, double width) {
        DiagramPen diagramPen = new DiagramPen(svgBuilder);
        svgBuilder.open("legend");
        double x = left;
        double y = top;
        for (Item item : items) {
            if (x > left && x + item.width() - GAP > left + width) {
                x = left;
                y += ROW;
            }
            item.sample().draw(diagramPen, x, y);
            svgBuilder.text("what", x + SAMPLE + 8, y + 4, item.text());
            x += item.width();
        }
        svgBuilder.close();
    }
}
