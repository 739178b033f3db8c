package org.peerlock.lab.world;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.peerlock.algorithm.Property;

/**
 * The outcome of a step.
 *
 * @param world the system after it
 * @param events its effects, in order
 * @param violations the violations
 */
public record StepOutcome<S extends Record, M>(World<S, M> world, List<Event<M>> events, List<Violation> violations) {

    /** The most serious violation of one of the properties. */
    public Optional<Violation> violation(Set<Property> properties) {
        if (violations.isEmpty()) {
            return Optional.empty();
        }
        return violations.stream()
                .filter(violation -> properties.contains(violation.property()))
                .min(Comparator.comparing(Violation::property));
    }

    public boolean violates(Property property) {
        for (Violation violation : violations) {
            if (violation.property() == property) {
                return true;
            }
        }
        return false;
    }

    /** How many messages were sent; a broadcast is one. */
    public int transmissions() {
        int sent = 0;
        for (int i = 0;
                i < events.size();
                i++) { // without an iterator, because every transition of a search calls this
            Event<M> event = events.get(i);
            sent += event instanceof Event.Sent || event instanceof Event.Broadcast ? 1 : 0;
        }
        return sent;
    }
}
