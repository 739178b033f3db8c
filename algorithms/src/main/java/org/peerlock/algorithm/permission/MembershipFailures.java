package org.peerlock.algorithm.permission;

import org.peerlock.algorithm.Effects;
import org.peerlock.algorithm.MembershipAlgorithm.MemberStatus;
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
 * carries the number, and repeats the REQUEST: {@link Membership#receiveProbe}.
 *
 * <p>A node that is wrongly believed to have failed stays inside until it learns of that: see
 * {@link Membership}.
 */
final class MembershipFailures {

    /** "Started when the REQUEST messages are sent." */
    static final TimerId T1 = new TimerId("t1");

    /** "A second timeout period": a node that has not answered when it ends has failed. */
    static final TimerId T2 = new TimerId("t2");

    private final int me;

    MembershipFailures(int me) {
        this.me = me;
    }

    /**
     * "The timer should be restarted when a REPLY is received and cancelled when the critical
     * section processing begins."
     */
    void watch(MembershipState before, MembershipState s, Effects<MembershipMessage> out) {
        boolean answersWereDue = !before.group().unheard().isEmpty();
        boolean same = before.claim().awaiting().equals(s.claim().awaiting())
                && before.group().unheard().equals(s.group().unheard());
        if (same || !s.group().unheard().isEmpty()) {
            return;
        }
        if (answersWereDue) {
            out.cancelTimer(T2);
        }
        if (!s.claim().awaiting().isEmpty()) {
            out.setTimer(T1, Timeout.roundTripAndSection());
        } else {
            out.cancelTimer(T1);
        }
    }

    /**
     * "If the timer expires, all nodes for which Awaiting_Reply is TRUE are suspected of having
     * failed."
     */
    MembershipState probe(MembershipState s, Effects<MembershipMessage> out) {
        for (int j : s.claim().awaiting()) { // ARE_YOU_THERE(me), should be sent to each suspect node
            out.send(j, new MembershipMessage.AreYouThere(s.claim().numbers().our()));
        }
        return expectAnswers(s, s.claim().awaiting(), out);
    }

    /**
     * Waits for an answer from each, "just round-trip message time plus worst-case processing time
     * at the distant node".
     */
    static MembershipState expectAnswers(MembershipState s, NodeSet from, Effects<MembershipMessage> out) {
        if (!from.isEmpty()) {
            out.setTimer(T2, Timeout.roundTrip());
        }
        return s.with(s.group().expecting(from));
    }

    /** "All nodes will respond with YES_I_AM_HERE messages and a new timeout period may begin." */
    MembershipState receiveYes(MembershipState s, int j) {
        return s.claim().awaiting().contains(j) ? s.heard(j) : s; // else its REPLY has overtaken it
    }

    /** "If no answer is received during a second timeout period, the suspect node has failed." */
    MembershipState conclude(MembershipState s, NodeSet failed, Effects<MembershipMessage> out) {
        for (int f : failed) {
            for (int j : s.others(me)) { // this can be broadcast by the node detecting the failure
                out.send(j, new MembershipMessage.NodeFailed(f));
            }
            s = failed(s, f);
        }
        return s;
    }

    MembershipState receiveNodeFailed(MembershipState s, int f, int from, Effects<MembershipMessage> out) {
        if (f == me) {
            return dropOut(s, out);
        }
        if (f == from && s.status() == MemberStatus.JOINING) { // it may be back before this node has the sponsor's list
            return s;
        }
        return failed(s, f);
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
        MembershipInsertion.cancelTimers(out);
        out.cancelTimer(T1);
        out.cancelTimer(T2);
        return s.outside(me);
    }
}
