package org.peerlock.lab.trace;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.peerlock.lab.trace.Flight.Fate;

/** The messages of a space-time diagram: arrows and what stands at them. */
final class DiagramMessages {

    /** How much of its way a message is drawn that does not arrive. */
    private static final double LOST_PART = 0.7;

    private static final double UNDERWAY_PART = 0.5;
    private static final double LOOP = 26;
    private static final double SIDE_BY_SIDE = 4;
    /** How far a message should pass from what happens at another node. */
    private static final double CLEAR = 12;

    private static final double[] BOWS = {0, 14, -14, 26, -26};

    private final List<Flight> flights;
    private final DiagramScale scale;
    private final List<List<Phases.Span>> phases;
    /** The ink of each type of message, in the order of their first. */
    private final Map<String, String> inks = new LinkedHashMap<>();

    private final List<Way> ways;

    DiagramMessages(List<Flight> flights, DiagramScale scale, List<List<Phases.Span>> phases) {
        this.flights = farthestFirst(flights);
        this.scale = scale;
        this.phases = phases;
        flights.stream()
                .sorted(Comparator.comparingDouble(Flight::sent))
                .forEach(
                        flight -> inks.computeIfAbsent(flight.type(), any -> Integer.toString(inks.size() % Pen.INKS)));
        ways = ways();
    }

    Map<String, String> inks() {
        return inks;
    }

    /** What passes by other nodes is drawn first, so that it does not hide what arrives there. */
    private static List<Flight> farthestFirst(List<Flight> flights) {
        return flights.stream()
                .sorted(Comparator.comparingInt(flight -> -Math.abs(flight.to() - flight.from())))
                .toList();
    }

    /** The ways of all messages; those that would hide each other are put side by side. */
    private List<Way> ways() {
        List<List<Double>> events = events();
        Map<Way, Integer> taken = new HashMap<>();
        List<Way> ways = new ArrayList<>();
        for (Flight flight : flights) {
            Way way = clear(flight, way(flight), events);
            ways.add(way.movedRight(SIDE_BY_SIDE * (taken.merge(way, 1, Integer::sum) - 1)));
        }
        return ways;
    }

    /** Where each node sends and receives. */
    private List<List<Double>> events() {
        List<List<Double>> events = new ArrayList<>();
        phases.forEach(node -> events.add(new ArrayList<>()));
        for (Flight flight : flights) {
            events.get(flight.from() - 1).add(scale.x(flight.sent()));
            if (flight.fate() == Fate.DELIVERED) {
                events.get(flight.to() - 1).add(scale.x(flight.ended()));
            }
        }
        return events;
    }

    /** The way in the bow that leads it clear of what happens at the nodes that it passes: it would seem to stop there. */
    private Way clear(Flight flight, Way straight, List<List<Double>> events) {
        Way best = straight;
        double widest = -1;
        for (double bow : flight.fate() == Fate.DELIVERED ? BOWS : new double[] {0}) {
            Way way = straight.bowed(bow);
            double distance = Double.POSITIVE_INFINITY;
            int last = Math.max(flight.from(), flight.to());
            for (int node = Math.min(flight.from(), flight.to()) + 1; node < last; node++) {
                double x = way.xAt(scale.y(node));
                for (double event : events.get(node - 1)) {
                    distance = Math.min(distance, Math.abs(event - x));
                }
            }
            if (distance >= CLEAR) {
                return way;
            } else if (distance > widest) {
                widest = distance;
                best = way;
            }
        }
        return best;
    }

    /** The straight way of a message; that of a node to itself is the top of an arc. */
    private Way way(Flight flight) {
        double fromX = scale.x(flight.sent());
        double toX = flight.fate() == Fate.UNDERWAY ? scale.right() : scale.x(flight.ended());
        if (flight.from() == flight.to()) {
            double y = scale.y(flight.to()) - Pen.BAR - LOOP;
            return Way.straight(fromX, y, toX, y);
        }
        int down = flight.to() > flight.from() ? 1 : -1;
        double fromY = scale.y(flight.from()) + down * thickness(flight.from(), flight.sent());
        double toY = scale.y(flight.to()) - down * thickness(flight.to(), flight.ended());
        Way whole = Way.straight(fromX, fromY, toX, toY);
        return switch (flight.fate()) {
            case DELIVERED -> whole;
            case LOST -> whole.cut(LOST_PART);
            case UNDERWAY -> whole.cut(UNDERWAY_PART);
        };
    }

    /** How far from the middle of its line a node begins at a time. */
    private double thickness(int node, double time) {
        return Phases.at(phases.get(node - 1), time).isEmpty() ? 0 : Pen.BAR;
    }

    void draw(Svg svg) {
        Pen pen = new Pen(svg);
        for (int i = 0; i < flights.size(); i++) {
            Flight flight = flights.get(i);
            String ink = ink(flight);
            svg.open(flight.fate().name().toLowerCase(Locale.ROOT)).title(story(flight));
            if (flight.from() == flight.to() && flight.fate() == Fate.DELIVERED) {
                double y = scale.y(flight.to()) - Pen.BAR;
                pen.loop(scale.x(flight.sent()), scale.x(flight.ended()), y, LOOP, ink);
            } else {
                switch (flight.fate()) {
                    case DELIVERED -> pen.arrow(ways.get(i), ink);
                    case LOST -> pen.lost(ways.get(i), ink);
                    case UNDERWAY -> pen.underway(ways.get(i), ink);
                }
            }
            svg.close();
        }
    }

    private static String story(Flight flight) {
        String sent = flight.text() + " from " + flight.from() + " to " + flight.to() + ", sent at "
                + Svg.number(flight.sent());
        return switch (flight.fate()) {
            case DELIVERED -> sent + ", delivered at " + Svg.number(flight.ended());
            case LOST -> sent + ", lost";
            case UNDERWAY -> sent + ", still under way";
        };
    }

    private String ink(Flight flight) {
        String ink = inks.get(flight.type());
        if (ink == null) {
            throw new IllegalStateException("a message of a type that nobody sent: " + flight);
        }
        return ink;
    }

    void label(Svg svg) {
        List<Slab> bars = new ArrayList<>();
        for (int node = 1; node <= phases.size(); node++) {
            double y = scale.y(node);
            bars.add(Slab.bar(0, scale.right(), y, 1));
            for (Phases.Span span : phases.get(node - 1)) {
                bars.add(Slab.bar(scale.x(span.from()), scale.x(span.to()), y, Pen.BAR));
            }
        }
        List<@Nullable Slab> places =
                LabelPlacer.place(ways, flights.stream().map(Flight::text).toList(), bars);
        svg.open("labels");
        for (int i = 0; i < flights.size(); i++) {
            Flight flight = flights.get(i);
            Slab place = places.get(i);
            if (place != null) {
                svg.text("ink-" + ink(flight), place.x(), place.y(), place.angle(), flight.text());
            }
        }
        svg.close();
    }
}
