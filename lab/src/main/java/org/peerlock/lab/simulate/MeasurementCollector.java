package org.peerlock.lab.simulate;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.peerlock.lab.trace.TextFormat;
import org.peerlock.lab.world.Violation;

/** Collects the measurements of a run. */
final class MeasurementCollector {

    private static final double UNIT = Distribution.UNIT;

    private final long warmup;
    private final boolean mutex;
    private final List<Class<?>> types = new ArrayList<>();
    private long[] sent = new long[8];
    private long bytes;
    private final Sample synchronizationDelay = new Sample();
    private final Sample waiting = new Sample();
    private final Sample response = new Sample();
    private final long[] entriesByNode;
    private long entries;
    private long measuredSince;
    private long maxBypass;
    private int waitingNow;
    private int maxQueue;
    private long withdrawn;
    private long asked;
    /**
     * When a request left while others waited, and how many had been made by then; -1 once the next
     * one has entered.
     */
    private long leftAt = -1;

    private long askedWhenLeft;

    /**
     * Creates a collector.
     *
     * @param mutex whether each request leaves before the next enters; otherwise there is no
     *     synchronization delay to measure
     */
    MeasurementCollector(int nodes, long warmup, boolean mutex) {
        this.warmup = warmup;
        this.mutex = mutex;
        entriesByNode = new long[nodes];
    }

    private boolean warm() {
        return entries >= warmup;
    }

    /** The number of entries, including the warm-up. */
    long entries() {
        return entries;
    }

    void sent(Object message) {
        if (warm()) {
            sent[index(message.getClass())]++;
            bytes += ByteSize.of(message);
        }
    }

    private int index(Class<?> type) {
        for (int i = 0; i < types.size(); i++) {
            if (types.get(i) == type) {
                return i;
            }
        }
        types.add(type);
        if (types.size() > sent.length) {
            sent = Arrays.copyOf(sent, 2 * sent.length);
        }
        return types.size() - 1;
    }

    /** A request is made; returns its position in the order of requests. */
    long asked() {
        waitingNow++;
        maxQueue = Math.max(maxQueue, warm() ? waitingNow : 0);
        return asked++;
    }

    void withdrawn() {
        waitingNow--;
        withdrawn += warm() ? 1 : 0;
    }

    /** A node with a waiting request has crashed. */
    void crashed() {
        waitingNow--;
    }

    /**
     * A request enters.
     *
     * @param place its position in the order of requests
     * @param entriesBefore how many requests had entered when it was made
     */
    void entered(int node, long now, long since, long place, long entriesBefore) {
        waitingNow--;
        if (warm()) {
            waiting.add((now - since) / UNIT);
            maxBypass = Math.max(maxBypass, entries - entriesBefore);
            entriesByNode[node - 1]++;
            if (mutex && leftAt >= 0 && place < askedWhenLeft) {
                synchronizationDelay.add((now - leftAt) / UNIT);
            }
        }
        leftAt = -1;
        entries++;
        if (entries == warmup) {
            measuredSince = now;
            maxQueue = waitingNow;
        }
    }

    void left(long now, long since) {
        if (warm()) {
            response.add((now - since) / UNIT);
        }
        leftAt = waitingNow > 0 ? now : -1;
        askedWhenLeft = asked;
    }

    Measurements measurements(
            long now, boolean stalled, @Nullable Violation violation, long events, long nanos, long traceHash) {
        SortedMap<String, Long> messages = new TreeMap<>();
        for (int i = 0; i < types.size(); i++) {
            messages.put(TextFormat.name(types.get(i)), sent[i]);
        }
        SortedMap<Integer, Long> byNode = new TreeMap<>();
        for (int node = 1; node <= entriesByNode.length; node++) {
            byNode.put(node, entriesByNode[node - 1]);
        }
        return new Measurements(
                Math.max(0, entries - warmup),
                (now - measuredSince) / UNIT,
                messages,
                bytes,
                synchronizationDelay.summary(),
                waiting.summary(),
                response.summary(),
                byNode,
                maxBypass,
                maxQueue,
                withdrawn,
                stalled,
                Optional.ofNullable(violation),
                events,
                nanos,
                traceHash);
    }
}
