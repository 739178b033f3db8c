package org.peerlock.bench.soak;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;
import org.peerlock.bench.harness.Options;

/**
 * How a process is.
 *
 * @param heap bytes that are in use after a full collection
 * @param handles how many files and sockets are open
 * @param median of how long somebody waited for a lock since the last time, in nanoseconds
 * @param slow 99 of 100 did not wait for longer
 * @param slowest nobody did
 * @param views how many have begun in all
 * @param resets how many connections it has broken in all
 */
record ProcessStatistics(
        long heap, long threads, long handles, long median, long slow, long slowest, long views, long resets) {

    private static final Path HANDLES = Path.of("/proc/self/fd");

    /** Of this process. */
    static ProcessStatistics take(Histogram waits, long views) throws IOException {
        System.gc();
        return new ProcessStatistics(
                ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed(),
                ManagementFactory.getThreadMXBean().getThreadCount(),
                files(HANDLES),
                waits.getValueAtPercentile(50),
                waits.getValueAtPercentile(99),
                waits.getMaxValue(),
                views,
                ConnectionResetter.count());
    }

    /** How many files a directory has. */
    static long files(Path directory) throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.count();
        }
    }

    String line() {
        Map<String, String> values = new TreeMap<>();
        values.put("heap", Long.toString(heap));
        values.put("threads", Long.toString(threads));
        values.put("handles", Long.toString(handles));
        values.put("median", Long.toString(median));
        values.put("slow", Long.toString(slow));
        values.put("slowest", Long.toString(slowest));
        values.put("views", Long.toString(views));
        values.put("resets", Long.toString(resets));
        return Options.write(values);
    }

    static ProcessStatistics of(String line) {
        Map<String, String> values = Options.read(line);
        return new ProcessStatistics(
                number(values, "heap"),
                number(values, "threads"),
                number(values, "handles"),
                number(values, "median"),
                number(values, "slow"),
                number(values, "slowest"),
                number(values, "views"),
                number(values, "resets"));
    }

    private static long number(Map<String, String> values, String name) {
        return Long.parseLong(Options.text(values, name));
    }
}
