package org.peerlock.algorithm.permission;

import static org.peerlock.algorithm.Phase.IDLE;
import static org.peerlock.algorithm.Phase.INSIDE;
import static org.peerlock.algorithm.Phase.WAITING;
import static org.peerlock.algorithm.Phase.WITHDRAWN;

import java.util.List;
import org.peerlock.algorithm.Contention;
import org.peerlock.algorithm.Effects;
import org.peerlock.algorithm.Expect;
import org.peerlock.algorithm.MembershipAlgorithm;
import org.peerlock.algorithm.Request;
import org.peerlock.algorithm.Start;
import org.peerlock.algorithm.Timeout;
import org.peerlock.algorithm.TimerId;
import org.peerlock.algorithm.data.NodeSet;
import org.peerlock.algorithm.data.Ticket;
import org.peerlock.algorithm.permission.MembershipState.Claim;
import org.peerlock.algorithm.permission.MembershipState.Group;
import org.peerlock.algorithm.permission.MembershipState.Newcomer;
import org.peerlock.algorithm.permission.MembershipState.Sponsorship;

/**
 * Mutual exclusion in {@link Membership}: Ricart and Agrawala 1981, section 2, among the nodes that
 * are members when a request is made, with the names of section 7.1 and the first timer of section
 * 7.4.
 *
 * <p>A REPLY carries the number that it answers, and counts for no other; a REQUEST is ignored if
 * its sender has used a greater number since. Where no node joins, leaves or fails, this makes no
 * difference to section 2.
 *
 * <p>A node makes a claim to enter for a request of its application, or for a newcomer that it must
 * add. A request that is made while a claim for a newcomer waits takes that claim over; the
 * newcomer is added when the request has left.
 */
abstract class MembershipRequests implements MembershipAlgorithm<MembershipState, MembershipMessage> {

    /** Section 7.4: "started when the REQUEST messages are sent". */
    static final TimerId T1 = new TimerId("t1");

    /**
     * Section 7.4: "a second timeout period". A node that has not answered when it ends has failed.
     */
    static final TimerId T2 = new TimerId("t2");

    final int me;
    private final NodeSet founders;
    private final List<Integer> names;

    /** Creates a node of a group that starts with these members; the name of node j is at j - 1. */
    MembershipRequests(int me, NodeSet founders, List<Integer> names) {
        this.me = me;
        this.founders = founders;
        this.names = names;
    }

    int nodes() {
        return names.size();
    }

    @Override
    public MembershipState initial(Start start, Effects<MembershipMessage> out) {
        Claim claim = Claim.none(nodes(), start.fence());
        for (Start.Inside inside : start.inside()) {
            Expect.that(founders.contains(inside.node()), "only a member can be inside");
            if (inside.node() == me) { // with number 0, less than any that will be chosen
                claim = claim.forRequest(inside.request().id()).enter();
            }
        }
        boolean member = founders.contains(me);
        return new MembershipState(
                member ? MemberStatus.MEMBER : MemberStatus.OUTSIDE,
                claim,
                new Group(member ? founders : NodeSet.empty(), NodeSet.empty(), 0),
                Newcomer.none(nodes()),
                Sponsorship.none());
    }

    @Override
    public MemberStatus status(MembershipState s) {
        return s.status();
    }

    // PROCESS WHICH INVOKES MUTUAL EXCLUSION FOR THIS NODE

    @Override
    public MembershipState onRequest(MembershipState s, Request request, Effects<MembershipMessage> out) {
        Expect.that(s.status() == MemberStatus.MEMBER, "only a member makes requests");
        Expect.that(s.claim().requestId() == Claim.NOBODY, "a node makes one request at a time");
        s = s.with(s.claim().forRequest(request.id()));
        return s.claim().phase() == IDLE ? ask(s, request.increment(), out) : s;
    }

    MembershipState ask(MembershipState s, int increment, Effects<MembershipMessage> out) {
        s = s.with(s.claim().choose(increment, others(s))); // Our := Highest + 1
        for (int j : others(s)) { // FOR j := 1 STEP 1 UNTIL N DO IF j ≠ me THEN
            out.send(j, new MembershipMessage.Request(s.claim().numbers().our())); // Send_Message(REQUEST(Our, me), j)
        }
        if (others(s).isEmpty()) {
            return enter(s, out);
        }
        out.setTimer(T1, Timeout.roundTripAndSection()); // 7.4: started when the REQUEST messages are sent
        return s;
    }

    NodeSet others(MembershipState s) {
        return s.group().members().minus(me);
    }

    /**
     * WAITFOR (Outstanding_Reply_Count = 0), and for the answers that are due within a round trip.
     * Called when a message has arrived from a node, or when none is expected from it any more.
     */
    MembershipState goOn(MembershipState before, MembershipState s, Effects<MembershipMessage> out) {
        boolean awaitedReplies = !before.claim().awaiting().isEmpty();
        boolean awaitedAnswers = !before.group().unheard().isEmpty();
        boolean same = before.claim().awaiting().equals(s.claim().awaiting())
                && before.group().unheard().equals(s.group().unheard());
        if (same || !s.group().unheard().isEmpty()) {
            return s;
        }
        out.cancelTimer(T2);
        if (!s.claim().awaiting().isEmpty()) {
            out.setTimer(T1, Timeout.roundTripAndSection()); // 7.4: restarted when a REPLY is received
            return s;
        }
        out.cancelTimer(T1); // 7.4: cancelled when the critical section processing begins
        if (awaitedReplies) {
            return enter(s, out);
        }
        return awaitedAnswers ? allAnswered(s, out) : s;
    }

    private MembershipState enter(MembershipState s, Effects<MembershipMessage> out) {
        Claim claim = s.claim();
        if (claim.phase() == WITHDRAWN) {
            out.withdrawn(claim.requestId());
            return idle(s.with(claim.abandoned()), out);
        }
        if (claim.requestId() == Claim.NOBODY) {
            return insideForNewcomer(s.with(claim.enter()), out);
        }
        claim = claim.enter().knowing(claim.fence() + 1); // Critical Section Processing can be performed at this point
        out.enter(claim.requestId(), claim.fence());
        return s.with(claim);
    }

    @Override
    public MembershipState onRelease(
            MembershipState s, long requestId, long lastFence, Effects<MembershipMessage> out) {
        Claim claim = s.claim();
        boolean inside = claim.phase() == INSIDE && s.sponsorship().adding() == 0;
        Expect.that(inside && claim.requestId() == requestId, "only a node that is inside can leave");
        s = s.with(claim.forRequest(Claim.NOBODY).knowing(lastFence));
        return s.sponsorship().joiners().isEmpty() ? release(s, out) : insideForNewcomer(s, out);
    }

    MembershipState release(MembershipState s, Effects<MembershipMessage> out) {
        NodeSet deferred = s.claim().deferred();
        s = s.with(s.claim().answered(IDLE)); // Requesting := FALSE
        replyTo(deferred, s, out);
        return idle(s, out);
    }

    private static void replyTo(NodeSet deferred, MembershipState s, Effects<MembershipMessage> out) {
        for (int j : deferred) { // IF Reply_Deferred[j] THEN BEGIN Reply_Deferred[j] := FALSE;
            out.send(j, reply(s, s.claim().newest().of(j))); // Send_Message(REPLY, j) END
        }
    }

    private static MembershipMessage reply(MembershipState s, long k) {
        return new MembershipMessage.Reply(k, s.claim().fence());
    }

    @Override
    public MembershipState onCancel(MembershipState s, long requestId, Effects<MembershipMessage> out) {
        Claim claim = s.claim();
        boolean waits = claim.phase() == WAITING || s.sponsorship().adding() != 0;
        Expect.that(waits && claim.requestId() == requestId, "only a request that waits can be cancelled");
        if (claim.phase() == INSIDE || !s.sponsorship().joiners().isEmpty()) { // the claim goes on for the newcomer
            out.withdrawn(requestId);
            return s.with(claim.forRequest(Claim.NOBODY));
        }
        replyTo(claim.deferred(), s, out);
        return s.with(claim.answered(WITHDRAWN));
    }

    // PROCESS WHICH RECEIVES REQUEST(k, j) MESSAGES

    MembershipState receiveRequest(MembershipState s, long k, int j, Effects<MembershipMessage> out) {
        if (!s.answers(j)) {
            out.send(j, new MembershipMessage.Restart()); // 7.4: if it does not find the node's name in its NAMES array
            return s;
        }
        if (k < s.claim().newest().of(j)) { // a later request of j has overtaken it
            return s;
        }
        boolean known = k == s.claim().newest().of(j);
        s = s.with(s.claim().askedBy(j, k)); // Highest := Maximum(Highest, k)
        if (defers(s.claim(), k, j)) {
            s = s.with(s.claim().defer(j)); // IF Defer_it THEN Reply_Deferred[j] := TRUE
        } else {
            out.send(j, reply(s, k)); // ELSE Send_Message(REPLY, j)
        }
        return known ? s : learnFrom(s, k, j, out);
    }

    /**
     * Section 7.1: "The comparison of node numbers should then be performed by comparing the values
     * contained in NAMES."
     */
    private boolean defers(Claim claim, long k, int j) {
        return claim.requesting() && claim.numbers().ticket(name(me)).precedes(new Ticket(k, name(j)));
    }

    private int name(int j) {
        return names.get(j - 1);
    }

    // PROCESS WHICH RECEIVES REPLY MESSAGES

    MembershipState receiveReply(MembershipState s, long k, int j, long fence, Effects<MembershipMessage> out) {
        if (!answers(s.claim(), k, j)) {
            return s;
        }
        return goOn(s, s.heard(j).with(s.claim().repliedBy(j, fence)), out); // Awaiting_Reply[j] := FALSE
    }

    /**
     * Whether this node waits for a REPLY to number k: with probes a second one may arrive, or one
     * that is no longer needed.
     */
    protected boolean answers(Claim claim, long k, int j) {
        return claim.awaiting().contains(j) && k == claim.numbers().our();
    }

    @Override
    public Contention contention(MembershipState s) {
        boolean wanted =
                !s.claim().deferred().isEmpty() || !s.sponsorship().joiners().isEmpty();
        return wanted ? Contention.YES : Contention.NO;
    }

    // What the subclasses add

    /** All answers that were due within a round trip have arrived, and no REPLY is awaited. */
    abstract MembershipState allAnswered(MembershipState s, Effects<MembershipMessage> out);

    /** This node is inside, and the application is not. */
    abstract MembershipState insideForNewcomer(MembershipState s, Effects<MembershipMessage> out);

    /** No claim is under way any more. */
    abstract MembershipState idle(MembershipState s, Effects<MembershipMessage> out);

    /** Node j has requested with number k, for the first time. */
    abstract MembershipState learnFrom(MembershipState s, long k, int j, Effects<MembershipMessage> out);
}
