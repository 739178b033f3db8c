package org.peerlock.lab.simulate;

import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import org.peerlock.algorithm.Mode;
import org.peerlock.lab.simulate.Sample.Summary;
import org.peerlock.lab.world.Violation;

/**
 * The measurements of a run. Times are in units; everything except the last four values is measured
 * after the warm-up.
 *
 * @param entries how many entries were measured
 * @param time how long that took
 * @param messages how many messages of each type were sent
 * @param bytes their total size in a compact encoding
 * @param synchronizationDelay the time from a release to the next entry, if the next request
 *     already waited
 * @param waiting the time from request to entry
 * @param response the time from request to release
 * @param waitingByNode the waiting time of the requests of each node, node 1 first
 * @param waitingByMode the waiting time of the requests of each mode
 * @param outOfOrder how many requests entered while an earlier one waited
 * @param maxBypass the greatest number of entries of others while a request waited
 * @param maxQueue the greatest number of requests that waited at once
 * @param withdrawn how many requests were cancelled
 * @param stalled whether the run ended because nothing could happen any more although a request
 *     waited
 * @param violation the violation that ended the run, if any
 * @param events the number of events
 * @param nanos how long the run took in real time, in nanoseconds
 * @param traceHash a hash of all messages that arrived, with times, senders and receivers; the same
 *     for the same run
 */
public record Measurements(
        long entries,
        double time,
        SortedMap<String, Long> messages,
        long bytes,
        Summary synchronizationDelay,
        Summary waiting,
        Summary response,
        List<Summary> waitingByNode,
        Map<Mode, Summary> waitingByMode,
        long outOfOrder,
        long maxBypass,
        int maxQueue,
        long withdrawn,
        boolean stalled,
        Optional<Violation> violation,
        long events,
        long nanos,
        long traceHash) {

    public double messagesPerEntry() {
        return (double) messages.values().stream().mapToLong(Long::longValue).sum() / entries;
    }

    public double bytesPerEntry() {
        return (double) bytes / entries;
    }

    /** Entries per unit of time. */
    public double throughput() {
        return entries / time;
    }

    /**
     * Jain's fairness index of the entries by node: 1 if all entered equally often, 1/N if only one
     * ever did.
     */
    public double jain() {
        double sum = 0;
        double squares = 0;
        for (Summary node : waitingByNode) {
            sum += node.count();
            squares += (double) node.count() * node.count();
        }
        return sum * sum / (waitingByNode.size() * squares);
    }

    /** The share of the entries that came before a request that had been made earlier. */
    public double outOfOrderShare() {
        return (double) outOfOrder / entries;
    }

    /** The mean waiting time of a node; NaN if it never entered. */
    public double waitingOf(int node) {
        return waitingByNode.get(node - 1).mean();
    }

    /**
     * The mean waiting time of the node that waits longest, divided by that of the node that waits
     * shortest; 1 if all wait equally long.
     */
    public double waitingRatio() {
        DoubleSummaryStatistics means = waitingByNode.stream()
                .filter(node -> node.count() > 0)
                .mapToDouble(Summary::mean)
                .summaryStatistics();
        return means.getMax() / means.getMin();
    }

    /** The waiting time of readers, or of writers; without values unless there were both. */
    public Summary waiting(Mode mode) {
        Summary waiting = waitingByMode.get(mode);
        boolean both = waitingByMode.values().stream().allMatch(each -> each.count() > 0);
        return waiting != null && both ? waiting : new Sample().summary();
    }

    public double eventsPerSecond() {
        return events * 1e9 / nanos;
    }
}
