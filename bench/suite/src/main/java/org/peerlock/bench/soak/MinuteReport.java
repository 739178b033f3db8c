package org.peerlock.bench.soak;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * The report of one minute. Only {@code counts} covers all processes; everything else is about the
 * process that is never killed.
 *
 * @param counts the events of this minute, in all processes
 * @param views the membership views that began in this minute
 * @param resets the connections that were reset in this minute
 * @param statistics at the end of the minute
 * @param registryFiles the number of files in the registry's directory at the end of the minute
 */
record MinuteReport(
        int number,
        Map<CountedEvent, Long> counts,
        long views,
        long resets,
        ProcessStatistics statistics,
        long registryFiles) {

    private static final String[] TITLES = {
        "views", "resets", "p50 ms", "p99 ms", "max ms", "heap MB", "threads", "fds", "files"
    };

    double p50Millis() {
        return statistics.p50Nanos() / 1e6;
    }

    double p99Millis() {
        return statistics.p99Nanos() / 1e6;
    }

    double heapMegabytes() {
        return statistics.heapBytes() / 1e6;
    }

    /** The titles of the columns of {@link #line}. */
    static String heading() {
        List<String> titles = new ArrayList<>();
        titles.add("minute");
        for (CountedEvent event : CountedEvent.values()) {
            titles.add(event.toString());
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
        cells.add(decimal(p50Millis()));
        cells.add(decimal(p99Millis()));
        cells.add(decimal(statistics.maxNanos() / 1e6));
        cells.add(decimal(heapMegabytes()));
        cells.add(Long.toString(statistics.threads()));
        cells.add(Long.toString(statistics.fileDescriptors()));
        cells.add(Long.toString(registryFiles));
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
