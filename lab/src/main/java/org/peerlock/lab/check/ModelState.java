package org.peerlock.lab.check;

import java.util.Optional;
import org.peerlock.lab.world.Churn;
import org.peerlock.lab.world.Fingerprint;
import org.peerlock.lab.world.OvertakeCounts;
import org.peerlock.lab.world.Symmetry;
import org.peerlock.lab.world.World;

/**
 * A world, and what may still happen in it.
 *
 * @param cancels how many more requests may be given up; or {@link Workload#UNLIMITED}
 * @param overtaken who was overtaken how often, where that is judged
 * @param churn what may still happen to the nodes
 */
record ModelState<S extends Record, M>(World<S, M> world, int cancels, OvertakeCounts overtaken, Churn churn) {

    long fingerprint() {
        return fingerprint(Optional.empty());
    }

    /** The same where only the nodes have other names, if there is a symmetry. */
    long fingerprint(Optional<Symmetry<S, M>> symmetry) {
        long print = symmetry.isPresent() ? world.fingerprint(symmetry.get()) : world.fingerprint();
        return print + Fingerprint.at(3, cancels) + churn.fingerprint() + overtaken.fingerprint();
    }
}
