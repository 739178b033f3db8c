package org.peerlock.lab.trace;

import java.util.ArrayList;
import java.util.List;

/**
 * The path of a message in a picture: straight, or curved.
 *
 * @param bow how far the middle is to the right of a straight line
 */
record ArrowPath(double fromX, double fromY, double toX, double toY, double bow) {

    private static final int PIECES = 8;

    static ArrowPath straight(double fromX, double fromY, double toX, double toY) {
        return new ArrowPath(fromX, fromY, toX, toY, 0);
    }

    ArrowPath bowed(double by) {
        return new ArrowPath(fromX, fromY, toX, toY, by);
    }

    ArrowPath movedRight(double distance) {
        return new ArrowPath(fromX + distance, fromY, toX + distance, toY, bow);
    }

    /** The first part of a straight path. */
    ArrowPath cut(double part) {
        return straight(fromX, fromY, x(part), y(part));
    }

    double x(double part) {
        return fromX + part * (toX - fromX) + 4 * bow * part * (1 - part);
    }

    double y(double part) {
        return fromY + part * (toY - fromY);
    }

    double length() {
        return Math.hypot(toX - fromX, toY - fromY);
    }

    /** The horizontal direction at a part of the path. */
    double alongX(double part) {
        return length() == 0 ? 1 : slopeX(part) / Math.hypot(slopeX(part), toY - fromY);
    }

    /** The vertical direction at a part of the path. */
    double alongY(double part) {
        return length() == 0 ? 0 : (toY - fromY) / Math.hypot(slopeX(part), toY - fromY);
    }

    private double slopeX(double part) {
        return toX - fromX + 4 * bow * (1 - 2 * part);
    }

    /** The horizontal position at a height. */
    double xAt(double height) {
        return x((height - fromY) / (toY - fromY));
    }

    /** The area of the path, as rectangles. */
    List<RotatedRectangle> pieces() {
        List<RotatedRectangle> pieces = new ArrayList<>();
        int count = bow == 0 ? 1 : PIECES;
        for (int i = 0; i < count; i++) {
            double from = (double) i / count;
            double to = (i + 1.0) / count;
            pieces.add(RotatedRectangle.line(x(from), y(from), x(to), y(to)));
        }
        return pieces;
    }

    /** The SVG path, shortened at its end. */
    String path(double earlier) {
        double endX = toX - earlier * alongX(1);
        double endY = toY - earlier * alongY(1);
        String start = SvgBuilder.to("M", fromX, fromY);
        return bow == 0
                ? start + SvgBuilder.to("L", endX, endY)
                : start
                        + SvgBuilder.to("Q", (fromX + toX) / 2 + 2 * bow, (fromY + toY) / 2)
                        + SvgBuilder.to("", endX, endY);
    }
}
