package org.peerlock.bench;

import java.util.ArrayList;
import java.util.List;

/**
 * A Markdown table that is also readable in a terminal: all cells of a column are padded to the
 * same width.
 */
final class MarkdownTable {

    private final List<List<String>> rows = new ArrayList<>();

    MarkdownTable(String... titles) {
        rows.add(List.of(titles));
    }

    void add(String... cells) {
        rows.add(List.of(cells));
    }

    List<String> lines() {
        int columns = rows.get(0).size();
        int[] widths = new int[columns];
        for (List<String> row : rows) {
            for (int column = 0; column < columns; column++) {
                widths[column] = Math.max(widths[column], row.get(column).length());
            }
        }
        List<String> lines = new ArrayList<>();
        for (List<String> row : rows) {
            StringBuilder line = new StringBuilder("|");
            for (int column = 0; column < columns; column++) {
                String cell = row.get(column);
                String gap = " ".repeat(widths[column] - cell.length());
                line.append(' ').append(column < 2 ? cell + gap : gap + cell).append(" |");
            }
            lines.add(line.toString());
        }
        StringBuilder rule = new StringBuilder("|");
        for (int column = 0; column < columns; column++) {
            rule.append("-".repeat(widths[column] + 1)).append(column < 2 ? "-|" : ":|");
        }
        lines.add(1, rule.toString());
        return lines;
    }
}
