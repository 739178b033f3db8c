package org.peerlock.cli.terminal;

import java.util.List;
import java.util.stream.Collectors;

/** Writes values as comma-separated lines (RFC 4180). */
public final class Csv {

    private Csv() {}

    /** One line. A number that there is not is left empty. */
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
