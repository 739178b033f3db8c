package org.peerlock.lab.simulate;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import org.peerlock.algorithm.Mode;
import org.peerlock.algorithm.catalogue.SpellingSuggestion;
import org.peerlock.lab.simulate.Sample.Summary;

/** A metric: one number for each run. */
@SuppressWarnings("ImmutableEnumChecker") // the functions are method references
public enum Metric {
    MESSAGES_PER_ENTRY("messagesPerEntry", "messages per entry", "messages", Measurements::messagesPerEntry),
    BYTES_PER_ENTRY("bytesPerEntry", "bytes per entry", "bytes", Measurements::bytesPerEntry),
    SYNCHRONIZATION_DELAY("synchronizationDelay", "synchronization delay", Measurements::synchronizationDelay),
    WAITING_TIME("waitingTime", "waiting time", Measurements::waiting),
    WAITING_RATIO(
            "waitingRatio",
            "waiting time, longest node / shortest node",
            "1 = all nodes equally long",
            Measurements::waitingRatio),
    READER_WAITING("readerWaitingTime", "waiting time of readers", run -> run.waiting(Mode.SHARED)),
    WRITER_WAITING("writerWaitingTime", "waiting time of writers", run -> run.waiting(Mode.EXCLUSIVE)),
    RESPONSE_TIME("responseTime", "response time", Measurements::response),
    THROUGHPUT("throughput", "throughput", "entries in a unit of time", Measurements::throughput),
    JAIN("jain", "Jain's fairness index", "1 = all nodes equally often", Measurements::jain),
    OUT_OF_ORDER(
            "outOfOrder", "entries before an earlier request", "share of the entries", Measurements::outOfOrderShare),
    MAX_BYPASS("maxBypass", "largest bypass", "entries of others", Measurements::maxBypass),
    MAX_QUEUE("maxQueue", "longest queue", "requests", Measurements::maxQueue),
    WITHDRAWN("withdrawn", "withdrawn", "requests", Measurements::withdrawn);

    private final String id;
    private final String title;
    private final String unit;
    private final ToDoubleFunction<Measurements> value;
    private final Function<Measurements, Optional<Summary>> within;

    Metric(String id, String title, String unit, ToDoubleFunction<Measurements> value) {
        this.id = id;
        this.title = title;
        this.unit = unit;
        this.value = value;
        within = run -> Optional.empty();
    }

    /** A time of each entry: the number for a run is the mean. */
    Metric(String id, String title, Function<Measurements, Summary> within) {
        this.id = id;
        this.title = title;
        unit = "units of time";
        value = run -> within.apply(run).mean();
        this.within = run -> Optional.of(within.apply(run));
    }

    /** The name in options and files. */
    public String id() {
        return id;
    }

    /** The name in words. */
    public String title() {
        return title;
    }

    public String unit() {
        return unit;
    }

    /** The value for a run; NaN if there is none. */
    public double of(Measurements run) {
        return value.applyAsDouble(run);
    }

    /** The distribution within a run, if each entry has a value. */
    public Optional<Summary> within(Measurements run) {
        return within.apply(run);
    }

    /**
     * Finds a metric by its {@link #id()}.
     *
     * @throws IllegalArgumentException with what was expected
     */
    public static Metric named(String id) {
        return Arrays.stream(values())
                .filter(metric -> metric.id.equals(id))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("expected " + String.join(", ", ids()) + ", not '" + id
                        + "'" + SpellingSuggestion.of(id, ids())));
    }

    private static List<String> ids() {
        return Arrays.stream(values()).map(Metric::id).toList();
    }
}
