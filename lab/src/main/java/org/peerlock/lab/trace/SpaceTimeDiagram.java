package org.peerlock.lab.trace;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.peerlock.lab.trace.MessageTransit.Fate;
import org.peerlock.lab.trace.RecordedStep.Mark;
import org.peerlock.lab.trace.TraceEvent.Kind;

/**
 * A trace as an SVG picture, in the style of textbooks: time goes to the right, each node has a
 * line, and each message is an arrow from where it was sent to where it arrived. A node that waits
 * has a hollow bar, a node that is inside has a filled one. A line through all nodes marks a
 * violation.
 *
 * <p>The picture is self-contained, and the same trace gives the same text. Labels that would
 * overlap are left out; most viewers show them as tooltips.
 */
public final class SpaceTimeDiagram {

    private static final double MARGIN = 20;
    private static final double LINE_HEIGHT = 17;
    /** Wider texts are wrapped. */
    private static final double WIDEST_TEXT = 800;
    /** How much wider texts are than labels, which are smaller and not bold. */
    private static final double TITLE = 1.8;

    private static final double SUBTITLE = 1.1;
    private static final double WRONG = 1.3;

    private final Trace trace;
    private final List<List<PhaseTimeline.Span>> phases = new ArrayList<>();
    /** The width available for texts above and below. */
    private final double room;

    private final List<String> subtitle;
    private final List<String> violated;
    private final DiagramScale scale;
    private final DiagramMessages messages;
    private final DiagramLegend legend;
    private final SvgBuilder svgBuilder;
    private final DiagramPen diagramPen;

    private SpaceTimeDiagram(Trace trace) {
        this.trace = trace;
        List<MessageTransit> flights = MessageTransit.of(trace);
        for (int node = 1; node <= trace.nodes(); node++) {
            phases.add(PhaseTimeline.of(trace, node));
        }
        List<String> sentences = violations().map(TraceEvent::sentence).toList();
        double drawn = DiagramScale.of(trace, flights, 0).right() - MARGIN;
        double wanted = Math.max(
                Math.max(TITLE * LabelPlacer.width(trace.title()), SUBTITLE * LabelPlacer.width(trace.subtitle())),
                sentences.stream()
                        .mapToDouble(sentence -> WRONG * LabelPlacer.width(sentence))
                        .max()
                        .orElse(0));
        room = Math.max(drawn, Math.min(wanted, WIDEST_TEXT));
        subtitle = wrap(trace.subtitle(), room / SUBTITLE);
        violated = sentences.stream()
                .flatMap(sentence -> wrap(sentence, room / WRONG).stream())
                .toList();
        scale = DiagramScale.of(trace, flights, 84 + (subtitle.size() + violated.size()) * LINE_HEIGHT);
        messages = new DiagramMessages(flights, scale, phases);
        legend = legend(flights);
        double height = scale.axis() + 56 + legend.rows(room) * DiagramLegend.ROW;
        svgBuilder = new SvgBuilder(MARGIN + room + DiagramScale.RIGHT, height, DiagramPen.STYLE);
        diagramPen = new DiagramPen(svgBuilder);
    }

    /** The picture of a trace. */
    public static String svg(Trace trace) {
        return new SpaceTimeDiagram(trace).draw();
    }

    /**
     * Messages are drawn above the bars of nodes that wait, so that they can be followed, but below
     * the bars of nodes that are inside.
     */
    private String draw() {
        svgBuilder.title(trace.title());
        title();
        axis();
        for (int node = 1; node <= trace.nodes(); node++) {
            lane(node);
        }
        messages.draw(svgBuilder);
        for (int node = 1; node <= trace.nodes(); node++) {
            entries(node);
        }
        steps();
        messages.label(svgBuilder);
        legend.draw(svgBuilder, MARGIN, scale.axis() + 58, room);
        return svgBuilder.finish();
    }

    private static List<String> wrap(String text, double width) {
        List<String> lines = new ArrayList<>();
        StringBuilder line = new StringBuilder();
        for (String word : text.split(" ", -1)) {
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
        double y = 32;
        svgBuilder.text("title", MARGIN, y, trace.title());
        for (String line : subtitle) {
            y += LINE_HEIGHT;
            svgBuilder.text("subtitle", MARGIN, y, line);
        }
        for (String line : violated) {
            y += LINE_HEIGHT;
            svgBuilder.text("wrong", MARGIN, y, line);
        }
    }

    private Stream<TraceEvent> violations() {
        return trace.events().stream().filter(event -> event.kind() == Kind.VIOLATED);
    }

    private void axis() {
        double y = scale.axis();
        svgBuilder.open("axis");
        for (double tick : scale.ticks()) {
            double x = scale.x(tick);
            svgBuilder.path("grid", SvgBuilder.to("M", x, scale.y(1) - 26) + SvgBuilder.to("L", x, y + 4));
            svgBuilder.text("tick", x, y + 17, SvgBuilder.number(tick));
        }
        violations()
                .mapToDouble(event -> scale.x(event.time()))
                .forEach(x -> diagramPen.violated(x, scale.y(1) - 26, y));
        diagramPen.arrow(ArrowPath.straight(DiagramScale.LEFT - 12, y, scale.right() + 10, y), "axis");
        svgBuilder.text("unit", DiagramScale.LEFT - 20, y + 4, trace.unit() == Trace.Unit.STEP ? "step" : "time");
        svgBuilder.close();
    }

    private void lane(int node) {
        double y = scale.y(node);
        List<PhaseTimeline.Span> spans = phases.get(node - 1);
        double alive = spans.stream()
                .filter(span -> span.mark() == Mark.CRASHED)
                .mapToDouble(span -> scale.x(span.from()))
                .findFirst()
                .orElse(scale.right());
        svgBuilder.open("lane").text("name", DiagramScale.LEFT - 20, y + 4.5, "node " + node);
        svgBuilder.path("idle", SvgBuilder.to("M", DiagramScale.LEFT - 12, y) + SvgBuilder.to("L", alive, y));
        for (PhaseTimeline.Span span : spans) {
            if (span.mark() == Mark.CRASHED) {
                diagramPen.cross(alive, y);
            } else if (!span.inside()) {
                bar(span, y);
            }
        }
        svgBuilder.close();
    }

    private void entries(int node) {
        double y = scale.y(node);
        for (PhaseTimeline.Span span : phases.get(node - 1)) {
            if (span.inside()) {
                bar(span, y);
                double width = right(span) - scale.x(span.from());
                String fence = "^" + TextFormat.fence(span.fence());
                if (span.fence() > 0 && LabelPlacer.width(fence) + 4 < width) {
                    svgBuilder.text("fence", scale.x(span.from()) + width / 2, y + 4, fence);
                }
            }
        }
    }

    private void bar(PhaseTimeline.Span span, double y) {
        diagramPen.bar(scale.x(span.from()), right(span), y, span.mark(), Double.isInfinite(span.to()));
    }

    /** The right end of a span; short spans are widened so that they stay visible. */
    private double right(PhaseTimeline.Span span) {
        return Math.max(scale.x(span.to()), scale.x(span.from()) + 3);
    }

    /** Draws point events: messages that leave or arrive at idle nodes, and timers that expire. */
    private void steps() {
        for (TraceEvent event : trace.events()) {
            double x = scale.x(event.time());
            double y = scale.y(event.node());
            if (event.kind() == Kind.EXPIRED) {
                diagramPen.timer(x, y);
            } else if ((event.kind() == Kind.SENT || event.kind() == Kind.DELIVERED)
                    && PhaseTimeline.at(phases.get(event.node() - 1), event.time())
                            .isEmpty()) {
                svgBuilder.circle("dot", x, y, 2.6);
            }
        }
    }

    private DiagramLegend legend(List<MessageTransit> flights) {
        DiagramLegend made = new DiagramLegend();
        Set<Mark> marks = EnumSet.noneOf(Mark.class);
        phases.forEach(spans -> spans.forEach(span -> marks.add(span.mark())));
        for (Mark mark : List.of(Mark.WAITING, Mark.INSIDE, Mark.SHARED, Mark.CANCELLED, Mark.CRASHED)) {
            if (marks.contains(mark)) {
                made.phase(mark);
            }
        }
        messages.inks().forEach(made::message);
        if (flights.stream().anyMatch(messageTransit -> messageTransit.fate() == Fate.LOST)) {
            made.lost();
        }
        if (flights.stream().anyMatch(messageTransit -> messageTransit.fate() == Fate.UNDERWAY)) {
            made.underway();
        }
        if (trace.events().stream().anyMatch(event -> event.kind() == Kind.EXPIRED)) {
            made.timer();
        }
        if (!violated.isEmpty()) {
            made.violated();
        }
        return made;
    }
}
