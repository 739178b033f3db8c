package org.peerlock.lab.trace;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Locale;

/** A picture in the making. Its text is ASCII, and numbers have at most two places. */
final class Svg {

    private final StringBuilder text = new StringBuilder();
    private final Deque<String> open = new ArrayDeque<>();

    Svg(double width, double height) {
        open(
                "svg",
                "xmlns",
                "http://www.w3.org/2000/svg",
                "width",
                width,
                "height",
                height,
                "viewBox",
                "0 0 " + number(width) + " " + number(height));
    }

    /** Begins an element that has others in it; names and values of its attributes alternate. */
    Svg open(String name, Object... attributes) {
        begin(name, attributes);
        text.append(">\n");
        open.push(name);
        return this;
    }

    /** Ends the element that was begun last. */
    Svg close() {
        String name = open.pop();
        indent();
        text.append("</").append(name).append(">\n");
        return this;
    }

    /** An element that has nothing in it. */
    Svg empty(String name, Object... attributes) {
        begin(name, attributes);
        text.append("/>\n");
        return this;
    }

    /** An element that has text in it. */
    Svg text(String name, String content, Object... attributes) {
        begin(name, attributes);
        text.append('>').append(escape(content)).append("</").append(name).append(">\n");
        return this;
    }

    /** The whole picture; nothing can be added afterwards. */
    String finish() {
        while (!open.isEmpty()) {
            close();
        }
        return text.toString();
    }

    private void begin(String name, Object... attributes) {
        indent();
        text.append('<').append(name);
        for (int i = 0; i < attributes.length; i += 2) {
            Object value = attributes[i + 1];
            text.append(' ').append(attributes[i]).append("=\"");
            text.append(value instanceof Double size ? number(size) : escape(value.toString()));
            text.append('"');
        }
    }

    private void indent() {
        text.append(" ".repeat(open.size()));
    }

    /** A number with at most two places, the same on every machine. */
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
                case '"' -> escaped.append("&quot;");
                default -> {
                    if (point < 0x80) {
                        escaped.append((char) point);
                    } else {
                        escaped.append("&#").append(point).append(';');
                    }
                }
            }
        });
        return escaped.toString();
    }
}
