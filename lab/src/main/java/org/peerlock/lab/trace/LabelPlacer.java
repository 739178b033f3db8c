package org.peerlock.lab.trace;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Finds for the text of each arrow a place along it where it is in nobody's way.
 *
 * <p>Each label tries several places on both sides of its arrow, and takes the one that costs least; shorter arrows choose first,
 * for they have less choice. As those who choose later may be in the way of those before, all choose again a few times. A label
 * that would still lie on another is left out.
 */
final class LabelPlacer {

    private static final double HALF_HEIGHT = 6;
    private static final double CAPITAL_WIDTH = 7.3;
    private static final double OTHER_WIDTH = 6.2;
    private static final double DISTANCE = 8;
    private static final int ROUNDS = 5;
    /** How far from the middle of its arrow a label may be, as a part of its length, and in how many steps. */
    private static final double FARTHEST = 0.4;

    private static final int STEPS = 20;

    private static final double ON_LABEL = 1000;
    private static final double ON_BAR = 60;
    private static final double ON_ARROW = 25;
    private static final double BEYOND_ITS_ARROW = 40;
    private static final double OFF_CENTRE = 12;
    private static final double BELOW = 1;

    /** A rectangle that may be turned: its middle, its direction, and half its sides. */
    record Slab(double x, double y, double alongX, double alongY, double halfLength, double halfHeight) {

        /** From one point to another. */
        static Slab line(double fromX, double fromY, double toX, double toY) {
            double length = Math.hypot(toX - fromX, toY - fromY);
            double unit = length == 0 ? 1 : length;
            return new Slab(
                    (fromX + toX) / 2,
                    (fromY + toY) / 2,
                    length == 0 ? 1 : (toX - fromX) / unit,
                    (toY - fromY) / unit,
                    length / 2,
                    0.8);
        }

        static Slab bar(double left, double right, double y, double halfHeight) {
            return new Slab((left + right) / 2, y, 1, 0, (right - left) / 2, halfHeight);
        }

        Slab movedRight(double distance) {
            return new Slab(x + distance, y, alongX, alongY, halfLength, halfHeight);
        }

        double length() {
            return 2 * halfLength;
        }

        double endX() {
            return x + alongX * halfLength;
        }

        double endY() {
            return y + alongY * halfLength;
        }

        /** Two rectangles are apart if they are so along a side of one of them. */
        boolean touches(Slab other) {
            return !apart(other, alongX, alongY)
                    && !apart(other, -alongY, alongX)
                    && !apart(other, other.alongX, other.alongY)
                    && !apart(other, -other.alongY, other.alongX);
        }

        private boolean apart(Slab other, double axisX, double axisY) {
            double distance = Math.abs((other.x - x) * axisX + (other.y - y) * axisY);
            return distance > reach(axisX, axisY) + other.reach(axisX, axisY);
        }

        private double reach(double axisX, double axisY) {
            return halfLength * Math.abs(alongX * axisX + alongY * axisY)
                    + halfHeight * Math.abs(alongX * axisY - alongY * axisX);
        }

        /** Whether anything that can touch this label's arrow could be near the other. */
        private boolean near(Slab other) {
            double margin = 2 * DISTANCE;
            return Math.abs(other.x - x) <= reach(1, 0) + other.reach(1, 0) + margin
                    && Math.abs(other.y - y) <= reach(0, 1) + other.reach(0, 1) + margin;
        }

        /** In degrees, clockwise as in a picture. */
        double angle() {
            return Math.toDegrees(Math.atan2(alongY, alongX));
        }
    }

    /** An arrow, its text, and where that stands at the moment. */
    private static final class Label {

        private final Slab arrow;
        private final double halfWidth;
        private final List<Label> neighbours = new ArrayList<>();
        private final List<Slab> bars = new ArrayList<>();
        private @Nullable Slab place;

        Label(Slab arrow, String text) {
            this.arrow = arrow;
            halfWidth = width(text) / 2 + 2;
        }

        Slab candidate(double off, int side) {
            double along = off * arrow.length();
            return new Slab(
                    arrow.x + along * arrow.alongX + side * DISTANCE * arrow.alongY,
                    arrow.y + along * arrow.alongY - side * DISTANCE * arrow.alongX,
                    arrow.alongX,
                    arrow.alongY,
                    halfWidth,
                    HALF_HEIGHT);
        }

        void choose() {
            double least = Double.POSITIVE_INFINITY;
            for (int step = -STEPS; step <= STEPS; step++) {
                double off = step * FARTHEST / STEPS;
                for (int side = 1; side >= -1; side -= 2) {
                    Slab candidate = candidate(off, side);
                    double cost = cost(candidate, Math.abs(off)) + (side < 0 ? BELOW : 0);
                    if (cost < least) {
                        least = cost;
                        place = candidate;
                    }
                }
            }
        }

        private double cost(Slab candidate, double off) {
            double beyond = off * arrow.length() + halfWidth - arrow.halfLength;
            double cost = off * OFF_CENTRE + (beyond > 0 && off > 0 ? BEYOND_ITS_ARROW : 0);
            for (Slab bar : bars) {
                cost += candidate.touches(bar) ? ON_BAR : 0;
            }
            for (Label other : neighbours) {
                cost += candidate.touches(other.arrow) ? ON_ARROW : 0;
                cost += other.place != null && candidate.touches(other.place) ? ON_LABEL : 0;
            }
            return cost;
        }

        void leaveOutIfOnAnother() {
            Slab chosen = place;
            if (chosen != null
                    && neighbours.stream().anyMatch(other -> other.place != null && chosen.touches(other.place))) {
                place = null;
            }
        }
    }

    private LabelPlacer() {}

    /** How wide a text is, more or less, for which font it will be is not known. */
    static double width(String text) {
        return text.chars()
                .mapToDouble(letter -> Character.isUpperCase(letter) ? CAPITAL_WIDTH : OTHER_WIDTH)
                .sum();
    }

    /** The places of the texts of some arrows, in their order; null for one that has to be left out. */
    static List<@Nullable Slab> place(List<Slab> arrows, List<String> texts, List<Slab> bars) {
        List<Label> labels = new ArrayList<>();
        for (int i = 0; i < arrows.size(); i++) {
            Label label = new Label(arrows.get(i), texts.get(i));
            for (Label other : labels) {
                if (label.arrow.near(other.arrow)) {
                    label.neighbours.add(other);
                    other.neighbours.add(label);
                }
            }
            bars.stream().filter(label.arrow::near).forEach(label.bars::add);
            labels.add(label);
        }
        List<Label> shortestFirst = new ArrayList<>(labels);
        shortestFirst.sort(Comparator.comparingDouble(label -> label.arrow.length()));
        for (int round = 0; round < ROUNDS; round++) {
            shortestFirst.forEach(Label::choose);
        }
        shortestFirst.forEach(Label::leaveOutIfOnAnother);
        List<@Nullable Slab> places = new ArrayList<>();
        labels.forEach(label -> places.add(label.place));
        return places;
    }
}
