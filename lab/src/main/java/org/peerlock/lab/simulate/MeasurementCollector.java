package org.peerlock.lab.simulate;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.peerlock.algorithm.Mode;
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
    private final List<Sample> waitingByNode = new ArrayList<>();
    private final Map<Mode, Sample> waitingByMode = new EnumMap<>(Mode.class);
    private final Sample response = new Sample();
    private long entries;
    private long measuredSince;
    private long maxBypass;
    private long outOfOrder;
    /** The positions of the requests that wait. */
    private final SortedSet<Long> places = new TreeSet<>();

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
        for (int node = 1; node <= nodes; node++) {
            waitingByNode.add(new Sample());
        }
        for (Mode mode : Mode.values()) {
            waitingByMode.put(mode, new Sample());
        }
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
        places.add(asked);
        maxQueue = Math.max(maxQueue, warm() ? places.size() : 0);
        return asked++;
    }

    void withdrawn(long place) {
        places.remove(place);
        withdrawn += warm() ? 1 : 0;
    }

    /** A node with a waiting request has crashed. */
    void crashed(long place) {
        places.remove(place);
    }

    /**
     * A request enters.
     *
     * @param place its position in the order of requests
     * @param entriesBefore how many requests had entered when it was made
     */
    void entered(int node, Mode mode, long now, long since, long place, long entriesBefore) {
        boolean first = places.first() == place;
        places.remove(place);
        if (warm()) {
            double waited = (now - since) / UNIT;
            waiting.add(waited);
            waitingByNode.get(node - 1).add(waited);
            Objects.requireNonNull(waitingByMode.get(mode)).add(waited);
            maxBypass = Math.max(maxBypass, entries - entriesBefore);
            outOfOrder += first ? 0 : 1;
            if (mutex && leftAt >= 0 && place < askedWhenLeft) {
                synchronizationDelay.add((now - leftAt) / UNIT);
            }
        }
        leftAt = -1;
        entries++;
        if (entries == warmup) {
            measuredSince = now;
            maxQueue = places.size();
        }
    }

    void left(long now, long since) {
        if (warm()) {
            response.add((now - since) / UNIT);
        }
        leftAt = places.isEmpty() ? -1 : now;
        askedWhenLeft = asked;
    }

    Measurements measurements(
            long now, boolean stalled, @Nullable Violation violation, long events, long nanos, long traceHash) {
        SortedMap<String, Long> messages = new TreeMap<>();
        for (int i = 0; i < types.size(); i++) {
            messages.put(TextFormat.name(types.get(i)), sent[i]);
        }
        Map<Mode, Sample.Summary> byMode = new EnumMap<>(Mode.class);
        waitingByMode.forEach((mode, sample) -> byMode.put(mode, sample.summary()));
        return new Measurements(
                Math.max(0, entries - warmup),
                (now - measuredSince) / UNIT,
                messages,
                bytes,
                synchronizationDelay.summary(),
                waiting.summary(),
                response.summary(),
                waitingByNode.stream().map(Sample::summary).toList(),
                byMode,
                outOfOrder,
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
