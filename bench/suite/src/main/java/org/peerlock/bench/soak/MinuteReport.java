package org.peerlock.bench.soak;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * What happened in one minute.
 *
 * @param counts in all processes
 * @param views how many have begun at the resident, which is the one that is never killed
 * @param resets how many connections it has broken
 * @param vitals how the resident is at the end of the minute
 * @param files how many the registry's directory has then
 */
record MinuteReport(
        int number, Map<CountedEvent, Long> counts, long views, long resets, ProcessStatistics vitals, long files) {

    private static final String[] TITLES = {
        "views", "resets", "p50 ms", "p99 ms", "max ms", "heap MB", "threads", "handles", "files"
    };

    double medianMillis() {
        return vitals.median() / 1e6;
    }

    double slowMillis() {
        return vitals.slow() / 1e6;
    }

    double heapMegabytes() {
        return vitals.heap() / 1e6;
    }

    /** What stands above the lines. */
    static String heading() {
        List<String> titles = new ArrayList<>();
        titles.add("minute");
        for (CountedEvent countedEvent : CountedEvent.values()) {
            titles.add(countedEvent.toString());
        }
        titles.addAll(List.of(TITLES));
        return join(titles);
    }

    String line() {
        List<String> cells = new ArrayList<>();
        cells.add(Integer.toString(number));
        counts.values().forEach(count -> cells.add(Long.toString(count)));
        cells.add(Long.toString(views));
        cells.add(Long.toString(resets));
        cells.add(decimal(medianMillis()));
        cells.add(decimal(slowMillis()));
        cells.add(decimal(vitals.slowest() / 1e6));
        cells.add(decimal(heapMegabytes()));
        cells.add(Long.toString(vitals.threads()));
        cells.add(Long.toString(vitals.handles()));
        cells.add(Long.toString(files));
        return join(cells);
    }

    private static String decimal(double value) {
        return String.format(Locale.ROOT, "%.1f", value);
    }

    private static String join(List<String> cells) {
        StringBuilder line = new StringBuilder();
        cells.forEach(cell -> line.append(String.format(Locale.ROOT, "%10s", cell)));
        return line.toString();
    }
}
