package org.peerlock.lab.trace;

import static org.peerlock.lab.trace.SvgBuilder.to;

import java.util.Locale;
import org.peerlock.lab.trace.RecordedStep.Mark;

/** Draws the elements of space-time diagrams. */
final class DiagramPen {

    /**
     * The number of inks for message types. They differ in colour and, for black and white, in
     * their dashes.
     */
    static final int INKS = 8;

    /** The style sheet. An ink has one class for lines, and one for heads and texts. */
    static final String STYLE = """
            svg { font-family: Helvetica, Arial, sans-serif; font-size: 11px; fill: #1f2933; }
            path { fill: none; stroke: #1f2933; stroke-width: 1.4; }
            .title { font-size: 17px; font-weight: bold; }
            .subtitle { font-size: 12px; fill: #52606d; }
            .wrong { font-size: 12px; font-weight: bold; fill: #c1121f; }
            .violated { stroke: #c1121f; stroke-width: 2; stroke-dasharray: 6 4; }
            .grid { stroke: #e4e7eb; stroke-width: 1; }
            .axis text { fill: #52606d; text-anchor: middle; }
            .axis .unit { text-anchor: end; font-style: italic; }
            .name { font-size: 13px; font-weight: bold; text-anchor: end; }
            .legend text { font-size: 12px; }
            .waiting { fill: white; }
            .cancelled { fill: white; stroke-dasharray: 3 2; }
            .inside { fill: #1f2933; }
            .shared { fill: #7b8794; }
            .fence { fill: white; font-weight: bold; text-anchor: middle; }
            .timer { fill: white; }
            .cross { stroke-width: 2.2; }
            .ring { fill: white; stroke: #1f2933; stroke-width: 1.4; }
            .labels text { stroke: white; stroke-width: 3; stroke-linejoin: round; paint-order: stroke; text-anchor: middle; }
            .head { stroke: white; stroke-width: 0.8; }
            .line-axis { stroke: #52606d; } .ink-axis { fill: #52606d; }
            .line-any { stroke: #1f2933; } .ink-any { fill: #1f2933; }
            .line-0 { stroke: #0b5394; } .ink-0 { fill: #0b5394; }
            .line-1 { stroke: #b3400a; stroke-dasharray: 7 3; } .ink-1 { fill: #b3400a; }
            .line-2 { stroke: #1b7a3d; stroke-dasharray: 2 2.5; } .ink-2 { fill: #1b7a3d; }
            .line-3 { stroke: #7b2d8b; stroke-dasharray: 9 3 2 3; } .ink-3 { fill: #7b2d8b; }
            .line-4 { stroke: #8a6100; stroke-dasharray: 14 3; } .ink-4 { fill: #8a6100; }
            .line-5 { stroke: #00727f; stroke-dasharray: 4 2 1 2; } .ink-5 { fill: #00727f; }
            .line-6 { stroke: #a3195b; stroke-dasharray: 1 3; } .ink-6 { fill: #a3195b; }
            .line-7 { stroke: #4a4a4a; stroke-dasharray: 14 3 2 3 2 3; } .ink-7 { fill: #4a4a4a; }
            """;

    /** Half the height of a bar. */
    static final double BAR = 7;

    private static final double HEAD = 9;
    private static final double HALF_HEAD = 3.6;
    private static final double CROSS = 5;
    private static final double RING = 3;

    private final SvgBuilder svgBuilder;

    DiagramPen(SvgBuilder svgBuilder) {
        this.svgBuilder = svgBuilder;
    }

    /** A message that arrives. */
    void arrow(ArrowPath arrowPath, String ink) {
        svgBuilder.path("line-" + ink, arrowPath.path(HEAD - 1));
        head(arrowPath.toX(), arrowPath.toY(), arrowPath.alongX(1), arrowPath.alongY(1), ink);
    }

    private void head(double x, double y, double alongX, double alongY, String ink) {
        double baseX = x - HEAD * alongX;
        double baseY = y - HEAD * alongY;
        svgBuilder.path(
                "head ink-" + ink,
                to("M", x, y)
                        + to("L", baseX + HALF_HEAD * alongY, baseY - HALF_HEAD * alongX)
                        + to("L", baseX - HALF_HEAD * alongY, baseY + HALF_HEAD * alongX)
                        + "Z");
    }

    /** A message that is lost on its way. */
    void lost(ArrowPath arrowPath, String ink) {
        svgBuilder.path("line-" + ink, arrowPath.path(0));
        cross(arrowPath.toX(), arrowPath.toY());
    }

    void cross(double x, double y) {
        svgBuilder.path(
                "cross",
                to("M", x - CROSS, y - CROSS)
                        + to("L", x + CROSS, y + CROSS)
                        + to("M", x - CROSS, y + CROSS)
                        + to("L", x + CROSS, y - CROSS));
    }

    /** A message that is still under way. */
    void underway(ArrowPath arrowPath, String ink) {
        svgBuilder.path("line-" + ink, arrowPath.path(RING));
        svgBuilder.circle("ring", arrowPath.toX(), arrowPath.toY(), RING);
    }

    /** A message that a node receives from itself, as an arc above its line. */
    void loop(double from, double to, double y, double height, String ink) {
        double top = y - height * 4 / 3;
        svgBuilder.path(
                "line-" + ink, to("M", from, y) + to("C", from, top) + to("", to, top) + to("", to, y - HEAD + 1));
        head(to, y, 0, 1, ink);
    }

    /**
     * A span in which a node waits or is inside; {@code open} if it does not end in the picture.
     */
    void bar(double left, double right, double y, Mark mark, boolean open) {
        svgBuilder.path(
                mark.name().toLowerCase(Locale.ROOT),
                to("M", right, y - BAR)
                        + to("L", left, y - BAR)
                        + to("L", left, y + BAR)
                        + to("L", right, y + BAR)
                        + (open ? "" : "Z"));
    }

    /** A property is violated. */
    void violated(double x, double top, double bottom) {
        svgBuilder.path("violated", to("M", x, top) + to("L", x, bottom));
    }

    /** A timer expires. */
    void timer(double x, double y) {
        svgBuilder.path("timer", to("M", x, y - 5) + to("L", x + 5, y) + to("L", x, y + 5) + to("L", x - 5, y) + "Z");
    }
}
