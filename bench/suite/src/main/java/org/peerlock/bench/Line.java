package org.peerlock.bench;

import java.util.List;

/**
 * A line of the table.
 *
 * @param locks of which make, and how they were set
 */
record Line(Workload workload, String locks, Row row) {

    private static final String[] TITLES = {
        "Load",
        "Locks",
        "acquisitions/s",
        "Peerlock is",
        "p50 µs",
        "p99 µs",
        "p99.9 µs",
        "Jain",
        "max/min",
        "hand-offs/s",
        "messages",
        "packets",
        "bytes",
        "CPU µs"
    };

    /** All lines, each beside Peerlock's under the same load. */
    static List<String> table(List<Line> lines) {
        MarkdownTable table = new MarkdownTable(TITLES);
        for (Line line : lines) {
            Row row = line.row;
            table.add(
                    line.workload.id(),
                    line.locks,
                    Figures.number(row.perSecond()),
                    line.comparison(lines),
                    Figures.number(row.micros(50)),
                    Figures.number(row.micros(99)),
                    Figures.number(row.micros(99.9)),
                    Figures.jain(row.jain()),
                    Figures.number(row.maxToMin()),
                    Figures.number(row.handOffsPerSecond()),
                    Figures.number(row.messagesEach()),
                    Figures.number(row.packetsEach()),
                    Figures.number(row.bytesEach()),
                    Figures.number(row.cpuMicrosEach()));
        }
        return table.lines();
    }

    /** How fast Peerlock is beside this. */
    private String comparison(List<Line> lines) {
        return lines.stream()
                .filter(line -> line.workload.equals(workload) && line.locks.equals(Sitting.PEERLOCK))
                .findFirst()
                .filter(own -> !locks.startsWith(Sitting.PEERLOCK))
                .map(own -> Figures.ratio(own.row.perSecond(), row.perSecond()))
                .orElse("");
    }
}
