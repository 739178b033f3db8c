package org.peerlock.lab.trace;

import java.util.ArrayList;
import java.util.List;

/**
 * The scale of a space-time diagram: time goes to the right, the nodes are below each other.
 *
 * @param start the time at the left
 * @param end the time at the right
 * @param perUnit the width of a unit of time
 * @param top the position of the first node
 * @param gap the distance between two nodes
 */
record DiagramScale(double start, double end, double perUnit, double top, double gap, Trace.Unit unit, int nodes) {

    static final double LEFT = 78;
    static final double RIGHT = 26;

    private static final double STEP_WIDTH = 50;
    private static final double FLIGHT_WIDTH = 120;
    private static final double WIDEST = 16_000;
    private static final double NARROWEST = 420;
    private static final double TICK_GAP = 40;

    /** A scale on which a typical message has room for its text. */
    static DiagramScale of(Trace trace, List<MessageTransit> flights, double top) {
        List<TraceEvent> events = trace.events();
        double start = events.isEmpty() ? 0 : events.get(0).time();
        double last = events.isEmpty() ? 1 : events.get(events.size() - 1).time();
        double unit = trace.unit() == Trace.Unit.STEP ? STEP_WIDTH : FLIGHT_WIDTH / usual(flights);
        double padding = trace.unit() == Trace.Unit.STEP ? 1 : FLIGHT_WIDTH / 4 / unit;
        double end = last + padding;
        double width = Math.min(WIDEST, Math.max(NARROWEST, (end - start) * unit));
        double gap = trace.nodes() <= 4 ? 140 : trace.nodes() <= 8 ? 104 : 80;
        return new DiagramScale(start, end, width / (end - start), top, gap, trace.unit(), trace.nodes());
    }

    /** The median message delay. */
    private static double usual(List<MessageTransit> flights) {
        double[] times = flights.stream()
                .mapToDouble(messageTransit -> messageTransit.ended() - messageTransit.sent())
                .filter(time -> time > 0)
                .sorted()
                .toArray();
        return times.length == 0 ? 1 : times[times.length / 2];
    }

    double x(double time) {
        return LEFT + (Math.min(time, end) - start) * perUnit;
    }

    double y(int node) {
        return top + (node - 1) * gap;
    }

    double right() {
        return x(end);
    }

    /** The position of the time axis. */
    double axis() {
        return y(nodes) + 44;
    }

    /**
     * The labelled times of the axis: 1, 2 or 5 times a power of ten apart; whole numbers for
     * steps.
     */
    List<Double> ticks() {
        double least = unit == Trace.Unit.STEP ? Math.max(1, TICK_GAP / perUnit) : TICK_GAP / perUnit;
        double power = Math.pow(10, Math.floor(Math.log10(least)));
        double distance = power;
        for (double factor : new double[] {1, 2, 5, 10}) {
            distance = factor * power;
            if (distance >= least) {
                break;
            }
        }
        List<Double> ticks = new ArrayList<>();
        for (long i = (long) Math.ceil(start / distance); i * distance < end; i++) {
            ticks.add(i * distance);
        }
        return ticks;
    }
}
