package org.peerlock.algorithm.permission;

import java.util.List;
import org.peerlock.algorithm.Effects;
import org.peerlock.algorithm.Timeout;
import org.peerlock.algorithm.TimerId;
import org.peerlock.algorithm.data.NodeSet;

/**
 * The failure detection of {@link Membership}: Ricart and Agrawala 1981, section 7.4.
 *
 * <p>A node that waits too long for REPLYs probes the nodes that have not replied. A node that does
 * not answer a probe within a round trip has failed. The same holds for all other messages that
 * demand an immediate answer.
 *
 * <p>The paper has the receiver of ARE_YOU_THERE look at Reply_Deferred only. But the REQUEST may
 * be lost or still under way; then a node inside would find FALSE there and REPLY. So the probe
 * carries the number, and repeats the REQUEST.
 *
 * <p>A node that is wrongly believed to have failed stays inside until it learns of that: see
 * {@link Membership}.
 */
abstract class MembershipFailures extends MembershipRequests {

    MembershipFailures(int me, NodeSet founders, List<Integer> names) {
        super(me, founders, names);
    }

    @Override
    public MembershipState onTimer(MembershipState s, TimerId timer, Effects<MembershipMessage> out) {
        return timer.equals(T1) ? probe(s, out) : conclude(s, s.group().unheard(), out);
    }

    /**
     * "If the timer expires, all nodes for which Awaiting_Reply is TRUE are suspected of having
     * failed."
     */
    private MembershipState probe(MembershipState s, Effects<MembershipMessage> out) {
        for (int j : s.claim().awaiting()) { // ARE_YOU_THERE(me), should be sent to each suspect node
            out.send(j, new MembershipMessage.AreYouThere(s.claim().numbers().our()));
        }
        return expectAnswers(s, s.claim().awaiting(), out);
    }

    /**
     * Waits for an answer from each, "just round-trip message time plus worst-case processing time
     * at the distant node".
     */
    final MembershipState expectAnswers(MembershipState s, NodeSet from, Effects<MembershipMessage> out) {
        if (from.isEmpty()) {
            return allAnswered(s, out);
        }
        out.setTimer(T2, Timeout.roundTrip());
        return s.with(s.group().expecting(from));
    }

    /**
     * "When an ARE_YOU_THERE(j) message is received": it counts as the REQUEST, which may never
     * have arrived.
     */
    protected MembershipState receiveProbe(MembershipState s, long k, int j, Effects<MembershipMessage> out) {
        s = receiveRequest(s, k, j, out); // the correct response is REPLY(me)
        if (s.claim().deferred().contains(j)) { // If Reply_Deferred[j] is TRUE
            out.send(j, new MembershipMessage.YesIAmHere()); // a YES_I_AM_HERE message should be sent
        }
        return s;
    }

    /** "All nodes will respond with YES_I_AM_HERE messages and a new timeout period may begin." */
    final MembershipState receiveYes(MembershipState s, int j, Effects<MembershipMessage> out) {
        return s.claim().awaiting().contains(j) ? receiveAnswer(s, j, out) : s; // else its REPLY has overtaken it
    }

    final MembershipState receiveAnswer(MembershipState s, int j, Effects<MembershipMessage> out) {
        return goOn(s, s.heard(j), out);
    }

    /** "If no answer is received during a second timeout period, the suspect node has failed." */
    private MembershipState conclude(MembershipState before, NodeSet failed, Effects<MembershipMessage> out) {
        MembershipState s = before;
        for (int f : failed) {
            for (int j : others(s)) { // this can be broadcast by the node detecting the failure
                out.send(j, new MembershipMessage.NodeFailed(f));
            }
            s = failed(s, f);
        }
        return goOn(before, s, out);
    }

    @Override
    public MembershipState onFailure(MembershipState s, int failed, Effects<MembershipMessage> out) {
        return conclude(s, NodeSet.of(failed), out);
    }

    final MembershipState receiveNodeFailed(MembershipState s, int f, int from, Effects<MembershipMessage> out) {
        if (f == me) {
            return dropOut(s, out);
        }
        if (f == from && s.status() == MemberStatus.JOINING) { // it may be back before this node has the sponsor's list
            return s;
        }
        return goOn(s, failed(s, f), out);
    }

    /**
     * "Any node which is awaiting a REPLY message from the failed node should pretend that a REPLY
     * was received."
     */
    private static MembershipState failed(MembershipState s, int f) {
        boolean member = s.group().members().contains(f);
        s = s.without(f); // erased from the NAMES array if present and N decremented by one
        if (!member) {
            return s;
        }
        s = s.with(s.group().failed());
        return s.with(s.claim().knowing(s.group().fence())); // no node can ask it any more which fence it has used
    }

    /**
     * "It should restart itself and use the insertion protocol": it abandons everything that it was
     * doing.
     */
    MembershipState dropOut(MembershipState s, Effects<MembershipMessage> out) {
        out.cancelTimer(T1);
        out.cancelTimer(T2);
        return s.outside(me);
    }
}
