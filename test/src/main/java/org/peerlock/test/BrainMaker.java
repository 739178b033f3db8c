package org.peerlock.test;

import java.util.random.RandomGenerator;
import org.peerlock.brain.Brain;
import org.peerlock.brain.Outside;
import org.peerlock.brain.Settings;

/** Makes the brains of a cluster: the true one, or one in which a rule is broken, to see that it is noticed. */
interface BrainMaker {

    Brain make(Settings settings, RandomGenerator random, Outside outside, long now, long wallMillis);
}
