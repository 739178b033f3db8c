package org.peerlock.lab.trace;

import java.util.List;
import org.peerlock.lab.trace.LabelPlacer.Slab;
import org.peerlock.lab.trace.Moment.Mark;

/** Draws what space-time diagrams consist of. */
final class Pen {

    /** How a type of message is drawn: the colours differ, and for black and white the dashes too. */
    record Ink(String colour, String dashes) {}

    private static final List<Ink> INKS = List.of(
            new Ink("#0b5394", "none"),
            new Ink("#b3400a", "7 3"),
            new Ink("#1b7a3d", "2 2.5"),
            new Ink("#7b2d8b", "9 3 2 3"),
            new Ink("#8a6100", "12 3"),
            new Ink("#00727f", "4 2 1 2"),
            new Ink("#a3195b", "1 3"),
            new Ink("#4a4a4a", "14 3 2 3 2 3"));

    static final String DARK = "#1f2933";
    static final double BAR = 7;

    private static final double HEAD = 9;
    private static final double HALF_HEAD = 3.6;
    private static final double CROSS = 5;

    private final Svg svg;

    Pen(Svg svg) {
        this.svg = svg;
    }

    /** The ink for the type of message that comes up so late. */
    static Ink ink(int type) {
        return INKS.get(type % INKS.size());
    }

    /** A message that arrives. */
    void arrow(Slab way, Ink ink) {
        line(way, ink, HEAD - 1);
        double endX = way.x() + way.alongX() * way.halfLength();
        double endY = way.y() + way.alongY() * way.halfLength();
        head(endX, endY, way.alongX(), way.alongY(), ink);
    }

    private void head(double x, double y, double alongX, double alongY, Ink ink) {
        double baseX = x - HEAD * alongX;
        double baseY = y - HEAD * alongY;
        svg.empty(
                "path",
                "d",
                path("M", x, y)
                        + path("L", baseX + HALF_HEAD * alongY, baseY - HALF_HEAD * alongX)
                        + path("L", baseX - HALF_HEAD * alongY, baseY + HALF_HEAD * alongX)
                        + "Z",
                "fill",
                ink.colour(),
                "stroke",
                "none");
    }

    /** A message that is lost on its way. */
    void lost(Slab way, Ink ink) {
        line(way, ink, 0);
        double x = way.x() + way.alongX() * way.halfLength();
        double y = way.y() + way.alongY() * way.halfLength();
        cross(x, y, ink.colour());
    }

    void cross(double x, double y, String colour) {
        svg.empty(
                "path",
                "d",
                path("M", x - CROSS, y - CROSS)
                        + path("L", x + CROSS, y + CROSS)
                        + path("M", x - CROSS, y + CROSS)
                        + path("L", x + CROSS, y - CROSS),
                "stroke",
                colour,
                "stroke-width",
                2.2);
    }

    /** A message that is still under way. */
    void underway(Slab way, Ink ink) {
        line(way, ink, 3);
        svg.empty(
                "circle",
                "cx",
                way.x() + way.alongX() * way.halfLength(),
                "cy",
                way.y() + way.alongY() * way.halfLength(),
                "r",
                3.0,
                "fill",
                "white",
                "stroke",
                ink.colour());
    }

    private void line(Slab way, Ink ink, double short_) {
        double toEnd = way.halfLength() - short_;
        svg.empty(
                "path",
                "d",
                path("M", way.x() - way.alongX() * way.halfLength(), way.y() - way.alongY() * way.halfLength())
                        + path("L", way.x() + way.alongX() * toEnd, way.y() + way.alongY() * toEnd),
                "stroke",
                ink.colour(),
                "stroke-dasharray",
                ink.dashes());
    }

    /** A message that a node receives from itself, as an arc above its line. */
    void loop(double from, double to, double y, double height, Ink ink) {
        double top = y - height * 4 / 3;
        svg.empty(
                "path",
                "d",
                path("M", from, y) + path("C", from, top) + path("", to, top) + path("", to, y - HEAD + 1),
                "stroke",
                ink.colour(),
                "stroke-dasharray",
                ink.dashes());
        head(to, y, 0, 1, ink);
    }

    /** A time in which a node waits or is inside; {@code open} if it does not end in the picture. */
    void bar(double left, double right, double y, Mark mark, boolean open) {
        String fill = switch (mark) {
            case INSIDE -> DARK;
            case SHARED -> "#9aa5b1";
            case IDLE, WAITING, CANCELLED, CRASHED -> "white";
        };
        svg.empty(
                "path",
                "d",
                path("M", right, y - BAR)
                        + path("L", left, y - BAR)
                        + path("L", left, y + BAR)
                        + path("L", right, y + BAR)
                        + (open ? "" : "Z"),
                "fill",
                fill,
                "stroke",
                DARK,
                "stroke-width",
                1.3,
                "stroke-dasharray",
                mark == Mark.CANCELLED ? "3 2" : "none");
    }

    /** A timer runs out. */
    void diamond(double x, double y) {
        svg.empty(
                "path",
                "d",
                path("M", x, y - 5) + path("L", x + 5, y) + path("L", x, y + 5) + path("L", x - 5, y) + "Z",
                "fill",
                "white",
                "stroke",
                DARK,
                "stroke-width",
                1.3);
    }

    static String path(String command, double x, double y) {
        return command + " " + Svg.number(x) + " " + Svg.number(y) + " ";
    }
}
