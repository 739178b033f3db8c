package org.peerlock.algorithm.permission;

import org.peerlock.algorithm.Assumptions;
import org.peerlock.algorithm.Effects;
import org.peerlock.algorithm.Medium;
import org.peerlock.algorithm.MembershipAlgorithm.MemberStatus;
import org.peerlock.algorithm.data.NodeSet;

/**
 * The alternative of Ricart and Agrawala 1981, section 7.2.2, "if the communications network can
 * deliver a message to all other nodes without the sender naming all the other nodes": a node joins
 * the group of {@link Membership} by a broadcast of its own, and nobody invokes mutual exclusion
 * for it.
 *
 * <p>Not in the paper: each node that puts the new node on its list sends it its own list. The new
 * node waits for all of them, and sends its message to the nodes that it learns of in this way, too:
 * another one may have joined meanwhile, and its broadcast may have come before this node listened.
 * Of two nodes that join at once, a member puts one on its list first, and tells the other.
 */
public final class MembershipBroadcast extends MembershipInsertion {

    /**
     * For one node.
     *
     * @param nodes how many nodes may ever be members
     */
    public MembershipBroadcast(int me, int nodes, MembershipLearning learning) {
        super(me, nodes, learning);
    }

    @Override
    Assumptions assumptions() {
        return super.assumptions().with(Medium.BROADCAST);
    }

    /** "In this case a new node obtains a list of participants from a nearby node." */
    @Override
    MembershipState receiveJoin(MembershipState s, int x, Effects<MembershipMessage> out) {
        out.send(x, s.status() == MemberStatus.MEMBER ? list(s) : new MembershipMessage.Restart());
        return s;
    }

    /**
     * "And then sends a broadcast message asking all other nodes to include it on their list of
     * participating nodes."
     */
    @Override
    MembershipState receiveNames(
            MembershipState s, int j, MembershipMessage.Names names, Effects<MembershipMessage> out) {
        if (s.status() != MemberStatus.JOINING) {
            return s;
        }
        boolean asked = hasAsked(s);
        NodeSet known = s.group().members();
        s = s.with(s.claim().seen(names.highest())).informed(names.members(), names.failures(), me);
        if (!asked) {
            out.broadcast(new MembershipMessage.Add(me));
            return MembershipFailures.expectAnswers(s, s.others(me), out);
        }
        NodeSet more = s.group().members().minus(known);
        for (int d : more) {
            out.send(d, new MembershipMessage.Add(me));
        }
        s = s.heard(j);
        return more.isEmpty()
                ? s
                : MembershipFailures.expectAnswers(s, s.group().unheard().union(more), out);
    }

    /** A node is on its own list since it has obtained one. */
    private boolean hasAsked(MembershipState s) {
        return s.group().members().contains(me);
    }

    /** Each node that receives it includes the new node, and says which others it knows. */
    @Override
    MembershipState receiveAdd(MembershipState s, int x, int from, Effects<MembershipMessage> out) {
        out.send(x, list(s.informed(NodeSet.of(x), 0, me)));
        return s.added(x);
    }

    /** All have answered: this node is on their lists. */
    @Override
    MembershipState answered(MembershipState s, Effects<MembershipMessage> out) {
        boolean listed = s.status() == MemberStatus.JOINING && hasAsked(s);
        return listed ? learn(s, s.claim().numbers().highest(), out) : super.answered(s, out);
    }
}
