package org.peerlock.bench;

import java.util.List;
import java.util.function.ToDoubleFunction;

/** What Peerlock promises of its speed, beside what was measured in a sitting. */
final class PerformanceTargets {

    private final List<ResultLine> lines;
    private final double limitPerSecond;
    private final MarkdownTable table = new MarkdownTable("Promise", "Kept", "measured");

    private PerformanceTargets(BenchmarkRun benchmarkRun) {
        lines = benchmarkRun.lines();
        limitPerSecond = 2e9 / benchmarkRun.roundTripNanos();
    }

    static List<String> table(BenchmarkRun benchmarkRun) {
        PerformanceTargets performanceTargets = new PerformanceTargets(benchmarkRun);
        performanceTargets.compare();
        return performanceTargets.table.lines();
    }

    private void compare() {
        for (LoadMeasurement loadMeasurement : rows(BenchmarkCase.RETAINED, BenchmarkRun.PEERLOCK)) {
            atLeast("W1: a million a second", loadMeasurement.perSecond(), 1e6);
            line("W1: without messages", loadMeasurement.messages() == 0, loadMeasurement.messages() + " messages");
        }
        for (LoadMeasurement loadMeasurement : rows(BenchmarkCase.THREADS, BenchmarkRun.PEERLOCK)) {
            atLeast("W3: a million a second", loadMeasurement.perSecond(), 1e6);
        }
        for (LoadMeasurement loadMeasurement : rows(BenchmarkCase.CONTENDED, BenchmarkRun.STRICT)) {
            times("W2, cohort 1: a third of one-way TCP", loadMeasurement.handOffsPerSecond(), limitPerSecond, 1.0 / 3);
            line(
                    "W2, cohort 1: Jain at least 0.99",
                    loadMeasurement.jain() >= 0.99,
                    FigureFormat.jain(loadMeasurement.jain()));
            times(
                    "W2, cohort 1: three times the best peer",
                    loadMeasurement.perSecond(),
                    best(BenchmarkCase.CONTENDED),
                    3);
        }
        for (LoadMeasurement loadMeasurement : rows(BenchmarkCase.NAMES, BenchmarkRun.PEERLOCK)) {
            atLeast("W4: 150,000 a second", loadMeasurement.perSecond(), 150_000);
            times("W4: five times the best peer", loadMeasurement.perSecond(), best(BenchmarkCase.NAMES), 5);
        }
    }

    private List<LoadMeasurement> rows(BenchmarkCase benchmarkCase, String locks) {
        return lines.stream()
                .filter(resultLine -> resultLine.workload().equals(benchmarkCase)
                        && resultLine.locks().equals(locks))
                .map(ResultLine::row)
                .toList();
    }

    /** The best of the others; 0 if there are none. */
    private double best(BenchmarkCase benchmarkCase) {
        ToDoubleFunction<ResultLine> perSecond = resultLine -> resultLine.row().perSecond();
        return lines.stream()
                .filter(resultLine -> resultLine.workload().equals(benchmarkCase)
                        && !resultLine.locks().startsWith(BenchmarkRun.PEERLOCK))
                .mapToDouble(perSecond)
                .max()
                .orElse(0);
    }

    private void atLeast(String promise, double measured, double least) {
        line(promise, measured >= least, FigureFormat.number(measured) + "/s");
    }

    private void times(String promise, double measured, double other, double times) {
        if (other > 0) {
            line(
                    promise,
                    measured >= times * other,
                    FigureFormat.number(measured) + "/s, " + FigureFormat.ratio(measured, other));
        }
    }

    private void line(String promise, boolean kept, String measured) {
        table.add(promise, kept ? "yes" : "NO", measured);
    }
}
