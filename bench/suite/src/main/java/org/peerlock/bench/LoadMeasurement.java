package org.peerlock.bench;

import java.util.List;
import java.util.function.ToLongFunction;
import org.HdrHistogram.Histogram;
import org.peerlock.bench.harness.LoadResult;

/**
 * What came of one load on some processes.
 *
 * @param perThread how often each thread has acquired while it was measured
 * @param total how often all have acquired from the beginning to the end
 * @param messages how many messages about locks were sent; -1 if that is not known
 * @param handOffs how often a lock has gone from one process to another; -1 if that is not known
 * @param bytes how many were sent by ways that the kernel does not count; -1 if it counts all
 * @param work what the machine has done while it was measured
 */
record LoadMeasurement(
        double seconds,
        List<Long> perThread,
        long total,
        long messages,
        long handOffs,
        long bytes,
        Histogram waits,
        MachineCounters.Reading work) {

    static LoadMeasurement of(double seconds, List<LoadResult> outcomes, MachineCounters.Reading work) {
        Histogram waits = outcomes.get(0).waits().copy();
        outcomes.subList(1, outcomes.size()).forEach(loadResult -> waits.add(loadResult.waits()));
        return new LoadMeasurement(
                seconds,
                outcomes.stream()
                        .flatMap(loadResult -> loadResult.perThread().stream())
                        .toList(),
                outcomes.stream().mapToLong(LoadResult::total).sum(),
                sum(outcomes, LoadResult::messages),
                sum(outcomes, LoadResult::handOffs),
                sum(outcomes, LoadResult::bytes),
                waits,
                work);
    }

    /** -1 if one of them does not know. */
    private static long sum(List<LoadResult> outcomes, ToLongFunction<LoadResult> count) {
        boolean known = outcomes.stream().mapToLong(count).allMatch(each -> each >= 0);
        return known ? outcomes.stream().mapToLong(count).sum() : -1;
    }

    long acquisitions() {
        return perThread.stream().mapToLong(Long::longValue).sum();
    }

    double perSecond() {
        return acquisitions() / seconds;
    }

    /** 1 if all threads have acquired equally often, and 1/n if one of n has done all. */
    double jain() {
        double sum = acquisitions();
        double squares =
                perThread.stream().mapToDouble(each -> (double) each * each).sum();
        return sum == 0 ? 0 : sum * sum / (perThread.size() * squares);
    }

    /** How much more the luckiest thread has got than the unluckiest. */
    double maxToMin() {
        double least = perThread.stream().mapToLong(Long::longValue).min().orElse(0);
        return perThread.stream().mapToLong(Long::longValue).max().orElse(0) / least;
    }

    /** Negative if that is not known, as all that comes of it. */
    double handOffsPerSecond() {
        return handOffs / seconds;
    }

    double messagesEach() {
        return (double) messages / acquisitions();
    }

    double messagesEachHandOff() {
        return (double) messages / handOffs;
    }

    /** Negative if that is not known. */
    double packetsEach() {
        return bytes < 0 ? (double) work.packets() / acquisitions() : -1;
    }

    double bytesEach() {
        return (double) (bytes < 0 ? work.bytes() : bytes) / acquisitions();
    }

    double cpuMicrosEach() {
        return work.busyTicks() * MachineCounters.NANOS_PER_TICK / 1_000 / acquisitions();
    }

    double micros(double percentile) {
        return waits.getValueAtPercentile(percentile) / 1_000.0;
    }
}
