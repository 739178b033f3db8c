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
 * Ricart and Agrawala 1981, section 6.2.2: broadcast messages, no communications medium sequencing.
 *
 * <p>{@link RicartAgrawalaBroadcast}, and a node that leaves also answers all deferred requests by
 * one broadcast. The broadcast carries the list of its recipients: a node that waits and is not on
 * the list has a REQUEST under way that the sender has not seen yet, and continues to wait. The
 * more nodes wait, the more messages are saved.
 *
 * <p>Not in the paper: a node that cancels its request answers the deferred ones in the same way.
 */
public class RicartAgrawalaBroadcastReply extends RicartAgrawalaBroadcast {

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

    private final int me;

    public RicartAgrawalaBroadcastReply(int me, int nodes) {
        super(me, nodes, PROFILE);
        this.me = me;
    }

    /** It is useful to broadcast the REPLY messages following critical section processing. */
    @Override
    protected void answer(NodeSet deferred, long fence, Effects<Message> out) {
        if (!deferred.isEmpty()) {
            out.broadcast(new ReplyTo(deferred, fence));
        }
    }

    /** It is not sufficient for nodes waiting for a REPLY to assume it applies to them. */
    protected boolean applies(State s, int j, NodeSet recipients) {
        return recipients.contains(me);
    }

    @Override
    public State onMessage(State s, int from, Message message, Effects<Message> out) {
        if (message instanceof ReplyTo reply) {
            return applies(s, from, reply.recipients())
                    ? super.onMessage(s, from, new Message.Reply(reply.fence()), out)
                    : s;
        }
        return super.onMessage(s, from, message, out);
    }
}
