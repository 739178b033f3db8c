package org.peerlock.bench.trial;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.peerlock.bench.storm.FaultKind;
import org.peerlock.bench.storm.TimeLine;
import org.peerlock.bench.storm.TimeLine.Span;
import org.peerlock.bench.storm.Verdict;

/** The report of a trial as one HTML page, with a time line that needs no script. */
final class TrialPage {

    private static final int WIDTH = 1_200;
    private static final int LABELS = 360;
    private static final int ROW = 16;
    private static final int CHART = 80;
    private static final int BAR = 10;

    private static final String STYLE = """
            :root { color-scheme: light dark; }
            body { font: 15px/1.45 system-ui, sans-serif; max-width: 1250px; margin: 2em auto; padding: 0 1em; }
            pre { overflow-x: auto; }
            svg { max-width: 100%; height: auto; }
            svg text { font: 11px system-ui, sans-serif; fill: currentColor; }
            .fault { fill: #c2571a; } .process { fill: #9dbedd; } .holder { fill: #1d4f86; } .grants { fill: #3f8f4f; } .loss { stroke: #d0202f; stroke-width: 2; }
            .grid { stroke: currentColor; opacity: .15; }
            """;

    private final TimeLine line;
    private final StringBuilder svg = new StringBuilder();
    private int top;

    private TrialPage(TimeLine line) {
        this.line = line;
    }

    static String of(RegistryKind registry, long seed, Verdict verdict) {
        String title = String.format(
                Locale.ROOT, "Trial on %s, seed %d", registry.name().toLowerCase(Locale.ROOT), seed);
        return "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>" + title + "</title><style>"
                + STYLE + "</style></head><body>\n<h1>" + title + "</h1>\n<p>"
                + (verdict.passed() ? "Passed: no rule was violated." : "<b>FAILED.</b>")
                + "</p>\n<p>Orange: a fault. Light blue: a process lives. Dark blue: it holds the first lock. Red: it loses"
                + " locks.</p>\n" + new TrialPage(verdict.timeLine()).draw() + "\n<pre>"
                + escaped(String.join("\n", verdict.report())) + "</pre>\n</body></html>\n";
    }

    private static String escaped(String text) {
        return text.replace("&", "&amp;").replace("<", "&lt;");
    }

    private String draw() {
        grants();
        Map<String, List<Span>> faults =
                line.faults().stream().collect(Collectors.groupingBy(Span::name, TreeMap::new, Collectors.toList()));
        for (FaultKind kind : FaultKind.values()) {
            if (faults.containsKey(kind.name())) {
                row(kind.title(), "fault", faults.getOrDefault(kind.name(), List.of()));
            }
        }
        for (Span process : line.processes()) {
            int above = top;
            row(process.name(), "process", List.of(process));
            holds(process.name(), above);
            line.losses().stream()
                    .filter(loss -> loss.process().equals(process.name()))
                    .mapToDouble(loss -> x(loss.at()))
                    .distinct()
                    .forEach(x -> append(
                            "<line class=\"loss\" x1=\"%.1f\" x2=\"%.1f\" y1=\"%d\" y2=\"%d\"/>",
                            x, x, above + 1, above + BAR + 3));
        }
        StringBuilder grid = new StringBuilder();
        long seconds = TimeUnit.NANOSECONDS.toSeconds(line.length());
        long step = Math.max(10, seconds / 12 / 10 * 10);
        for (long second = 0; second <= seconds; second += step) {
            double x = x(TimeUnit.SECONDS.toNanos(second));
            grid.append(String.format(
                    Locale.ROOT,
                    "<line class=\"grid\" x1=\"%.1f\" x2=\"%.1f\" y1=\"0\" y2=\"%d\"/><text x=\"%.1f\" y=\"%d\">%d s</text>",
                    x,
                    x,
                    top,
                    x + 2,
                    top + ROW,
                    second));
        }
        return String.format(
                Locale.ROOT,
                "<svg viewBox=\"0 0 %d %d\" role=\"img\" aria-label=\"time line\">%s%s</svg>",
                WIDTH,
                top + ROW + 4,
                grid,
                svg);
    }

    /** When a process held the first lock. What the eye cannot tell apart is drawn as one. */
    private void holds(String process, int above) {
        double begin = 0;
        double end = -1;
        for (Span hold : line.holders()) {
            if (hold.name().equals(process)) {
                if (x(hold.begin()) > end + 0.5) {
                    hold(begin, end, above);
                    begin = x(hold.begin());
                }
                end = x(hold.end());
            }
        }
        hold(begin, end, above);
    }

    private void hold(double begin, double end, int above) {
        if (end >= begin) {
            append(
                    "<rect class=\"holder\" x=\"%.1f\" y=\"%d\" width=\"%.1f\" height=\"%d\"/>",
                    begin, above + BAR / 2, Math.max(0.5, end - begin), BAR / 2);
        }
    }

    private double x(long nanos) {
        return LABELS + (double) nanos / Math.max(1, line.length()) * (WIDTH - LABELS - 1);
    }

    private void append(String format, Object... values) {
        svg.append(String.format(Locale.ROOT, format, values));
    }

    /** How many locks were granted in each second. */
    private void grants() {
        Map<Long, Long> perSecond = line.grants().stream()
                .collect(Collectors.groupingBy(TimeUnit.NANOSECONDS::toSeconds, TreeMap::new, Collectors.counting()));
        long most = perSecond.values().stream().mapToLong(Long::longValue).max().orElse(1);
        append("<text x=\"0\" y=\"%d\">grants in each second (at most %,d)</text>", CHART / 2, most);
        perSecond.forEach((second, count) -> {
            double height = (double) count / most * CHART;
            double begin = x(TimeUnit.SECONDS.toNanos(second));
            append(
                    "<rect class=\"grants\" x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\"/>",
                    begin,
                    CHART - height,
                    Math.max(0.5, x(TimeUnit.SECONDS.toNanos(second + 1)) - begin - 0.5),
                    height);
        });
        top = CHART + ROW / 2;
    }

    private void row(String label, String style, List<Span> spans) {
        append("<text x=\"0\" y=\"%d\">%s</text>", top + BAR, escaped(label));
        for (Span span : spans) {
            append(
                    "<rect class=\"%s\" x=\"%.1f\" y=\"%d\" width=\"%.1f\" height=\"%d\"/>",
                    style, x(span.begin()), top + 2, Math.max(1.5, x(span.end()) - x(span.begin())), BAR);
        }
        top += ROW;
    }
}
