package org.peerlock.cli.terminal;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/** Rows of text, the columns as wide as their widest cell. */
public final class Table {

    private static final String GAP = "  ";

    private final List<List<String>> rows = new ArrayList<>();

    public Table(String... titles) {
        add(titles);
    }

    /** Adds a row; one with a single cell is a heading, and makes no column wider. */
    public void add(String... cells) {
        rows.add(List.of(cells));
    }

    /** Adds a row whose cells are broken between words into several lines where they are longer than {@code most}. */
    public void addWrapped(int most, String... cells) {
        List<List<String>> broken =
                Stream.of(cells).map(cell -> wrap(cell, most)).toList();
        int height = broken.stream().mapToInt(List::size).max().orElse(0);
        for (int line = 0; line < height; line++) {
            int at = line;
            rows.add(broken.stream()
                    .map(lines -> at < lines.size() ? lines.get(at) : "")
                    .toList());
        }
    }

    private static List<String> wrap(String text, int most) {
        List<String> lines = new ArrayList<>();
        String rest = text;
        while (rest.length() > most) {
            int end = rest.lastIndexOf(' ', most);
            if (end <= 0) {
                break; // one long word
            }
            lines.add(rest.substring(0, end));
            rest = rest.substring(end + 1);
        }
        lines.add(rest);
        return lines;
    }

    /** A number as a reader wants it; a dash where there is none. */
    public static String number(double value) {
        if (Double.isNaN(value)) {
            return "-";
        }
        return value == Math.rint(value) && Math.abs(value) < 1e9
                ? Long.toString((long) value)
                : String.format(Locale.ROOT, "%.4g", value);
    }

    public List<String> lines() {
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
