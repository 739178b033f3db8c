package org.peerlock.algorithm.permission;

import java.util.EnumSet;
import org.peerlock.algorithm.Assumptions;
import org.peerlock.algorithm.Capacity;
import org.peerlock.algorithm.Family;
import org.peerlock.algorithm.Profile;

/**
 * Ricart and Agrawala 1981, section 6.5, (1): sequence number incrementation by a random integer.
 *
 * <p>{@link RicartAgrawala} slightly favours nodes with low numbers, because they break ties. If
 * each request exceeds the highest number by a random integer, ties are rare. The driver draws that
 * integer, because a step must be deterministic.
 */
public class RicartAgrawalaIncrement extends RicartAgrawala {

    public static final Profile PROFILE = new Profile(
            "ra-random-increment",
            Family.PERMISSION_OF_ALL,
            "Ricart and Agrawala 1981, 6.5 (1)",
            Assumptions.anyOrder(),
            EnumSet.of(Capacity.Kind.MUTEX),
            false,
            true,
            new Profile.Costs("2(N-1)", "T", "by (number, node)", "in REPLY"));

    public RicartAgrawalaIncrement(int me, int nodes) {
        super(me, nodes, PROFILE, Modifications.none().withIncrements());
    }
}
