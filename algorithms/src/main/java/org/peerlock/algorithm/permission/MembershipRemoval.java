package org.peerlock.algorithm.permission;

import static org.peerlock.algorithm.Phase.IDLE;

import org.peerlock.algorithm.Effects;
import org.peerlock.algorithm.Expect;
import org.peerlock.algorithm.MembershipAlgorithm.MemberStatus;
import org.peerlock.algorithm.permission.MembershipState.Claim;

/**
 * How a node leaves the group of {@link Membership}: Ricart and Agrawala 1981, section 7.3.
 *
 * <p>It announces that to all others, and has left when all have acknowledged it. "While waiting
 * for acknowledgement, the departing node may not request mutual exclusion and must continue to
 * send REPLY messages to any REQUEST messages it receives."
 *
 * <p>Not in the paper: LEAVING carries the fence; a sponsor first adds the nodes that join through
 * it.
 */
final class MembershipRemoval {

    private final int me;

    MembershipRemoval(int me) {
        this.me = me;
    }

    /**
     * "A node wishing to leave the group may do so by notifying all other nodes of its intention."
     */
    MembershipState leave(MembershipState s, Effects<MembershipMessage> out) {
        Expect.that(s.status() == MemberStatus.MEMBER, "only a member can leave the group");
        Expect.that(s.claim().requestId() == Claim.NOBODY, "a node that leaves the group has no request under way");
        s = s.to(MemberStatus.LEAVING); // the departing node may not request mutual exclusion
        return s.claim().phase() == IDLE ? announce(s, out) : s;
    }

    MembershipState announce(MembershipState s, Effects<MembershipMessage> out) {
        for (int j : s.others(me)) {
            out.send(j, new MembershipMessage.Leaving(s.claim().fence()));
        }
        return MembershipFailures.expectAnswers(s, s.others(me), out); // The other nodes should acknowledge this
    }

    /** A node that was added while this one leaves must be told of that, too. */
    MembershipState receiveAdd(MembershipState before, MembershipState s, int x, Effects<MembershipMessage> out) {
        if (!announced(before)) {
            return s;
        }
        out.send(x, new MembershipMessage.Leaving(s.claim().fence()));
        return MembershipFailures.expectAnswers(s, s.group().unheard().plus(x), out);
    }

    /**
     * "If messages may be delivered out of order": done always, because it makes no difference
     * otherwise.
     */
    MembershipState receiveLeaving(MembershipState s, int d, long fence, Effects<MembershipMessage> out) {
        out.send(d, new MembershipMessage.LeaveAck());
        return s.with(s.claim().knowing(fence)).without(d); // should pretend the REPLY was received
    }

    MembershipState receiveLeaveAck(MembershipState s, int j) {
        return announced(s) ? s.heard(j) : s;
    }

    private static boolean announced(MembershipState s) {
        return s.status() == MemberStatus.LEAVING && s.claim().phase() == IDLE;
    }
}
