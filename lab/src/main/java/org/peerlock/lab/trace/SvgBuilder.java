package org.peerlock.lab.trace;

import java.util.Locale;

/**
 * Builds an SVG picture. Its text is ASCII, and its numbers have at most two decimals. Classes of a
 * style sheet determine the appearance.
 */
final class SvgBuilder {

    private final StringBuilder text = new StringBuilder();
    private int depth;

    SvgBuilder(double width, double height, String style) {
        text.append("<svg xmlns=\"http://www.w3.org/2000/svg\"")
                .append(attribute("width", width))
                .append(attribute("height", height))
                .append(" viewBox=\"0 0 " + number(width) + " " + number(height) + "\">\n")
                .append("<style>\n" + style + "</style>\n")
                .append("<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n");
    }

    /** Begins a group. */
    SvgBuilder open(String kind) {
        line("<g class=\"" + kind + "\">");
        depth++;
        return this;
    }

    /** Ends the innermost group. */
    SvgBuilder close() {
        depth--;
        return line("</g>");
    }

    /** Adds a title to the current group, or to the picture outside of groups. */
    SvgBuilder title(String title) {
        return line("<title>" + escape(title) + "</title>");
    }

    SvgBuilder path(String kind, String d) {
        return line("<path class=\"" + kind + "\" d=\"" + d.strip() + "\"/>");
    }

    SvgBuilder circle(String kind, double x, double y, double radius) {
        return line("<circle class=\"" + kind + "\"" + attribute("cx", x) + attribute("cy", y) + attribute("r", radius)
                + "/>");
    }

    SvgBuilder text(String kind, double x, double y, String content) {
        return line("<text class=\"" + kind + "\"" + attribute("x", x) + attribute("y", y) + ">" + escape(content)
                + "</text>");
    }

    /** A text that is rotated about its position, in degrees. */
    SvgBuilder text(String kind, double x, double y, double angle, String content) {
        return line("<text class=\"" + kind + "\" transform=\"translate(" + number(x) + " " + number(y) + ") rotate("
                + number(angle) + ")\" dy=\"4\">" + escape(content) + "</text>");
    }

    /** The whole picture. */
    String finish() {
        return text + "</svg>\n";
    }

    private SvgBuilder line(String line) {
        text.append(" ".repeat(depth)).append(line).append('\n');
        return this;
    }

    private static String attribute(String name, double value) {
        return " " + name + "=\"" + number(value) + "\"";
    }

    /** A segment of a path. */
    static String to(String command, double x, double y) {
        return command + number(x) + " " + number(y) + " ";
    }

    /** A number with at most two decimals. */
    static String number(double value) {
        String written = String.format(Locale.ROOT, "%.2f", value);
        String shortened = written.replaceFirst("\\.?0+$", "");
        return shortened.equals("-0") ? "0" : shortened;
    }

    private static String escape(String raw) {
        StringBuilder escaped = new StringBuilder();
        raw.codePoints().forEach(point -> {
            switch (point) {
                case '<' -> escaped.append("&lt;");
                case '>' -> escaped.append("&gt;");
                case '&' -> escaped.append("&amp;");
                default -> escaped.append(point < 0x80 ? Character.toString(point) : "&#" + point + ";");
            }
        });
        return escaped.toString();
    }
}
