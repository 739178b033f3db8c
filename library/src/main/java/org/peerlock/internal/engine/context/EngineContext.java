package org.peerlock.internal.engine.context;

import java.util.random.RandomGenerator;
import org.peerlock.internal.engine.effects.EngineCounters;
import org.peerlock.internal.engine.effects.EngineEffects;
import org.peerlock.internal.engine.lockword.GrantGates;
import org.peerlock.internal.engine.settings.NodeSettings;

/**
 * What all components of one engine share, for as long as the node runs.
 *
 * @param random the engine's only source of randomness
 */
public record EngineContext(
        NodeSettings settings,
        InputTime time,
        GrantGates gates,
        EngineEffects effects,
        EngineCounters counters,
        RandomGenerator random) {}
