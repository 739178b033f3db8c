package org.peerlock.algorithm.permission;

import static org.peerlock.algorithm.Phase.IDLE;
import static org.peerlock.algorithm.Phase.INSIDE;

import java.util.List;
import org.peerlock.algorithm.Effects;
import org.peerlock.algorithm.Expect;
import org.peerlock.algorithm.Timeout;
import org.peerlock.algorithm.TimerId;
import org.peerlock.algorithm.data.NodeSet;
import org.peerlock.algorithm.permission.MembershipState.Claim;
import org.peerlock.algorithm.permission.MembershipState.Lesson;

/**
 * The part of {@link Membership} that adds new nodes: Ricart and Agrawala 1981, section 7.2.
 *
 * <p>The sponsor enters and asks all nodes to put the new node on their lists. When all have
 * confirmed that, it sends its own list to the new node and leaves. The new node then asks all for
 * the highest number that they know, or learns it by one of the other methods of section 7.2.3.
 */
abstract class MembershipInsertion extends MembershipFailures {

    /** Section 7.2.1: "wait long enough". */
    private static final TimerId INTERVAL = new TimerId("interval");

    /** Section 7.2.3 (4): "would have time to enter and leave their critical sections". */
    private static final TimerId QUIET = new TimerId("quiet");

    private final MembershipLearning learning;

    MembershipInsertion(int me, NodeSet founders, List<Integer> names, MembershipLearning learning) {
        super(me, founders, names);
        this.learning = learning;
    }

    @Override
    public MembershipState onTimer(MembershipState s, TimerId timer, Effects<MembershipMessage> out) {
        if (timer.equals(INTERVAL)) {
            return askSponsor(s, out);
        }
        return timer.equals(QUIET) ? learned(s, out) : super.onTimer(s, timer, out);
    }

    // 7.2.1 Restart interval

    /** "If the node could have been previously operational in the group". */
    @Override
    public MembershipState onJoin(MembershipState s, int sponsor, Effects<MembershipMessage> out) {
        Expect.that(
                s.status() == MemberStatus.OUTSIDE || s.status() == MemberStatus.JOINING,
                "a member does not join again");
        NodeSet former = s.newcomer().former();
        s = s.to(MemberStatus.JOINING).with(s.newcomer().through(sponsor));
        if (former.isEmpty()) {
            return askSponsor(s, out);
        }
        for (int j : former) { // it should first notify other nodes that it failed
            out.send(j, new MembershipMessage.NodeFailed(me));
        }
        out.setTimer(INTERVAL, Timeout.roundTrip()); // and then wait long enough
        return s;
    }

    @Override
    final MembershipState dropOut(MembershipState s, Effects<MembershipMessage> out) {
        out.cancelTimer(INTERVAL);
        out.cancelTimer(QUIET);
        return super.dropOut(s, out);
    }

    // 7.2.2 Reconcile participant lists

    private static MembershipState askSponsor(MembershipState s, Effects<MembershipMessage> out) {
        out.send(s.newcomer().sponsor(), new MembershipMessage.Join()); // A new node should contact a "sponsor" node
        return s.with(s.newcomer().asking());
    }

    final MembershipState receiveJoin(MembershipState s, int x, Effects<MembershipMessage> out) {
        if (s.status() != MemberStatus.MEMBER) {
            out.send(x, new MembershipMessage.Restart());
            return s;
        }
        s = s.with(s.sponsorship().joining(x));
        return s.claim().phase() == IDLE ? ask(s, 1, out) : s; // The sponsor should then invoke mutual exclusion
    }

    @Override
    final MembershipState insideForNewcomer(MembershipState s, Effects<MembershipMessage> out) {
        NodeSet joiners = s.sponsorship().joiners();
        if (joiners.isEmpty()) {
            return release(s, out);
        }
        int x = joiners.iterator().nextInt();
        return introduce(s.with(s.sponsorship().add(x)), x, out);
    }

    private MembershipState introduce(MembershipState s, int x, Effects<MembershipMessage> out) {
        NodeSet others = others(s).minus(x);
        for (int j : others) { // and broadcast the new node's identity before releasing mutual exclusion
            out.send(j, new MembershipMessage.Add(x));
        }
        return expectAnswers(s, mustAcknowledge(others), out);
    }

    /**
     * Which of the nodes that were told of a new node must have answered before it gets their list:
     * all.
     */
    protected NodeSet mustAcknowledge(NodeSet told) {
        return told;
    }

    /** "Each node receiving this notification adds the new node number to its NAMES array." */
    MembershipState receiveAdd(MembershipState s, int x, int sponsor, Effects<MembershipMessage> out) {
        out.send(sponsor, new MembershipMessage.AddAck(x));
        return x == me ? s : s.added(x);
    }

    final MembershipState receiveAddAck(MembershipState s, int x, int j, Effects<MembershipMessage> out) {
        return x == s.sponsorship().adding() ? receiveAnswer(s, j, out) : s;
    }

    /** "Initialize the new node's participant list from its own", which all have now. */
    private MembershipState admit(MembershipState s, Effects<MembershipMessage> out) {
        int x = s.sponsorship().adding();
        if (x != 0) { // it has not failed meanwhile
            s = s.added(x);
            out.send(
                    x,
                    new MembershipMessage.Names(
                            s.group().members(),
                            s.claim().numbers().highest(),
                            s.group().failures()));
        }
        return insideForNewcomer(s.with(s.sponsorship().added()), out);
    }

    @Override
    MembershipState allAnswered(MembershipState s, Effects<MembershipMessage> out) {
        return s.claim().phase() == INSIDE ? admit(s, out) : learned(s, out);
    }

    // 7.2.3 Set highest sequence number

    /** From now on this node is on all lists, and knows all members. */
    final MembershipState receiveNames(
            MembershipState s, MembershipMessage.Names names, Effects<MembershipMessage> out) {
        if (s.status() != MemberStatus.JOINING) {
            return s;
        }
        s = s.listed(names.members(), names.failures(), me, nodes());
        if (others(s).isEmpty()) {
            return learned(s, out);
        }
        return switch (learning) {
            case QUERY -> query(s, out);
            case EACH -> s.with(s.group().expecting(others(s))); // (2) one REQUEST message from every other node
            case WAIT -> waitForAll(s.with(s.claim().seen(names.highest())), out); // the value from any nearby node
            case GROWTH, FOURTH -> s;
        };
    }

    /** "(1) Ask all other nodes for their Highest_Sequence_Number." */
    private MembershipState query(MembershipState s, Effects<MembershipMessage> out) {
        for (int j : others(s)) {
            out.send(j, new MembershipMessage.HsnQuery());
        }
        return expectAnswers(s, others(s), out);
    }

    /**
     * "(4) Wait until all (N - 1) nodes would have time to enter and leave their critical
     * sections."
     */
    private MembershipState waitForAll(MembershipState s, Effects<MembershipMessage> out) {
        int others = others(s).size();
        out.setTimer(QUIET, new Timeout(2 * others, others));
        return s;
    }

    /**
     * A node that has answered asks the new node before it enters again, and its answer covers the
     * numbers of its earlier requests.
     */
    protected MembershipState receiveHsnQuery(MembershipState s, int x, Effects<MembershipMessage> out) {
        out.send(x, new MembershipMessage.Hsn(s.claim().numbers().highest()));
        return s.added(x);
    }

    final MembershipState receiveHsn(MembershipState s, long number, int j, Effects<MembershipMessage> out) {
        if (s.status() != MemberStatus.LEARNING) {
            return s;
        }
        return receiveAnswer(s.with(s.claim().seen(number)), j, out); // (1) and use the largest
    }

    @Override
    final MembershipState learnFrom(MembershipState s, long k, int j, Effects<MembershipMessage> out) {
        if (s.status() != MemberStatus.LEARNING) {
            return s;
        }
        Lesson lesson = s.newcomer().lesson().requestBy(j, k);
        s = s.with(s.newcomer().with(lesson));
        return switch (learning) {
            case QUERY, WAIT -> s;
            case EACH -> receiveAnswer(s, j, out);
            case GROWTH -> k - lesson.first() >= nodes() - 1 ? learned(s, out) : s; // (3) have increased by N - 1
            case FOURTH -> lesson.heard().of(j) == 4 ? learned(s, out) : s; // (5) until the fourth from a single node
        };
    }

    /** "The new node may request access to its critical section after any of the above methods." */
    private MembershipState learned(MembershipState s, Effects<MembershipMessage> out) {
        return idle(s.learned(nodes()), out);
    }

    /** Whether the node must make a claim: for a request that waited, or for a newcomer. */
    static boolean claimIsDue(MembershipState s) {
        return s.claim().requestId() != Claim.NOBODY
                || !s.sponsorship().joiners().isEmpty();
    }
}
