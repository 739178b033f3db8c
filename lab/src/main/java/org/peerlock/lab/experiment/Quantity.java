package org.peerlock.lab.experiment;

import java.util.function.ToDoubleFunction;
import org.peerlock.lab.simulate.Measurements;

/** A quantity that is measured in a run. */
@SuppressWarnings("ImmutableEnumChecker") // the functions are method references
public enum Quantity {
    MESSAGES("messages", Measurements::messagesPerEntry),
    /** The size of a request set: each member except the node itself answers. */
    MEMBERS("members", run -> 1 + (double) run.messages().getOrDefault("REPLY", 0L) / run.entries()),
    SYNCHRONIZATION_DELAY("T", run -> run.synchronizationDelay().mean()),
    WAITING("T", run -> run.waiting().mean()),
    BYPASS("overtake", Measurements::maxBypass),
    ENTRIES("entries without a violation", Measurements::entries);

    private final String unit;
    private final ToDoubleFunction<Measurements> value;

    Quantity(String unit, ToDoubleFunction<Measurements> value) {
        this.unit = unit;
        this.value = value;
    }

    String unit() {
        return unit;
    }

    ToDoubleFunction<Measurements> value() {
        return value;
    }
}
