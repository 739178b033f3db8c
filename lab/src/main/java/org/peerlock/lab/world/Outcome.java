package org.peerlock.lab.world;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.peerlock.algorithm.Property;

/**
 * What came of a step.
 *
 * @param world the system after it
 * @param events what it had for effects, in order
 * @param violations what went wrong
 */
public record Outcome<S extends Record, M>(World<S, M> world, List<Event<M>> events, List<Violation> violations) {

    /** The gravest violation of one of the properties. */
    public Optional<Violation> violation(Set<Property> properties) {
        return violations.stream()
                .filter(violation -> properties.contains(violation.property()))
                .min(Comparator.comparing(Violation::property));
    }
}
