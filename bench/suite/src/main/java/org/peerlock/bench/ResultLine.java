package org.peerlock.bench;

import java.util.List;

/**
 * A line of the result table.
 *
 * @param implementation the lock implementation and its settings
 */
record ResultLine(BenchmarkCase benchmarkCase, String implementation, LoadMeasurement measurement) {

    private static final String[] TITLES = {
        "Workload",
        "Locks",
        "acquisitions/s",
        "speed-up",
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

    /**
     * The table of all results, each compared with the first one of Peerlock for the same workload:
     * the one with default settings.
     */
    static List<String> table(List<ResultLine> results) {
        MarkdownTable table = new MarkdownTable(TITLES);
        for (ResultLine result : results) {
            LoadMeasurement measurement = result.measurement;
            table.add(
                    result.benchmarkCase.id(),
                    result.implementation,
                    FigureFormat.number(measurement.acquisitionsPerSecond()),
                    result.speedUp(results),
                    FigureFormat.number(measurement.latencyMicros(50)),
                    FigureFormat.number(measurement.latencyMicros(99)),
                    FigureFormat.number(measurement.latencyMicros(99.9)),
                    FigureFormat.jain(measurement.jain()),
                    FigureFormat.number(measurement.maxToMin()),
                    FigureFormat.number(measurement.handOffsPerSecond()),
                    FigureFormat.number(measurement.messagesPerAcquisition()),
                    FigureFormat.number(measurement.packetsPerAcquisition()),
                    FigureFormat.number(measurement.bytesPerAcquisition()),
                    FigureFormat.number(measurement.cpuMicrosPerAcquisition()));
        }
        return table.lines();
    }

    /** Peerlock's throughput divided by this one. */
    private String speedUp(List<ResultLine> results) {
        return results.stream()
                .filter(result -> result.benchmarkCase.equals(benchmarkCase)
                        && result.implementation.startsWith(BenchmarkRun.PEERLOCK))
                .findFirst()
                .filter(peerlock -> !implementation.startsWith(BenchmarkRun.PEERLOCK))
                .map(peerlock -> FigureFormat.ratio(
                        peerlock.measurement.acquisitionsPerSecond(), measurement.acquisitionsPerSecond()))
                .orElse("");
    }
}
