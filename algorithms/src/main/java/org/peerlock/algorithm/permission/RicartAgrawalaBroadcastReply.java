package org.peerlock.algorithm.permission;

import java.util.EnumSet;
import org.peerlock.algorithm.Assumptions;
import org.peerlock.algorithm.Capacity;
import org.peerlock.algorithm.Family;
import org.peerlock.algorithm.Medium;
import org.peerlock.algorithm.Profile;
import org.peerlock.algorithm.data.NodeSet;

/**
 * Ricart and Agrawala 1981, section 6.2.2: broadcast messages, no communications medium sequencing.
 *
 * <p>{@link RicartAgrawalaBroadcast}, and a node that leaves also answers all deferred requests by
 * one broadcast. The broadcast carries the list of its recipients: a node that waits and is not on
 * the list has a REQUEST under way that the sender has not seen yet, and continues to wait. The
 * more nodes wait, the more messages are saved.
 *
 * <p>Not in the paper: a node that cancels its request answers the deferred ones in the same way.
 */
public class RicartAgrawalaBroadcastReply extends RicartAgrawala {

    public static final Profile PROFILE = new Profile(
            "ra-broadcast-reply",
            Family.PERMISSION_OF_ALL,
            "Ricart and Agrawala 1981, 6.2.2",
            Assumptions.anyOrder().with(Medium.BROADCAST),
            EnumSet.of(Capacity.Kind.MUTEX),
            false,
            new Profile.Costs("2 to N", "T", "by (number, node)", "in REPLY"));

    /** A REPLY to each of the recipients, which all nodes receive. */
    public record ReplyTo(NodeSet recipients, long fence) implements Message {}

    public RicartAgrawalaBroadcastReply(int me, int nodes) {
        super(me, nodes, PROFILE, Modifications.none().withBroadcastRequest().withBroadcastReply());
    }
}
