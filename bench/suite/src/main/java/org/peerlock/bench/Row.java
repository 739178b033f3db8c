package org.peerlock.bench;

import java.util.List;
import org.HdrHistogram.Histogram;
import org.peerlock.bench.harness.Outcome;

/**
 * What came of one load on some processes.
 *
 * @param perThread how often each thread has acquired while it was measured
 * @param total how often all have acquired from the beginning to the end
 * @param messages how many messages about locks were sent meanwhile; -1 if that is not known
 * @param work what the machine has done while it was measured
 */
record Row(double seconds, List<Long> perThread, long total, long messages, Histogram waits, Machine.Reading work) {

    static Row of(double seconds, List<Outcome> outcomes, Machine.Reading work) {
        Histogram waits = outcomes.get(0).waits().copy();
        outcomes.subList(1, outcomes.size()).forEach(outcome -> waits.add(outcome.waits()));
        boolean known = outcomes.stream().allMatch(outcome -> outcome.messages() >= 0);
        return new Row(
                seconds,
                outcomes.stream().flatMap(outcome -> outcome.perThread().stream()).toList(),
                outcomes.stream().mapToLong(Outcome::total).sum(),
                known ? outcomes.stream().mapToLong(Outcome::messages).sum() : -1,
                waits,
                work);
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
        double squares = perThread.stream().mapToDouble(each -> (double) each * each).sum();
        return sum == 0 ? 0 : sum * sum / (perThread.size() * squares);
    }

    /** How much more the luckiest thread has got than the unluckiest. */
    double maxToMin() {
        double least = perThread.stream().mapToLong(Long::longValue).min().orElse(0);
        return perThread.stream().mapToLong(Long::longValue).max().orElse(0) / least;
    }

    double messagesEach() {
        return (double) messages / total;
    }

    double packetsEach() {
        return (double) work.packets() / acquisitions();
    }

    double bytesEach() {
        return (double) work.bytes() / acquisitions();
    }

    double cpuMicrosEach() {
        return work.busyTicks() * Machine.NANOS_PER_TICK / 1_000 / acquisitions();
    }

    double micros(double percentile) {
        return waits.getValueAtPercentile(percentile) / 1_000.0;
    }
}
