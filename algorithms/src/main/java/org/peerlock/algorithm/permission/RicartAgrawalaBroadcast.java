package org.peerlock.algorithm.permission;

import java.util.EnumSet;
import org.peerlock.algorithm.Assumptions;
import org.peerlock.algorithm.Capacity;
import org.peerlock.algorithm.Family;
import org.peerlock.algorithm.Medium;
import org.peerlock.algorithm.Profile;

/**
 * Ricart and Agrawala 1981, section 6.2: broadcast messages.
 *
 * <p>{@link RicartAgrawala}, on a network where one transmission reaches all other nodes: the
 * REQUEST is sent once. It may reach each of them at a different time, so nothing else changes, and
 * nothing else is assumed.
 */
public class RicartAgrawalaBroadcast extends RicartAgrawala {

    public static final Profile PROFILE = new Profile(
            "ra-broadcast",
            Family.PERMISSION_OF_ALL,
            "Ricart and Agrawala 1981, 6.2",
            Assumptions.anyOrder().with(Medium.BROADCAST),
            EnumSet.of(Capacity.Kind.MUTEX),
            false,
            new Profile.Costs("N", "T", "by (number, node)", "in REPLY"));

    public RicartAgrawalaBroadcast(int me, int nodes) {
        super(me, nodes, PROFILE, Modifications.none().withBroadcastRequest());
    }
}
