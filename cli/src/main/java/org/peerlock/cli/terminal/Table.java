package org.peerlock.cli.terminal;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/** Rows of text in columns. Each column is as wide as its widest cell. */
public final class Table {

    private static final String GAP = "  ";

    /** A column is not shortened to less than this. */
    private static final int MIN_WIDTH = 8;

    private final List<List<String>> rows = new ArrayList<>();

    public Table(String... titles) {
        add(titles);
    }

    /** Adds a row. A row with a single cell is a heading, and makes no column wider. */
    public void add(String... cells) {
        rows.add(List.of(cells));
    }

    /** Adds a row whose cells are broken between words into several lines where they are longer than {@code width}. */
    public void addWrapped(int width, String... cells) {
        List<List<String>> broken =
                Stream.of(cells).map(cell -> TextFit.wrap(cell, width)).toList();
        int height = broken.stream().mapToInt(List::size).max().orElse(0);
        for (int line = 0; line < height; line++) {
            int at = line;
            rows.add(broken.stream()
                    .map(lines -> at < lines.size() ? lines.get(at) : "")
                    .toList());
        }
    }

    /** Formats a number for a reader: a dash if it is not a number, and at most four significant digits of a fraction. */
    public static String number(double value) {
        if (Double.isNaN(value)) {
            return "-";
        }
        return value == Math.rint(value) && Math.abs(value) < 1e9
                ? Long.toString((long) value)
                : String.format(Locale.ROOT, "%.4g", value);
    }

    public List<String> lines() {
        return format(widths());
    }

    /**
     * The same, but no wider than this if that is possible: the cells of some columns are shortened in the middle.
     *
     * @param shortened the indexes of these columns
     */
    public List<String> lines(int width, Integer... shortened) {
        int[] widths = widths();
        while (total(widths) > width) {
            int widest = Stream.of(shortened)
                    .max((one, other) -> Integer.compare(widths[one], widths[other]))
                    .orElseThrow();
            if (widths[widest] <= MIN_WIDTH) {
                break;
            }
            widths[widest]--;
        }
        return format(widths);
    }

    private int[] widths() {
        int columns = rows.get(0).size();
        int[] widths = new int[columns];
        for (List<String> row : rows) {
            for (int column = 0; row.size() == columns && column < columns; column++) {
                widths[column] = Math.max(widths[column], length(row.get(column)));
            }
        }
        return widths;
    }

    private static int total(int[] widths) {
        int total = GAP.length() * (widths.length - 1);
        for (int width : widths) {
            total += width;
        }
        return total;
    }

    private List<String> format(int[] widths) {
        return rows.stream().map(row -> line(row, widths)).toList();
    }

    private static String line(List<String> row, int[] widths) {
        StringBuilder line = new StringBuilder();
        for (int column = 0; column < row.size(); column++) {
            boolean heading = row.size() < widths.length;
            String cell = heading ? row.get(column) : TextFit.shorten(row.get(column), widths[column]);
            line.append(cell)
                    .append(" ".repeat(Math.max(0, widths[column] - length(cell))))
                    .append(GAP);
        }
        return line.toString().stripTrailing();
    }

    private static int length(String cell) {
        return cell.codePointCount(0, cell.length());
    }
}
