package org.peerlock.algorithm.permission;

import static org.peerlock.algorithm.Phase.IDLE;
import static org.peerlock.algorithm.Phase.INSIDE;
import static org.peerlock.algorithm.Phase.WAITING;
import static org.peerlock.algorithm.Phase.WITHDRAWN;

import java.util.EnumSet;
import java.util.List;
import org.peerlock.algorithm.Assumptions;
import org.peerlock.algorithm.Capacity;
import org.peerlock.algorithm.Contention;
import org.peerlock.algorithm.Effects;
import org.peerlock.algorithm.Expect;
import org.peerlock.algorithm.Family;
import org.peerlock.algorithm.MembershipAlgorithm;
import org.peerlock.algorithm.Profile;
import org.peerlock.algorithm.Request;
import org.peerlock.algorithm.Start;
import org.peerlock.algorithm.Timeout;
import org.peerlock.algorithm.TimerId;
import org.peerlock.algorithm.data.NodeSet;
import org.peerlock.algorithm.data.Numbers;
import org.peerlock.algorithm.data.Ticket;
import org.peerlock.algorithm.permission.MembershipState.Claim;
import org.peerlock.algorithm.permission.MembershipState.Group;
import org.peerlock.algorithm.permission.MembershipState.Newcomer;
import org.peerlock.algorithm.permission.MembershipState.Sponsorship;

/**
 * G. Ricart and A. K. Agrawala, "An Optimal Algorithm for Mutual Exclusion in Computer Networks",
 * CACM 24(1), 1981, including section 7: nodes have names, join, leave and fail.
 *
 * <p>This file has section 2 among the nodes that are members when a request is made, the names of
 * section 7.1, and what a node does when all that it awaited has arrived. What the rest of section
 * 7 adds is in a file for each of its sections: {@link MembershipInsertion} (7.2),
 * {@link MembershipRemoval} (7.3) and {@link MembershipFailures} (7.4). Their handlers receive,
 * send and remember, and do nothing else: then {@link #proceed} looks at what they left behind.
 *
 * <table>
 * <caption>The paper's names</caption>
 * <tr><td>NAMES[1 … N]</td><td>{@link Group#members}, with the names that the option {@code names} gives them</td></tr>
 * <tr><td>Our_Sequence_Number</td><td>{@link Numbers#our}</td></tr>
 * <tr><td>Highest_Sequence_Number</td><td>{@link Numbers#highest}</td></tr>
 * <tr><td>Awaiting_Reply</td><td>{@link Claim#awaiting}</td></tr>
 * <tr><td>Reply_Deferred</td><td>{@link Claim#deferred}</td></tr>
 * <tr><td>"suspect node"</td><td>{@link Group#unheard}, for all answers that are due at once</td></tr>
 * </table>
 *
 * <p>Not in the paper: what {@link org.peerlock.algorithm.permission.RicartAgrawala} adds to
 * section 2; REPLY and ARE_YOU_THERE name the number, so that a REPLY counts for no other request,
 * and a REQUEST is ignored if its sender has used a greater number since. Where no node joins,
 * leaves or fails, that makes no difference to section 2. A failure raises the fence beyond all
 * that the failed node can have used; after two failures at once, that is certain only when all
 * nodes know of both.
 *
 * <p>A node makes a claim to enter for a request of its application, or for a newcomer that it must
 * add. A request that is made while a claim for a newcomer waits takes that claim over; the
 * newcomer is added when the request has left.
 *
 * <p>What no such algorithm can do: if the others wrongly believe that a slow node has failed, it
 * stays inside while others enter. A resource that refuses fences smaller than one that it has seen
 * is protected from that; so is a resource that is used under a lease that expires before the
 * timers do.
 */
public class Membership implements MembershipAlgorithm<MembershipState, MembershipMessage> {

    public static final Profile PROFILE = profile(Assumptions.anyOrder().withinTime());

    private final int me;
    private final NodeSet founders;
    private final List<Integer> names;
    private final Profile profile;
    private final MembershipInsertion insertion;
    private final MembershipRemoval removal;
    private final MembershipFailures failures;

    /**
     * Creates a node.
     *
     * @param founders the members that the group starts with
     * @param names the name of each node, in the order of their numbers
     */
    public Membership(int me, NodeSet founders, List<Integer> names, MembershipLearning learning) {
        this(me, founders, names, new MembershipInsertion(me, names.size(), learning));
    }

    /** Creates a node that adds others in this way. */
    public Membership(int me, NodeSet founders, List<Integer> names, MembershipInsertion insertion) {
        this.me = me;
        this.founders = founders;
        this.names = names;
        this.insertion = insertion;
        this.removal = new MembershipRemoval(me);
        this.failures = new MembershipFailures(me);
        this.profile = profile(insertion.assumptions());
    }

    private static Profile profile(Assumptions assumptions) {
        return new Profile(
                "ra-membership",
                Family.PERMISSION_OF_ALL,
                "Ricart and Agrawala 1981, section 7",
                assumptions,
                EnumSet.of(Capacity.Kind.MUTEX),
                false,
                new Profile.Costs("2(N-1)", "T", "by (number, name)", "in REPLY"));
    }

    @Override
    public Profile profile() {
        return profile;
    }

    @Override
    public MembershipState initial(Start start, Effects<MembershipMessage> out) {
        Claim claim = Claim.none(names.size(), start.fence());
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
                Newcomer.none(names.size()),
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

    private MembershipState ask(MembershipState s, int increment, Effects<MembershipMessage> out) {
        NodeSet others = s.others(me);
        s = s.with(s.claim().choose(increment, others)); // Our := Highest + 1
        for (int j : others) { // FOR j := 1 STEP 1 UNTIL N DO IF j ≠ me THEN
            out.send(j, new MembershipMessage.Request(s.claim().numbers().our())); // Send_Message(REQUEST(Our, me), j)
        }
        if (!others.isEmpty()) {
            out.setTimer(MembershipFailures.T1, Timeout.roundTripAndSection()); // 7.4: when the REQUESTs are sent
        }
        return proceed(s, out);
    }

    /**
     * WAITFOR (Outstanding_Reply_Count = 0), and for the answers that are due within a round trip.
     * Whatever a node does next, it does when all has arrived.
     */
    private MembershipState proceed(MembershipState s, Effects<MembershipMessage> out) {
        if (!s.claim().awaiting().isEmpty() || !s.group().unheard().isEmpty()) {
            return s;
        }
        return switch (s.claim().phase()) {
            case WAITING -> enter(s, out);
            case WITHDRAWN -> withdraw(s, out);
            case INSIDE -> s.sponsorship().isAdding() ? insideForNewcomer(insertion.admit(s, out), out) : s;
            case IDLE ->
                switch (s.status()) {
                    case JOINING, LEARNING -> insertion.answered(s, out);
                    case LEAVING -> s.outside(me);
                    default -> s;
                };
        };
    }

    private MembershipState enter(MembershipState s, Effects<MembershipMessage> out) {
        Claim claim = s.claim().enter();
        if (claim.requestId() == Claim.NOBODY) {
            return insideForNewcomer(s.with(claim), out);
        }
        claim = claim.knowing(claim.fence() + 1); // Critical Section Processing can be performed at this point
        out.enter(claim.requestId(), claim.fence());
        return s.with(claim);
    }

    @Override
    public MembershipState onRelease(
            MembershipState s, long requestId, long lastFence, Effects<MembershipMessage> out) {
        Claim claim = s.claim();
        boolean inside = claim.phase() == INSIDE && !s.sponsorship().isAdding();
        Expect.that(inside && claim.requestId() == requestId, "only a node that is inside can leave");
        return insideForNewcomer(s.with(claim.forRequest(Claim.NOBODY).knowing(lastFence)), out);
    }

    /** This node is inside, and its application is not: it adds the newcomers before it leaves. */
    private MembershipState insideForNewcomer(MembershipState s, Effects<MembershipMessage> out) {
        if (!s.sponsorship().joiners().isEmpty()) {
            return proceed(insertion.introduceNext(s, out), out);
        }
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

    /** No claim is under way any more: the next one may be due, or this node can leave the group. */
    private MembershipState idle(MembershipState s, Effects<MembershipMessage> out) {
        if (s.claimIsDue()) {
            return ask(s, 1, out);
        }
        return s.status() == MemberStatus.LEAVING ? proceed(removal.announce(s, out), out) : s;
    }

    @Override
    public MembershipState onCancel(MembershipState s, long requestId, Effects<MembershipMessage> out) {
        Claim claim = s.claim();
        boolean waits = claim.phase() == WAITING || s.sponsorship().isAdding();
        Expect.that(waits && claim.requestId() == requestId, "only a request that waits can be cancelled");
        if (claim.phase() == INSIDE || !s.sponsorship().joiners().isEmpty()) { // the claim goes on for the newcomer
            out.withdrawn(requestId);
            return s.with(claim.forRequest(Claim.NOBODY));
        }
        replyTo(claim.deferred(), s, out);
        return s.with(claim.answered(WITHDRAWN));
    }

    private MembershipState withdraw(MembershipState s, Effects<MembershipMessage> out) {
        out.withdrawn(s.claim().requestId());
        return idle(s.with(s.claim().abandoned()), out);
    }

    // PROCESS WHICH RECEIVES REQUEST(k, j) MESSAGES

    private MembershipState receiveRequest(MembershipState s, long k, int j, Effects<MembershipMessage> out) {
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
        return known ? s : insertion.learnFrom(s, k, j);
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

    /**
     * Section 7.4, "When an ARE_YOU_THERE(j) message is received": it counts as the REQUEST, which
     * may never have arrived.
     */
    protected MembershipState receiveProbe(MembershipState s, long k, int j, Effects<MembershipMessage> out) {
        s = receiveRequest(s, k, j, out); // the correct response is REPLY(me)
        if (s.claim().deferred().contains(j)) { // If Reply_Deferred[j] is TRUE
            out.send(j, new MembershipMessage.YesIAmHere()); // a YES_I_AM_HERE message should be sent
        }
        return s;
    }

    // PROCESS WHICH RECEIVES REPLY MESSAGES

    private MembershipState receiveReply(MembershipState s, long k, int j, long fence) {
        if (!answers(s.claim(), k, j)) {
            return s;
        }
        return s.heard(j).with(s.claim().repliedBy(j, fence)); // Awaiting_Reply[j] := FALSE
    }

    /**
     * Whether this node waits for a REPLY to number k: with probes a second one may arrive, or one
     * that is no longer needed.
     */
    protected boolean answers(Claim claim, long k, int j) {
        return claim.awaiting().contains(j) && k == claim.numbers().our();
    }

    // 7.2 Insertion of New Nodes, 7.3 Removal of Nodes, 7.4 Node Failures

    @Override
    public MembershipState onJoin(MembershipState s, int sponsor, Effects<MembershipMessage> out) {
        return insertion.join(s, sponsor, out);
    }

    @Override
    public MembershipState onLeave(MembershipState s, Effects<MembershipMessage> out) {
        return proceed(removal.leave(s, out), out);
    }

    @Override
    public MembershipState onFailure(MembershipState s, int failed, Effects<MembershipMessage> out) {
        return goOn(s, failures.conclude(s, NodeSet.of(failed), out), out);
    }

    @Override
    public MembershipState onTimer(MembershipState s, TimerId timer, Effects<MembershipMessage> out) {
        if (timer.equals(MembershipFailures.T1)) {
            return failures.probe(s, out);
        } else if (timer.equals(MembershipFailures.T2)) {
            return goOn(s, failures.conclude(s, s.group().unheard(), out), out);
        }
        return insertion.onTimer(s, timer, out);
    }

    /** Proceeds if all has arrived; otherwise a timer watches the rest. */
    private MembershipState goOn(MembershipState before, MembershipState s, Effects<MembershipMessage> out) {
        failures.watch(before, s, out);
        return proceed(s, out);
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
        return goOn(s, receive(s, from, message, out), out);
    }

    /** Section 7.2.2: "The sponsor should then invoke mutual exclusion." */
    private MembershipState receiveJoin(MembershipState s, int x, Effects<MembershipMessage> out) {
        s = insertion.receiveJoin(s, x, out);
        return s.claim().phase() == IDLE && s.claimIsDue() ? ask(s, 1, out) : s;
    }

    private MembershipState receive(
            MembershipState s, int from, MembershipMessage message, Effects<MembershipMessage> out) {
        if (message instanceof MembershipMessage.Request request) {
            return receiveRequest(s, request.number(), from, out);
        } else if (message instanceof MembershipMessage.Reply reply) {
            return receiveReply(s, reply.number(), from, reply.fence());
        } else if (message instanceof MembershipMessage.Add add) {
            return removal.receiveAdd(s, insertion.receiveAdd(s, add.node(), from, out), add.node(), out);
        } else if (message instanceof MembershipMessage.AddAck ack) {
            return insertion.receiveAddAck(s, ack.node(), from);
        } else if (message instanceof MembershipMessage.Names list) {
            return insertion.receiveNames(s, from, list, out);
        } else if (message instanceof MembershipMessage.HsnQuery) {
            return insertion.receiveHsnQuery(s, from, out);
        } else if (message instanceof MembershipMessage.Hsn hsn) {
            return insertion.receiveHsn(s, hsn.number(), from);
        } else if (message instanceof MembershipMessage.Leaving leaving) {
            return removal.receiveLeaving(s, from, leaving.fence(), out);
        } else if (message instanceof MembershipMessage.LeaveAck) {
            return removal.receiveLeaveAck(s, from);
        } else if (message instanceof MembershipMessage.AreYouThere probe) {
            return receiveProbe(s, probe.number(), from, out);
        } else if (message instanceof MembershipMessage.YesIAmHere) {
            return failures.receiveYes(s, from);
        } else if (message instanceof MembershipMessage.NodeFailed failed) {
            return failures.receiveNodeFailed(s, failed.node(), from, out);
        }
        return failures.dropOut(s, out); // RESTART
    }

    @Override
    public Contention contention(MembershipState s) {
        boolean wanted =
                !s.claim().deferred().isEmpty() || !s.sponsorship().joiners().isEmpty();
        return wanted ? Contention.YES : Contention.NO;
    }
}
