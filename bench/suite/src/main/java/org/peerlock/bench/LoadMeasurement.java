package org.peerlock.bench;

import java.util.Comparator;
import java.util.List;
import java.util.function.ToLongFunction;
import org.HdrHistogram.Histogram;
import org.peerlock.bench.harness.LoadResult;

/**
 * The measurement of one workload over all of its processes.
 *
 * @param seconds the duration of the measurement
 * @param perThread each thread's acquisitions during the measurement
 * @param total all acquisitions from start to end, warm-up included
 * @param messages the lock messages sent; -1 if unknown
 * @param handOffs how often a message from another process brought the lock for which a request was
 *     waiting; -1 if unknown
 * @param bytes the bytes sent without using the network interface; -1 if all bytes pass through it
 * @param latencies in nanoseconds
 * @param usage what the whole machine did during the measurement
 */
record LoadMeasurement(
        double seconds,
        List<Long> perThread,
        long total,
        long messages,
        long handOffs,
        long bytes,
        Histogram latencies,
        MachineCounters.Usage usage) {

    static LoadMeasurement of(double seconds, List<LoadResult> results, MachineCounters.Usage usage) {
        Histogram latencies = results.get(0).latencies().copy();
        results.subList(1, results.size()).forEach(result -> latencies.add(result.latencies()));
        return new LoadMeasurement(
                seconds,
                results.stream().flatMap(result -> result.perThread().stream()).toList(),
                results.stream().mapToLong(LoadResult::total).sum(),
                sum(results, LoadResult::messages),
                sum(results, LoadResult::handOffs),
                sum(results, LoadResult::bytes),
                latencies,
                usage);
    }

    /** The one in the middle by throughput, of several of the same workload. */
    static LoadMeasurement middle(List<LoadMeasurement> rounds) {
        return rounds.stream()
                .sorted(Comparator.comparingDouble(LoadMeasurement::acquisitionsPerSecond))
                .toList()
                .get(rounds.size() / 2);
    }

    /** -1 if the count of any process is unknown. */
    private static long sum(List<LoadResult> results, ToLongFunction<LoadResult> count) {
        boolean known = results.stream().mapToLong(count).allMatch(each -> each >= 0);
        return known ? results.stream().mapToLong(count).sum() : -1;
    }

    long acquisitions() {
        return perThread.stream().mapToLong(Long::longValue).sum();
    }

    double acquisitionsPerSecond() {
        return acquisitions() / seconds;
    }

    /**
     * Jain's fairness index: 1 if all n threads acquired equally often, 1/n if one thread acquired
     * every time.
     */
    double jain() {
        double sum = acquisitions();
        double squares =
                perThread.stream().mapToDouble(each -> (double) each * each).sum();
        return sum == 0 ? 0 : sum * sum / (perThread.size() * squares);
    }

    /** The most acquisitions of a thread divided by the fewest. */
    double maxToMin() {
        double least = perThread.stream().mapToLong(Long::longValue).min().orElse(0);
        return perThread.stream().mapToLong(Long::longValue).max().orElse(0) / least;
    }

    /** Negative if unknown. */
    double handOffsPerSecond() {
        return handOffs / seconds;
    }

    /** Negative if unknown. */
    double messagesPerAcquisition() {
        return (double) messages / acquisitions();
    }

    /** Negative if the messages are unknown. */
    double messagesPerHandOff() {
        return (double) messages / handOffs;
    }

    /** Negative if unknown. */
    double packetsPerAcquisition() {
        return bytes < 0 ? (double) usage.packets() / acquisitions() : -1;
    }

    double bytesPerAcquisition() {
        return (double) (bytes < 0 ? usage.bytes() : bytes) / acquisitions();
    }

    double cpuMicrosPerAcquisition() {
        return usage.busyTicks() * MachineCounters.NANOS_PER_TICK / 1_000 / acquisitions();
    }

    double latencyMicros(double percentile) {
        return latencies.getValueAtPercentile(percentile) / 1_000.0;
    }
}
