package org.peerlock.lab.trace;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Finds a place along each arrow where its label overlaps nothing.
 *
 * <p>Each label tries several places on both sides of its arrow, and takes the one with the lowest
 * cost; shorter arrows choose first, because they have less choice. Since a later label may overlap
 * an earlier one, all choose again a few times. A label that would still overlap another is left
 * out.
 */
final class LabelPlacer {

    private static final double HALF_HEIGHT = 6;
    private static final double CAPITAL_WIDTH = 7.3;
    private static final double OTHER_WIDTH = 6.2;
    private static final double DISTANCE = 8;
    private static final int ROUNDS = 5;
    /**
     * How far from the middle of its arrow a label may be, relative to the arrow's length, and in
     * how many steps.
     */
    private static final double FARTHEST = 0.4;

    private static final int STEPS = 20;

    private static final double ON_LABEL = 1000;
    private static final double ON_BAR = 60;
    private static final double ON_ARROW = 25;
    private static final double BEYOND_ITS_ARROW = 40;
    private static final double OFF_CENTRE = 12;
    private static final double BELOW = 1;

    /** An arrow, its text, and the current place of the text. */
    private static final class Label {

        private final ArrowPath arrowPath;
        private final List<RotatedRectangle> arrow;
        private final double halfWidth;
        private final List<Label> neighbours = new ArrayList<>();
        private final List<RotatedRectangle> bars = new ArrayList<>();
        private @Nullable RotatedRectangle place;

        Label(ArrowPath arrowPath, String text) {
            this.arrowPath = arrowPath;
            arrow = arrowPath.pieces();
            halfWidth = width(text) / 2 + 2;
        }

        RotatedRectangle candidate(double part, int side) {
            double alongX = arrowPath.alongX(part);
            double alongY = arrowPath.alongY(part);
            return new RotatedRectangle(
                    arrowPath.x(part) + side * DISTANCE * alongY,
                    arrowPath.y(part) - side * DISTANCE * alongX,
                    alongX,
                    alongY,
                    halfWidth,
                    HALF_HEIGHT);
        }

        void choose() {
            double least = Double.POSITIVE_INFINITY;
            for (int step = -STEPS; step <= STEPS; step++) {
                double off = step * FARTHEST / STEPS;
                for (int side = 1; side >= -1; side -= 2) {
                    RotatedRectangle candidate = candidate(0.5 + off, side);
                    double cost = cost(candidate, Math.abs(off)) + (side < 0 ? BELOW : 0);
                    if (cost < least) {
                        least = cost;
                        place = candidate;
                    }
                }
            }
        }

        private double cost(RotatedRectangle candidate, double off) {
            double beyond = off * arrowPath.length() + halfWidth - arrowPath.length() / 2;
            double cost = off * OFF_CENTRE + (beyond > 0 && off > 0 ? BEYOND_ITS_ARROW : 0);
            for (RotatedRectangle bar : bars) {
                cost += candidate.touches(bar) ? ON_BAR : 0;
            }
            for (Label other : neighbours) {
                cost += other.arrow.stream().anyMatch(candidate::touches) ? ON_ARROW : 0;
                cost += other.place != null && candidate.touches(other.place) ? ON_LABEL : 0;
            }
            return cost;
        }

        private boolean near(List<RotatedRectangle> others) {
            return arrow.stream()
                    .anyMatch(piece -> others.stream().anyMatch(other -> piece.near(other, halfWidth + 2 * DISTANCE)));
        }

        void leaveOutIfOnAnother() {
            RotatedRectangle chosen = place;
            if (chosen != null
                    && neighbours.stream().anyMatch(other -> other.place != null && chosen.touches(other.place))) {
                place = null;
            }
        }
    }

    private LabelPlacer() {}

    /** The approximate width of a text; the font is not known. */
    static double width(String text) {
        return text.chars()
                .mapToDouble(letter -> Character.isUpperCase(letter) ? CAPITAL_WIDTH : OTHER_WIDTH)
                .sum();
    }

    /**
     * The places of the labels of some arrows, in order; null for one that is left out.
     */
    static List<@Nullable RotatedRectangle> place(
            List<ArrowPath> arrows, List<String> texts, List<RotatedRectangle> bars) {
        List<Label> labels = new ArrayList<>();
        for (int i = 0; i < arrows.size(); i++) {
            Label label = new Label(arrows.get(i), texts.get(i));
            for (Label other : labels) {
                if (label.near(other.arrow)) {
                    label.neighbours.add(other);
                    other.neighbours.add(label);
                }
            }
            bars.stream().filter(bar -> label.near(List.of(bar))).forEach(label.bars::add);
            labels.add(label);
        }
        List<Label> shortestFirst = new ArrayList<>(labels);
        shortestFirst.sort(Comparator.comparingDouble(label -> label.arrowPath.length()));
        for (int round = 0; round < ROUNDS; round++) {
            shortestFirst.forEach(Label::choose);
        }
        shortestFirst.forEach(Label::leaveOutIfOnAnother);
        List<@Nullable RotatedRectangle> places = new ArrayList<>();
        labels.forEach(label -> places.add(label.place));
        return places;
    }
}
