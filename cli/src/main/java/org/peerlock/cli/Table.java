package org.peerlock.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Rows of text, the columns as wide as their widest cell. */
final class Table {

    private static final String GAP = "  ";

    private final List<List<String>> rows = new ArrayList<>();

    Table(String... titles) {
        add(titles);
    }

    /** Adds a row; one with a single cell is a heading, and makes no column wider. */
    void add(String... cells) {
        rows.add(List.of(cells));
    }

    /** A number as a reader wants it; a dash where there is none. */
    static String number(double value) {
        if (Double.isNaN(value)) {
            return "-";
        }
        return value == Math.rint(value) && Math.abs(value) < 1e9
                ? Long.toString((long) value)
                : String.format(Locale.ROOT, "%.4g", value);
    }

    List<String> lines() {
        int columns = rows.get(0).size();
        int[] widths = new int[columns];
        for (List<String> row : rows) {
            for (int column = 0; row.size() == columns && column < columns; column++) {
                widths[column] = Math.max(widths[column], row.get(column).length());
            }
        }
        List<String> lines = new ArrayList<>();
        for (List<String> row : rows) {
            StringBuilder line = new StringBuilder();
            for (int column = 0; column < row.size(); column++) {
                String cell = row.get(column);
                line.append(cell)
                        .append(" ".repeat(Math.max(0, widths[column] - cell.length())))
                        .append(GAP);
            }
            lines.add(line.toString().stripTrailing());
        }
        return lines;
    }
}
