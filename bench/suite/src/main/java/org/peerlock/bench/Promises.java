package org.peerlock.bench;

import java.util.List;
import java.util.function.ToDoubleFunction;

/** What Peerlock promises of its speed, beside what was measured in a sitting. */
final class Promises {

    private final List<Line> lines;
    private final double limitPerSecond;
    private final MarkdownTable table = new MarkdownTable("Promise", "Kept", "measured");

    private Promises(Sitting sitting) {
        lines = sitting.lines();
        limitPerSecond = 2e9 / sitting.roundTripNanos();
    }

    static List<String> table(Sitting sitting) {
        Promises promises = new Promises(sitting);
        promises.compare();
        return promises.table.lines();
    }

    private void compare() {
        for (Row row : rows(Workload.RETAINED, Sitting.PEERLOCK)) {
            atLeast("W1: a million a second", row.perSecond(), 1e6);
            line("W1: without messages", row.messages() == 0, row.messages() + " messages");
        }
        for (Row row : rows(Workload.THREADS, Sitting.PEERLOCK)) {
            atLeast("W3: a million a second", row.perSecond(), 1e6);
        }
        for (Row row : rows(Workload.CONTENDED, Sitting.STRICT)) {
            times("W2, cohort 1: a third of one-way TCP", row.handOffsPerSecond(), limitPerSecond, 1.0 / 3);
            line("W2, cohort 1: Jain at least 0.99", row.jain() >= 0.99, Figures.jain(row.jain()));
            times("W2, cohort 1: three times the best peer", row.perSecond(), best(Workload.CONTENDED), 3);
        }
        for (Row row : rows(Workload.NAMES, Sitting.PEERLOCK)) {
            atLeast("W4: 150,000 a second", row.perSecond(), 150_000);
            times("W4: five times the best peer", row.perSecond(), best(Workload.NAMES), 5);
        }
    }

    private List<Row> rows(Workload workload, String locks) {
        return lines.stream()
                .filter(line -> line.workload().equals(workload) && line.locks().equals(locks))
                .map(Line::row)
                .toList();
    }

    /** The best of the others; 0 if there are none. */
    private double best(Workload workload) {
        ToDoubleFunction<Line> perSecond = line -> line.row().perSecond();
        return lines.stream()
                .filter(line ->
                        line.workload().equals(workload) && !line.locks().startsWith(Sitting.PEERLOCK))
                .mapToDouble(perSecond)
                .max()
                .orElse(0);
    }

    private void atLeast(String promise, double measured, double least) {
        line(promise, measured >= least, Figures.number(measured) + "/s");
    }

    private void times(String promise, double measured, double other, double times) {
        if (other > 0) {
            line(
                    promise,
                    measured >= times * other,
                    Figures.number(measured) + "/s, " + Figures.ratio(measured, other));
        }
    }

    private void line(String promise, boolean kept, String measured) {
        table.add(promise, kept ? "yes" : "NO", measured);
    }
}
