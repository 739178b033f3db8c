package org.peerlock.testkit;

import java.util.random.RandomGenerator;
import org.peerlock.internal.engine.NodeEngine;
import org.peerlock.internal.engine.effects.EngineEffects;
import org.peerlock.internal.engine.settings.NodeSettings;

/** Creates the engines of a cluster: the real one, or one in which a rule is broken, to check that the monitor notices. */
interface TestEngineFactory {

    NodeEngine make(NodeSettings settings, RandomGenerator random, EngineEffects effects, long now, long wallMillis);
}
