package org.peerlock.lab.experiment;

import java.util.function.ToDoubleFunction;
import org.peerlock.algorithm.Mode;
import org.peerlock.lab.simulate.Measurements;

/** A quantity that is measured in a run. */
@SuppressWarnings("ImmutableEnumChecker") // the functions are method references
public enum Quantity {
    MESSAGES("messages", Measurements::messagesPerEntry),
    /** The size of a request set: each member except the node itself answers. */
    MEMBERS("members", run -> 1 + perEntry(run, "REPLY")),
    REQUESTS("REQUESTs", run -> perEntry(run, "REQUEST")),
    REPLIES("REPLYs", run -> perEntry(run, "REPLY")),
    TOKENS("tokens", run -> perEntry(run, "TOKEN")),
    SYNCHRONIZATION_DELAY("T", run -> run.synchronizationDelay().mean()),
    WAITING("T", run -> run.waiting().mean()),
    SHORTEST_WAIT("T", run -> run.waiting().min()),
    WAITING_RATIO("times as long", Measurements::waitingRatio),
    WRITERS_WAIT(
            "times as long",
            run -> run.waiting(Mode.EXCLUSIVE).mean() / run.waiting(Mode.SHARED).mean()),
    OUT_OF_ORDER("of the entries", Measurements::outOfOrderShare),
    BYPASS("overtake", Measurements::maxBypass),
    ENTRIES("entries without a violation", Measurements::entries);

    private final String unit;
    private final ToDoubleFunction<Measurements> value;

    Quantity(String unit, ToDoubleFunction<Measurements> value) {
        this.unit = unit;
        this.value = value;
    }

    private static double perEntry(Measurements run, String type) {
        return (double) run.messages().getOrDefault(type, 0L) / run.entries();
    }

    String unit() {
        return unit;
    }

    ToDoubleFunction<Measurements> value() {
        return value;
    }
}
