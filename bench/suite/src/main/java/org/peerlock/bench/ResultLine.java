package org.peerlock.bench;

import java.util.List;

/**
 * A line of the table.
 *
 * @param locks of which make, and how they were set
 */
record ResultLine(BenchmarkCase workload, String locks, LoadMeasurement row) {

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
    static List<String> table(List<ResultLine> lines) {
        MarkdownTable table = new MarkdownTable(TITLES);
        for (ResultLine resultLine : lines) {
            LoadMeasurement loadMeasurement = resultLine.row;
            table.add(
                    resultLine.workload.id(),
                    resultLine.locks,
                    FigureFormat.number(loadMeasurement.perSecond()),
                    resultLine.comparison(lines),
                    FigureFormat.number(loadMeasurement.micros(50)),
                    FigureFormat.number(loadMeasurement.micros(99)),
                    FigureFormat.number(loadMeasurement.micros(99.9)),
                    FigureFormat.jain(loadMeasurement.jain()),
                    FigureFormat.number(loadMeasurement.maxToMin()),
                    FigureFormat.number(loadMeasurement.handOffsPerSecond()),
                    FigureFormat.number(loadMeasurement.messagesEach()),
                    FigureFormat.number(loadMeasurement.packetsEach()),
                    FigureFormat.number(loadMeasurement.bytesEach()),
                    FigureFormat.number(loadMeasurement.cpuMicrosEach()));
        }
        return table.lines();
    }

    /** How fast Peerlock is beside this. */
    private String comparison(List<ResultLine> lines) {
        return lines.stream()
                .filter(resultLine ->
                        resultLine.workload.equals(workload) && resultLine.locks.equals(BenchmarkRun.PEERLOCK))
                .findFirst()
                .filter(own -> !locks.startsWith(BenchmarkRun.PEERLOCK))
                .map(own -> FigureFormat.ratio(own.row.perSecond(), row.perSecond()))
                .orElse("");
    }
}
