package org.peerlock.algorithm.permission;

import java.util.EnumSet;
import org.peerlock.algorithm.Assumptions;
import org.peerlock.algorithm.Capacity;
import org.peerlock.algorithm.Effects;
import org.peerlock.algorithm.Family;
import org.peerlock.algorithm.Medium;
import org.peerlock.algorithm.Profile;
import org.peerlock.algorithm.data.NodeSet;

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
        this(me, nodes, PROFILE);
    }

    /** For a modification with a profile of its own. */
    protected RicartAgrawalaBroadcast(int me, int nodes, Profile profile) {
        super(me, nodes, profile);
    }

    /** The initial REQUEST message can be sent using that mechanism. */
    @Override
    protected void ask(NodeSet nodes, Message.Request request, Effects<Message> out) {
        if (!nodes.isEmpty()) {
            out.broadcast(request);
        }
    }
}
