package org.peerlock.cli.terminal;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;
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
        return format(rows, widths());
    }

    /**
     * The same, but no wider than this if that is possible: the cells of some columns are shortened in the middle.
     *
     * @param shortened the indexes of these columns
     */
    public List<String> lines(int width, Integer... shortened) {
        return format(rows, narrowed(width, column -> MIN_WIDTH, shortened));
    }

    /**
     * The same, but no wider than this if that is possible: the cells of some columns are broken between words.
     *
     * @param broken the indexes of these columns
     */
    public List<String> wrapped(int width, Integer... broken) {
        int[] widths = narrowed(width, this::longestWord, broken);
        return format(rows.stream().flatMap(row -> wrapped(row, widths)).toList(), widths);
    }

    private static Stream<List<String>> wrapped(List<String> row, int[] widths) {
        if (isHeading(row, widths)) {
            return Stream.of(row);
        }
        List<List<String>> cells = new ArrayList<>();
        for (int column = 0; column < row.size(); column++) {
            cells.add(TextFit.wrap(row.get(column), widths[column]));
        }
        int height = cells.stream().mapToInt(List::size).max().orElse(0);
        return IntStream.range(0, height)
                .mapToObj(line -> cells.stream()
                        .map(cell -> line < cell.size() ? cell.get(line) : "")
                        .toList());
    }

    private int longestWord(int column) {
        return rows.stream()
                .filter(row -> column < row.size())
                .flatMap(row -> Stream.of(row.get(column).split(" ")))
                .mapToInt(Table::length)
                .max()
                .orElse(0);
    }

    /** The widths of the columns if the widest of some are made narrower until all fit into a width, or none can be. */
    private int[] narrowed(int width, IntUnaryOperator minimum, Integer... columns) {
        int[] widths = widths();
        while (total(widths) > width) {
            Optional<Integer> widest = Stream.of(columns)
                    .filter(column -> widths[column] > minimum.applyAsInt(column))
                    .max(Comparator.comparingInt(column -> widths[column]));
            if (widest.isEmpty()) {
                break;
            }
            widths[widest.get()]--;
        }
        return widths;
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

    private static List<String> format(List<List<String>> rows, int[] widths) {
        return rows.stream().map(row -> line(row, widths)).toList();
    }

    private static boolean isHeading(List<String> row, int[] widths) {
        return row.size() < widths.length;
    }

    private static String line(List<String> row, int[] widths) {
        StringBuilder line = new StringBuilder();
        for (int column = 0; column < row.size(); column++) {
            String cell = isHeading(row, widths) ? row.get(column) : TextFit.shorten(row.get(column), widths[column]);
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
