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
import org.peerlock.bench.process.ConnectionResetter;

/**
 * The resources of a process, and its latencies since the last time they were taken.
 *
 * @param heapBytes in use after a full garbage collection
 * @param fileDescriptors open files and sockets
 * @param p50Nanos the median latency of acquiring a lock
 * @param p99Nanos the 99th percentile
 * @param maxNanos the longest latency
 * @param views the membership views since the start of the process
 * @param resets the connections reset since the start of the process
 */
record ProcessStatistics(
        long heapBytes,
        long threads,
        long fileDescriptors,
        long p50Nanos,
        long p99Nanos,
        long maxNanos,
        long views,
        long resets) {

    private static final Path FILE_DESCRIPTORS = Path.of("/proc/self/fd");

    /** Takes the statistics of this process. */
    static ProcessStatistics take(Histogram latencies, long views) throws IOException {
        System.gc();
        return new ProcessStatistics(
                ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed(),
                ManagementFactory.getThreadMXBean().getThreadCount(),
                fileCount(FILE_DESCRIPTORS),
                latencies.getValueAtPercentile(50),
                latencies.getValueAtPercentile(99),
                latencies.getMaxValue(),
                views,
                ConnectionResetter.count());
    }

    static long fileCount(Path directory) throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.count();
        }
    }

    /** The statistics on one line, for {@link #parse}. */
    String line() {
        Map<String, String> values = new TreeMap<>();
        values.put("heap-bytes", Long.toString(heapBytes));
        values.put("threads", Long.toString(threads));
        values.put("file-descriptors", Long.toString(fileDescriptors));
        values.put("p50-nanos", Long.toString(p50Nanos));
        values.put("p99-nanos", Long.toString(p99Nanos));
        values.put("max-nanos", Long.toString(maxNanos));
        values.put("views", Long.toString(views));
        values.put("resets", Long.toString(resets));
        return Options.write(values);
    }

    static ProcessStatistics parse(String line) {
        Map<String, String> values = Options.read(line);
        return new ProcessStatistics(
                number(values, "heap-bytes"),
                number(values, "threads"),
                number(values, "file-descriptors"),
                number(values, "p50-nanos"),
                number(values, "p99-nanos"),
                number(values, "max-nanos"),
                number(values, "views"),
                number(values, "resets"));
    }

    private static long number(Map<String, String> values, String name) {
        return Long.parseLong(Options.text(values, name));
    }
}
