package org.peerlock.lab.check;

import java.util.Optional;
import org.peerlock.lab.world.BypassCounts;
import org.peerlock.lab.world.Causes;
import org.peerlock.lab.world.Churn;
import org.peerlock.lab.world.Fingerprint;
import org.peerlock.lab.world.OvertakeCounts;
import org.peerlock.lab.world.Symmetry;
import org.peerlock.lab.world.World;

/**
 * A world, and how much may still happen in it.
 *
 * @param cancels how many more requests may be cancelled; or {@link Workload#UNLIMITED}
 * @param overtaken how often each node was overtaken, if that is checked
 * @param churn which faults may still happen
 * @param causes which requests were made before which, if that is checked
 * @param bypassed how often others have entered before a node, if that is checked
 */
record ModelState<S extends Record, M>(
        World<S, M> world, int cancels, OvertakeCounts overtaken, Churn churn, Causes causes, BypassCounts bypassed) {

    long fingerprint() {
        return fingerprint(Optional.empty());
    }

    /** With a symmetry, states that differ only in the names of nodes have the same fingerprint. */
    long fingerprint(Optional<Symmetry<S, M>> symmetry) {
        long print = symmetry.isPresent() ? world.fingerprint(symmetry.get()) : world.fingerprint();
        return print
                + Fingerprint.at(3, cancels)
                + churn.fingerprint()
                + overtaken.fingerprint()
                + causes.fingerprint(world)
                + bypassed.fingerprint();
    }
}
