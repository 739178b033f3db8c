package org.peerlock.lab.trace;

/** A rotated rectangle: its centre, its direction, and half its sides. */
record RotatedRectangle(double x, double y, double alongX, double alongY, double halfLength, double halfHeight) {

    /** A line from one point to another. */
    static RotatedRectangle line(double fromX, double fromY, double toX, double toY) {
        double length = Math.hypot(toX - fromX, toY - fromY);
        double unit = length == 0 ? 1 : length;
        return new RotatedRectangle(
                (fromX + toX) / 2,
                (fromY + toY) / 2,
                length == 0 ? 1 : (toX - fromX) / unit,
                (toY - fromY) / unit,
                length / 2,
                0.8);
    }

    static RotatedRectangle bar(double left, double right, double y, double halfHeight) {
        return new RotatedRectangle((left + right) / 2, y, 1, 0, (right - left) / 2, halfHeight);
    }

    /** Two rectangles are apart if they are apart along a side of one of them (separating axis). */
    boolean touches(RotatedRectangle other) {
        return !apart(other, alongX, alongY)
                && !apart(other, -alongY, alongX)
                && !apart(other, other.alongX, other.alongY)
                && !apart(other, -other.alongY, other.alongX);
    }

    private boolean apart(RotatedRectangle other, double axisX, double axisY) {
        double distance = Math.abs((other.x - x) * axisX + (other.y - y) * axisY);
        return distance > reach(axisX, axisY) + other.reach(axisX, axisY);
    }

    private double reach(double axisX, double axisY) {
        return halfLength * Math.abs(alongX * axisX + alongY * axisY)
                + halfHeight * Math.abs(alongX * axisY - alongY * axisX);
    }

    /** Whether the bounding boxes of both are within a margin. */
    boolean near(RotatedRectangle other, double margin) {
        return Math.abs(other.x - x) <= reach(1, 0) + other.reach(1, 0) + margin
                && Math.abs(other.y - y) <= reach(0, 1) + other.reach(0, 1) + margin;
    }

    /** The angle in degrees, clockwise. */
    double angle() {
        return Math.toDegrees(Math.atan2(alongY, alongX));
    }
}
