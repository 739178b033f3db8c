package org.peerlock.bench.soak;

import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * Whether something is more in the last third of a soak than in the first one, by the medians of both.
 *
 * @param allowed how much it may be in the last third: generously more than in the first, for no machine is quiet all the time
 */
record ResourceTrend(String what, double first, double last, double allowed) {

    /** Fewer have no thirds. */
    static final int FEWEST_MINUTES = 3;

    /**
     * Something that is measured each minute.
     *
     * @param factor it may become so many times as much
     * @param more and so much more
     */
    private record Measure(String what, ToDoubleFunction<MinuteReport> value, double factor, double more) {

        double median(List<MinuteReport> minutes) {
            double[] values = minutes.stream().mapToDouble(value).sorted().toArray();
            int middle = values.length / 2;
            return values.length % 2 == 1 ? values[middle] : (values[middle - 1] + values[middle]) / 2;
        }
    }

    private static final List<Measure> MEASURES = List.of(
            new Measure("heap in use after a full collection, MB", MinuteReport::heapMegabytes, 1.25, 4),
            new Measure("threads", minuteReport -> minuteReport.vitals().threads(), 1, 4),
            new Measure(
                    "open files and sockets",
                    minuteReport -> minuteReport.vitals().handles(),
                    1,
                    10),
            new Measure("wait for a lock, median, ms", MinuteReport::medianMillis, 3, 1),
            new Measure("wait for a lock, 99th percentile, ms", MinuteReport::slowMillis, 3, 20),
            new Measure("files in the directory where all meet", MinuteReport::files, 1, 4));

    /** Of all that is measured; nothing if there are fewer than {@link #FEWEST_MINUTES}. */
    static List<ResourceTrend> of(List<MinuteReport> minutes) {
        List<ResourceTrend> all = new ArrayList<>();
        if (minutes.size() >= FEWEST_MINUTES) {
            int third = minutes.size() / 3;
            for (Measure measure : MEASURES) {
                double first = measure.median(minutes.subList(0, third));
                double last = measure.median(minutes.subList(minutes.size() - third, minutes.size()));
                all.add(new ResourceTrend(measure.what, first, last, first * measure.factor + measure.more));
            }
        }
        return all;
    }

    boolean isTooMuch() {
        return last > allowed;
    }
}
