package org.peerlock.lab.trace;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.peerlock.lab.trace.Flight.Fate;
import org.peerlock.lab.trace.LabelPlacer.Slab;
import org.peerlock.lab.trace.Moment.Mark;
import org.peerlock.lab.trace.Pen.Ink;
import org.peerlock.lab.trace.TraceEvent.Kind;

/**
 * A trace as a picture in SVG, as textbooks have it: time goes to the right, each node has a line, and each message is an arrow from
 * where it was sent to where it arrived. A node that waits has a hollow bar, one that is inside a filled one.
 *
 * <p>The picture needs nothing else to be shown, and the same trace gives the same text. Texts that would lie on each other are
 * left out; a viewer that shows titles tells them when the pointer is on the arrow.
 */
public final class SpaceTimeDiagram {

    private static final double LINE_HEIGHT = 17;
    /** How much of its way a message is drawn that does not arrive. */
    private static final double LOST_PART = 0.7;

    private static final double UNDERWAY_PART = 0.5;
    private static final double LOOP = 26;

    private final Trace trace;
    private final List<Flight> flights;
    private final List<List<Phases.Span>> phases = new ArrayList<>();
    private final Map<String, Ink> inks = new LinkedHashMap<>();
    private final List<String> subtitle;
    private final DiagramScale scale;
    private final DiagramLegend legend;
    private final Svg svg;
    private final Pen pen;

    private SpaceTimeDiagram(Trace trace) {
        this.trace = trace;
        flights = Flight.of(trace);
        for (int node = 1; node <= trace.nodes(); node++) {
            phases.add(Phases.of(trace, node));
        }
        for (TraceEvent event : trace.events()) {
            if (event.kind() == Kind.SENT) {
                inks.computeIfAbsent(Flight.type(event.text()), any -> Pen.ink(inks.size()));
            }
        }
        subtitle = wrap(trace.subtitle(), DiagramScale.of(trace, flights, 0).right() - 20);
        scale = DiagramScale.of(trace, flights, 84 + subtitle.size() * LINE_HEIGHT);
        legend = legend();
        double height = scale.axis() + 56 + legend.rows(scale.right() - 20) * DiagramLegend.ROW;
        svg = new Svg(scale.width(), height);
        pen = new Pen(svg);
        svg.text("title", trace.title());
        svg.empty("rect", "width", "100%", "height", "100%", "fill", "white");
    }

    /** The picture of a trace. */
    public static String svg(Trace trace) {
        return new SpaceTimeDiagram(trace).draw();
    }

    private String draw() {
        svg.open("g", "font-family", "Helvetica, Arial, sans-serif", "fill", Pen.DARK);
        title();
        axis();
        List<Slab> ways = flights.stream().map(this::way).toList();
        messages(ways);
        for (int node = 1; node <= trace.nodes(); node++) {
            lane(node);
        }
        moments();
        labels(ways);
        legend.draw(svg, 20, scale.axis() + 58, scale.right() - 20);
        return svg.finish();
    }

    private static List<String> wrap(String text, double width) {
        List<String> lines = new ArrayList<>();
        StringBuilder line = new StringBuilder();
        for (String word : text.split(" ")) {
            if (line.length() > 0 && LabelPlacer.width(line + " " + word) > width) {
                lines.add(line.toString());
                line.setLength(0);
            }
            line.append(line.length() == 0 ? "" : " ").append(word);
        }
        if (line.length() > 0) {
            lines.add(line.toString());
        }
        return lines;
    }

    private void title() {
        svg.text("text", trace.title(), "x", 20.0, "y", 32.0, "font-size", 17, "font-weight", "bold");
        double y = 32;
        for (String line : subtitle) {
            y += LINE_HEIGHT;
            svg.text("text", line, "x", 20.0, "y", y, "font-size", 12, "fill", "#52606d");
        }
    }

    private void axis() {
        double y = scale.axis();
        svg.open("g", "class", "axis", "font-size", 11, "fill", "#52606d", "stroke-width", 1);
        for (double tick : scale.ticks()) {
            double x = scale.x(tick);
            String d = Pen.path("M", x, scale.y(1) - 26) + Pen.path("L", x, y + 4);
            svg.empty("path", "d", d, "stroke", "#e4e7eb");
            svg.text("text", Svg.number(tick), "x", x, "y", y + 17, "text-anchor", "middle");
        }
        pen.arrow(Slab.line(DiagramScale.LEFT - 12, y, scale.right() + 10, y), new Ink("#52606d", "none"));
        String unit = trace.unit() == Trace.Unit.STEP ? "step" : "time";
        svg.text("text", unit, "x", DiagramScale.LEFT - 20, "y", y + 4, "text-anchor", "end", "font-style", "italic");
        svg.close();
    }

    /** The way of a message in the picture; that of a node to itself is the top of an arc. */
    private Slab way(Flight flight) {
        double fromX = scale.x(flight.sent());
        double toX = scale.x(flight.ended());
        if (flight.from() == flight.to()) {
            double y = scale.y(flight.to()) - Pen.BAR - LOOP;
            return Slab.line(fromX, y, toX, y);
        }
        int down = flight.to() > flight.from() ? 1 : -1;
        double fromY = scale.y(flight.from()) + down * thickness(flight.from(), flight.sent());
        double toY = scale.y(flight.to()) - down * thickness(flight.to(), flight.ended());
        double part = switch (flight.fate()) {
            case DELIVERED -> 1;
            case LOST -> LOST_PART;
            case UNDERWAY -> UNDERWAY_PART;
        };
        double endX = flight.fate() == Fate.UNDERWAY ? scale.right() : toX;
        return Slab.line(fromX, fromY, fromX + part * (endX - fromX), fromY + part * (toY - fromY));
    }

    /** How far from the middle of its line a node begins at a time. */
    private double thickness(int node, double time) {
        boolean bar = phases.get(node - 1).stream()
                .anyMatch(span -> span.mark() != Mark.CRASHED && span.from() <= time && time <= span.to());
        return bar ? Pen.BAR : 0;
    }

    private void messages(List<Slab> ways) {
        svg.open("g", "fill", "none", "stroke-width", 1.4);
        for (int i = 0; i < flights.size(); i++) {
            Flight flight = flights.get(i);
            Ink ink = ink(flight);
            svg.open("g", "class", flight.fate().name().toLowerCase(Locale.ROOT));
            svg.text("title", story(flight));
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
        svg.close();
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

    private Ink ink(Flight flight) {
        Ink ink = inks.get(Flight.type(flight.text()));
        if (ink == null) {
            throw new IllegalStateException("a message of a type that nobody sent: " + flight);
        }
        return ink;
    }

    private void lane(int node) {
        double y = scale.y(node);
        List<Phases.Span> spans = phases.get(node - 1);
        double alive = spans.stream()
                .filter(span -> span.mark() == Mark.CRASHED)
                .mapToDouble(span -> scale.x(span.from()))
                .findFirst()
                .orElse(scale.right());
        svg.open("g", "class", "lane");
        svg.text(
                "text",
                "node " + node,
                "x",
                DiagramScale.LEFT - 20,
                "y",
                y + 4.5,
                "text-anchor",
                "end",
                "font-size",
                13,
                "font-weight",
                "bold");
        String d = Pen.path("M", DiagramScale.LEFT - 12, y) + Pen.path("L", alive, y);
        svg.empty("path", "d", d, "stroke", Pen.DARK, "stroke-width", 1.3);
        spans.forEach(span -> phase(span, y));
        svg.close();
    }

    private void phase(Phases.Span span, double y) {
        double left = scale.x(span.from());
        if (span.mark() == Mark.CRASHED) {
            pen.cross(left, y, Pen.DARK);
            return;
        }
        double right = Math.max(scale.x(span.to()), left + 3);
        pen.bar(left, right, y, span.mark(), Double.isInfinite(span.to()));
        String fence = "^" + span.fence();
        if (span.inside() && span.fence() > 0 && LabelPlacer.width(fence) + 4 < right - left) {
            svg.text(
                    "text",
                    fence,
                    "x",
                    (left + right) / 2,
                    "y",
                    y + 4,
                    "text-anchor",
                    "middle",
                    "font-size",
                    11,
                    "fill",
                    "white",
                    "font-weight",
                    "bold");
        }
    }

    /** What happens at a moment: messages leave and arrive at idle nodes, timers run out. */
    private void moments() {
        for (TraceEvent event : trace.events()) {
            double x = scale.x(event.time());
            double y = scale.y(event.node());
            if (event.kind() == Kind.EXPIRED) {
                pen.diamond(x, y);
            } else if ((event.kind() == Kind.SENT || event.kind() == Kind.DELIVERED)
                    && thickness(event.node(), event.time()) == 0) {
                svg.empty("circle", "cx", x, "cy", y, "r", 2.6);
            }
        }
    }

    private void labels(List<Slab> ways) {
        List<Slab> bars = new ArrayList<>();
        for (int node = 1; node <= trace.nodes(); node++) {
            double y = scale.y(node);
            bars.add(Slab.bar(0, scale.right(), y, 1));
            for (Phases.Span span : phases.get(node - 1)) {
                bars.add(Slab.bar(scale.x(span.from()), scale.x(span.to()), y, Pen.BAR));
            }
        }
        List<@Nullable Slab> places =
                LabelPlacer.place(ways, flights.stream().map(Flight::text).toList(), bars);
        svg.open(
                "g",
                "class",
                "labels",
                "font-size",
                11,
                "text-anchor",
                "middle",
                "stroke",
                "white",
                "stroke-width",
                3,
                "stroke-linejoin",
                "round",
                "paint-order",
                "stroke");
        for (int i = 0; i < flights.size(); i++) {
            Slab place = places.get(i);
            if (place != null) {
                String turn = "translate(" + Svg.number(place.x()) + " " + Svg.number(place.y()) + ") rotate("
                        + Svg.number(place.angle()) + ")";
                svg.text(
                        "text",
                        flights.get(i).text(),
                        "transform",
                        turn,
                        "y",
                        4.0,
                        "fill",
                        ink(flights.get(i)).colour());
            }
        }
        svg.close();
    }

    private DiagramLegend legend() {
        DiagramLegend made = new DiagramLegend();
        Set<Mark> marks = EnumSet.noneOf(Mark.class);
        phases.forEach(spans -> spans.forEach(span -> marks.add(span.mark())));
        for (Mark mark : List.of(Mark.WAITING, Mark.INSIDE, Mark.SHARED, Mark.CANCELLED, Mark.CRASHED)) {
            if (marks.contains(mark)) {
                made.phase(mark);
            }
        }
        inks.forEach(made::message);
        if (flights.stream().anyMatch(flight -> flight.fate() == Fate.LOST)) {
            made.lost();
        }
        if (flights.stream().anyMatch(flight -> flight.fate() == Fate.UNDERWAY)) {
            made.underway();
        }
        if (trace.events().stream().anyMatch(event -> event.kind() == Kind.EXPIRED)) {
            made.timer();
        }
        return made;
    }
}
