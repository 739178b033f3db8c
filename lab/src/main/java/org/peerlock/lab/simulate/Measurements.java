package org.peerlock.lab.simulate;

import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import org.peerlock.lab.simulate.Sample.Summary;
import org.peerlock.lab.world.Violation;

/**
 * What came of a run. Times are in units; everything but the last four is measured after the warm-up.
 *
 * @param entries how many entries were measured
 * @param time how long that took
 * @param messages how many of each type were sent
 * @param bytes how long they were in all, as the compact encoding has them
 * @param synchronizationDelay from one's leaving to the next one's entry, where the next one waited already
 * @param waiting from asking to entering
 * @param response from asking to leaving
 * @param entriesByNode how often each node entered
 * @param maxBypass how often at most others entered while one waited
 * @param maxQueue how many at most waited at once
 * @param withdrawn how many requests were given up
 * @param stalled whether it ended because nothing could happen any more, though somebody waited
 * @param violation what went wrong, if anything did
 * @param events how many there were in all
 * @param nanos how long the run took in real time
 * @param traceHash of all messages that arrived: when, from whom to whom, and what was in them; the same for the same run
 */
public record Measurements(
        long entries,
        double time,
        SortedMap<String, Long> messages,
        long bytes,
        Summary synchronizationDelay,
        Summary waiting,
        Summary response,
        Map<Integer, Long> entriesByNode,
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

    /** Entries in each unit of time. */
    public double throughput() {
        return entries / time;
    }

    /** Jain's index of how often each node entered: 1 if all equally often, 1/N if only one ever did. */
    public double jain() {
        double sum = 0;
        double squares = 0;
        for (long count : entriesByNode.values()) {
            sum += count;
            squares += (double) count * count;
        }
        return sum * sum / (entriesByNode.size() * squares);
    }

    public double eventsPerSecond() {
        return events * 1e9 / nanos;
    }
}
