package org.peerlock.cli.lab;

import java.awt.Color;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import org.peerlock.lab.simulate.ArrivalPattern;
import org.peerlock.lab.simulate.Metric;
import org.peerlock.lab.simulate.Sample;

/** A self-contained HTML page about a sweep. */
final class SweepPage {

    private static final String TEMPLATE = "sweep-page.html";

    private final SweepResult sweepResult;

    private SweepPage(SweepResult sweepResult) {
        this.sweepResult = sweepResult;
    }

    static String of(SweepResult sweepResult, List<SweepChart> charts) {
        return new SweepPage(sweepResult).page(charts);
    }

    private String page(List<SweepChart> charts) {
        Map<String, String> parts = new LinkedHashMap<>();
        parts.put("title", escaped(title()));
        parts.put("light", ChartPalette.declarations(false));
        parts.put("dark", ChartPalette.declarations(true));
        parts.put(
                "conditions",
                escaped("E/T = " + sweepResult.ratio() + "; " + sweepResult.conditions() + "; " + sweepResult.planText()
                        + "."));
        parts.put("command", escaped(sweepResult.command()));
        parts.put("charts", sections(charts));
        parts.put(
                "confidence", sweepResult.replications() > 1 ? " Behind &plusmn;: the 95 % confidence interval." : "");
        parts.put("titles", titles());
        parts.put("rows", sweepResult.rows().stream().map(this::row).collect(Collectors.joining("\n")));
        String page = template();
        for (Map.Entry<String, String> part : parts.entrySet()) {
            page = page.replace("{{" + part.getKey() + "}}", part.getValue());
        }
        return page;
    }

    private static String template() {
        try (InputStream stream = Objects.requireNonNull(SweepPage.class.getResourceAsStream(TEMPLATE), TEMPLATE)) {
            return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private String title() {
        int count = sweepResult.algorithms().size();
        return (count == 1 ? sweepResult.algorithms().get(0) : count + " algorithms") + " for "
                + sweepResult.rows().stream()
                        .map(sweepRow -> Integer.toString(sweepRow.nodes()))
                        .distinct()
                        .collect(Collectors.joining(", "))
                + " nodes under "
                + sweepResult.loads().stream().map(ArrivalPattern::toString).collect(Collectors.joining(" and "))
                + " load";
    }

    private String sections(List<SweepChart> charts) {
        StringBuilder html = new StringBuilder();
        for (String circumstances : circumstances(charts)) {
            html.append("<section>\n<h2>")
                    .append(escaped(SweepText.capitalized(circumstances)))
                    .append("</h2>\n<div class=\"charts\">\n");
            for (SweepChart chart : charts) {
                if (chart.data().circumstances().equals(circumstances)) {
                    html.append(figure(chart, "chart" + charts.indexOf(chart)));
                }
            }
            html.append("</div>\n</section>\n");
        }
        return html.toString();
    }

    private static List<String> circumstances(List<SweepChart> charts) {
        return charts.stream()
                .map(chart -> chart.data().circumstances())
                .distinct()
                .toList();
    }

    /** The chart in the colours of the page, with ids that no other chart uses. */
    private String figure(SweepChart chart, String prefix) {
        String svg = chart.svg()
                .replaceAll(" xmlns(:xlink)?=\"[^\"]*\"", "")
                .replaceAll("font-family:('Dialog'|sans-serif)", "font-family:inherit")
                .replaceAll("(id=\"|url\\(#)", "$1" + prefix + "-");
        for (Map.Entry<Color, String> variable : ChartPalette.variables().entrySet()) {
            Color color = variable.getKey();
            svg = svg.replace(
                    "rgb(" + color.getRed() + "," + color.getGreen() + "," + color.getBlue() + ")",
                    "var(" + variable.getValue() + ")");
        }
        ChartData data = chart.data();
        String label = escaped(data.title() + " against " + data.axis() + ", " + data.circumstances());
        return "<figure>\n" + svg.replaceFirst("<svg ", "<svg role=\"img\" aria-label=\"" + label + "\" ")
                + "</figure>\n";
    }

    private String titles() {
        StringBuilder html = new StringBuilder();
        html.append(title("Algorithm", "word"))
                .append(title("N", ""))
                .append(title("Load", "word"))
                .append(title("E/T", ""));
        for (Metric metric : sweepResult.metrics()) {
            html.append(title(SweepText.capitalized(metric.title()), ""));
        }
        SweepText.nodes(sweepResult).forEach(node -> html.append(title("Waiting time of node " + node, "")));
        if (noted()) {
            html.append("<th class=\"word\">Note</th>");
        }
        return html.toString();
    }

    private static String title(String text, String kind) {
        return "<th" + (kind.isEmpty() ? "" : " class=\"" + kind + "\"") + "><button type=\"button\">" + escaped(text)
                + "</button></th>";
    }

    private boolean noted() {
        return sweepResult.rows().stream().anyMatch(sweepRow -> !sweepRow.note().isEmpty());
    }

    private String row(SweepResult.SweepRow sweepRow) {
        StringBuilder html = new StringBuilder("<tr>");
        html.append("<td class=\"word\">").append(escaped(sweepRow.algorithm())).append("</td>");
        html.append("<td>").append(sweepRow.nodes()).append("</td>");
        html.append("<td class=\"word\">")
                .append(escaped(sweepRow.load().toString()))
                .append("</td>");
        html.append("<td>").append(sweepResult.ratio()).append("</td>");
        sweepResult.metrics().forEach(metric -> html.append(cell(sweepRow.of(metric))));
        SweepText.nodes(sweepResult).forEach(node -> html.append(cell(sweepRow.waitingOf(node))));
        if (noted()) {
            html.append("<td class=\"note\">").append(escaped(sweepRow.note())).append("</td>");
        }
        return html.append("</tr>").toString();
    }

    private static String cell(Sample sample) {
        String key = sample.size() == 0 ? "" : Double.toString(sample.mean());
        return "<td data-key=\"" + key + "\">" + SweepText.cell(sample, " &plusmn; ") + "</td>";
    }

    private static String escaped(String text) {
        return text.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;");
    }
}
