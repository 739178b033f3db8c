package org.peerlock.lab.trace;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.peerlock.lab.trace.MessageTransit.Fate;

/** The messages of a space-time diagram: arrows and their labels. */
final class DiagramMessages {

    /** The part of its path that is drawn for a message that does not arrive. */
    private static final double LOST_PART = 0.7;

    private static final double UNDERWAY_PART = 0.5;
    private static final double LOOP = 26;
    private static final double SIDE_BY_SIDE = 4;
    /** The distance that an arrow keeps from events at another node. */
    private static final double CLEAR = 12;

    private static final double[] BOWS = {0, 14, -14, 26, -26};

    private final List<MessageTransit> flights;
    private final DiagramScale scale;
    private final List<List<PhaseTimeline.Span>> phases;
    /** The ink of each message type, in order of first occurrence. */
    private final Map<String, String> inks = new LinkedHashMap<>();

    private final List<ArrowPath> ways;

    DiagramMessages(List<MessageTransit> flights, DiagramScale scale, List<List<PhaseTimeline.Span>> phases) {
        this.flights = farthestFirst(flights);
        this.scale = scale;
        this.phases = phases;
        flights.stream()
                .sorted(Comparator.comparingDouble(MessageTransit::sent))
                .forEach(messageTransit -> inks.computeIfAbsent(
                        messageTransit.type(), any -> Integer.toString(inks.size() % DiagramPen.INKS)));
        ways = ways();
    }

    Map<String, String> inks() {
        return inks;
    }

    /**
     * Messages that pass other nodes are drawn first, so that they do not hide messages that arrive
     * there.
     */
    private static List<MessageTransit> farthestFirst(List<MessageTransit> flights) {
        return flights.stream()
                .sorted(Comparator.comparingInt(
                        messageTransit -> -Math.abs(messageTransit.to() - messageTransit.from())))
                .toList();
    }

    /** The paths of all messages; those that would hide each other are drawn side by side. */
    private List<ArrowPath> ways() {
        List<List<Double>> events = events();
        Map<ArrowPath, Integer> taken = new HashMap<>();
        List<ArrowPath> ways = new ArrayList<>();
        for (MessageTransit messageTransit : flights) {
            ArrowPath arrowPath = clear(messageTransit, way(messageTransit), events);
            ways.add(arrowPath.movedRight(SIDE_BY_SIDE * (taken.merge(arrowPath, 1, Integer::sum) - 1)));
        }
        return ways;
    }

    /** The positions where each node sends and receives. */
    private List<List<Double>> events() {
        List<List<Double>> events = new ArrayList<>();
        phases.forEach(node -> events.add(new ArrayList<>()));
        for (MessageTransit messageTransit : flights) {
            events.get(messageTransit.from() - 1).add(scale.x(messageTransit.sent()));
            if (messageTransit.fate() == Fate.DELIVERED) {
                events.get(messageTransit.to() - 1).add(scale.x(messageTransit.ended()));
            }
        }
        return events;
    }

    /**
     * The path with the curve that keeps it away from events at the nodes that it passes; otherwise
     * it would seem to end there.
     */
    private ArrowPath clear(MessageTransit messageTransit, ArrowPath straight, List<List<Double>> events) {
        ArrowPath best = straight;
        double widest = -1;
        for (double bow : messageTransit.fate() == Fate.DELIVERED ? BOWS : new double[] {0}) {
            ArrowPath arrowPath = straight.bowed(bow);
            double distance = Double.POSITIVE_INFINITY;
            int last = Math.max(messageTransit.from(), messageTransit.to());
            for (int node = Math.min(messageTransit.from(), messageTransit.to()) + 1; node < last; node++) {
                double x = arrowPath.xAt(scale.y(node));
                for (double event : events.get(node - 1)) {
                    distance = Math.min(distance, Math.abs(event - x));
                }
            }
            if (distance >= CLEAR) {
                return arrowPath;
            } else if (distance > widest) {
                widest = distance;
                best = arrowPath;
            }
        }
        return best;
    }

    /** The straight path of a message; that of a node to itself is the top of an arc. */
    private ArrowPath way(MessageTransit messageTransit) {
        double fromX = scale.x(messageTransit.sent());
        double toX = messageTransit.fate() == Fate.UNDERWAY ? scale.right() : scale.x(messageTransit.ended());
        if (messageTransit.from() == messageTransit.to()) {
            double y = scale.y(messageTransit.to()) - DiagramPen.BAR - LOOP;
            return ArrowPath.straight(fromX, y, toX, y);
        }
        int down = messageTransit.to() > messageTransit.from() ? 1 : -1;
        double fromY = scale.y(messageTransit.from()) + down * thickness(messageTransit.from(), messageTransit.sent());
        double toY = scale.y(messageTransit.to()) - down * thickness(messageTransit.to(), messageTransit.ended());
        ArrowPath whole = ArrowPath.straight(fromX, fromY, toX, toY);
        return switch (messageTransit.fate()) {
            case DELIVERED -> whole;
            case LOST -> whole.cut(LOST_PART);
            case UNDERWAY -> whole.cut(UNDERWAY_PART);
        };
    }

    /** Half the thickness of a node's line at a time. */
    private double thickness(int node, double time) {
        return PhaseTimeline.at(phases.get(node - 1), time).isEmpty() ? 0 : DiagramPen.BAR;
    }

    void draw(SvgBuilder svgBuilder) {
        DiagramPen diagramPen = new DiagramPen(svgBuilder);
        for (int i = 0; i < flights.size(); i++) {
            MessageTransit messageTransit = flights.get(i);
            String ink = ink(messageTransit);
            svgBuilder
                    .open(messageTransit.fate().name().toLowerCase(Locale.ROOT))
                    .title(tooltip(messageTransit));
            if (messageTransit.from() == messageTransit.to() && messageTransit.fate() == Fate.DELIVERED) {
                double y = scale.y(messageTransit.to()) - DiagramPen.BAR;
                diagramPen.loop(scale.x(messageTransit.sent()), scale.x(messageTransit.ended()), y, LOOP, ink);
            } else {
                switch (messageTransit.fate()) {
                    case DELIVERED -> diagramPen.arrow(ways.get(i), ink);
                    case LOST -> diagramPen.lost(ways.get(i), ink);
                    case UNDERWAY -> diagramPen.underway(ways.get(i), ink);
                }
            }
            svgBuilder.close();
        }
    }

    private static String tooltip(MessageTransit messageTransit) {
        String sent = messageTransit.text() + " from " + messageTransit.from() + " to " + messageTransit.to()
                + ", sent at " + SvgBuilder.number(messageTransit.sent());
        return switch (messageTransit.fate()) {
            case DELIVERED -> sent + ", delivered at " + SvgBuilder.number(messageTransit.ended());
            case LOST -> sent + ", lost";
            case UNDERWAY -> sent + ", still under way";
        };
    }

    private String ink(MessageTransit messageTransit) {
        String ink = inks.get(messageTransit.type());
        if (ink == null) {
            throw new IllegalStateException("a message of a type that no node sent: " + messageTransit);
        }
        return ink;
    }

    void label(SvgBuilder svgBuilder) {
        List<RotatedRectangle> bars = new ArrayList<>();
        for (int node = 1; node <= phases.size(); node++) {
            double y = scale.y(node);
            bars.add(RotatedRectangle.bar(0, scale.right(), y, 1));
            for (PhaseTimeline.Span span : phases.get(node - 1)) {
                bars.add(RotatedRectangle.bar(scale.x(span.from()), scale.x(span.to()), y, DiagramPen.BAR));
            }
        }
        List<@Nullable RotatedRectangle> places = LabelPlacer.place(
                ways, flights.stream().map(MessageTransit::text).toList(), bars);
        svgBuilder.open("labels");
        for (int i = 0; i < flights.size(); i++) {
            MessageTransit messageTransit = flights.get(i);
            RotatedRectangle place = places.get(i);
            if (place != null) {
                svgBuilder.text(
                        "ink-" + ink(messageTransit), place.x(), place.y(), place.angle(), messageTransit.text());
            }
        }
        svgBuilder.close();
    }
}
