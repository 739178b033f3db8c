package org.peerlock.cli.terminal;

import java.util.ArrayList;
import java.util.List;

/** Makes text fit into a number of columns. */
public final class TextFit {

    /** For output that is not shown on a terminal. */
    public static final int UNLIMITED = Integer.MAX_VALUE;

    /** How many columns the terminal has that shows standard output. Set by the script that starts Java. */
    public static final int TERMINAL_WIDTH = Integer.getInteger("peerlock.columns", UNLIMITED);

    private static final String ELLIPSIS = "…";

    private TextFit() {}

    /** Shortens text in the middle, so that its beginning and its end stay readable. */
    public static String shorten(String text, int width) {
        int[] characters = text.codePoints().toArray();
        if (characters.length <= width) {
            return text;
        }
        int kept = Math.max(0, width - 1);
        int end = kept / 2;
        int begin = kept - end;
        return new String(characters, 0, begin) + ELLIPSIS + new String(characters, characters.length - end, end);
    }

    /** Breaks text between words into lines of at most {@code width} characters. A longer word gets a line of its own. */
    public static List<String> wrap(String text, int width) {
        List<String> lines = new ArrayList<>();
        String rest = text;
        while (rest.length() > width) {
            int end = rest.lastIndexOf(' ', width);
            if (end <= 0) {
                end = rest.indexOf(' ', width);
            }
            if (end <= 0) {
                break;
            }
            lines.add(rest.substring(0, end));
            rest = rest.substring(end + 1);
        }
        lines.add(rest);
        return lines;
    }

    /** The same, with spaces before all lines but the first. */
    public static List<String> wrap(String text, int width, int indent) {
        List<String> lines = new ArrayList<>(wrap(text, width).subList(0, 1));
        int length = lines.get(0).length();
        if (length < text.length()) {
            wrap(text.substring(length + 1), width - indent).forEach(line -> lines.add(" ".repeat(indent) + line));
        }
        return lines;
    }
}
