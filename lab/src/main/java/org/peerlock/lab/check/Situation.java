package org.peerlock.lab.check;

import org.peerlock.lab.world.Churn;
import org.peerlock.lab.world.Fingerprint;
import org.peerlock.lab.world.Overtaken;
import org.peerlock.lab.world.World;

/**
 * A world, and what may still happen in it.
 *
 * @param cancels how many more requests may be given up; or {@link Workload#UNLIMITED}
 * @param overtaken who was overtaken how often, where that is judged
 * @param churn what may still happen to the nodes
 */
record Situation<S extends Record, M>(World<S, M> world, int cancels, Overtaken overtaken, Churn churn) {

    long fingerprint() {
        return world.fingerprint() + Fingerprint.of(0x1000L + cancels) + churn.fingerprint() + overtaken.fingerprint();
    }
}
