package org.peerlock.testkit;

import java.util.random.RandomGenerator;
import org.peerlock.internal.engine.NodeEngine;
import org.peerlock.internal.engine.effects.EngineEffects;
import org.peerlock.internal.engine.settings.NodeSettings;

/** Makes the brains of a cluster: the true one, or one in which a rule is broken, to see that it is noticed. */
interface TestEngineFactory {

    NodeEngine make(NodeSettings settings, RandomGenerator random, EngineEffects effects, long now, long wallMillis);
}
