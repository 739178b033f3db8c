package org.peerlock.cli.demo;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * An event of the demo.
 *
 * @param seconds since the start
 */
record TimedMessage(double seconds, String text) {

    private static final String INDENTATION = " ".repeat(10);

    /** In one line. */
    String line() {
        return String.format(Locale.ROOT, "%6.1f s  %s", seconds, text);
    }

    /** Wrapped between words, so that no line is longer than {@code width}. */
    List<String> lines(int width) {
        List<String> lines = new ArrayList<>();
        String rest = line();
        while (rest.length() > width) {
            int end = rest.lastIndexOf(' ', width);
            lines.add(rest.substring(0, end));
            rest = INDENTATION + rest.substring(end + 1);
        }
        lines.add(rest);
        return lines;
    }
}
