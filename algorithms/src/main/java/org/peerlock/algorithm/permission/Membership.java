package org.peerlock.algorithm.permission;

import static org.peerlock.algorithm.Phase.IDLE;

import java.util.EnumSet;
import java.util.List;
import org.peerlock.algorithm.Assumptions;
import org.peerlock.algorithm.Capacity;
import org.peerlock.algorithm.Effects;
import org.peerlock.algorithm.Expect;
import org.peerlock.algorithm.Family;
import org.peerlock.algorithm.Medium;
import org.peerlock.algorithm.Profile;
import org.peerlock.algorithm.data.NodeSet;
import org.peerlock.algorithm.data.Numbers;
import org.peerlock.algorithm.permission.MembershipState.Claim;

/**
 * G. Ricart and A. K. Agrawala, "An Optimal Algorithm for Mutual Exclusion in Computer Networks",
 * CACM 24(1), 1981, including section 7: nodes have names, join, leave and fail.
 *
 * <p>The algorithm is in four files, each to be read beside its section: {@link MembershipRequests}
 * (2 and 7.1), {@link MembershipFailures} (7.4), {@link MembershipInsertion} (7.2), and this one
 * for nodes that leave (7.3).
 *
 * <table>
 * <caption>The paper's names</caption>
 * <tr><td>NAMES[1 … N]</td><td>{@link MembershipState.Group#members}, with the names that the option {@code names} gives them</td></tr>
 * <tr><td>Our_Sequence_Number</td><td>{@link Numbers#our}</td></tr>
 * <tr><td>Highest_Sequence_Number</td><td>{@link Numbers#highest}</td></tr>
 * <tr><td>Awaiting_Reply</td><td>{@link Claim#awaiting}</td></tr>
 * <tr><td>Reply_Deferred</td><td>{@link Claim#deferred}</td></tr>
 * <tr><td>"suspect node"</td><td>{@link MembershipState.Group#unheard}, for all answers that are due at once</td></tr>
 * </table>
 *
 * <p>Not in the paper: what {@link org.peerlock.algorithm.permission.RicartAgrawala} adds to
 * section 2; REPLY and ARE_YOU_THERE name the number; a sponsor waits for all answers to its ADD
 * before it sends its list; a node that is asked for its highest number puts the new node on its
 * list. A failure raises the fence beyond all that the failed node can have used; after two
 * failures at once, that is certain only when all nodes know of both.
 *
 * <p>What no such algorithm can do: if the others wrongly believe that a slow node has failed, it
 * stays inside while others enter. A resource that refuses fences smaller than one that it has seen
 * is protected from that; so is a resource that is used under a lease that expires before the
 * timers do.
 */
public class Membership extends MembershipInsertion {

    public static final Profile PROFILE = profile(Assumptions.anyOrder());

    private final Profile profile;

    /**
     * Creates a node.
     *
     * @param founders the members that the group starts with
     * @param names the name of each node, in the order of their numbers
     */
    public Membership(int me, NodeSet founders, List<Integer> names, MembershipLearning learning) {
        super(me, founders, names, learning);
        profile = learning == MembershipLearning.FOURTH ? profile(Assumptions.fifoOnly()) : PROFILE;
    }

    private static Profile profile(Assumptions order) {
        return new Profile(
                "ra-membership",
                Family.PERMISSION_OF_ALL,
                "Ricart and Agrawala 1981, section 7",
                new Assumptions(order.claims(), Medium.LINKS, true),
                EnumSet.of(Capacity.Kind.MUTEX),
                false,
                new Profile.Costs("2(N-1)", "T", "by (number, name)", "in REPLY"));
    }

    @Override
    public Profile profile() {
        return profile;
    }

    // 7.3 Removal of Nodes

    /**
     * "A node wishing to leave the group may do so by notifying all other nodes of its intention."
     */
    @Override
    public MembershipState onLeave(MembershipState s, Effects<MembershipMessage> out) {
        Expect.that(s.status() == MemberStatus.MEMBER, "only a member can leave the group");
        Expect.that(s.claim().requestId() == Claim.NOBODY, "a node that leaves the group has no request under way");
        s = s.to(MemberStatus.LEAVING); // the departing node may not request mutual exclusion
        return s.claim().phase() == IDLE ? announce(s, out) : s;
    }

    private MembershipState announce(MembershipState s, Effects<MembershipMessage> out) {
        for (int j : others(s)) {
            out.send(j, new MembershipMessage.Leaving(s.claim().fence()));
        }
        return expectAnswers(s, others(s), out); // The other nodes should acknowledge this message
    }

    /** A node that is added while this one leaves must be told of that, too. */
    @Override
    MembershipState receiveAdd(MembershipState s, int x, int sponsor, Effects<MembershipMessage> out) {
        boolean announced = announced(s);
        s = super.receiveAdd(s, x, sponsor, out);
        if (!announced) {
            return s;
        }
        out.send(x, new MembershipMessage.Leaving(s.claim().fence()));
        return expectAnswers(s, s.group().unheard().plus(x), out);
    }

    /**
     * "If messages may be delivered out of order": done always, because it makes no difference
     * otherwise.
     */
    private MembershipState receiveLeaving(MembershipState s, int d, long fence, Effects<MembershipMessage> out) {
        out.send(d, new MembershipMessage.LeaveAck());
        return goOn(s, s.with(s.claim().knowing(fence)).without(d), out); // should pretend the REPLY was received
    }

    private MembershipState receiveLeaveAck(MembershipState s, int j, Effects<MembershipMessage> out) {
        return announced(s) ? receiveAnswer(s, j, out) : s;
    }

    private static boolean announced(MembershipState s) {
        return s.status() == MemberStatus.LEAVING && s.claim().phase() == IDLE;
    }

    @Override
    final MembershipState allAnswered(MembershipState s, Effects<MembershipMessage> out) {
        return announced(s) ? s.outside(me) : super.allAnswered(s, out);
    }

    @Override
    final MembershipState idle(MembershipState s, Effects<MembershipMessage> out) {
        if (claimIsDue(s)) {
            return ask(s, 1, out);
        }
        return s.status() == MemberStatus.LEAVING ? announce(s, out) : s;
    }

    @Override
    public MembershipState onMessage(
            MembershipState s, int from, MembershipMessage message, Effects<MembershipMessage> out) {
        if (message instanceof MembershipMessage.Join) {
            return receiveJoin(s, from, out);
        }
        if (s.status() == MemberStatus.OUTSIDE) { // messages that are still under way to it are obsolete
            return s;
        }
        if (message instanceof MembershipMessage.Request request) {
            return receiveRequest(s, request.number(), from, out);
        } else if (message instanceof MembershipMessage.Reply reply) {
            return receiveReply(s, reply.number(), from, reply.fence(), out);
        } else if (message instanceof MembershipMessage.AreYouThere probe) {
            return receiveProbe(s, probe.number(), from, out);
        } else if (message instanceof MembershipMessage.NodeFailed failed) {
            return receiveNodeFailed(s, failed.node(), from, out);
        } else if (message instanceof MembershipMessage.Restart) {
            return dropOut(s, out);
        } else if (message instanceof MembershipMessage.Add add) {
            return receiveAdd(s, add.node(), from, out);
        } else if (message instanceof MembershipMessage.AddAck ack) {
            return receiveAddAck(s, ack.node(), from, out);
        } else if (message instanceof MembershipMessage.Names names) {
            return receiveNames(s, names, out);
        } else if (message instanceof MembershipMessage.HsnQuery) {
            return receiveHsnQuery(s, from, out);
        } else if (message instanceof MembershipMessage.Hsn hsn) {
            return receiveHsn(s, hsn.number(), from, out);
        } else if (message instanceof MembershipMessage.Leaving leaving) {
            return receiveLeaving(s, from, leaving.fence(), out);
        } else if (message instanceof MembershipMessage.LeaveAck) {
            return receiveLeaveAck(s, from, out);
        }
        return receiveYes(s, from, out);
    }
}
