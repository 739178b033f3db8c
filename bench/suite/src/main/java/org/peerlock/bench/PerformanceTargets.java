package org.peerlock.bench;

import java.util.List;
import java.util.function.ToDoubleFunction;

/** Compares a benchmark run with Peerlock's performance targets. */
final class PerformanceTargets {

    private final List<ResultLine> results;
    private final double oneWayTcpPerSecond;
    private final MarkdownTable table = new MarkdownTable("Target", "Met", "measured");

    private PerformanceTargets(BenchmarkRun benchmarkRun) {
        results = benchmarkRun.results();
        oneWayTcpPerSecond = 2e9 / benchmarkRun.roundTripNanos();
    }

    static List<String> table(BenchmarkRun benchmarkRun) {
        PerformanceTargets targets = new PerformanceTargets(benchmarkRun);
        targets.compare();
        return targets.table.lines();
    }

    private void compare() {
        for (LoadMeasurement measurement : measurements(BenchmarkCase.RETAINED, BenchmarkRun.PEERLOCK)) {
            atLeast("W1: at least 1,000,000/s", measurement.acquisitionsPerSecond(), 1e6);
            line("W1: no messages", measurement.messages() == 0, measurement.messages() + " messages");
        }
        for (LoadMeasurement measurement : measurements(BenchmarkCase.THREADS, BenchmarkRun.PEERLOCK)) {
            atLeast("W3: at least 1,000,000/s", measurement.acquisitionsPerSecond(), 1e6);
        }
        for (LoadMeasurement measurement : measurements(BenchmarkCase.CONTENDED, BenchmarkRun.STRICT)) {
            times(
                    "W2, cohort 1: at least 1/3 of one-way TCP",
                    measurement.handOffsPerSecond(),
                    oneWayTcpPerSecond,
                    1.0 / 3);
            line("W2, cohort 1: Jain at least 0.99", measurement.jain() >= 0.99, FigureFormat.jain(measurement.jain()));
            times(
                    "W2, cohort 1: at least 3 × the best peer",
                    measurement.acquisitionsPerSecond(),
                    bestPeer(BenchmarkCase.CONTENDED),
                    3);
        }
        for (LoadMeasurement measurement : measurements(BenchmarkCase.MANY_LOCKS, BenchmarkRun.PEERLOCK)) {
            atLeast("W4: at least 150,000/s", measurement.acquisitionsPerSecond(), 150_000);
            times(
                    "W4: at least 5 × the best peer",
                    measurement.acquisitionsPerSecond(),
                    bestPeer(BenchmarkCase.MANY_LOCKS),
                    5);
        }
    }

    private List<LoadMeasurement> measurements(BenchmarkCase benchmarkCase, String implementation) {
        return results.stream()
                .filter(result -> result.benchmarkCase().equals(benchmarkCase)
                        && result.implementation().equals(implementation))
                .map(ResultLine::measurement)
                .toList();
    }

    /** The best throughput of the other products; 0 if none was measured. */
    private double bestPeer(BenchmarkCase benchmarkCase) {
        ToDoubleFunction<ResultLine> perSecond = result -> result.measurement().acquisitionsPerSecond();
        return results.stream()
                .filter(result -> result.benchmarkCase().equals(benchmarkCase)
                        && !result.implementation().startsWith(BenchmarkRun.PEERLOCK))
                .mapToDouble(perSecond)
                .max()
                .orElse(0);
    }

    private void atLeast(String target, double measured, double least) {
        line(target, measured >= least, FigureFormat.number(measured) + "/s");
    }

    private void times(String target, double measured, double other, double times) {
        if (other > 0) {
            line(
                    target,
                    measured >= times * other,
                    FigureFormat.number(measured) + "/s, " + FigureFormat.ratio(measured, other));
        }
    }

    private void line(String target, boolean met, String measured) {
        table.add(target, met ? "yes" : "NO", measured);
    }
}
