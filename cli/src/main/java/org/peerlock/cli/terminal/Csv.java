package org.peerlock.cli.terminal;

import java.util.List;
import java.util.stream.Collectors;

/** Writes values as comma-separated lines (RFC 4180). */
public final class Csv {

    private Csv() {}

    /** Formats one line. A number that is not finite becomes an empty field. */
    public static String line(List<?> cells) {
        return cells.stream().map(Csv::cell).collect(Collectors.joining(","));
    }

    private static String cell(Object value) {
        if (value instanceof Double number && !Double.isFinite(number)) {
            return "";
        }
        String text = value.toString();
        return text.matches("[^,\"\r\n]*") ? text : '"' + text.replace("\"", "\"\"") + '"';
    }
}
