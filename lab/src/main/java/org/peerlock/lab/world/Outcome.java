package org.peerlock.lab.world;

import java.util.List;
import java.util.Optional;

/**
 * What came of a step.
 *
 * @param world the system after it
 * @param events what it had for effects, in order
 * @param violation what went wrong, if anything did
 */
public record Outcome<S extends Record, M>(World<S, M> world, List<Event<M>> events, Optional<Violation> violation) {}
